import { isRecord, readField, readList } from '../../reading';
import { findingsIn, isSaying, leavesOpen, saysYes, signOfField, type Finding } from '../../receive/signs';
import { readFault, type Answer, type ServiceFault } from './answers';
import { asBareId, asId, firstId, unlessBare } from './ids';
import { readNames, type Names } from './names';

/** What an answer says about one recipient, or about one message of a batch. */
export interface Acceptance {
  /** `accepted` only on positive evidence, `refused` only where the service says so, otherwise `open`. */
  verdict: 'accepted' | 'refused' | 'open';
  /** The id of an accepted message; undefined when the answer only says clearly that it was accepted. */
  messageId: string | undefined;
  /** What the answer says about a fault, whatever the verdict. */
  error: ServiceFault | undefined;
  /** What speaks about success and cannot be read, such as `status: "Frobnicated"`. */
  unreadable: string[];
  names: Names;
}

/** Where a value stands. An entry of a list of results comes from the service; a whole body may come from anything in between. */
type Place = 'whole' | 'entry';

/** How an answer may call the id of a message, and what it may repeat of the request. */
export interface Expected {
  /** The field set in the account (`messageIdField`). */
  idField?: string | undefined;
  /** The content of the message, of which it may repeat texts: what a person wrote says nothing about success. */
  content?: unknown;
}

/** Reads what an entry says about one message or recipient (service facts). */
export function readAcceptance(entry: unknown, place: Place, expected: Expected = {}): Acceptance {
  return acceptanceOf(entry, place, expected, findings(entry, expected));
}

function acceptanceOf(
  entry: unknown,
  place: Place,
  { idField }: Expected,
  found: readonly Finding[],
): Acceptance {
  const bad = found.filter(({ sign }) => sign === 'bad');
  const messageId = bad.length > 0 ? undefined : acceptedId(entry, place, found, idField);
  const isPlainYes = place === 'entry' && found.some(saysYes) && found.every(({ sign }) => sign === 'good');
  const isRefused = isRefusal(entry, place, bad) && readMessageId(entry, idField) === undefined;
  return {
    verdict: messageId !== undefined || isPlainYes ? 'accepted' : isRefused ? 'refused' : 'open',
    messageId,
    error:
      bad.length === 0
        ? undefined
        : (readFault(entry) ?? { code: undefined, message: undefined, details: [] }),
    unreadable: unreadableIn(found),
    names: readNames(entry),
  };
}

/** What speaks about success in an answer, or around a list in it, without what people wrote. */
function findings(answer: unknown, { content }: Expected, list?: readonly unknown[]): Finding[] {
  return findingsIn(answer, list).filter((found) => !(isSaying(found) && holds(content, found.value)));
}

function holds(content: unknown, text: unknown): boolean {
  if (typeof content === 'object' && content !== null)
    return Object.values(content).some((inner) => holds(inner, text));
  return typeof content === 'string' && content === text;
}

/**
 * What an answer to one message says: about the whole message, or about each recipient in the `messageIdList` of a send to several
 * (specification 4). What is bad beside the list, or contradicts it, leaves open what it accepts.
 */
export function readAcceptances(
  body: unknown,
  place: Place,
  expected: Expected = {},
): { whole: Acceptance; entries: Acceptance[] | undefined } {
  const answer = unwrapped(body, expected.idField);
  const list = Array.isArray(answer) ? answer : readList(answer, ...LISTS_OF_IDS);
  const around = findings(body, expected, list);
  const whole = acceptanceOf(answer, place, expected, around);
  if (list === undefined || (list.length === 0 && whole.messageId !== undefined)) {
    return { whole, entries: undefined };
  }
  const entries = (Array.isArray(answer) ? list.map(unlessBare) : list).map((entry) =>
    readAcceptance(entry, 'entry', expected),
  );
  const shared = sharedIds(entries.filter(({ names }) => names.recipients.length === 0));
  const counted = entries.map((entry) => (isShared(entry, shared) ? leftOpen(entry) : entry));
  const isBad = contradicts(around, counted.filter(isAccepted).length, entries.length);
  return {
    whole,
    entries: isBad ? counted.map((entry) => (isAccepted(entry) ? leftOpen(entry) : entry)) : counted,
  };
}

function isAccepted({ verdict }: Acceptance): boolean {
  return verdict === 'accepted';
}

function leftOpen(acceptance: Acceptance): Acceptance {
  return { ...acceptance, verdict: 'open', messageId: undefined };
}

function isShared({ messageId }: Acceptance, shared: ReadonlySet<string>): boolean {
  return messageId !== undefined && shared.has(messageId);
}

/** The ids that several messages have. Such an id proves nothing. */
export function sharedIds(results: ReadonlyArray<{ messageId: string | undefined }>): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { messageId } of results) {
    if (messageId === undefined) continue;
    if (seen.has(messageId)) shared.add(messageId);
    seen.add(messageId);
  }
  return shared;
}

/** Whether something beside a list of results is bad, or counts something else than the list holds. */
export function contradicts(around: readonly Finding[], accepted: number, all: number): boolean {
  return around.some(({ sign, counts }) => {
    if (counts === undefined) return sign === 'bad';
    return counts.count !== (counts.of === 'accepted' ? accepted : all - accepted);
  });
}

/** What cannot be read, as texts for people; the answer itself is in `raw`. */
export function unreadableIn(found: readonly Finding[]): string[] {
  return found
    .filter(({ sign }) => sign === 'unreadable')
    .slice(0, MOST_UNREADABLE)
    .map(({ path, value }) => `${path}: ${JSON.stringify(value)}`.slice(0, LONGEST_UNREADABLE));
}

