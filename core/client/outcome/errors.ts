import { problemText, type Problem, problemAt } from '../../contract/problem';
import { sentence, textOf, type Edge, type Said, type Sentence } from '../../errors/sentence';
import { fault, requestFault, say, type Fault } from '../../errors/texts';
import { present, messageIn } from '../../reading';
import type { AttemptResult, Outcome } from './outcome';

export type { Outcome };

/** What is wrong with one field of the request, as text. */
export type ErrorDetail = Problem & { messages: string[] };

/** `code` may also be the one that the service or an earlier error gave. */
export interface MessagingErrorFields extends Omit<Fault, 'advice'> {
  /** What to do next, each in one sentence. */
  advice?: Sentence | readonly Sentence[] | undefined;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  details?: readonly Problem[] | undefined;
  /** `x-service-request-id` of the answer, to quote to support. */
  requestId?: string | undefined;
  /** How long the service asked to wait before the next try, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The body of the answer, parsed if it was JSON. */
  raw?: unknown;
  /** What became of it on each channel, or of a question to each person, if there are several. */
  attempts?: readonly AttemptResult[] | undefined;
  /**
   * Whether the error says what became of the message; yes, unless given. A call that sends no message has nothing to say about one, and a
   * message that was sent and then failed has been sent.
   */
  sends?: boolean | undefined;
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
  /** The answer of the service, if there was one. What is no JSON is cut after 10,000 characters. */
  raw?: unknown;
  /** With fallback channels, and *ask* with several people: what became of each. */
  attempts?: readonly AttemptResult[];
}

/** A text of the service can have any length; `raw` contains all of it. */
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 200;
const MOST_DETAILS = 100;

function shortened(text: string, longest = LONGEST_MESSAGE): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

function shortenedFact(said: Sentence): Sentence {
  const text = textOf(said);
  return text.length > LONGEST_MESSAGE ? say('words', { words: shortened(text) }) : said;
}

/** What happened, with the first thing that is wrong in a field, unless the sentence names it already. */
function withReason(message: Sentence, [first]: readonly Problem[]): Sentence {
  const [reason] = first?.messages ?? [];
  if (first === undefined || reason === undefined || textOf(message).includes(textOf(reason))) return message;
  return say('colon', { before: message, after: problemText(first) });
}

/**
 * The only error of the core. `message` says what happened and whether the message was sent: "The service did not answer in time (the
 * message may have been sent; …)". It never contains credentials, the request or the platform's own error. All texts are data until
 * somebody reads them: its fields have them in English, and its methods as an `Edge` reads them.
 */
export class MessagingError extends Error {
  override readonly name = 'MessagingError';
  /** What happened, without the outcome that `message` adds to it. */
  readonly fact: string;
  /** What to do next, as data. */
  readonly advice: readonly Sentence[];
  readonly sends: boolean;
  readonly outcome: Outcome;
  readonly code: string;
  readonly status: number | undefined;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;
  readonly attempts: readonly AttemptResult[] | undefined;
  /** `fact` as data, for another error or another language. */
  readonly said: Sentence;
  readonly #fields: MessagingErrorFields;

  constructor(fields: MessagingErrorFields) {
    const { sends = true, details = [], requestId } = fields;
    const said = shortenedFact(withReason(fields.message, details));
    super(textOf(withOutcome(said, { sends, outcome: fields.outcome })));
    this.said = said;
    this.fact = textOf(said);
    this.sends = sends;
    this.outcome = fields.outcome;
    this.code = shortened(fields.code, LONGEST_NAME);
    this.status = fields.status;
    this.requestId = requestId === undefined ? undefined : shortened(requestId, LONGEST_NAME);
    this.retryAfterMs = fields.retryAfterMs;
    this.raw = fields.raw;
    this.attempts = fields.attempts;
    this.#fields = fields;
    this.details = this.detailsFor();
    this.advice = [fields.advice ?? []].flat();
  }

  /** `message` as data, for another error or another language. */
  get whole(): Sentence {
    return withOutcome(this.said, this);
  }

  /** What to do next. */
  adviceFor(edge?: Edge): string | undefined {
    return inOneLine(...this.advice.map((each) => textOf(each, edge))) || undefined;
  }

