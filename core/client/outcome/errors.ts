import { problemAt, type Problem } from '../../contract/problem';
import { withGot } from '../../contract/sentences';
import type { ErrorCode, GivenCode } from './errorCodes';
import type { AskedPerson, FallbackAttempt, Outcome } from './outcome';

export type { Outcome };

/** What is wrong with one field of the request. */
export interface ErrorDetail {
  /** The name of the field in the service's specification. */
  parameter: string;
  /** The label of the field, if the request was entered in a form. */
  label?: string;
  messages: string[];
}

interface MessagingErrorFields {
  /** What happened, in one sentence; the outcome is added to it. */
  message: string;
  /** What to do next, in one sentence; `{account}` stands for what the platform calls an account. */
  advice?: string;
  outcome: Outcome;
  /** A code of this package, or the one that the service or an earlier error gave. */
  code: ErrorCode | GivenCode;
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
  /** What became of a question to several people, for each of them. */
  asked?: readonly AskedPerson[];
  /**
   * Whether the error is about sending a message, and so says what became of it. It is not for a call that sends none, nor for a message
   * that was sent and then failed.
   */
  sends?: boolean;
}

/** An error as a flow gets it. */
export interface ErrorData {
  /** What happened, and whether the message was sent. */
  message: string;
  /** The code of the service, or one of the codes below. */
  code: string;
  /** What became of the message: `rejected`, `not_sent` or `unknown`. */
  outcome: Outcome;
  /** HTTP status, if there was an answer. */
  status: number | undefined;
  /** What is wrong in which field: `parameter`, its `label` on the form, and `messages`. */
  details: ErrorDetail[];
  /** ID of the request, to quote to support. */
  requestId: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  retryAfterMs: number | undefined;
  /** Details, advice, outcome and request ID, one per line. */
  description: string;
  /** With further channels: what happened on each. */
  attempts?: readonly FallbackAttempt[];
  /** *ask* with several people: what became of the question to each. */
  asked?: readonly AskedPerson[];
}

/** What a platform calls an account. */
export type AccountWord = 'account' | 'credential';

/** What became of the message, within the sentence that says what happened: some places show nothing else of an error. */
function outcomeWords(outcome: Outcome): string {
  return outcome === 'unknown'
    ? 'the message may have been sent; check before you send it again'
    : 'not sent';
}

const MAY_HAVE_BEEN_SENT =
  'The message may have been sent. It is not sent again automatically. Look it up in the portal, or ask the recipient, before you send it again.';

/** A text of the service can have any length; `raw` contains all of it. */
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 200;
const MOST_DETAILS = 100;

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

/** What happened, with the first thing that is wrong in a field, unless the sentence names it already. */
function withReason(message: string, [first]: readonly ErrorDetail[]): string {
  const [reason] = first?.messages ?? [];
  if (first === undefined || reason === undefined || message.includes(reason)) return message;
  const { label = first.parameter } = first;
  return `${message.replace(/[.:;\s]+$/, '')}: ${label === '' ? '' : `${label}: `}${reason}`;
}

/**
 * The only error of the core. `message` says what happened and whether the message was sent: "The service did not answer in time (the
 * message may have been sent; …)". It never contains credentials, the request or the platform's own error.
 */
export class MessagingError extends Error {
  override readonly name = 'MessagingError';
  /** What happened, without the outcome that `message` adds to it. */
  readonly fact: string;
  readonly sends: boolean;
  readonly outcome: Outcome;
  readonly code: string;
  /** With `{account}`, see `adviceFor`. */
  readonly advice: string | undefined;
  readonly status: number | undefined;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;
  readonly attempts: readonly FallbackAttempt[] | undefined;
  readonly asked: readonly AskedPerson[] | undefined;

  constructor(fields: MessagingErrorFields) {
    const { sends = true, outcome, message, details = [] } = fields;
    const fact = shortened(withReason(message, details), LONGEST_MESSAGE);
    super(sends ? `${fact.replace(/\.$/, '')} (${outcomeWords(outcome)})` : fact);
    this.fact = fact;
    this.sends = sends;
    this.outcome = outcome;
    this.code = typeof fields.code === 'string' ? fields.code : shortened(fields.code.given, LONGEST_NAME);
    this.advice = fields.advice;
    this.status = fields.status;
    this.details = details.slice(0, MOST_DETAILS).map(({ parameter, label, messages }) => ({
      parameter: shortened(parameter, LONGEST_NAME),
      ...(label === undefined ? {} : { label }),
      messages: messages.slice(0, MOST_DETAILS).map((message) => shortened(message, LONGEST_MESSAGE)),
    }));
    this.requestId = fields.requestId === undefined ? undefined : shortened(fields.requestId, LONGEST_NAME);
    this.retryAfterMs = fields.retryAfterMs;
    this.raw = fields.raw;
    this.attempts = fields.attempts;
    this.asked = fields.asked;
  }

