import { dateAsText } from '../reading';
import { sayer, sentence, type Said, type Sentence, type ValuesFor } from './sentence';

/* Everything that the core says of what went wrong, in English; `contract/sentences.ts` has the rules of a request. */

/** A way to fail: what happened, and what to do about it. */
export interface FaultText {
  text: string;
  /** Never to send again what is `unknown`: `lookItUp` stands below every such error. */
  advice?: string;
  /** What became of the message; `not_sent`, unless given. */
  outcome?: 'rejected' | 'unknown';
}

const CORRECT_FIELDS = 'Correct the fields named above.';
const CORRECT_NUMBER = 'Correct the number in the {account}.';
const REACHABLE = 'Check the base URL in the {account}, and that this machine can reach it.';
const UNKNOWN_ID =
  'Check the ID: the service keeps the status of a message for seven days. If the ID is right, check the base URL, the version and the paths in the {account}.';
const OTHER_SERVER =
  'Check the base URL in the {account}: the answer may come from a proxy or another server.';
const PROXY =
  'Check the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and the user name and password for the proxy.';
const REDIRECTS =
  'Redirects are not followed with credentials. Enter the final address as the base URL of the {account}.';
const WHAT_COMES_IN = 'Check what comes into the node, or raise the limit.';
const IN_WINDOW = 'Send it in the window, or change the window.';

const requestFaults = {
  invalid_request: { text: '{problem}', advice: CORRECT_FIELDS },
  'invalid_request.more': { text: '{problem}; further problems: {more}', advice: CORRECT_FIELDS },
} as const;

/** Why a message was skipped, by its outcome. A question cannot do without its message, so there it is an error. */
const skips = {
  opted_out: {
    text: 'The recipient is on the exclude list',
    advice: 'Choose somebody else, or take this recipient off the list if the person agrees.',
  },
  outside_window: { text: 'The sending window is closed until {opens}', advice: IN_WINDOW },
  over_limit: {
    text: 'The limit for one person is reached ({most} in {minutes} min); the next message can go out at {until}',
    advice:
      'Find out why so many messages go to one person: two bots may be answering each other. The limit is a setting of the {account}.',
  },
  sent_before: { text: 'Sent before with the key "{key}"' },
} as const satisfies Record<string, FaultText>;

export type SkipReason = keyof typeof skips;
export const skipReasons = Object.keys(skips);

