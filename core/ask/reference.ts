import { randomBytes } from 'crypto';

import { invalidField } from '../client/errors';
import { limits } from '../contract/limits';
import { countCharacters } from '../contract/patterns';
import { formatPath, type LabelOf } from '../contract/problem';
import type { Path } from '../contract/sentences';
import { isRecord } from '../reading';
import type { InboundEvent } from '../receive/events';

/** Separates the user's own value from the reference in the id of a button. */
const MARK = '~ask.';
const BYTES = 12;
const WITH_REFERENCE = /^(.*)~ask\.([\w-]{16})$/s;

/** What a person can choose: the user's own value, and the text on the button or row if it is known. */
export interface AskOption {
  value: string;
  title: string;
}

/** A new reference of 16 characters, unique to a question. */
export function newReference(): string {
  return randomBytes(BYTES).toString('base64url');
}

/**
 * Splits the id of a tapped button into the user's own value and the reference of the question.
 * @example splitReference('yes~ask.AbCdEfGhIjKlMnOp') // { value: 'yes', reference: 'AbCdEfGhIjKlMnOp' }
 */
export function splitReference(id: string): { value: string; reference: string | undefined } {
  const [, value, reference] = WITH_REFERENCE.exec(id) ?? [];
  return { value: value ?? id, reference };
}

/** An inbound message as a flow gets it: the id of what was tapped is the user's own. `raw` keeps the received one. */
export function withoutReference(event: InboundEvent): InboundEvent {
  const { choice } = event;
  if (choice?.id === undefined) return event;
  return { ...event, choice: { ...choice, id: splitReference(choice.id).value } };
}

/** What a person can choose in a content (specification 2.5): buttons, rows of a list, and payloads of a template's quick replies. */
export function optionsIn(content: unknown): AskOption[] {
  const options: AskOption[] = [];
  eachOption(content, (value, title) => {
    options.push({ value, title });
    return value;
  });
  return options;
}

/**
 * A copy of a content whose buttons and rows have the reference appended to the user's own values. This tells a tap from one on another
 * question.
 * @throws MessagingError `invalid_request` if a value leaves no room for the reference
 */
export function withReference(content: unknown, reference: string, labelOf?: LabelOf): unknown {
  return eachOption(content, (value, _title, { path, longest }) => {
    const room = longest - MARK.length - reference.length;
    const length = countCharacters(value);
    if (length > room) {
      const label = labelOf?.(path, { content });
      const rule = `at most ${room} characters in a question`;
      throw invalidField(formatPath(path), rule, { got: String(length), label });
    }
    // The contract reports an empty id; with a reference appended, it would pass.
    return value === '' ? value : `${value}${MARK}${reference}`;
  });
}

interface Place {
  path: Path;
  longest: number;
}
type Change = (value: string, title: string, place: Place) => string;

/** Copies a content with changed ids. Parts that do not follow the contract are left alone; the contract reports them later. */
function eachOption(content: unknown, change: Change): unknown {
  if (!isRecord(content)) return content;
  if (content['type'] === 'Template') {
    return copied(content, 'components', (component, index) =>
      isRecord(component) && component['type'] === 'QuickReplyButton'
        ? copied(component, 'parameters', (parameter, place) =>
            option(parameter, 'payload', change, {
              path: ['content', 'components', index, 'parameters', place, 'payload'],
              longest: limits.buttonId,
            }),
          )
        : component,
    );
  }
  const { action } = content;
  if (content['type'] !== 'Interactive' || !isRecord(action)) return content;
  return { ...content, action: changedAction(action, change) };
}

function changedAction(action: Record<string, unknown>, change: Change): unknown {
  const withButtons = copied(action, 'buttons', (button, index) =>
    option(button, 'id', change, {
      path: ['content', 'action', 'buttons', index, 'id'],
      longest: limits.buttonId,
    }),
  );
  return copied(withButtons, 'sections', (section, index) =>
    isRecord(section)
      ? copied(section, 'rows', (row, place) =>
          option(row, 'id', change, {
            path: ['content', 'action', 'sections', index, 'rows', place, 'id'],
            longest: limits.rowId,
          }),
        )
      : section,
  );
}

function copied(
  object: Record<string, unknown>,
  name: string,
  change: (entry: unknown, index: number) => unknown,
): Record<string, unknown> {
  const list = object[name];
  return Array.isArray(list) ? { ...object, [name]: list.map(change) } : object;
}

function option(entry: unknown, name: string, change: Change, place: Place): unknown {
  if (!isRecord(entry) || typeof entry[name] !== 'string') return entry;
  const { title } = entry;
  return { ...entry, [name]: change(entry[name], typeof title === 'string' ? title : '', place) };
}
