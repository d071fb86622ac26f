import { element } from './dom.js';
import { state } from './state.js';

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const seconds = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const timeOf = (moment) => time.format(moment);
export const secondsOf = (moment) => seconds.format(moment);
export const dayOf = (moment) => day.format(moment);
export const momentOf = (moment) => full.format(moment);
export const countOf = (count, one, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

export const CHANNELS = { Sms: 'SMS', Whatsapp: 'WhatsApp', Rcs: 'RCS' };

/** Whose number it is: a name of the address book, the outcome of a recipient with a fixed one, or empty. */
export function nameOf(number) {
  const person = Object.entries(state.people).find(([, own]) => own === number);
  if (person) return person[0];
  const outcome = state.outcomes.find(({ recipient }) => recipient === number);
  if (outcome) return `Test: ${outcome.does}`;
  const fault = state.faults.find(({ recipient }) => recipient === number);
  return fault && `Test: ${fault.name}`;
}

/** `+41 79 123 45 67`, so that people can read it. */
export function numberOf(number) {
  const swiss = /^(\+41)(\d\d)(\d{3})(\d\d)(\d\d)$/.exec(number);
  return swiss ? swiss.slice(1).join(' ') : number;
}

/** JSON that people can read. */
export function json(value) {
  return element(
    'pre',
    { tabindex: '0' },
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  );
}

const MARKS = { '*': 'strong', _: 'em', '~': 's', '`': 'code' };
const PIECES =
  /(?<![\p{L}\p{N}])([*_~`])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])|(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/gsu;

/** A text with its links, and on WhatsApp and RCS with *bold*, _italic_, ~strikethrough~ and `code`. */
export function formatted(text, marks = true) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(PIECES)) {
    const [whole, mark, inner, url] = match;
    if (mark && !marks) continue;
    nodes.push(text.slice(end, match.index), url ? link(url) : element(MARKS[mark], {}, formatted(inner)));
    end = match.index + whole.length;
  }
  return [...nodes, text.slice(end)];
}

/** A link that opens in a new tab; an address that a browser must not follow stays text. */
export function link(url, text = url) {
  return /^https?:\/\//i.test(url)
    ? element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text)
    : text;
}