/** By code; a code with several sentences has a name for each after a dot. */
export const faults = {
  ...requestFaults,
  'invalid_settings.noBaseUrl': {
    text: 'The base URL is missing',
    advice: 'Enter the address of the service, starting with https://, in the {account}.',
  },
  'invalid_settings.baseUrl': {
    text: 'The base URL "{url}" {problem}',
    advice: 'Correct it in the {account}.',
  },
  'invalid_settings.country': {
    text: 'The default country "{written}" is not a country code',
    advice: 'Enter a country code such as +41 for Switzerland in the {account}, or leave the field empty.',
  },
  'invalid_settings.recipients': {
    text: '"{entry}" among the allowed recipients is neither a number nor the beginning of one',
    advice: 'Enter numbers such as +41791234567 or beginnings such as +4179* in the {account}.',
  },
  'invalid_settings.most': {
    text: 'The rate limit per recipient must be a whole number up to {most}, got {entered}',
    advice: CORRECT_NUMBER,
  },
  'invalid_settings.minutes': {
    text: 'The minutes of the rate limit must be a number from {least} to {most}, got {entered}',
    advice: CORRECT_NUMBER,
  },
  'invalid_settings.path': {
    text: 'The {path} "{written}" {problem}',
    advice: 'Enter a path such as {usual} in the {account}, or leave it empty.',
  },
  not_installed: {
    text: 'The library "{name}" cannot be loaded: {reason}',
    advice: 'Install this package again, and restart.',
  },

  ...skips,
  'outside_window.question': {
    text: 'The question would go out on {opens}, after its time limit',
    advice: IN_WINDOW,
  },
  'run_over_limit.messages': {
    text: '{limit}: {sum} messages in all, but the limit is {most}',
    advice: WHAT_COMES_IN,
  },
  'run_over_limit.pages': {
    text: '{limit}: {sum} pages in all, but the limit is {most}',
    advice: WHAT_COMES_IN,
  },
  'run_over_limit.points': {
    text: '{limit}: {sum} points in all, but the limit is {most}',
    advice: WHAT_COMES_IN,
  },
  'run_over_limit.balance': {
    text: '{limit}: {sum} points in all, but the balance is {most}',
    advice: 'Check what comes into the node, or top up the account.',
  },
  'run_over_limit.group': {
    text: '{limit}: a group of the address book cannot be counted, because only the service knows its members',
    advice: 'Send to numbers.',
  },
  balance_unknown: { text: '{limit}: the balance could not be read, so nothing was sent: {reason}' },
  'balance_unknown.noNumber': {
    text: '{limit}: the balance could not be read, so nothing was sent: the answer has no number',
    advice: 'Switch this limit off if your service does not say how many points are left.',
  },
  key_not_recorded: {
    text: 'The deduplication key could not be recorded: {reason}',
    advice: 'Remove the cause, and send the message again.',
  },

  unreachable: { text: 'The service cannot be reached: {reason}', advice: REACHABLE },
  proxy_unreachable: { text: '{proxy} cannot be reached: {reason}', advice: PROXY },
  'timed_out.proxy': { text: '{proxy} cannot be reached: {reason}', advice: PROXY },
  proxy_refused: { text: '{proxy} refuses to connect to the service: status {status}', advice: PROXY },
  untrusted_certificate: {
    text: 'No secure connection to the service: {reason}',
    advice:
      'Check the base URL. If the certificate comes from your own certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate, and restart.',
  },
  no_tls: {
    text: 'No secure connection to the service: nothing at this address speaks TLS 1.2 or 1.3',
    advice: REACHABLE,
  },
  timed_out: {
    text: 'The service did not answer in time',
    advice: 'Increase the time-out in the {account}.',
    outcome: 'unknown',
  },
  connection_lost: {
    text: 'The connection to the service broke before its answer was complete',
    advice: 'Check the network between this machine and the service.',
    outcome: 'unknown',
  },
  'connection_lost.tls': {
    text: 'The secure connection to the service broke',
    advice: 'Check the base URL in the {account}, and that the service speaks TLS 1.2 or 1.3 there.',
    outcome: 'unknown',
  },
  unreadable_answer: {
    text: 'The answer of the service is incomplete or not JSON',
    advice: OTHER_SERVER,
    outcome: 'unknown',
  },
  'unreadable_answer.noMediaId': {
    text: 'The answer of the service contains no media ID',
    advice: OTHER_SERVER,
    outcome: 'unknown',
  },
  'unreadable_answer.long': {
    text: 'The answer is far longer than any answer from the service',
    advice: OTHER_SERVER,
    outcome: 'unknown',
  },
  'unreadable_answer.noHttp': {
    text: 'The service answered with something that is not HTTP',
    advice: OTHER_SERVER,
    outcome: 'unknown',
  },
  'unreadable_answer.unanswered': {
    text: 'The answer of the service does not say that it accepted this message',
    outcome: 'unknown',
  },
  cancelled: {
    text: 'The node was stopped before the service answered',
    outcome: 'unknown',
  },
  'cancelled.before': {
    text: 'The node was stopped before the request was sent',
    advice: 'Try again if it is still wanted.',
  },

  wrong_credentials: {
    text: 'The service does not accept the user name or password',
    advice:
      'Check both in the {account}, and that the REST interface is enabled in the portal under Interfaces → Overview. The service caches account settings: a change there can take a while.',
    outcome: 'rejected',
  },
  not_permitted: {
    text: 'The service does not permit this',
    advice:
      'Check the credit of the account, and what the account or sub-user is permitted to do. A free account reaches only its registered number, and changes in the portal can take a while.',
    outcome: 'rejected',
  },
  not_found: {
    text: 'The service has nothing at this address',
    advice: 'Check the base URL, the version and the paths in the {account}.',
    outcome: 'rejected',
  },
  'not_found.id': {
    text: 'The service knows no message with this ID',
    advice: UNKNOWN_ID,
    outcome: 'rejected',
  },
  'not_found.batch': {
    text: 'The service knows no batch with this ID',
    advice: UNKNOWN_ID,
    outcome: 'rejected',
  },
  too_many_requests: {
    text: 'The service asks you to send more slowly',
    advice: 'Lower the number of requests at once, or send in batches.',
    outcome: 'rejected',
  },
  service_unavailable: {
    text: 'The service is currently unavailable',
    advice: 'Try again in {seconds} seconds.',
    outcome: 'rejected',
  },
  refused: {
    text: 'The service refused the request',
    advice: 'Correct what the service reports and try again.',
    outcome: 'rejected',
  },
  redirected: { text: 'The address answers with a redirect', advice: REDIRECTS, outcome: 'unknown' },
  'redirected.to': {
    text: 'The address answers with a redirect to {address}',
    advice: REDIRECTS,
    outcome: 'unknown',
  },
  service_failed: {
    text: 'The service failed with status {status}',
    advice: 'If it keeps failing, give the request ID to support.',
    outcome: 'unknown',
  },
  no_result: {
    text: 'The answer of the service has no result for this recipient; it may have been sent',
    outcome: 'unknown',
  },
  'not_delivered.channels': {
    text: 'The message did not get through on any channel ({attempts})',
    outcome: 'rejected',
  },
  internal_fault: {
    text: 'Unexpected fault in this package: {reason}',
    advice: 'Please report it with the steps that led here.',
    outcome: 'unknown',
  },
} as const satisfies Record<string, FaultText>;

