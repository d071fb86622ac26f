import { asText, isRecord, readField, readList, readText } from '../reading';
import { comparableAddress } from '../receive/phoneNumber';
import { FIELD_NAMES, plainName, statusOfWord } from '../receive/vocabulary';
import { readFault, type ServiceFault } from './answers';

/** What an answer says about one recipient, or about one message of a batch. */
export interface Acceptance {
  /** `accepted` only on positive evidence, `refused` only where the service says so, otherwise `open`. */
  verdict: 'accepted' | 'refused' | 'open';
  /** The id of an accepted message; undefined when the answer only says clearly that it was accepted. */
  messageId: string | undefined;
  /** What the answer says about a fault, whatever the verdict. */
  error: ServiceFault | undefined;
  /** Whom the answer is about. */
  names: Names;
}

/** The names in an entry of an answer, by which it is matched to a recipient or a message. */
export interface Names {
  /** The first recipient named, as written. */
  address: string | undefined;
  /** Every recipient named, in the form used to compare numbers. */
  recipients: string[];
  reference: string | undefined;
  /** Whether the reference has the same field name as in a request. */
  isCustomerid: boolean;
}

/** Where a value stands. An entry of a list of results comes from the service; a whole body may come from anything in between. */
type Place = 'whole' | 'entry';

const ID_NAMES = ['messageId', 'message_id', 'msgId', 'messageUuid'];
/** A gateway gives such an id to its errors, too. */
const ID_NAMES_OF_ANYTHING = ['uuid', 'id'];

/**
 * The id of a message, under the field name set in the account (`idField`) or any usual one. It does not prove that the message was
 * accepted.
 */
export function readMessageId(entry: unknown, idField?: string): string | undefined {
  return asId(entry) ?? firstId(entry, [...idNames(idField), ...ID_NAMES_OF_ANYTHING]);
}

function idNames(idField: string | undefined): string[] {
  return idField === undefined ? ID_NAMES : [idField, ...ID_NAMES];
}

/** Reads what an entry says about one message or recipient (service facts). `idField` as for `readMessageId`. */
export function readAcceptance(entry: unknown, place: Place, idField?: string): Acceptance {
  const error = faultIn(entry);
  const negative = error !== undefined;
  const messageId = negative ? undefined : acceptedId(entry, place, idField);
  const accepted = messageId !== undefined || (place === 'entry' && !negative && signOf(entry) === 'yes');
  const refused = negative && readMessageId(entry, idField) === undefined && isRefusal(entry, place);
  return {
    verdict: accepted ? 'accepted' : refused ? 'refused' : 'open',
    messageId,
    error,
    names: readNames(entry),
  };
}

/**
 * What an answer to one message says: about the whole message, or about each recipient in the `messageIdList` of a send to several
 * (specification 4). If a fault stands beside the list, the verdict is open.
 */
export function readAcceptances(
  body: unknown,
  place: Place,
  idField?: string,
): { whole: Acceptance; entries: Acceptance[] | undefined } {
  const answer = unwrapped(body, idField);
  const whole = readAcceptance(answer, place, idField);
  const named = readList(answer, ...LISTS_OF_IDS);
  const entries = Array.isArray(answer) ? answer.map(unlessBare) : named;
  if (entries === undefined || (entries.length === 0 && whole.messageId !== undefined)) {
    return { whole, entries: undefined };
  }
  if (whole.error !== undefined) return { whole: { ...whole, verdict: 'open' }, entries: undefined };
  return { whole, entries: entries.map((entry) => readAcceptance(entry, 'entry', idField)) };
}

/** The results of a batch, and the id of the batch (service facts). */
export function readBatchAnswer(body: unknown): {
  batchId: string | undefined;
  /** Undefined when the answer contains no list. */
  entries: unknown[] | undefined;
  /** What the answer says about the batch as a whole. */
  whole: Acceptance;
} {
  const answer = unwrapped(body);
  const entries = readBatchEntries(body);
  const areIds = !Array.isArray(answer) && readList(answer, ...LISTS_OF_RESULTS) === undefined;
  return {
    batchId: asBareId(answer) ?? firstId(answer, ['messageListId', 'listId', 'batchId', 'id']),
    entries: areIds ? entries : entries?.map(unlessBare),
    whole: readAcceptance(answer, 'whole'),
  };
}

const LISTS_OF_RESULTS = ['messages', 'results', 'messageList'];
const LISTS_OF_IDS = ['messageIdList', 'messageIds'];

/** The entries of an answer about a batch, unchanged; undefined when it contains no list. */
export function readBatchEntries(body: unknown): unknown[] | undefined {
  const answer = unwrapped(body);
  return Array.isArray(answer) ? answer : readList(answer, ...LISTS_OF_RESULTS, ...LISTS_OF_IDS);
}

/** Whether an answer that contains only the id of the batch means that all of it was accepted. */
export function acceptsBatch(body: unknown): boolean {
  const answer = unwrapped(body);
  const named = asBareId(answer) ?? firstId(answer, ['messageListId', 'listId', 'batchId']);
  return named !== undefined && faultIn(answer) === undefined;
}

const WRAPPERS = ['data', 'result', 'response', 'payload'];

