import { randomBytes } from 'crypto';

import { invalidRequest } from '../client/errors';
import { limits } from '../contract/limits';
import { countCharacters } from '../contract/patterns';
import { isRecord } from '../reading';

/** Stands between the user's own value and the reference in the id of a button. */
const MARK = '~ask.';
const BYTES = 12;
const WITH_REFERENCE = /^(.*)~ask\.([\w-]{16})$/s;

/** What a person can choose: the user's own value, and the text on the button or row where it is known. */
export interface AskOption {
  value: string;
  title: string;
}

/** A new reference: what tells a question from every other, 16 characters. */
export function newReference(): string {
  return randomBytes(BYTES).toString('base64url');
}

/**
 * The user's own value and the reference of the question in the id that came back with a tap.
 * @example splitReference('yes~ask.AbCdEfGhIjKlMnOp') // { value: 'yes', reference: 'AbCdEfGhIjKlMnOp' }
 */
export function splitReference(id: string): { value: string; reference: string | undefined } {
  const [, value, reference] = WITH_REFERENCE.exec(id) ?? [];
  return { value: value ?? id, reference };
}

/** What can be chosen in a content (specification 2.5): buttons, rows of a list, and payloads of a template's quick replies. */
export function optionsIn(content: unknown): AskOption[] {
  const options: AskOption[] = [];
  eachOption(content, (value, title) => {
    options.push({ value, title });
    return value;
  });
  return options;
}

/**
 * A copy of a content whose buttons and rows carry the reference behind the user's own values, so that a tap can be told from one on
 * another question.
 * @throws MessagingError `invalid_request` where a value leaves no room for the reference
 */
export function withReference(content: unknown, reference: string): unknown {
  return eachOption(content, (value, _title, { path, longest }) => {
    const room = longest - MARK.length - reference.length;
    const length = countCharacters(value);
    if (length > room) {
      const rule = `at most ${room} characters in a question, got ${length}`;
      throw invalidRequest([{ path, rule, message: `${path}: ${rule}` }]);
    }
    // An empty id is a mistake that the contract names.
    return value === '' ? value : `${value}${MARK}${reference}`;
  });
}

interface Place {
  path: string;
  longest: number;
}
type Change = (value: string, title: string, place: Place) => string;

/** Copies a content with the ids changed; whatever is not as the contract has it stays as it is, to be judged there. */
function eachOption(content: unknown, change: Change): unknown {
  if (!isRecord(content)) return content;
  if (content['type'] === 'Template') {
    return copied(content, 'components', (component, index) =>
      isRecord(component) && component['type'] === 'QuickReplyButton'
        ? copied(component, 'parameters', (parameter, place) =>
            option(parameter, 'payload', change, {
              path: `content.components[${index}].parameters[${place}].payload`,
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
      path: `content.action.buttons[${index}].id`,
      longest: limits.buttonId,
    }),
  );
  return copied(withButtons, 'sections', (section, index) =>
    isRecord(section)
      ? copied(section, 'rows', (row, place) =>
          option(row, 'id', change, {
            path: `content.action.sections[${index}].rows[${place}].id`,
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
