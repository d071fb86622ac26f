import { invalidRequest, invalidField } from '../client/outcome/errors';
import { problemAt } from '../contract/problem';
import { rule } from '../contract/sentences';
import { DEEPEST, isPlainRecord, readList, messageIn } from '../reading';
import { forms } from './forms';
import { parseJson } from '../json';

const specifiedNames = new Map(forms.fieldNames.map((name) => [name.toLowerCase(), name]));

/**
 * A request with its field names as the specification writes them, whatever their case (specification 1). An unknown name stays as it is,
 * and so does one that occurs twice: the contract reports both.
 *
 * @example asSpecified({ Channel: 'Sms', FROM: 'MyCompany' }) // { channel: 'Sms', from: 'MyCompany' }
 */
export function asSpecified(request: Record<string, unknown>): Record<string, unknown> {
  return respelled(request, []);
}

type Fields = Record<string, unknown>;

/** `above` has the objects around this one, so that an object that contains itself does not recurse forever. */
function respelled(fields: Fields, above: readonly unknown[]): Fields {
  const specified = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const wanted = specifiedNames.get(name.toLowerCase()) ?? name;
    const isTaken = Object.hasOwn(fields, wanted) || specified.has(wanted);
    specified.set(isTaken ? name : wanted, respelledValue(value, [...above, fields]));
  }
  return Object.fromEntries(specified);
}

function respelledValue(value: unknown, above: readonly unknown[]): unknown {
  if (above.length > DEEPEST || above.includes(value)) return value;
  if (Array.isArray(value)) return value.map((entry) => respelledValue(entry, [...above, value]));
  return isPlainRecord(value) ? respelled(value, above) : value;
}

/**
 * The requests in a MessageListRequest (specification 2.2), each with the notification of the list; undefined for anything else. They are
 * not validated here.
 * @throws MessagingError `invalid_request` for an empty list, and for fields that a list does not have: they would be lost.
 */
export function messagesOfBatch(value: unknown): unknown[] | undefined {
  if (!isPlainRecord(value) || readList(value, 'messages') === undefined) return undefined;
  const { messages, notification, ...others } = asSpecified(value);
  const unknown = rule('unknownField', { fields: 'messages, notification' });
  const problems = Object.keys(others).map((path) => problemAt(path, unknown));
  if (problems.length > 0) throw invalidRequest(problems);
  if (!Array.isArray(messages)) return undefined;
  if (messages.length === 0)
    throw invalidRequest([problemAt('messages', rule('tooFew', { noun: 'message' }))]);
  if (notification === undefined) return messages;
  return messages.map((message: unknown) =>
    isPlainRecord(message) ? { notification, ...message } : message,
  );
}

/**
 * What was entered as JSON, as text or already as an object. Whole numbers beyond 2^53 become text, so that they keep their digits.
 * @param path the path of the field in the request; empty for the request as a whole
 * @param label the form's label of the field
 * @throws MessagingError `invalid_request` for invalid JSON
 */
export function enteredJson(given: unknown, path: string, label?: string): unknown {
  if (typeof given !== 'string') return given;
  try {
    return parseJson(given);
  } catch (error) {
    const reason = messageIn(error);
    throw invalidField(path, rule('notJson', { reason }), { label });
  }
}

/**
 * A content that was entered as JSON, as text or as an object, with its field names as the specification writes them. It is not validated
 * here.
 * @param label the form's label of the field
 * @throws MessagingError `invalid_request` for invalid JSON
 */
export function contentFromJson(given: unknown, label?: string): unknown {
  return asSpecified({ content: enteredJson(given, 'content', label) })['content'];
}
