import type { Content, Parameter, Tap, TemplateComponent, TemplateContent } from '../phone/content/shapes';
import type { Template } from '../state/templates';

type ButtonPart = Extract<TemplateComponent, { index: number }>;

/** A button of a template as the phone shows it. */
export type TemplateButton = { title: string; id: string } | { title: string; url: string };

/** The text of a message as the person reads it, one part per line. */
export function visibleText(content: Content, templates: Template[]): string {
  return partsOf(content, templates)
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join('\n');
}

function partsOf(content: Content, templates: Template[]): (string | null | undefined)[] {
  switch (content.type) {
    case 'Text':
      return [content.text];
    case 'Interactive': {
      const heading = content.header?.type === 'Text' ? content.header.text : undefined;
      return [heading, content.body?.text, content.footer?.text];
    }
    case 'Template':
      return templateParts(content, templates);
    case 'Location':
      return [content.name, content.address];
    case 'Contacts':
      return content.contacts.map(({ name }) => name.formattedName);
    case 'InteractiveReply':
      return [content.reply?.title];
    default:
      return [content.caption ?? content.filename];
  }
}

/** What can be tapped: reply buttons, rows of a list, quick replies of a template. */
export function tapsOf(content: Content, templates: Template[]): Tap[] {
  if (content.type === 'Template') {
    return templateButtons(content, templates).flatMap((button): Tap[] =>
      button !== undefined && 'id' in button ? [{ type: 'Button', id: button.id, title: button.title }] : [],
    );
  }
  if (content.type !== 'Interactive') return [];
  const { action } = content;
  if (action.type === 'Button') return action.buttons.map(({ id, title }) => ({ type: 'Button', id, title }));
  return action.sections.flatMap(({ rows }) =>
    rows.map(({ id, title, description }) => ({
      type: 'List' as const,
      id,
      title,
      ...(description ? { description } : {}),
    })),
  );
}

function templateParts(content: TemplateContent, templates: Template[]): string[] {
  const known = templates.find(({ name }) => name === content.name);
  const values = (type: 'Header' | 'Body') => valuesOf(content, type);
  if (known === undefined) return [...values('Header'), ...values('Body')];
  const heading = known.header?.text;
  const header = heading === undefined ? [] : [filled(heading, values('Header'))];
  return [...header, filled(known.body, values('Body')), ...(known.footer ? [known.footer] : [])];
}

function valuesOf({ components, language }: TemplateContent, type: 'Header' | 'Body'): string[] {
  const parts = (components ?? []).filter((part) => part.type === type);
  return parts.flatMap(({ parameters }) => parameters).map((each) => valueOf(each, language.code));
}

/** The buttons of a template, by their place. A quick reply sends its payload. */
export function templateButtons(
  { name, language, components }: TemplateContent,
  templates: Template[],
): (TemplateButton | undefined)[] {
  const known = templates.find((entry) => entry.name === name)?.buttons;
  const given = (components ?? []).filter((part): part is ButtonPart => 'index' in part);
  const count = Math.max(known?.length ?? 0, ...given.map(({ index }) => Math.min(index, 9) + 1));
  return Array.from({ length: count }, (_, index) => {
    const part = given.find((entry) => entry.index === index);
    const button = known?.[index];
    const [parameter] = part?.parameters ?? [];
    const value = parameter && valueOf(parameter, language.code);
    if (!button && !part) return undefined;
    if (button?.type === 'Url' || part?.type === 'UrlButton') {
      const url = filled(button?.url ?? '{{1}}', [value ?? '']);
      return { title: button?.text ?? url, url };
    }
    const title = button?.text ?? value ?? `Button ${index + 1}`;
    return { title, id: value ?? title };
  });
}

/** A wording with its placeholders `{{1}}`, `{{2}}` filled in. */
export function filled(wording: string, values: string[]): string {
  return wording.replace(
    /\{\{(\d+)\}\}/g,
    (placeholder, number) => values[Number(number) - 1] ?? placeholder,
  );
}

/** A parameter as the phone writes it in the language of the template, such as `pt_BR`. */
export function valueOf(parameter: Parameter, language: string): string {
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
