import { element } from '../dom.js';
import { formatted } from '../formats.js';
import { state } from '../state.js';
import { mediaOf } from './media.js';

/** A template with its parameters filled in. If its wording is not known, the parameters are shown in its place. */
export function template({ name, language, components }, { answer }) {
  const known = state.templates.find((entry) => entry.name === name);
  const parts = components ?? [];
  const parametersOf = (type) =>
    parts.filter((part) => part.type === type).flatMap(({ parameters }) => parameters);
  const locale = language.code.replace('_', '-');
  const body = parametersOf('Body').map((parameter) => valueOf(parameter, locale));
  return [
    element('p.kind', {}, `Template ${name} (${language.code})`),
    headerOf(known?.header, parametersOf('Header'), locale),
    known ? element('p.text', {}, formatted(filled(known.body, body))) : unknownBody(body),
    known?.footer && element('p.small', {}, known.footer),
    element('div.choices', {}, buttonsOf(known?.buttons, parts, locale, answer)),
  ];
}

function headerOf(header, parameters, locale) {
  const [parameter] = parameters;
  if (parameter && ['Image', 'Video', 'Document'].includes(parameter.type))
    return element('div.heading', {}, mediaOf(parameter));
  if (header?.type === 'Text')
    return element(
      'p.heading',
      {},
      filled(
        header.text,
        parameters.map((entry) => valueOf(entry, locale)),
      ),
    );
  if (header) return element('p.heading.small', {}, `(${header.type} missing)`);
  return parameters.map((entry) => element('p.heading', {}, valueOf(entry, locale)));
}

function unknownBody(values) {
  if (values.length === 0) return element('p.small', {}, 'No parameters in the body');
  return element(
    'ol.parameters',
    {},
    values.map((value) => element('li', {}, value)),
  );
}

/** The buttons of the template. Tapping a quick reply sends its payload. */
function buttonsOf(known, parts, locale, answer) {
  const given = parts.filter(({ type }) => type === 'QuickReplyButton' || type === 'UrlButton');
  const count = Math.max(known?.length ?? 0, ...given.map(({ index }) => Math.min(index, 9) + 1));
  return Array.from({ length: count }, (_, index) => {
    const part = given.find((entry) => entry.index === index);
    const button = known?.[index];
    const [value] = (part?.parameters ?? []).map((parameter) => valueOf(parameter, locale));
    if (button?.type === 'Url' || part?.type === 'UrlButton') return urlButton(button, value ?? '');
    const title = button?.text ?? value ?? `Button ${index + 1}`;
    const tap = () => answer({ type: 'Button', id: value ?? title, title });
    return (button || part) && element('button', { type: 'button', disabled: !answer, onclick: tap }, title);
  });
}

function urlButton(button, value) {
  const url = filled(button?.url ?? '{{1}}', [value]);
  const attributes = /^https?:\/\//i.test(url)
    ? { href: url, target: '_blank', rel: 'noopener noreferrer' }
    : {};
  return element('a.choice', attributes, button?.text ?? url);
}

function filled(wording, values) {
  return wording.replace(
    /\{\{(\d+)\}\}/g,
    (placeholder, number) => values[Number(number) - 1] ?? placeholder,
  );
}

function valueOf(parameter, locale) {
  switch (parameter.type) {
    case 'Text':
      return parameter.text;
    case 'Payload':
      return parameter.payload;
    case 'DateTime':
      return localised(
        () =>
          new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
            new Date(parameter.dateTime),
          ),
        parameter.dateTime,
      );
    case 'Currency':
      return localised(
        () =>
          new Intl.NumberFormat(locale, { style: 'currency', currency: parameter.code }).format(
            parameter.amount / 1000,
          ),
        parameter.fallbackValue,
      );
    default:
      return parameter.filename ?? parameter.url ?? parameter.mediaId ?? parameter.type;
  }
}

/** The value as the browser formats it in that language, or the fallback if it cannot. */
function localised(format, fallback) {
  try {
    return format();
  } catch {
    return fallback;
  }
}
