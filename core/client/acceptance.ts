import { asText, isRecord, readField, readList, readText } from '../reading';
import { comparableAddress } from '../receive/phoneNumber';
import { FIELD_NAMES, plainName, statusOfWord } from '../receive/vocabulary';
import { readFault, type ServiceFault } from './answers';

/** What an answer says of one recipient, or of one message of a batch. */
export interface Acceptance {
  /** `accepted` only on positive evidence, `refused` only where the service says so, else `open`. */
  verdict: 'accepted' | 'refused' | 'open';
  /** Of an accepted message; undefined when a clear sign stands in its place. */
  messageId: string | undefined;
  /** What is said about a fault, whatever the verdict. */
  error: ServiceFault | undefined;
  /** Whom the answer speaks of. */
  names: Names;
}

/** What tells to whom or what an entry of an answer belongs. */
export interface Names {
  /** The first recipient named, as it is written. */
  address: string | undefined;
  /** Every recipient named, in the form in which numbers are compared. */
  recipients: string[];
  reference: string | undefined;
  /** Whether the reference stands under the name that it has in a request. */
  isCustomerid: boolean;
}

/** Where something stands: an entry of a list of results is an answer of the service, a whole body may be anything. */
type Place = 'whole' | 'entry';

const ID_NAMES = ['messageId', 'message_id', 'msgId', 'messageUuid'];
/** A gateway gives its faults such an id, too. */
const ID_NAMES_OF_ANYTHING = ['uuid', 'id'];

/** The id of a message under any usual name, whatever else is said of it. */
export function readMessageId(entry: unknown): string | undefined {
  return asId(entry) ?? firstId(entry, [...ID_NAMES, ...ID_NAMES_OF_ANYTHING]);
}

/** Reads what is said of one message or recipient (service facts). */
export function readAcceptance(entry: unknown, place: Place): Acceptance {
  const error = faultIn(entry);
  const negative = error !== undefined || signOf(entry) === 'no';
  const messageId = negative ? undefined : acceptedId(entry, place);
  const accepted = messageId !== undefined || (place === 'entry' && !negative && signOf(entry) === 'yes');
  const refused = negative && readMessageId(entry) === undefined && isRefusal(entry, place);
  return {
    verdict: accepted ? 'accepted' : refused ? 'refused' : 'open',
    messageId,
    error,
    names: readNames(entry),
  };
}

/**
 * What an answer to one message says: of the whole of it, or of each recipient in the `messageIdList` of a send to several (specification
 * 4). A list beside a fault leaves open what holds.
 */
export function readAcceptances(
  body: unknown,
  place: Place,
): { whole: Acceptance; entries: Acceptance[] | undefined } {
  const answer = unwrapped(body);
  const whole = readAcceptance(answer, place);
  const named = readList(answer, ...LISTS_OF_IDS);
  const entries = Array.isArray(answer) ? answer.map(unlessBare) : named;
  if (entries === undefined || (entries.length === 0 && whole.messageId !== undefined)) {
    return { whole, entries: undefined };
  }
  if (whole.error !== undefined) return { whole: { ...whole, verdict: 'open' }, entries: undefined };
  return { whole, entries: entries.map((entry) => readAcceptance(entry, 'entry')) };
}

