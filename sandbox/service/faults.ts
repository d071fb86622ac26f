import { jsonIn } from '../http';
import { withPlus } from '../state/numbers';
import { badRequest, ServiceError } from './errors';
import { faultNames, type FaultName } from './faultNames';

export { faultNames, type FaultName };

/**
 * What a fault does to a call. The request is carried out in all cases except `refuse` and a connection closed before the end of the body.
 */
type FaultAction =
  | { kind: 'refuse'; status: number; code: string; headers?: Record<string, string>; html?: true }
  | { kind: 'redirect' }
  | { kind: 'invalid' }
  | { kind: 'wait' }
  | { kind: 'close'; when: 'before body' | 'during body' | 'after body' | 'during answer' }
  | { kind: 'distort'; distort: (text: string) => DistortedAnswer }
  | { kind: 'webhooks'; how: WebhookFault };

/** An answer changed by a fault; `padding` is the length of a field of that name that is added to it. */
export interface DistortedAnswer {
  text: string;
  contentType?: string;
  padding?: number;
}

/** Faults of a message's webhooks. */
export const webhookFaults = ['duplicate-webhooks', 'out-of-order-webhooks'] as const;
export type WebhookFault = (typeof webhookFaults)[number];

interface Fault {
  /** What happens, for people to read. */
  does: string;
  /** The recipient that causes it. */
  recipient?: string;
  action: FaultAction;
}

const RETRY = { 'Retry-After': '1' };
const HUGE = 100 * 1024 * 1024;

/** Every fault by its name in the settings and in the header `X-Sandbox-Fault`. */
export const FAULTS: Record<FaultName, Fault> = {
  unauthorized: fault('401: user name or password wrong', refuse(401, 'Unauthorized'), '0401'),
  'no-credit': fault('403: not enough credit', refuse(403, 'NotEnoughCredit'), '0403'),
  invalid: fault('400 with details for the recipient', { kind: 'invalid' }, '0400'),
  'too-many-requests': fault('429 with Retry-After: 1', refuse(429, 'TooManyRequests', RETRY), '0429'),
  'too-many-requests-no-hint': fault('429 without Retry-After', refuse(429, 'TooManyRequests'), '1429'),
  'server-error': fault('500', refuse(500, 'GeneralError'), '0500'),
  'bad-gateway': fault('502 with an HTML page', { ...refuse(502, ''), html: true }, '0502'),
  unavailable: fault('503 without Retry-After', refuse(503, 'Unavailable'), '0503'),
  'unavailable-retry': fault('503 with Retry-After: 1', refuse(503, 'Unavailable', RETRY), '1503'),
  'gateway-timeout': fault('504 with an HTML page', { ...refuse(504, ''), html: true }, '0504'),
  redirect: fault('307 to the same address under another host name', { kind: 'redirect' }, '0307'),
  slow: fault('answers late (setting slowAnswer)', { kind: 'wait' }, '0408'),
  'close-before-body': fault('closes the connection before the body of the request is read', {
    kind: 'close',
    when: 'before body',
  }),
  'close-during-body': fault('closes the connection while the body of the request comes in', {
    kind: 'close',
    when: 'during body',
  }),
  'close-after-body': fault(
    'carries the request out, and closes the connection without an answer',
    { kind: 'close', when: 'after body' },
    '0600',
  ),
  'close-during-answer': fault(
    'carries the request out, and closes the connection in the middle of the answer',
    { kind: 'close', when: 'during answer' },
    '0601',
  ),
  'malformed-answer': fault(
    'answers JSON that ends too early',
    distort((text) => ({ text: text.slice(0, -2) })),
    '0602',
  ),
  'wrong-type-answer': fault(
    'answers 200 with an HTML page',
    distort(() => ({ text: page('Welcome'), contentType: 'text/html; charset=utf-8' })),
    '0603',
  ),
  'huge-answer': fault(
    'answers 100 MB',
    distort((text) => ({ text, padding: HUGE })),
    '0604',
  ),
  'odd-casing': fault(
    'answers with the field names in odd casing',
    distort((text) => ({ text: withOddCasing(text) })),
    '0605',
  ),
  'extra-fields': fault(
    'answers with fields that nobody knows',
    distort((text) => ({ text: withFields(text, { traceId: 'abc', links: { self: '/' }, meta: null }) })),
    '0606',
  ),
  'duplicate-webhooks': fault(
    'sends every notification of the message twice',
    { kind: 'webhooks', how: 'duplicate-webhooks' },
    '0700',
  ),
  'out-of-order-webhooks': fault(
    'sends notifications of the message in the wrong order',
    { kind: 'webhooks', how: 'out-of-order-webhooks' },
    '0701',
  ),
};

