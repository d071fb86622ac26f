import { asText, fieldsNamed, isFilled, isRecord, readField, readList } from '../../reading';
import { isAnotherNumber } from '../../contract/phoneNumber';
import { FIELD_NAMES, known, plainName, statusOfWord } from '../../receive/vocabulary';

/** The names that the rule knows in an answer (docs/readings.md shows all of it). The account can name one more for the ID. */
const NAMES = {
  messageId: known('messageId'),
  /** In an entry of `messageIdList`, which holds nothing but IDs. */
  listedId: known('messageId', 'id'),
  batchId: known('messageListId'),
  mediaId: known('mediaId', 'id'),
  idList: 'messageIdList',
  /** The results of a batch. */
  results: known('messages', 'results', 'messageList', 'messageIdList'),
  /** Filled, they say no. */
  fault: known('errorCode', 'error', 'errors'),
  /** False, they say no. */
  success: known('success', 'accepted'),
  /** With a word of failure, it says no. */
  status: known('status'),
} as const;

/** A `status` says no with a word of a message that failed, or with one of these. */
const HELD: ReadonlySet<string> = new Set(known('hold', 'held', 'onhold'));

/** What an answer, or an entry of a list in it, says about one message or recipient. */
export interface Reading {
  verdict: 'accepted' | 'rejected' | 'unknown';
  messageId: string | undefined;
  /** What was read. */
  raw: unknown;
}

/** Any text is an ID, and so is a whole number that JSON holds exactly. */
function asId(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  return asText(value)?.trim() || undefined;
}

/** The ID of a message: in the field that the account names, or in `messageId`. It does not prove that the message was accepted. */
export function readMessageId(answer: unknown, idField?: string): string | undefined {
  return firstId(answer, idField, NAMES.messageId);
}

/** The ID of a batch; undefined if the answer names none. */
export function readBatchId(answer: unknown): string | undefined {
  return firstId(answer, undefined, NAMES.batchId);
}

/** The ID of an uploaded file: the answer itself, or in it; undefined if there is none. */
export function readMediaId(answer: unknown): string | undefined {
  return isRecord(answer) ? firstId(answer, undefined, NAMES.mediaId) : asId(answer);
}

function firstId(answer: unknown, own: string | undefined, names: readonly string[]): string | undefined {
  for (const name of own === undefined ? names : [own, ...names]) {
    const id = fieldsNamed(answer, name)
      .map(asId)
      .find((each) => each !== undefined);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** What the entries of a `messageIdList` say: with a *no* around them, none was surely accepted. Undefined if there is none. */
export function readIdList(answer: unknown, idField?: string): Reading[] | undefined {
  const entries = readList(answer, NAMES.idList)?.map((entry) => readListed(entry, idField));
  return saysNo(answer)
    ? entries?.map((entry) => (entry.verdict === 'accepted' ? unclear(entry) : entry))
    : entries;
}

/** What the entries of an answer about a batch say; undefined if it has no list. An object in its place is a list of one. */
export function readResults(answer: unknown, idField?: string): Reading[] | undefined {
  if (Array.isArray(answer)) return answer.map((entry) => readOne(entry, idField));
  for (const name of NAMES.results) {
    const read = name === NAMES.idList ? readListed : readOne;
    const found = readField(answer, name);
    if (typeof found === 'object') return [found].flat().map((entry) => read(entry, idField));
  }
  return undefined;
}

/** Reads an answer, or an entry of one, about one message or recipient. */
export function readOne(raw: unknown, idField?: string): Reading {
  return reading(raw, readMessageId(raw, idField), idField);
}

/** As `readOne`, for an entry of a `messageIdList`. */
function readListed(raw: unknown, idField?: string): Reading {
  return reading(raw, isRecord(raw) ? firstId(raw, idField, NAMES.listedId) : asId(raw), idField);
}

function reading(raw: unknown, messageId: string | undefined, idField: string | undefined): Reading {
  if (messageId !== undefined && !saysNo(raw)) return { verdict: 'accepted', messageId, raw };
  const isRejected = messageId === undefined && isServiceError(raw) && !namesMessage(raw, idField);
  return { verdict: isRejected ? 'rejected' : 'unknown', messageId: undefined, raw };
}

/** The same, if it does not tell what became of its message. */
export function unclear<R extends Reading>(reading: R): R {
  return { ...reading, verdict: 'unknown', messageId: undefined };
}

/** Whether an answer, or an entry of one, says at its top that something was not accepted. */
export function saysNo(answer: unknown): boolean {
  return (
    fieldsNamed(answer, ...NAMES.fault).some(isFilled) ||
    fieldsNamed(answer, ...NAMES.success).some(isFalse) ||
    fieldsNamed(answer, ...NAMES.status).some(isRefusal)
  );
}

/** Whether an answer, or an entry of one, is the service's own error body, or has it under `error` (service facts). */
export function isServiceError(answer: unknown): boolean {
  return [answer, ...fieldsNamed(answer, 'error')].some(
    (body) =>
      fieldsNamed(body, 'errorCode').some(isFilled) && fieldsNamed(body, 'errorMessage').some(isFilled),
  );
}

/** Whether an answer names a message or a batch, at its top, in its lists or its error: then the message may have been sent. */
export function namesMessage(answer: unknown, idField?: string): boolean {
  if (Array.isArray(answer)) return answer.some((entry) => namesMessage(entry, idField));
  const names = [...(idField === undefined ? [] : [idField]), ...NAMES.messageId, ...NAMES.batchId];
  // JSON that could not be read, as where it is cut off.
  if (typeof answer === 'string' && /^\s*[[{]/.test(answer))
    return [...names, NAMES.idList].some((name) => answer.toLowerCase().includes(`"${name.toLowerCase()}"`));
  const listed = fieldsNamed(answer, NAMES.idList).flatMap(listedIn);
  const ids = [...fieldsNamed(answer, ...names), ...listed];
  // A value that is no ID counts as well: the service has named something.
  return (
    ids.some((id) => asId(id) !== undefined || isFilled(id)) ||
    fieldsNamed(answer, 'error', ...NAMES.results).some((inner) => namesMessage(inner, idField))
  );
}

/** What a `messageIdList` names. */
function listedIn(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.flatMap((entry: unknown) => (isRecord(entry) ? fieldsNamed(entry, ...NAMES.listedId) : entry));
}

/** Whether an entry can be about these recipients: it names no other number. A person or a group is known by name only. */
export function isAnswerAbout(
  entry: unknown,
  asked: ReadonlyArray<{ type: string; address: string | undefined }>,
): boolean {
  return fieldsNamed(entry, ...FIELD_NAMES.recipient)
    .flatMap((value) => asText(value) ?? [])
    .every((named) =>
      asked.some(({ type, address }) => type !== 'Number' || !isAnotherNumber(named, address ?? named)),
    );
}

function isFalse(value: unknown): boolean {
  return (
    value === false || value === 0 || (typeof value === 'string' && /^\s*(?:false|no|0)\s*$/i.test(value))
  );
}

function isRefusal(value: unknown): boolean {
  return typeof value === 'string' && (statusOfWord(value) === 'failed' || HELD.has(plainName(value)));
}