/** The results of a batch, and the id of the batch (service facts). */
export function readBatchAnswer(body: unknown): {
  batchId: string | undefined;
  /** Undefined when the answer holds no list. */
  entries: unknown[] | undefined;
  /** What is said of the batch as a whole. */
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

/** The entries of an answer about a batch as they are; undefined when it holds no list. */
export function readBatchEntries(body: unknown): unknown[] | undefined {
  const answer = unwrapped(body);
  return Array.isArray(answer) ? answer : readList(answer, ...LISTS_OF_RESULTS, ...LISTS_OF_IDS);
}

/** Whether an answer with nothing but the id of the batch says that all of it was accepted. */
export function acceptsBatch(body: unknown): boolean {
  const answer = unwrapped(body);
  const named = asBareId(answer) ?? firstId(answer, ['messageListId', 'listId', 'batchId']);
  return named !== undefined && faultIn(answer) === undefined && signOf(answer) !== 'no';
}

const WRAPPERS = ['data', 'result', 'response', 'payload'];

/** What an answer holds that is wrapped into another. */
function unwrapped(body: unknown): unknown {
  const inner = readField(body, ...WRAPPERS);
  const isWrapped = (isRecord(inner) || Array.isArray(inner)) && readMessageId(body) === undefined;
  return isWrapped && faultIn(body) === undefined && signOf(body) !== 'no' ? inner : body;
}

function acceptedId(entry: unknown, place: Place): string | undefined {
  const bare = place === 'entry' ? asId(entry) : asBareId(entry);
  const own = bare ?? firstId(entry, ID_NAMES);
  return own ?? (speaksOfAFault(entry) ? undefined : firstId(entry, ID_NAMES_OF_ANYTHING));
}

const NO_ID =
  /^(?:[-0.]+|-\d+|null|nil|none|undefined|n\/a|true|false|ok|error|failed|failure|rejected|invalid)$/i;
const LONGEST_ID = 200;

/** A text or number that can be an id: `-1`, `0`, `none` and sentences are none. */
function asId(value: unknown): string | undefined {
  const text = asText(value)
    ?.slice(0, LONGEST_ID + 1)
    .trim();
  if (text === undefined || text === '' || text.length > LONGEST_ID) return undefined;
  return /\s/.test(text) || NO_ID.test(text) ? undefined : text;
}

function firstId(entry: unknown, names: readonly string[]): string | undefined {
  return names.map((name) => asId(readField(entry, name))).find((id) => id !== undefined);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** An id that nothing names as one must look like one. */
function asBareId(value: unknown): string | undefined {
  const id = asId(value);
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** A bare text in a list that is not one of ids counts only if it looks like an id. */
function unlessBare(entry: unknown): unknown {
  return isRecord(entry) || asBareId(entry) !== undefined ? entry : undefined;
}

/** What says in clear words that something was taken or refused; undefined for anything else. */
function signOf(entry: unknown): 'yes' | 'no' | undefined {
  const flag = readField(entry, 'success', 'successful', 'accepted', 'ok');
  const status = readText(entry, 'status', 'state', 'messageStatus');
  const word = status === undefined ? undefined : signOfWord(status);
  if (flag === false || word === 'no') return 'no';
  return flag === true || word === 'yes' ? 'yes' : undefined;
}

function signOfWord(text: string): 'yes' | 'no' | undefined {
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

/** Whether something is said beside an id that is no plain yes: then it may be the id of a fault. */
function speaksOfAFault(entry: unknown): boolean {
  return SAYINGS.map((name) => readField(entry, name)).some((said) => said !== undefined && !isYes(said));
}

function isYes(said: unknown): boolean {
  const text = asText(said) ?? '';
  return signOfWord(text) === 'yes' || /^(?:0|2\d\d)$/.test(text);
}

const FAULT_NAMES = ['errorCode', 'errorMessage', 'errors', 'errorDetails'];

/** What an entry says about a fault; undefined when it names none, or one that is empty. */
function faultIn(entry: unknown): ServiceFault | undefined {
  const named = [readField(entry, 'error'), ...FAULT_NAMES.map((name) => readField(entry, name))];
  if (signOf(entry) !== 'no' && !named.some(saysSomething)) return undefined;
  return readFault(entry) ?? { code: undefined, message: undefined, details: [] };
}

function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'object') return Object.values(value).some(saysSomething);
  return !/^(?:0*|ok|success|none|null|false|no ?errors?)$/i.test(String(value).slice(0, 20).trim());
}

/**
 * Whether what says no is the service's refusal. In a list of results any `error` is one. A whole answer may come from a gateway that
 * has handed the message on: there it must be an error body of the service.
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

/** Whom and what an entry names, also within its own list of recipients. */
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
  return ADDRESS_NAMES.map((name) => readField(entry, name))
    .map((found) => (isRecord(found) ? readText(found, ...ADDRESS_NAMES) : asText(found)))
    .filter((address) => address !== undefined);
}
