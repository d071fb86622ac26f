import { randomBytes } from 'crypto';

import { invalidField } from '../client/outcome/errors';
import { countCharacters } from '../sms';
import { formatPath, type LabelOf } from '../contract/problem';
import { rule } from '../contract/sentences';
import type { InboundEvent } from '../receive/events';
import { eachOption } from './options';

/** Separates the user's own value from the reference in the id of a button. */
const MARK = '~ask.';
const BYTES = 12;
const WITH_REFERENCE = /^(.*)~ask\.([\w-]{16})$/s;

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

/**
 * A copy of a content with the reference appended to the ids of its buttons and rows, which tells a tap from one on another question.
 * @throws MessagingError `invalid_request` if a value leaves no room for the reference
 */
export function withReference(content: unknown, reference: string, labelOf?: LabelOf): unknown {
  return eachOption(content, (value, _title, { path, longest }) => {
    const room = longest - MARK.length - reference.length;
    const length = countCharacters(value);
    if (length > room) {
      const label = labelOf?.(path, { content });
      throw invalidField(formatPath(path), rule('questionTooLong', { max: room, got: length }), { label });
    }
    // The contract reports an empty id; with a reference appended, it would pass.
    return value === '' ? value : `${value}${MARK}${reference}`;
  });
}
