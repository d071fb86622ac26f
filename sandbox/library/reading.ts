import type { SandboxMessage } from '../state/messages';
import type { Template } from '../state/templates';

/** What a person can tap or choose: with it, the person answers. */
export interface Choice {
  type: 'Button' | 'List';
  id: string;
  title: string;
}

/** What a person reads of a message and can choose from. */
export interface Reading {
  text: string;
  choices: Choice[];
}

/** What a person reads on the phone. The content is what the description of the service lets through. */
export function readingOf({ content, sms }: SandboxMessage, templates: Template[]): Reading {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  switch (content.type) {
    case 'Text':
      return { text: sms?.text ?? text(at(content, 'text')), choices: [] };
    case 'Interactive':
      return {
        text: text(at(at(content, 'body'), 'text') ?? at(at(content, 'header'), 'text')),
        choices: choicesOf(at(content, 'action')),
      };
    case 'Template':
      return templateOf(content, templates);
    default:
      return { text: text(at(content, 'caption') ?? at(content, 'name')), choices: [] };
  }
}

function choicesOf(action: unknown): Choice[] {
  const buttons = listOf(at(action, 'buttons')).map((button) => choice('Button', button));
  const rows = listOf(at(action, 'sections')).flatMap((section) => listOf(at(section, 'rows')));
  return [...buttons, ...rows.map((row) => choice('List', row))];
}

function choice(type: Choice['type'], value: unknown): Choice {
  return { type, id: String(at(value, 'id') ?? ''), title: String(at(value, 'title') ?? '') };
}

/** The wording with its parameters; without a known wording, the parameters. */
function templateOf(content: object, templates: Template[]): Reading {
  const known = templates.find(({ name }) => name === at(content, 'name'));
  const components = listOf(at(content, 'components'));
  const values = components
    .filter((component) => at(component, 'type') === 'Body')
    .flatMap((component) => listOf(at(component, 'parameters')).map(valueOf));
  const text =
    known?.body.replace(
      /\{\{(\d+)\}\}/g,
      (placeholder, number) => values[Number(number) - 1] ?? placeholder,
    ) ?? values.join(', ');
  const choices = (known?.buttons ?? []).flatMap((button, index): Choice[] => {
    if (button.type !== 'QuickReply') return [];
    const own = components.find(
      (component) => at(component, 'type') === 'QuickReplyButton' && at(component, 'index') === index,
    );
    const [payload = button.text] = listOf(at(own, 'parameters')).map(valueOf);
    return [{ type: 'Button', id: payload, title: button.text }];
  });
  return { text, choices };
}

function valueOf(parameter: unknown): string {
  const names = ['text', 'payload', 'fallbackValue', 'dateTime', 'filename', 'url', 'mediaId'];
  return String(names.map((name) => at(parameter, name)).find((value) => value !== undefined) ?? '');
}

/** A field of a JSON value. */
function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