/** What stands within an error, around it or below it. */
export const phrases = {
  words: '{words}',
  colon: '{before}: {after}',
  semicolon: '{first}; {next}',
  nothingSent: '{fact} (not sent)',
  mayBeSent: '{fact} (the message may have been sent; check before you send it again)',
  lookItUp:
    'The message may have been sent. It is not sent again automatically. Look it up in the portal, or ask the recipient, before you send it again.',
  requestId: 'Request ID for support: {requestId}',
  notValid: 'The request is not valid',
  notThrough: 'not delivered',
  partFailed: 'Part {part} of {count} did not get through: {reason}',
  notReported: 'No delivery was reported in time',
  keyKept: 'The key "{key}" could not be removed, so its message counts as sent.',

  aList: 'a list',
  anObject: 'an object',
  binaryData: 'binary data',

  batchPath: 'batch path',
  balancePath: 'balance path',
  noBaseUrl: 'must be a URL that starts with https://',
  urlWithLogin: 'must not contain a user name or password: they have their own fields',
  urlWithQuery: 'must end before ? and #',
  unencrypted: 'must start with https:// (http:// only for this machine)',
  urlWithApi: 'must end before /api, which is added to it',
  pathIsAddress: 'must be a path, not a whole address',
  pathHasQuery: 'must not contain spaces, ? or #',
  noPath: 'must name an endpoint',

  connectionRefused: 'the connection was refused',
  hostUnknown: 'its host name is unknown',
  hostNotLookedUp: 'its host name cannot be looked up',
  noRouteToHost: 'there is no route to its host',
  noRouteToNetwork: 'there is no route to its network',
  closedAtOnce: 'it closed the connection at once',
  connectingTooLong: 'connecting took too long',
  noConnection: 'no connection could be made',
  noConnectionBut: 'no connection could be made ({code})',
  expired: 'its certificate has expired',
  selfSigned: 'its certificate is self-signed',
  unknownAuthority: 'its certificate comes from an unknown authority',
  otherHost: 'its certificate is for another host',
  notVerified: 'its certificate cannot be verified',
  refusesTls: 'it refuses the connection',
  aProxy: 'The proxy',
  proxy: 'The proxy {name}',

  callerNotListed:
    'The caller {address} is not on the list of allowed callers. If it may call, add {address} to {setting}.',
  callerWithoutAddress:
    'The caller has no address, so it cannot be on the list of allowed callers ({setting}).',
  callerInvalid:
    'The caller has an invalid address, {address}, so it cannot be on the list of allowed callers ({setting}).',
  anyProxyTrusted:
    'Any address that a caller claims is accepted ("trust proxy" is true), so the caller is unknown.',
  noProxyTrusted:
    "The request says that it came through a proxy, but no proxy is trusted here. If there is one, {address} is its address and not the caller's. {advice}",
  fewerProxies:
    'The request came through fewer proxies ({proxies}) than are trusted ({trusted}), so a caller can forge its address. Trust their exact number, never more. {advice}',
  internalAddress:
    "The request came through a proxy, but the caller's address as seen here, {address}, is an internal one: there seem to be more proxies in front than are trusted. Trust their exact number, never more. {advice}",
  noCallers: 'The list of allowed callers is empty: nobody could call. Example: {example}',
  noCaller: '"{entry}" cannot be an allowed caller: {reason}. Example: {example}',
  callerExamples: '193.93.208.200, 10.0.0.0/8, 2001:db8::1 or 2001:db8::/32',
  oneSlash: 'a range has only one "/"',
  prefix: 'the part after the "/" must be a whole number from 0 to {longest}',
  bitsBeyond:
    'the address goes on after the first {bits} bits, so it could mean the whole range or one address',
  notIp:
    'it must be a whole IPv4 or IPv6 address without brackets, port, "%" and leading zeros; host names are not supported',
} as const;