const MOST_UNREADABLE = 10;
const LONGEST_UNREADABLE = 200;

/** The results of a batch, and the id of the batch (service facts). */
export function readBatchAnswer(body: unknown): {
  batchId: string | undefined;
  /** Undefined when the answer contains no list. */
  entries: unknown[] | undefined;
  whole: Acceptance;
  /** What speaks about success beside the list. */
  around: Finding[];
} {
  const answer = unwrapped(body);
  const entries = readBatchEntries(body);
  const areIds = !Array.isArray(answer) && readList(answer, ...LISTS_OF_RESULTS) === undefined;
  const around = findings(body, {}, entries);
  return {
    batchId: asBareId(answer) ?? firstId(answer, [...BATCH_ID_NAMES, 'id']),
    entries: areIds ? entries : entries?.map(unlessBare),
    whole: acceptanceOf(answer, 'whole', {}, around),
    around,
  };
}

const BATCH_ID_NAMES = ['messageListId', 'listId', 'batchId'];
const LISTS_OF_RESULTS = ['messages', 'results', 'messageList'];
const LISTS_OF_IDS = ['messageIdList', 'messageIds'];

/** The entries of an answer about a batch, unchanged; undefined when it contains no list. */
export function readBatchEntries(body: unknown): unknown[] | undefined {
  const answer = unwrapped(body);
  return Array.isArray(answer) ? answer : readList(answer, ...LISTS_OF_RESULTS, ...LISTS_OF_IDS);
}

/** The id of the batch that an answer names; undefined if it names none. */
export function readBatchId(body: unknown): string | undefined {
  return firstId(unwrapped(body), BATCH_ID_NAMES);
}

/** Whether an answer that contains only the id of the batch means that all of it was accepted. */
export function acceptsBatch(body: unknown): boolean {
  const named = asBareId(unwrapped(body)) ?? readBatchId(body);
  return named !== undefined && !findings(body, {}).some(({ sign }) => sign === 'bad');
}

const WRAPPERS = ['data', 'result', 'response', 'payload'];

function unwrapped(body: unknown, idField?: string): unknown {
  const inner = readField(body, ...WRAPPERS);
  const isWrapped = (isRecord(inner) || Array.isArray(inner)) && readMessageId(body, idField) === undefined;
  return isWrapped ? inner : body;
}

const ID_NAMES = ['messageId', 'message_id', 'msgId', 'messageUuid'];
/** A gateway gives such an id to its errors, too. */
const ID_NAMES_OF_ANYTHING = ['uuid', 'id'];

/**
 * The id of a message, under the field name set in the account (`idField`) or any usual one. It does not prove that the message was
 * accepted.
 */
export function readMessageId(entry: unknown, idField?: string): string | undefined {
  return asId(entry) ?? readOwnId(entry, idField) ?? firstId(entry, ID_NAMES_OF_ANYTHING);
}

/** As `readMessageId`, but only under names that nothing but a message has. */
export function readOwnId(entry: unknown, idField?: string): string | undefined {
  return firstId(entry, idField === undefined ? ID_NAMES : [idField, ...ID_NAMES]);
}

function acceptedId(
  entry: unknown,
  place: Place,
  found: readonly Finding[],
  idField: string | undefined,
): string | undefined {
  const bare = place === 'entry' ? asId(entry) : asBareId(entry);
  const own = bare ?? readOwnId(entry, idField);
  if (own !== undefined) return own;
  const isPlain = found.every(({ sign }) => sign === 'good') && !speaksOfSomething(entry);
  return isPlain ? firstId(entry, ID_NAMES_OF_ANYTHING) : undefined;
}

const SAYINGS = [
  'message',
  'title',
  'detail',
  'description',
  'reason',
  'type',
  'code',
  'fault',
  'status',
  'state',
];

/** Whether anything but a plain yes stands beside an id: then the id may be that of an error. */
function speaksOfSomething(entry: unknown): boolean {
  return SAYINGS.some((name) => {
    const said = readField(entry, name);
    return said !== undefined && signOfField(name, said) !== 'good';
  });
}

/**
 * Whether a "no" is the service's own refusal. In a list of results anything bad is, unless it is a fault of a server. A whole answer may
 * come from a gateway that has already passed the message on, so it must be an error body of the service.
 */
function isRefusal(entry: unknown, place: Place, bad: readonly Finding[]): boolean {
  if (bad.length === 0) return false;
  return place === 'whole'
    ? isErrorBody(entry)
    : isErrorBody(entry) || bad.some((found) => !isSaying(found) && !leavesOpen(found.value));
}

/** What the body of an answer with an error status proves about the message. */
export function readProof({ raw, messageIdField }: Pick<Answer, 'raw' | 'messageIdField'>): {
  isErrorBody: boolean;
  namesMessage: boolean;
} {
  const answer = unwrapped(raw, messageIdField);
  const list = readList(answer, ...LISTS_OF_IDS) ?? [];
  const namesMessage =
    readOwnId(raw, messageIdField) !== undefined ||
    readOwnId(answer, messageIdField) !== undefined ||
    readBatchId(raw) !== undefined ||
    list.some((entry) => readMessageId(entry, messageIdField) !== undefined);
  return { isErrorBody: isErrorBody(raw), namesMessage };
}

/** Whether an answer is, or holds, an error body of the service (service facts: `errorCode`). */
export function isErrorBody(body: unknown): boolean {
  const bodies = [body, readField(body, 'error')];
  return bodies.some((each) => signOfField('errorCode', readField(each, 'errorCode')) === 'bad');
}