  private detailsFor(edge?: Edge): ErrorDetail[] {
    const { details = [] } = this.#fields;
    return details.slice(0, MOST_DETAILS).map(({ parameter, label, messages }) =>
      present({
        parameter: shortened(parameter, LONGEST_NAME),
        label,
        messages: messages.slice(0, MOST_DETAILS).map((message) => shortened(textOf(message, edge))),
      }),
    );
  }

  /** Details, advice, outcome and request id, one per line: what a platform shows below the message. */
  describe(edge?: Edge): string {
    const { requestId } = this;
    return [
      ...this.detailsFor(edge).map(({ parameter, label, messages }) =>
        messages.length === 0
          ? (label ?? parameter)
          : textOf(problemText(problemAt(parameter, inOneLine(...messages), label)), edge),
      ),
      this.adviceFor(edge),
      this.outcome === 'unknown' ? textOf(say('lookItUp'), edge) : undefined,
      requestId === undefined ? undefined : textOf(say('requestId', { requestId }), edge),
    ]
      .filter((line) => line !== undefined)
      .join('\n');
  }

  /** The fields a flow can react to, as plain data. */
  toData(edge?: Edge): ErrorData {
    const { code, outcome, status, requestId, retryAfterMs, attempts, raw } = this;
    const message = textOf(this.whole, edge);
    const details = this.detailsFor(edge);
    return {
      ...{ message, code, outcome, status, details, requestId, retryAfterMs },
      description: this.describe(edge),
      ...present({ raw, attempts }),
    };
  }

  /** A copy with something more to do, before the rest. */
  withAdviceBefore(first: Sentence): MessagingError {
    return this.with({ advice: [first, ...this.advice] });
  }

  /** A copy with other fields; `message` is what happened, without the outcome. */
  with(fields: Partial<MessagingErrorFields>): MessagingError {
    return withStackOf(this, new MessagingError({ ...this.#fields, ...fields }));
  }
}

/** What became of the message stands within the sentence that says what happened: some places show nothing else of an error. */
function withOutcome(fact: Sentence, { sends, outcome }: { sends: boolean; outcome: Outcome }): Sentence {
  if (!sends) return fact;
  return outcome === 'unknown' ? say('mayBeSent', { fact }) : say('nothingSent', { fact });
}

/** A request that breaks the contract; nothing was sent. */
export function invalidRequest(problems: readonly Problem[]): MessagingError {
  const [first, ...others] = problems;
  const problem = first === undefined ? say('notValid') : problemText(first);
  const more = others.length;
  const fault =
    more === 0
      ? requestFault('invalid_request', { problem })
      : requestFault('invalid_request.more', { problem, more });
  return new MessagingError({ ...fault, details: problems });
}

/** One wrong field, named by its path and, if a form was filled in, by its label; nothing was sent. */
export function invalidField(
  path: string,
  rule: Sentence,
  { got, label }: { got?: Said | undefined; label?: string | undefined } = {},
): MessagingError {
  const { key, english, values } = rule;
  return invalidRequest([problemAt(path, sentence(key, english, { got, ...values }), label)]);
}

/** The error of a call or a check that sends no message, so it says nothing about one. */
export function nothingSent(error: MessagingError): MessagingError {
  if (!error.sends) return error;
  return error.with({ sends: false, ...(error.outcome === 'unknown' ? { outcome: 'not_sent' } : {}) });
}

/**
 * Turns whatever was thrown into a MessagingError. A fault of this package shows its own message and counts as `unknown`. Its stack is that
 * of what was thrown.
 */
export function asMessagingError(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  const reason = messageIn(error);
  const failure = new MessagingError(fault(INTERNAL_FAULT, { reason }));
  return error instanceof Error ? withStackOf(error, failure) : failure;
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

/** Where a fault of this package happened, for a log; undefined for any other error. */
export function stackOfFault({ code, stack }: MessagingError): string | undefined {
  return code === INTERNAL_FAULT ? stack : undefined;
}

function withStackOf({ stack }: Error, error: MessagingError): MessagingError {
  if (stack !== undefined) error.stack = stack;
  return error;
}
