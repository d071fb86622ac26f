import type { NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError, invalidField, MessagingError, type Failed } from '../../core/client';
import { messagesOfBatch } from '../../core/forms';
import { isPlainRecord, isRecord, messageIn } from '../../core/reading';
import { fault, say } from '../errors/texts';
import { readableCopy } from '../outcome/jsonCopy';
import { without, withoutRecipient } from '../message/messageRequest';
import { isFailed, type Entries, type Output } from '../outcome/report';

/** More than anybody sends at once; a mistake in a flow must not use up the memory. */
const MOST_ENTRIES = 100_000;

/** Several messages in one. */
interface ArrayInput {
  entries: readonly unknown[];
  /** Where they are: an array, or the `messages` of a MessageListRequest. */
  place: string;
  areRequests: boolean;
}

/** One of several messages. */
export interface Item {
  msg: NodeMessage;
  /** What fills the fields that neither the node nor a row fills; by default `msg`. */
  around?: Record<string, unknown>;
  /** The whole request, if the node takes it from the flow. */
  given?: unknown;
  /** Why it cannot be read. */
  fault?: MessagingError;
}

/** The messages in an array, or in a MessageListRequest if they are whole requests; undefined for a single message. */
export function severalIn(value: unknown, areRequests: boolean): ArrayInput | undefined {
  const place = areRequests ? 'requests' : 'payload';
  if (Array.isArray(value)) return { entries: value, place, areRequests };
  const entries = areRequests ? messagesOfBatch(value) : undefined;
  return entries && { entries, place: 'messages', areRequests };
}

/**
 * A message for each entry of an array: a copy of the input message with the entry as its payload, and with `parts` as the split node sets
 * them. An entry that is itself a message (it has a `payload`) adds its own properties.
 * @throws MessagingError `invalid_request` for an array that is too long, and for a message that cannot be copied
 */
export function messagesInArray(
  RED: NodeAPI,
  msg: NodeMessage,
  { entries, place, areRequests }: ArrayInput,
): Item[] {
  if (entries.length > MOST_ENTRIES) {
    throw invalidField(place, say('tooManyEntries', { max: MOST_ENTRIES }), {
      got: String(entries.length),
    });
  }
  const rest = without(readableCopy(msg), 'payload');
  // Binary data is not copied for each entry: a picture of 10 MB beside 1000 rows would be 10 GB.
  const binary = Object.keys(rest).filter((name) => ArrayBuffer.isView(rest[name]));
  const copied = without(rest, ...binary);
  const shared = Object.fromEntries(binary.map((name) => [name, rest[name]]));
  const id = RED.util.generateId();
  return Array.from(entries, (entry, index) => {
    const message = {
      ...readable('msg', () => RED.util.cloneMessage(copied)),
      ...shared,
      payload: entry,
      parts: partsIn(rest, { id, index, count: entries.length, len: 1 }),
    };
    if (areRequests || !isRecord(entry)) return { msg: message, given: entry };
    try {
      const own = readable(`${place}[${index}]`, () => ({ ...entry }));
      const isMessage = Object.hasOwn(own, 'payload');
      if (!isMessage && !isPlainRecord(entry)) return { msg: message };
      // The outcome of a row takes the place of the payload.
      const its = isMessage ? { ...own, parts: message.parts } : { row: entry };
      return { msg: { ...message, ...its }, around: { ...withoutRecipient(message), ...its } };
    } catch (error) {
      return { msg: message, fault: asMessagingError(error) };
    }
  });
}

/** @throws MessagingError `invalid_request` for what throws when it is read, or is too deep */
function readable<Read>(place: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    const reason = messageIn(error);
    throw invalidField(place, say('notReadable', { reason }));
  }
}

/** As Node-RED's join node reads them; a split message keeps the parts that it had. */
function partsIn(msg: object, own: { id: string; index: number; count: number; len: number }) {
  const parts = { ...own, type: 'array' };
  return 'parts' in msg ? { ...parts, parts: msg.parts } : parts;
}

/**
 * The outcome of an empty array, so that a flow which waits for results goes on: the message, with a list of no results. A join node takes
 * it for the only piece of an array that was split into several entries each, and makes an empty array of it.
 */
export function nothingToSend(RED: NodeAPI, msg: NodeMessage): Entries {
  const outcome: Output = {
    payload: [],
    properties: { parts: partsIn(msg, { id: RED.util.generateId(), index: 0, count: 1, len: 2 }) },
    port: 0,
    status: { look: 'ready', key: 'nothing' },
    skipped: true,
  };
  return { entries: [{ msg, outcome }], error: undefined };
}

/** The outcome of an array: one for each entry, and one error that names all that failed. */
export function entriesOf(
  messages: readonly NodeMessage[],
  place: string,
  outcomes: ReadonlyArray<Output | Failed>,
): Entries {
  const entries = messages.flatMap((msg, index) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [{ msg, outcome }];
  });
  return { entries, error: errorOf(place, outcomes) };
}

/** Nobody reads a longer list. */
const MOST_NAMED = 20;

function errorOf(place: string, outcomes: ReadonlyArray<Output | Failed>): MessagingError | undefined {
  const failures = outcomes.flatMap((outcome, index) =>
    isFailed(outcome) ? [{ error: outcome.error, index }] : [],
  );
  // The one that a person must know of.
  const first = failures.find(({ error }) => error.outcome === 'unknown') ?? failures[0];
  if (first === undefined) return undefined;
  const errors = failures.map(({ error }) => error);
  // A single call failed for all entries.
  if (errors.length === outcomes.length && new Set(errors).size === 1) return first.error;
  const { code, status, requestId, raw } = first.error;
  const more = errors.length - MOST_NAMED;
  const outcome =
    (['unknown', 'rejected'] as const).find((each) => errors.some((error) => error.outcome === each)) ??
    'not_sent';
  const { message } = fault('several_failed', {
    failed: errors.length,
    count: outcomes.length,
    entry: `${place}[${first.index}]`,
    reason: first.error.whole,
  });
  return new MessagingError({
    message,
    sends: false,
    advice: [
      ...(more > 0 ? [say('andMore', { count: more })] : []),
      ...(outcome === 'unknown' ? [] : [say('onlyFailedAgain')]),
    ],
    outcome,
    code: errors.every((error) => error.code === code) ? code : 'several_failed',
    details: failures
      .slice(0, MOST_NAMED)
      .map(({ error, index }) => ({ parameter: `${place}[${index}]`, messages: [error.whole] })),
    status,
    requestId,
    raw,
  });
}
