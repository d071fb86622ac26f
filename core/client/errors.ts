import { problemAt, type Problem } from '../contract/problem';
import type { FallbackAttempt } from './fallback';

/**
 * What became of a message that was not accepted (docs/architecture.md, invariant 5).
 * - `rejected`: the service refused it; it was not sent.
 * - `not_sent`: it never reached the service; sending again is safe.
 * - `unknown`: it may have been sent; sending again could send it twice.
 */
export type Outcome = 'rejected' | 'not_sent' | 'unknown';

/** What is wrong with one field of the request. */
export interface ErrorDetail {
  /** The name of the field in the service's specification. */
  parameter: string;
  /** The label of the field, if the request was entered in a form. */
  label?: string;
  messages: string[];
}

interface MessagingErrorFields {
  /** What happened, in one sentence. */
  message: string;
  /** What to do next, in one sentence. */
  advice?: string;
  outcome: Outcome;
  /** The service's own error code, or one of this package in snake_case. */
  code: string;
  /** HTTP status, if there was an answer. */
  status?: number;
  details?: ErrorDetail[];
  /** `x-service-request-id` of the answer, to quote to support. */
  requestId?: string;
  /** How long the service asked to wait before the next try, in milliseconds. */
  retryAfterMs?: number;
  /** The body of the answer, parsed if it was JSON. */
  raw?: unknown;
  /** What became of the message on each channel, if several were tried. */
  attempts?: readonly FallbackAttempt[];
}

/** A text of the service can have any length; `raw` contains all of it. */
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 200;
const MOST_DETAILS = 100;

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

/** The only error of the core. It never contains credentials, the request or the platform's own error. */
export class MessagingError extends Error {
  override readonly name = 'MessagingError';
  readonly outcome: Outcome;
  readonly code: string;
  readonly advice: string | undefined;
  readonly status: number | undefined;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;
  readonly attempts: readonly FallbackAttempt[] | undefined;

  constructor(fields: MessagingErrorFields) {
    super(shortened(fields.message, LONGEST_MESSAGE));
    this.outcome = fields.outcome;
    this.code = shortened(fields.code, LONGEST_NAME);
    this.advice = fields.advice;
    this.status = fields.status;
    this.details = (fields.details ?? []).slice(0, MOST_DETAILS).map(({ parameter, label, messages }) => ({
      parameter: shortened(parameter, LONGEST_NAME),
      ...(label === undefined ? {} : { label }),
      messages: messages.slice(0, MOST_DETAILS).map((message) => shortened(message, LONGEST_MESSAGE)),
    }));
    this.requestId = fields.requestId === undefined ? undefined : shortened(fields.requestId, LONGEST_NAME);
    this.retryAfterMs = fields.retryAfterMs;
    this.raw = fields.raw;
    this.attempts = fields.attempts;
  }

  /** Details, advice, outcome and request id, one per line: what a platform shows below the message. */
  get description(): string {
    return [
      ...this.details.map(({ parameter, label = parameter, messages }) =>
        [label, messages.join(' ')].filter((part) => part !== '').join(': '),
      ),
      this.advice,
      outcomeSentences[this.outcome],
      this.requestId === undefined ? undefined : `Request ID for support: ${this.requestId}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n');
  }

  /** The fields a flow can react to, as plain data. */
  toData() {
    const { message, code, outcome, status, details, requestId, retryAfterMs, description, attempts } = this;
    const facts = { message, code, outcome, status, details, requestId, retryAfterMs, description };
    return attempts === undefined ? facts : { ...facts, attempts };
  }
}

const outcomeSentences: Record<Outcome, string | undefined> = {
  rejected: undefined,
  not_sent: undefined,
  unknown:
    'The message may have been sent. It is not sent again automatically. Look it up in the portal, or ask the recipient, before you send it again.',
};

/** A request that breaks the contract; nothing was sent. */
export function invalidRequest(problems: Problem[]): MessagingError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new MessagingError({
    message: `${first?.message ?? 'The request is not valid'}${more}`,
    advice: 'Correct the fields named above. Nothing was sent.',
    outcome: 'not_sent',
    code: 'invalid_request',
    details: problems.map(({ path, label, rule, got }) => ({
      parameter: path,
      ...(label === undefined ? {} : { label }),
      messages: [got === undefined ? rule : `${rule}, got ${got}`],
    })),
  });
}

/** One wrong field, named by its path and, if a form was filled in, by its label; nothing was sent. */
export function invalidField(
  path: string,
  rule: string,
  names: { got?: string | undefined; label?: string | undefined } = {},
): MessagingError {
  return invalidRequest([problemAt(path, rule, names)]);
}

/** Account settings that cannot work; nothing was sent. */
export function invalidSettings(message: string, advice: string): MessagingError {
  return new MessagingError({ message, advice, outcome: 'not_sent', code: 'invalid_settings' });
}

/** The error of a call that sends no message: no message can have been sent. */
export function nothingSent(error: MessagingError): MessagingError {
  if (error.outcome !== 'unknown') return error;
  const { message, advice, code, status, details, requestId, retryAfterMs, raw } = error;
  return new MessagingError({
    message,
    advice,
    outcome: 'not_sent',
    code,
    status,
    details,
    requestId,
    retryAfterMs,
    raw,
  });
}

/** Turns whatever was thrown into a MessagingError. A fault of this package shows its own message and counts as `unknown`. */
export function asMessagingError(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  return new MessagingError({
    message: `Unexpected fault in this package: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Please report it with the steps that led here.',
    outcome: 'unknown',
    code: 'internal_fault',
  });
}