  /** What to do next, in the words of a platform. */
  adviceFor(account: AccountWord = 'account'): string | undefined {
    return this.advice?.replaceAll('{account}', account);
  }

  /** Details, advice, outcome and request id, one per line: what a platform shows below the message. */
  describe(account?: AccountWord): string {
    return [
      ...this.details.map(({ parameter, label = parameter, messages }) =>
        [label, inOneLine(...messages)].filter((part) => part !== '').join(': '),
      ),
      this.adviceFor(account),
      this.outcome === 'unknown' ? MAY_HAVE_BEEN_SENT : undefined,
      this.requestId === undefined ? undefined : `Request ID for support: ${this.requestId}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n');
  }

  get description(): string {
    return this.describe();
  }

  /** The fields a flow can react to, as plain data. */
  toData(account?: AccountWord): ErrorData {
    const { message, code, outcome, status, details, requestId, retryAfterMs } = this;
    const description = this.describe(account);
    const { attempts, asked } = this;
    return {
      ...{ message, code, outcome, status, details, requestId, retryAfterMs, description },
      ...(attempts === undefined ? {} : { attempts }),
      ...(asked === undefined ? {} : { asked }),
    };
  }
}

/** A request that breaks the contract; nothing was sent. */
export function invalidRequest(problems: Problem[]): MessagingError {
  const [first] = problems;
  const more =
    problems.length > 1
      ? `, and ${problems.length - 1} more ${problems.length === 2 ? 'problem' : 'problems'}`
      : '';
  return new MessagingError({
    message: `${first?.message ?? 'The request is not valid'}${more}`,
    advice: 'Correct the fields named above.',
    outcome: 'not_sent',
    code: 'invalid_request',
    details: problems.map(({ path, label, rule, got }) => ({
      parameter: path,
      ...(label === undefined ? {} : { label }),
      messages: [got === undefined ? rule : withGot(rule, got)],
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

/** The error of a call or a check that is not about sending a message: none can have been sent, and the error says nothing about one. */
export function nothingSent(error: MessagingError): MessagingError {
  if (!error.sends) return error;
  return changed(error, { sends: false, ...(error.outcome === 'unknown' ? { outcome: 'not_sent' } : {}) });
}

/** A copy of an error with other fields; `message` is what happened, without the outcome. */
export function changed(error: MessagingError, fields: Partial<MessagingErrorFields>): MessagingError {
  const copy = new MessagingError({ ...error, message: error.fact, code: { given: error.code }, ...fields });
  return withStackOf(error, copy);
}

/**
 * Turns whatever was thrown into a MessagingError. A fault of this package shows its own message and counts as `unknown`. Its stack is that
 * of what was thrown.
 */
export function asMessagingError(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  const fault = new MessagingError({
    message: `Unexpected fault in this package: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Please report it with the steps that led here.',
    outcome: 'unknown',
    code: INTERNAL_FAULT,
  });
  return error instanceof Error ? withStackOf(error, fault) : fault;
}

const INTERNAL_FAULT = 'internal_fault';

/** Sentences in one line, each with the full stop that the next one needs; those of a service often have one already. */
export function inOneLine(...sentences: Array<string | undefined>): string {
  return sentences
    .map((sentence) => sentence?.trim() ?? '')
    .filter((sentence) => sentence !== '')
    .map((sentence, index, all) =>
      index === all.length - 1 || /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`,
    )
    .join(' ');
}

/** Where in this package a fault happened, for a log; undefined if an error is none. */
export function stackOfFault({ code, stack }: MessagingError): string | undefined {
  return code === INTERNAL_FAULT ? stack : undefined;
}

function withStackOf({ stack }: Error, error: MessagingError): MessagingError {
  if (stack !== undefined) error.stack = stack;
  return error;
}
