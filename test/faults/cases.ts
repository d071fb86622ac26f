import { FAULTS, type FaultName } from '../../sandbox/service/faults';
import { ALERTS, type Alert } from '../network/tlsAlerts';
import type { Exchange, Place } from './front';

export type Told = 'accepted' | 'rejected' | 'not_sent' | 'unknown';

/** What can happen to a message between a sender and the service. */
export interface FaultCase {
  name: string;
  at: Place;
  /** What the sender must report. */
  told: Told;
  /** What else the sender may report, depending on timing. */
  orTold?: Told;
  /**
   * How an `unknown` looks to the sender. Each look occurs both for messages that the service accepted and for messages that it did not,
   * which is why the outcome cannot be known.
   */
  look?: string;
  /** Whether the front passes the message on to the sandbox, which may depend on the turn. */
  taken: boolean | ((turn: number) => boolean);
  /** The front's answer; if missing, the sandbox's answer is used. */
  front?: (exchange: Exchange) => void;
  /** The alert with which the server ends the connection. */
  alert?: Alert;
  /** What a sender that does not see the connection reports instead, and how that looks. */
  unseen?: { told: Told; look: string };
  /** A recipient for which the sandbox itself causes the fault. */
  to?: string;
  /** The length of the text in characters. */
  length?: number;
  /** Whether the sender should give up soon. */
  hangs?: true;
  /** Whether the service asks for a pause, for which a sender may make other messages wait as well. */
  pauses?: true;
  /** How often it happens, relative to the others. */
  weight: number;
}

const OFTEN = 20;
/** For what takes long on a platform: waiting for the time-out, for all messages of an account, or for 100 MB. */
const SELDOM = 1;
const HUGE = 100 * 1024 * 1024;

const answer =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  ({ response }: Exchange) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const page = '<!doctype html><title>Gateway</title>';
const redirect =
  (status: number) =>
  ({ response, strangerUrl }: Exchange) =>
    void response.writeHead(status, { location: `${strangerUrl}/api/v2/message` }).end();
const raw =
  (text: string) =>
  ({ response }: Exchange) =>
    void response.socket?.end(text);
const lengthy = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';

/** Answers that say nothing about the message, or contradict themselves. */
const oddAnswers = {
  'an empty object': '{}',
  'a state that says no': '{"status":"rejected"}',
  'an error that is not the service’s': '{"error":{"code":504,"message":"Gateway timeout"}}',
  'an error of the service with an id': '{"errorCode":"GeneralError","errorMessage":"No.","messageId":"7"}',
  'an id and a no': '{"messageId":"7","success":false}',
  'an id and a word of failure': '{"messageId":"7","status":"FAILED"}',
  'two ids for one recipient': '{"messageIdList":["7","8"]}',
  'another recipient': '{"messageId":"7","to":"+41790000000"}',
};
/** Answers with an ID, and beside it what says nothing. */
const plainAnswers = {
  'an id and a field of refusals': '{"messageId":"7","rejected":"yes"}',
  'an id and a reference': '{"messageId":"7","customerid":"another"}',
};
const alerts = Object.keys(ALERTS).filter((name): name is Alert => name in ALERTS);

type Look = [string, (exchange: Exchange) => void, Partial<FaultCase>?];

