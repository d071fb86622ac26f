import { send } from './api.js';
import { contentOf } from './content/index.js';
import { isInbound } from './conversations.js';
import { element } from './dom.js';
import { countOf, momentOf, timeOf } from './formats.js';
import { pushesOf, state } from './state.js';

const FINAL = ['Delivered', 'Failed', 'Expired'];
/** States in which the person has not received the message, yet or ever. */
const ABSENT = ['Scheduled', 'Failed', 'Expired'];
/** A message that is delivered within this time gets no buttons, which would only flash up. */
const SOON = 3000;

/**
 * A message on the phone.
 * @param choose Called when the user asks for its details.
 * @param answer Called with the button or row that was tapped.
 */
export function bubble(message, { chosen, choose, answer }) {
  const inbound = isInbound(message);
  const classes = [
    inbound ? 'own' : 'theirs',
    `type-${message.content.type}`,
    message.channel,
    flash(message) && 'flash',
    ABSENT.includes(message.state) && 'absent',
  ];
  return element(
    'li.message',
    { class: ['message', ...classes, chosen && 'chosen'].filter(Boolean).join(' ') },
    element('div.bubble', {}, contentOf(message, inbound ? undefined : answer)),
    element(
      'button.meta',
      { type: 'button', title: 'Details', 'aria-pressed': String(chosen), onclick: choose },
      inbound ? forwarded(message) : progress(message),
    ),
    !inbound && waits(message) && stateButtons(message),
  );
}

/** The changing parts of a message that its bubble shows. */
export function shownOf(message, chosen) {
  const pushes = isInbound(message)
    ? pushesOf(message.messageId).map(({ outcome, attempts }) => outcome + attempts.length)
    : [];
  return [message.state, chosen, waits(message), ...pushes].join();
}

/** Deliver, Fail and Delay; disabled if the state is final or the message has not been sent yet. */
export function stateButtons({ messageId, state: now }) {
  const button = (label, next) => {
    const able = !FINAL.includes(now) && now !== 'Scheduled' && now !== next;
    const change = () => send(`messages/${messageId}/state`, { state: next });
    return element('button', { type: 'button', disabled: !able, onclick: change }, label);
  };
  return element(
    'div.states',
    {},
    button('Deliver', 'Delivered'),
    button('Fail', 'Failed'),
    button('Delay', 'Delayed'),
  );
}

function waits({ state: now }) {
  if (isInbound({ state: now }) || FINAL.includes(now) || now === 'Scheduled') return false;
  const automatic = state.settings?.automaticDelivery;
  return now === 'Delayed' || automatic === 'manual' || automatic > SOON;
}

function progress(message) {
  const { sms, errorMessage, acceptedAt, sendAt } = message;
  const when = message.state === 'Scheduled' ? `for ${momentOf(sendAt)}` : timeOf(acceptedAt);
  return [
    element('span', {}, when),
    element(`span.state.${message.state}`, {}, message.state),
    sms &&
      (sms.pages > 1 || sms.encoding === 'UCS-2') &&
      element('span', {}, `${countOf(sms.pages, 'page')} ${sms.encoding}`),
    errorMessage && element('span.problem', {}, errorMessage),
  ];
}

function forwarded(message) {
  const [push] = pushesOf(message.messageId);
  const last = push?.attempts.at(-1);
  const result =
    { taken: 'Forwarded', pending: 'Trying again', 'given up': 'Not forwarded' }[push?.outcome] ??
    'Kept here';
  return [
    element('span', {}, timeOf(message.at)),
    element(
      `span.state.${push?.outcome === 'taken' ? 'Delivered' : 'Sent'}`,
      {},
      last ? result : push ? 'Forwarding' : result,
    ),
    last && last.status !== 200 && element('span.problem', {}, last.problem ?? `Answered ${last.status}`),
  ];
}

function flash({ content }) {
  return content.options?.smsType === 'Flash';
}
