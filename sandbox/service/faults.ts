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
export type WebhookFault = 'duplicate-webhooks' | 'out-of-order-webhooks';

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
export const FAULTS = {
  unauthorized: {
    does: '401: user name or password wrong',
    recipient: '+41790000401',
    action: refuse(401, 'Unauthorized'),
  },
  'no-credit': {
    does: '403: not enough credit',
    recipient: '+41790000403',
    action: refuse(403, 'NotEnoughCredit'),
  },
  invalid: {
    does: '400 with details for the recipient',
    recipient: '+41790000400',
    action: { kind: 'invalid' },
  },
  'too-many-requests': {
    does: '429 with Retry-After: 1',
    recipient: '+41790000429',
    action: refuse(429, 'TooManyRequests', RETRY),
  },
  'too-many-requests-no-hint': {
    does: '429 without Retry-After',
    recipient: '+41790001429',
    action: refuse(429, 'TooManyRequests'),
  },
  'server-error': { does: '500', recipient: '+41790000500', action: refuse(500, 'GeneralError') },
  'bad-gateway': {
    does: '502 with an HTML page',
    recipient: '+41790000502',
    action: { ...refuse(502, ''), html: true },
  },
  unavailable: {
    does: '503 without Retry-After',
    recipient: '+41790000503',
    action: refuse(503, 'Unavailable'),
  },
  'unavailable-retry': {
    does: '503 with Retry-After: 1',
    recipient: '+41790001503',
    action: refuse(503, 'Unavailable', RETRY),
  },
  'gateway-timeout': {
    does: '504 with an HTML page',
    recipient: '+41790000504',
    action: { ...refuse(504, ''), html: true },
  },
  redirect: {
    does: '307 to the same address under another host name',
    recipient: '+41790000307',
    action: { kind: 'redirect' },
  },
  slow: { does: 'answers late (setting slowAnswer)', recipient: '+41790000408', action: { kind: 'wait' } },
  'close-before-body': {
    does: 'closes the connection before the body of the request is read',
    action: { kind: 'close', when: 'before body' },
  },
  'close-during-body': {
    does: 'closes the connection while the body of the request comes in',
    action: { kind: 'close', when: 'during body' },
  },
  'close-after-body': {
    does: 'carries the request out, and closes the connection without an answer',
    recipient: '+41790000600',
    action: { kind: 'close', when: 'after body' },
  },
  'close-during-answer': {
    does: 'carries the request out, and closes the connection in the middle of the answer',
    recipient: '+41790000601',
    action: { kind: 'close', when: 'during answer' },
  },
  'malformed-answer': {
    does: 'answers JSON that ends too early',
    recipient: '+41790000602',
    action: { kind: 'distort', distort: (text) => ({ text: text.slice(0, -2) }) },
  },
  'wrong-type-answer': {
    does: 'answers 200 with an HTML page',
    recipient: '+41790000603',
    action: {
      kind: 'distort',
      distort: () => ({ text: page('Welcome'), contentType: 'text/html; charset=utf-8' }),
    },
  },
  'huge-answer': {
    does: 'answers 100 MB',
    recipient: '+41790000604',
    action: { kind: 'distort', distort: (text) => ({ text, padding: HUGE }) },
  },
  'odd-casing': {
    does: 'answers with the field names in odd casing',
    recipient: '+41790000605',
    action: { kind: 'distort', distort: (text) => ({ text: withOddCasing(text) }) },
  },
  'extra-fields': {
    does: 'answers with fields that nobody knows',
    recipient: '+41790000606',
    action: {
      kind: 'distort',
      distort: (text) => ({ text: withFields(text, { traceId: 'abc', links: { self: '/' }, meta: null }) }),
    },
  },
  'duplicate-webhooks': {
    does: 'sends every notification of the message twice',
    recipient: '+41790000700',
    action: { kind: 'webhooks', how: 'duplicate-webhooks' },
  },
  'out-of-order-webhooks': {
    does: 'sends notifications of the message in the wrong order',
    recipient: '+41790000701',
    action: { kind: 'webhooks', how: 'out-of-order-webhooks' },
  },
} satisfies Record<FaultName, Fault>;

/** A fault of the next calls: `times` of them, or all until it is removed. */
export interface PlannedFault {
  fault: FaultName;
  times?: number;
}

/** The faults for people to choose from. */
export const faultList = faultNames.map((name) => {
  const { does, recipient }: Fault = FAULTS[name];
  return { name, does, recipient };
});

const byRecipient = new Map(faultList.map(({ name, recipient }) => [recipient, name]));

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}

/** What the fault of that name does; undefined without a fault. */
export function actionOf(name: FaultName | undefined): FaultAction | undefined {
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
  const faults = addressesIn(parsed(body)).map(faultOfRecipient);
  return faults.find((fault) => fault !== undefined && fault !== 'invalid');
}

/** The answer of a fault that refuses. */
export function refusalOf({
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
  return entriesOf(value).flatMap(([key, field]): string[] => {
    const name = key.toLowerCase();
    if (name === 'to' || name === 'address') return typeof field === 'string' ? [field] : [];
    const isList = (name === 'tolist' || name === 'messages') && Array.isArray(field);
    return isList ? field.flatMap(addressesIn) : [];
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // Not JSON; the service reports that itself.
    return undefined;
  }
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
      entriesOf(value).map(([name, field]) => [
        (turn += 1) % 2 === 1 ? name.toUpperCase() : name.toLowerCase(),
        change(field),
      ]),
    );
  };
  return JSON.stringify(change(JSON.parse(text)));
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