/** Faults that leave open whether the message was sent: each once with the message accepted and once without. */
const looks: Look[] = [
  ['status 500', answer(500, '{"errorCode":"GeneralError"}')],
  ['status 502', answer(502, page)],
  ['status 503', answer(503, '{}')],
  ['status 504', answer(504, page)],
  ['status 408', answer(408, '')],
  ...[402, 409, 425, 444, 460, 463, 494, 497, 499].map((status): Look => [
    `status ${status}`,
    answer(status, page),
  ]),
  ['status 400 with an id', answer(400, '{"errorCode":"GeneralError","messageId":"7"}')],
  ...[301, 302, 303, 307, 308].map((status): Look => ['a redirect', redirect(status)]),
  ['a broken connection', ({ response }) => void response.socket?.resetAndDestroy()],
  ['a connection closed without an answer', ({ response }) => void response.socket?.end()],
  ['an answer cut off within its head', raw('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['an answer cut off within its body', raw(`${lengthy}{"messageId":"1`)],
  ['an answer that is not HTTP', raw('220 mail.example ESMTP\r\n')],
  ['malformed JSON', answer(200, '{"messageId":"1"')],
  ['a page instead of JSON', answer(200, page, { 'content-type': 'text/html' })],
  ['an empty answer', answer(200, '')],
  ['null instead of an object', answer(200, 'null')],
  ['an empty list', answer(200, '[]')],
  ...Object.entries(oddAnswers).map(([name, body]): Look => [name, answer(200, body)]),
  ...alerts.map((alert): Look => [
    'an alert of TLS',
    () => undefined,
    { at: 'alerting', alert, name: `alert ${alert}` },
  ]),
  ['a broken gzip answer', answer(200, 'no gzip', { 'content-encoding': 'gzip' })],
  ['100 MB', endless(HUGE), { weight: SELDOM }],
  ['no answer', () => undefined, { hangs: true, weight: SELDOM * 5 }],
  ['an answer without end', drip, { hangs: true, weight: SELDOM * 5 }],
];

/** Answers that clearly say whether the message was sent. */
const clear: Array<Partial<FaultCase> & Pick<FaultCase, 'name' | 'told'>> = [
  { name: 'nothing goes wrong', told: 'accepted', taken: true, weight: 40 * OFTEN },
  { name: 'an answer in two pieces', told: 'accepted', taken: true, front: inPieces },
  ...Object.entries(plainAnswers).map(([name, body]) => ({
    // Once each: with an ID of its own making, the status of a message cannot be asked for.
    ...{ name, told: 'accepted' as const, taken: true, front: answer(200, body), weight: 0 },
  })),
  { name: '429 once, to be tried at once', told: 'accepted', taken: secondTime, front: busyOnce(429) },
  { name: '503 once, to be tried at once', told: 'accepted', taken: secondTime, front: busyOnce(503) },
  { name: '429 every time', told: 'rejected', front: answer(429, '{}', { 'retry-after': '0' }) },
  {
    name: '503 with Retry-After every time',
    told: 'rejected',
    front: answer(503, '', { 'retry-after': '0' }),
  },
  {
    name: '429 that asks for an hour',
    told: 'rejected',
    front: answer(429, '', { 'retry-after': '3600' }),
    pauses: true,
    weight: 0,
  },
  {
    name: '409 with the error of the service',
    told: 'rejected',
    front: answer(409, '{"errorCode":"Duplicate","errorMessage":"Sent before."}'),
  },
  { name: '413 with a page', told: 'rejected', front: answer(413, page) },
  { name: 'refused connection', told: 'not_sent', at: 'refused' },
  { name: 'unknown host name', told: 'not_sent', at: 'unknownHost' },
  { name: 'certificate that nobody trusts', told: 'not_sent', at: 'untrusted' },
  { name: 'proxy that refuses', told: 'not_sent', at: 'proxyRefuses' },
  {
    name: 'proxy that resets the connection',
    told: 'not_sent',
    at: 'proxyResets',
    unseen: { told: 'unknown', look: 'a broken connection' },
  },
  {
    name: 'no TLS at an https address',
    told: 'not_sent',
    at: 'withoutTls',
    unseen: { told: 'unknown', look: 'an alert of TLS' },
  },
  {
    name: 'reset before the request',
    told: 'unknown',
    orTold: 'not_sent',
    look: 'a broken connection',
    at: 'resetAtOnce',
  },
  {
    name: 'reset within the request',
    told: 'unknown',
    look: 'a broken connection',
    at: 'resetWithin',
    length: 1_000_000,
    weight: SELDOM * 5,
  },
];

/** The sandbox's own faults: what the sender reports, and how it looks if the outcome is open. */
const ofSandbox: Partial<Record<FaultName, [Told, string?, number?]>> = {
  unauthorized: ['rejected'],
  'no-credit': ['rejected'],
  invalid: ['rejected'],
  'too-many-requests': ['rejected', undefined, SELDOM],
  'too-many-requests-no-hint': ['rejected', undefined, SELDOM],
  'unavailable-retry': ['rejected', undefined, SELDOM],
  'server-error': ['unknown', 'status 500'],
  'bad-gateway': ['unknown', 'status 502'],
  unavailable: ['unknown', 'status 503'],
  'gateway-timeout': ['unknown', 'status 504'],
  redirect: ['unknown', 'a redirect'],
  slow: ['accepted'],
  'close-after-body': ['unknown', 'a connection closed without an answer'],
  'close-during-answer': ['unknown', 'an answer cut off within its body'],
  'malformed-answer': ['unknown', 'malformed JSON'],
  'wrong-type-answer': ['unknown', 'a page instead of JSON'],
  'huge-answer': ['unknown', '100 MB', SELDOM],
  'odd-casing': ['accepted'],
  'extra-fields': ['accepted'],
};

/** Every case; a message has the name of its case in its `customerid`. */
export const cases: FaultCase[] = [
  ...clear.map((given) => ({ at: 'front' as const, taken: false, weight: OFTEN, ...given })),
  ...looks.flatMap(([look, front, more], number) =>
    [true, false].map((taken) => ({
      at: 'front' as const,
      told: 'unknown' as const,
      look,
      taken,
      front,
      weight: OFTEN,
      ...more,
      name: `${number}: ${more?.name ?? look}, ${taken ? 'though' : 'and not'} taken`,
    })),
  ),
  ...Object.entries(ofSandbox).map(([fault, [told, look, weight = OFTEN]]) => ({
    name: `sandbox: ${fault}`,
    at: 'sandbox' as const,
    told,
    look,
    taken: true,
    to: recipientOf(fault),
    weight,
  })),
];

const byName = new Map(cases.map((each) => [each.name, each]));

export const customeridOf = ({ name }: FaultCase, number: number) => `${name} #${number}`;

/** The case of a message, by its `customerid`. */
export function caseOf(customerid: string): FaultCase {
  const found = byName.get(customerid.replace(/ #\d+$/, ''));
  if (found === undefined) throw new Error(`There is no case for ${customerid}`);
  return found;
}

function recipientOf(fault: string): string {
  const found = Object.entries(FAULTS).find(([name]) => name === fault)?.[1];
  if (found?.recipient === undefined) throw new Error(`${fault} has no recipient`);
  return found.recipient;
}

function secondTime(turn: number): boolean {
  return turn > 1;
}

function busyOnce(status: number): (exchange: Exchange) => void {
  return (exchange) => {
    if (exchange.turn === 1) answer(status, '{}', { 'retry-after': '0' })(exchange);
    else whole(exchange);
  };
}

function whole({ response, answer: given }: Exchange): void {
  response.writeHead(given?.status ?? 500, given?.headers).end(given?.body);
}

function inPieces({ response, answer: given }: Exchange): void {
  const body = given?.body ?? '';
  response.writeHead(given?.status ?? 500, given?.headers);
  response.write(body.slice(0, 5), () => setTimeout(() => response.end(body.slice(5)), 20));
}

function drip({ response }: Exchange): void {
  // If the sender gave up while the sandbox was working, no 'close' will follow.
  if (response.destroyed) return;
  response.writeHead(200, { 'content-type': 'application/json' });
  const dripping = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(dripping));
}

/** Valid JSON of `bytes` bytes, as fast as it is read. */
function endless(bytes: number): (exchange: Exchange) => void {
  return ({ response }) => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    let left = bytes;
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length;
        if (!response.write(piece)) return;
      }
      if (left <= 0) response.off('drain', more).end('{"messageId":"1"}');
    };
    response.on('drain', more);
    more();
  };
}