/** @param number - the end of the recipient's number */
function fault(does: string, action: FaultAction, number?: string): Fault {
  return { does, action, ...(number === undefined ? {} : { recipient: `+4179000${number}` }) };
}

function distort(change: (text: string) => DistortedAnswer): FaultAction {
  return { kind: 'distort', distort: change };
}

/** The faults for people to choose from. */
export const faultList = faultNames.map((name) => {
  const { does, recipient } = FAULTS[name];
  return { name, does, recipient };
});

const byRecipient = new Map(faultList.map(({ name, recipient }) => [recipient, name]));

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}

/** What the fault of that name does; undefined without a fault. */
export function faultAction(name: FaultName | undefined): FaultAction | undefined {
  return name === undefined ? undefined : FAULTS[name].action;
}

/** The fault that a recipient causes. */
export function faultOfRecipient(address: string): FaultName | undefined {
  return byRecipient.get(withPlus(address));
}

/** The fault that the header `X-Sandbox-Fault` asks for. */
export function faultOfHeader(header: string | string[] | undefined): FaultName | undefined {
  if (header === undefined) return undefined;
  const name = String(header);
  if (isFaultName(name)) return name;
  throw badRequest(
    'UnknownFault',
    `X-Sandbox-Fault '${name}' is not known. Use one of ${faultNames.join(', ')}.`,
  );
}

/**
 * The fault that one of a request's recipients causes. `invalid` is left to the check of the message itself, so that in a batch only that
 * message fails.
 */
export function faultOfBody(body: Buffer): FaultName | undefined {
  // Most requests have no such recipient and so need not be parsed twice.
  if (!body.includes('4179000')) return undefined;
  const faults = addressesIn(jsonIn(body.toString('utf8'))).map(faultOfRecipient);
  return faults.find((fault) => fault !== undefined && fault !== 'invalid');
}

/** The answer of a fault that refuses. */
export function faultAnswer({
  status,
  code,
  headers,
  html,
}: Extract<FaultAction, { kind: 'refuse' }>): ServiceError {
  return html
    ? new ServiceError(status, page(`Error ${status}`), { 'Content-Type': 'text/html; charset=utf-8' })
    : new ServiceError(
        status,
        { errorCode: code, errorMessage: `A fault of the sandbox: ${status}.` },
        headers,
      );
}

function refuse(
  status: number,
  code: string,
  headers?: Record<string, string>,
): Extract<FaultAction, { kind: 'refuse' }> {
  return { kind: 'refuse', status, code, headers };
}

function page(title: string): string {
  return `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}

/** Recipients of a single send or a batch, whatever the case of the field names. */
function addressesIn(value: unknown): string[] {
  return fieldEntries(value).flatMap(([key, field]): string[] => {
    const name = key.toLowerCase();
    if (name === 'to' || name === 'address') return typeof field === 'string' ? [field] : [];
    const isList = (name === 'tolist' || name === 'messages') && Array.isArray(field);
    return isList ? field.flatMap(addressesIn) : [];
  });
}

function withFields(text: string, fields: object): string {
  return JSON.stringify({ ...JSON.parse(text), ...fields });
}

/** `messageId` becomes `MESSAGEID`, the next name `messagelistid`, and so on in turn. */
function withOddCasing(text: string): string {
  let turn = 0;
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      fieldEntries(value).map(([name, field]) => [
        (turn += 1) % 2 === 1 ? name.toUpperCase() : name.toLowerCase(),
        change(field),
      ]),
    );
  };
  return JSON.stringify(change(JSON.parse(text)));
}

function fieldEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