export const say = sayer(phrases);

const LONGEST_SHOWN = 60;

/** What was there instead: `a list`, `binary data`, `an object`, or how the value begins. */
export function valueShown(value: unknown): Said {
  if (Array.isArray(value)) return say('aList');
  if (ArrayBuffer.isView(value)) return say('binaryData');
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return say('anObject');
  const whole = typeof value === 'string' ? JSON.stringify(value) : String(dateAsText(value));
  const start = [...whole.slice(0, 2 * LONGEST_SHOWN)].slice(0, LONGEST_SHOWN).join('');
  return start.length < whole.length ? `${start}…` : whole;
}

/** Sentences one after the other, for a list in an error. */
export function listed([first, ...more]: readonly Said[]): Said {
  return more.reduce<Said>((list, next) => say('semicolon', { first: list, next }), first ?? '');
}

type TextIn<Entry> = Entry extends { text: infer Text; advice: infer Advice }
  ? `${Text & string}${Advice & string}`
  : Entry extends { text: infer Text }
    ? Text & string
    : never;

/** What is the same whenever a fault occurs. */
export interface Fault {
  code: string;
  outcome: 'rejected' | 'not_sent' | 'unknown';
  /** What happened, in one sentence; the outcome is added to it. */
  message: Sentence;
  advice: Sentence | undefined;
}

/** Makes the function that gives the faults of a table. */
export function faulter<Table extends Readonly<Record<string, FaultText>>>(table: Table) {
  return <Key extends keyof Table & string>(key: Key, ...[values]: ValuesFor<TextIn<Table[Key]>>): Fault => {
    const { text, advice, outcome }: FaultText = table[key] ?? { text: key };
    return {
      code: key.replace(/\..*$/, ''),
      outcome: outcome ?? 'not_sent',
      message: sentence(key, text, values),
      advice: advice === undefined ? undefined : sentence(`${key}.advice`, advice, values),
    };
  };
}

/** A browser has no other faults. */
export const requestFault = faulter(requestFaults);

export const fault = /* @__PURE__ */ faulter(faults);