/** The content of an answer that is wrapped in an envelope. */
function unwrapped(body: unknown, idField?: string): unknown {
  const inner = readField(body, ...WRAPPERS);
  const isWrapped = (isRecord(inner) || Array.isArray(inner)) && readMessageId(body, idField) === undefined;
  return isWrapped && faultIn(body) === undefined ? inner : body;
}

function acceptedId(entry: unknown, place: Place, idField: string | undefined): string | undefined {
  const bare = place === 'entry' ? asId(entry) : asBareId(entry);
  const own = bare ?? firstId(entry, idNames(idField));
  return own ?? (speaksOfAFault(entry) ? undefined : firstId(entry, ID_NAMES_OF_ANYTHING));
}

const NO_ID =
  /^(?:[-0.]+|-\d+|null|nil|none|undefined|n\/a|true|false|ok|error|failed|failure|rejected|invalid)$/i;
const LONGEST_ID = 200;

/** A text or number that can be an id. `-1`, `0`, `none` and sentences cannot. */
function asId(value: unknown): string | undefined {
  const text = asText(value)
    ?.slice(0, LONGEST_ID + 1)
    .trim();
  if (text === undefined || text === '' || text.length > LONGEST_ID) return undefined;
  return /\s/.test(text) || NO_ID.test(text) ? undefined : text;
}

function firstId(entry: unknown, names: readonly string[]): string | undefined {
  for (const name of names) {
    const id = asId(readField(entry, name));
    if (id !== undefined) return id;
  }
  return undefined;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A value without an id's field name counts as an id only if it looks like one. */
function asBareId(value: unknown): string | undefined {
  const id = asId(value);
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** A bare text in a list that is not a list of ids counts only if it looks like an id. */
function unlessBare(entry: unknown): unknown {
  return isRecord(entry) || asBareId(entry) !== undefined ? entry : undefined;
}

type Sign = 'yes' | 'no' | undefined;

/** Whether an entry clearly says that the message was accepted or refused; undefined if it says neither. */
function signOf(entry: unknown): Sign {
  const flag = readField(entry, 'success', 'successful', 'accepted', 'ok');
  const status = readText(entry, 'status', 'state', 'messageStatus');
  const word = status === undefined ? undefined : signOfWord(status);
  if (flag === false || word === 'no') return 'no';
  return flag === true || word === 'yes' ? 'yes' : undefined;
}

function signOfWord(text: string): Sign {
  if (/^ok(?:ay)?$/i.test(text)) return 'yes';
  const status = statusOfWord(text);
  if (status === undefined) return undefined;
  return status === 'failed' ? 'no' : 'yes';
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
function speaksOfAFault(entry: unknown): boolean {
  return SAYINGS.some((name) => {
    const said = readField(entry, name);
    return said !== undefined && !isYes(said);
  });
}

function isYes(said: unknown): boolean {
  const text = asText(said) ?? '';
  return signOfWord(text) === 'yes' || /^(?:0|2\d\d)$/.test(text);
}

const FAULT_NAMES = ['error', 'errorCode', 'errorMessage', 'errors', 'errorDetails'];

/** The fault that an entry reports, with or without details; undefined if it reports none. */
function faultIn(entry: unknown): ServiceFault | undefined {
  const namesOne = FAULT_NAMES.some((name) => saysSomething(readField(entry, name)));
  if (!namesOne && signOf(entry) !== 'no') return undefined;
  return readFault(entry) ?? { code: undefined, message: undefined, details: [] };
}

function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'object') return Object.values(value).some(saysSomething);
  return !/^(?:0*|ok|success|none|null|false|no ?errors?)$/i.test(String(value).slice(0, 20).trim());
}

/**
 * Whether a "no" is the service's own refusal. In a list of results any `error` is. A whole answer may come from a gateway that has already
 * passed the message on, so it must be an error body of the service.
 */
function isRefusal(entry: unknown, place: Place): boolean {
  const bodies = [entry, readField(entry, 'error')];
  return place === 'entry' || bodies.some((body) => saysSomething(readField(body, 'errorCode')));
}

const ADDRESS_NAMES = [
  'address',
  'to',
  'recipient',
  'receiver',
  'destination',
  'number',
  'phoneNumber',
  'msisdn',
];
const LISTS_OF_RECIPIENTS = [...LISTS_OF_IDS, 'recipients', 'toList'];

/** The recipients and the reference that an entry names, also in its own list of recipients. */
export function readNames(entry: unknown): Names {
  const nested = LISTS_OF_RECIPIENTS.flatMap((name) => readList(entry, name) ?? []);
  const addresses = [...addressesOf(entry), ...nested.flatMap(addressesOf)];
  const key = Object.keys(isRecord(entry) ? entry : {}).find((each) => isReference(plainName(each)));
  return {
    address: addresses[0],
    recipients: addresses.map(comparableAddress),
    reference: key === undefined ? undefined : readText(entry, key),
    isCustomerid: key !== undefined && plainName(key) === 'customerid',
  };
}

function isReference(name: string): boolean {
  return FIELD_NAMES.customerid.includes(name);
}

function addressesOf(entry: unknown): string[] {
  return ADDRESS_NAMES.flatMap((name) => {
    const found = readField(entry, name);
    return (isRecord(found) ? readText(found, ...ADDRESS_NAMES) : asText(found)) ?? [];
  });
}
