import type { Template } from './seed/seed';
import type { Content, HeaderFile, Parameter, Section, Tap, TemplateContent } from './service/wire';
import type { SmsPages } from './state/smsPages';

/** What a person sees of a message, and can do with it: the phone page, tests without code and the test kit all read it here. */
export interface Reading {
  /** A text or a file above the text. */
  heading?: string | HeaderFile;
  text: string;
  footer?: string;
  buttons: (TapButton | LinkButton)[];
  /** A list that opens with a button. */
  list?: { title: string; sections: Section[] };
}

interface TapButton {
  title: string;
  tap: Tap;
}

interface LinkButton {
  title: string;
  url: string;
}

/** A message, sent or received. The content is what the description of the service lets through. */
interface Readable {
  content: Content;
  sms?: SmsPages;
}

/** Reads a message; a template with the wording that the account has for it. */
export function read({ content, sms }: Readable, templates: Template[]): Reading {
  switch (content.type) {
    case 'Text':
      return { text: sms?.text ?? content.text, buttons: [] };
    case 'Interactive': {
      const { header, body, footer, action } = content;
      return {
        heading: header?.type === 'Text' ? header.text : (header ?? undefined),
        text: body?.text ?? '',
        footer: footer?.text,
        buttons: action.type === 'Button' ? action.buttons.map(({ id, title }) => tapButton(id, title)) : [],
        list: action.type === 'List' ? { title: action.button, sections: action.sections } : undefined,
      };
    }
    case 'Template':
      return readTemplate(content, templates);
    case 'Location':
      return { text: lines([content.name, content.address]), buttons: [] };
    case 'Contacts':
      return { text: lines(content.contacts.map(({ name }) => name.formattedName)), buttons: [] };
    case 'InteractiveReply':
      return { text: content.reply?.title ?? content.reply?.id ?? '', buttons: [] };
    default:
      return { text: content.caption ?? content.filename ?? '', buttons: [] };
  }
}

/** All text of a message, one part per line. */
export function visibleText(message: Readable, templates: Template[]): string {
  const { heading, text, footer } = read(message, templates);
  return lines([typeof heading === 'string' ? heading : undefined, text, footer]);
}

/** What can be tapped: reply buttons, rows of a list, quick replies of a template. */
export function tapsIn(message: Readable, templates: Template[]): Tap[] {
  const { buttons, list } = read(message, templates);
  const rows = list?.sections.flatMap((section) => section.rows.map(rowTap)) ?? [];
  return [...buttons.flatMap((button) => ('tap' in button ? [button.tap] : [])), ...rows];
}

/** What a person sends who chooses a row. */
export function rowTap({ id, title, description }: Section['rows'][number]): Tap {
  return { type: 'List', id, title, ...(description ? { description } : {}) };
}

function readTemplate({ name, language, components }: TemplateContent, templates: Template[]): Reading {
  const known = templates.find((template) => template.name === name);
  const parameters = (type: 'Header' | 'Body') =>
    (components ?? []).filter((part) => part.type === type).flatMap((part) => part.parameters);
  const values = (type: 'Header' | 'Body') =>
    parameters(type).map((parameter) => parameterText(parameter, language.code));
  const file = parameters('Header').find(isFile);
  const header = known ? filled(known.header?.text ?? '', values('Header')) : lines(values('Header'));
  return {
    heading: file ?? (header || undefined),
    text: known ? filled(known.body, values('Body')) : lines(values('Body')),
    footer: known?.footer,
    buttons: templateButtons({ language, components }, known?.buttons ?? []),
  };
}

/** The buttons of the wording with their parameters; of those that it does not name, what the parameters say. */
function templateButtons(
  { language, components }: Pick<TemplateContent, 'language' | 'components'>,
  known: NonNullable<Template['buttons']>,
): Reading['buttons'] {
  const sent = (components ?? []).flatMap((part) => ('index' in part ? [part] : []));
  const count = Math.max(known.length, ...sent.map(({ index }) => Math.min(index, 9) + 1));
  return Array.from({ length: count }, (_, index) => index).flatMap((index): Reading['buttons'] => {
    const part = sent.find((entry) => entry.index === index);
    const button = known[index];
    if (!button && !part) return [];
    const [parameter] = part?.parameters ?? [];
    const value = parameter && parameterText(parameter, language.code);
    if (button?.type === 'Url' || part?.type === 'UrlButton') {
      const url = filled(button?.url ?? '{{1}}', [value ?? '']);
      return [{ title: button?.text ?? url, url }];
    }
    const title = button?.text ?? value ?? `Button ${index + 1}`;
    return [tapButton(value ?? title, title)];
  });
}

function tapButton(id: string, title: string): TapButton {
  return { title, tap: { type: 'Button', id, title } };
}

function isFile(parameter: Parameter): parameter is HeaderFile {
  return parameter.type === 'Image' || parameter.type === 'Video' || parameter.type === 'Document';
}

function lines(parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join('\n');
}

/** A wording with its placeholders `{{1}}`, `{{2}}` filled in. */
function filled(wording: string, values: string[]): string {
  return wording.replace(
    /\{\{(\d+)\}\}/g,
    (placeholder, number) => values[Number(number) - 1] ?? placeholder,
  );
}

/** A parameter as the phone writes it in the language of the template, such as `pt_BR`. */
function parameterText(parameter: Parameter, language: string): string {
  const locale = language.replace('_', '-');
  switch (parameter.type) {
    case 'Text':
      return parameter.text;
    case 'Payload':
      return parameter.payload;
    case 'DateTime': {
      const style = { dateStyle: 'long', timeStyle: 'short' } as const;
      return localised(
        () => new Intl.DateTimeFormat(locale, style).format(new Date(parameter.dateTime)),
        parameter.dateTime,
      );
    }
    case 'Currency': {
      const style = { style: 'currency', currency: parameter.code } as const;
      return localised(
        () => new Intl.NumberFormat(locale, style).format(parameter.amount / 1000),
        parameter.fallbackValue,
      );
    }
    default:
      return parameter.filename ?? parameter.url ?? parameter.mediaId ?? parameter.type;
  }
}

/** The value in that language, or the fallback if it cannot be formatted. */
function localised(format: () => string, fallback: string): string {
  try {
    return format();
  } catch {
    return fallback;
  }
}
