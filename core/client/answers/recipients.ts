import type { MessageRequest } from '../../contract';
import { asText, fieldsNamed } from '../../reading';
import {
  isAnswerAbout,
  RECIPIENT_NAMES,
  readIdList,
  readListed,
  readMessageId,
  readOne,
  saysNo,
  unclear,
  type Reading,
} from './rule';

/** What an answer says about a recipient. */
export interface RecipientReading extends Reading {
  /** The number or name, as in the request; for the members of a group, as the answer names them. */
  address: string | undefined;
}

/** The recipients that a message asks for. */
export function askedIn({
  to,
  toList,
}: MessageRequest): Array<{ type: string; address: string | undefined }> {
  return toList ?? [{ type: 'Number', address: to ?? undefined }];
}

/**
 * What the entries of an answer say about the recipients of each message, in the order of the request. Undefined if they do not tell which
 * entry belongs to which message: there are more or fewer, or one names another number. An ID that several have belongs to none of them.
 */
export function readMessages(
  messages: readonly MessageRequest[],
  entries: readonly unknown[],
  { idField, areIds = false }: { idField: string | undefined; areIds?: boolean },
): RecipientReading[][] | undefined {
  if (entries.length !== messages.length) return undefined;
  const read = (raw: unknown) => (areIds ? readListed(raw, idField) : readOne(raw, idField));
  const all = messages.map((message, index) => readMessage(message, read(entries[index]), idField));
  const known = all.filter((recipients) => recipients !== undefined);
  if (known.length < all.length) return undefined;
  const ids = known.flat().flatMap(({ messageId }) => messageId ?? []);
  const seen = new Set<string>();
  const shared = new Set(ids.filter((id) => seen.size === seen.add(id).size));
  return known.map((recipients) =>
    recipients.map((reading) => (shared.has(reading.messageId ?? '') ? unclear(reading) : reading)),
  );
}

/** @param whole what the answer says about the message, if it has no list of IDs */
function readMessage(
  message: MessageRequest,
  whole: Reading,
  idField: string | undefined,
): RecipientReading[] | undefined {
  const { raw } = whole;
  const asked = askedIn(message);
  const all = (reading: Reading) => asked.map(({ address }) => ({ ...reading, address }));
  if (whole.verdict === 'rejected') return all(whole);
  const isOne = (message.toList ?? undefined) === undefined && readMessageId(raw, idField) !== undefined;
  const listed = isOne ? undefined : readIdList(raw)?.map((entry) => readListed(entry, idField));
  const given = listed?.map((reading) => (saysNo(raw) ? unclear(reading) : reading)) ?? [whole];
  if (asked.some(({ type }) => type === 'Group'))
    return given.map((reading) => ({ ...reading, address: addressIn(reading.raw) }));
  const isAbout =
    isAnswerAbout(raw, asked) && asked.every((each, index) => isAnswerAbout(given[index]?.raw, [each]));
  if (!isAbout) return undefined;
  if (given.length !== asked.length) return all(unclear(whole));
  return given.map((reading, index) => ({ ...reading, address: asked[index]?.address }));
}

function addressIn(entry: unknown): string | undefined {
  return fieldsNamed(entry, ...RECIPIENT_NAMES)
    .map(asText)
    .find((address) => address !== undefined);
}
