import { fault, say, type Fault } from '../../errors/texts';
import { asText, decimalIn, fieldsNamed, isFilled, isRecord, readField, readText } from '../../reading';
import { jsonIn } from '../../receive/body';
import { known } from '../../receive/vocabulary';
import { MessagingError, type ErrorDetail } from '../outcome/errors';
import type { TransportResponse } from '../calls/transport';
import { isServiceError, namesMessage } from './rule';

/** An answer of the service: its body, parsed if it is JSON, and the id to quote to support. */
export interface Answer {
  status: number;
  requestId: string | undefined;
  raw: unknown;
  isJson: boolean;
  retryAfterMs: number | undefined;
  location: string | undefined;
  /** The field that contains the id of a message, if the account names one. */
  messageIdField?: string | undefined;
}

/** Reads an answer. */
export function readAnswer(response: TransportResponse): Answer {
  const json = jsonIn(response.body);
  return {
    status: response.status,
    requestId: readText(response.headers, 'x-service-request-id'),
    raw: json === undefined ? beginningOf(response.body) : json.value,
    isJson: json !== undefined,
    retryAfterMs: readRetryAfter(response),
    location: readText(response.headers, 'location'),
  };
}

/** A proxy's page can have megabytes, and every message of a call keeps it. */
const LONGEST_TEXT = 10_000;

function beginningOf(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT)} … (cut: ${text.length} characters)`;
}

/** The Retry-After of an answer in milliseconds; a date counts from `now`. */
export function readRetryAfter({ headers }: TransportResponse, now: number = Date.now()): number | undefined {
  const header = readText(headers, 'retry-after');
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  // Date.parse() alone would also read "-5", "1.5" and "about 5" as dates, and one without a zone, as of asctime(), as local time.
  const isDate = /^[A-Za-z]{3,9}[, ].*\d\d:\d\d:\d\d/.test(header.trim());
  const date = isDate ? Date.parse(header.trim().replace(/ \d{4}$/, '$& GMT')) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What the service says in the body of an error (service facts: errorCode, errorMessage, errorDetails). */
export interface ServiceFault {
  code: string | undefined;
  message: string | undefined;
  details: ErrorDetail[];
}

/** The names in the body of an error. */
const NAMES = {
  code: known('errorCode', 'code'),
  message: known('errorMessage', 'message', 'title', 'error'),
  details: known('errorDetails'),
  parameter: known('parameter', 'field'),
  messages: known('messages', 'message'),
};

/** Reads an error body tolerantly: under `error`, else at its top; undefined if nothing in it points to an error. */
export function readFault(body: unknown): ServiceFault | undefined {
  const places = [readField(body, 'error'), body];
  const code = firstSaid(places, NAMES.code);
  const message = firstSaid(places, NAMES.message);
  const details = places.map(readDetails).find(({ length }) => length > 0) ?? [];
  return code === undefined && message === undefined && details.length === 0
    ? undefined
    : { code, message, details };
}

/** The first text or number of these names that says something. */
function firstSaid(places: readonly unknown[], names: readonly string[]): string | undefined {
  return places
    .flatMap((place) => names.flatMap((name) => fieldsNamed(place, name)))
    .filter(isFilled)
    .map(asText)
    .find((text) => text !== undefined);
}

/** The errors of single fields: a list of objects or texts, or an object with the messages by field. */
function readDetails(fault: unknown): ErrorDetail[] {
  const errors =
    readField(readField(fault, ...NAMES.details), 'errors') ?? readField(fault, 'errors', ...NAMES.details);
  const details = Array.isArray(errors)
    ? errors.map(readDetail)
    : Object.entries(isRecord(errors) ? errors : {}).map(([parameter, messages]) => ({
        parameter,
        messages: readTexts(messages),
      }));
  return details.filter(({ messages }) => messages.length > 0);
}

function readDetail(entry: unknown): ErrorDetail {
  return {
    parameter: readText(entry, ...NAMES.parameter) ?? '',
    messages: readTexts(isRecord(entry) ? readField(entry, ...NAMES.messages) : entry),
  };
}

function readTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(asText).filter((text) => text !== undefined);
}

/** The error for an answer with a status other than 2xx (specification 7, service facts). One that names a message may have sent it. */
export function statusError(answer: Answer): MessagingError {
  return answerError(meaningOf(answer), answer, readFault(answer.raw));
}

/** The error for a message that the service refused in an answer with status 2xx, or in a part of it. */
export function refusal(answer: Answer, said = answer.raw): MessagingError {
  return answerError(fault('refused'), answer, readFault(said));
}

/** The error for an answer, with what the service itself says. */
export function answerError(
  { message: before, ...meaning }: Fault,
  { status, requestId, retryAfterMs, raw }: Pick<Answer, 'status' | 'requestId' | 'retryAfterMs' | 'raw'>,
  { code = meaning.code, message: after, details }: Partial<ServiceFault> = {},
): MessagingError {
  const message = after === undefined ? before : say('colon', { before, after });
  return new MessagingError({ ...meaning, message, code, details, status, requestId, retryAfterMs, raw });
}

function meaningOf({ status, retryAfterMs, location, raw, messageIdField }: Answer): Fault {
  // A redirect does not tell whether the server that sent it has processed the request.
  if (status >= 300 && status < 400)
    return location === undefined
      ? fault('redirected')
      : fault('redirected.to', { address: location.replace(/\?.*$/s, '') });
  const failed = fault('service_failed', { status });
  if (namesMessage(raw, messageIdField)) return failed;
  if (status === 503 && retryAfterMs !== undefined)
    return fault('service_unavailable', { seconds: Math.ceil(retryAfterMs / 1000) });
  const isRefused = NOT_PROCESSED.has(status) || (isServiceError(raw) && status >= 400 && status < 500);
  return isRefused ? fault(meanings.get(status) ?? 'refused') : failed;
}

/**
 * The statuses that by RFC 9110 (426 to 451: RFC 6585, 7725) say that the request was not processed. Any other may come from a gateway that
 * has already passed the message on.
 */
const NOT_PROCESSED: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 407, 410, 411, 413, 414, 415, 421, 426, 429, 431, 451,
]);

const meanings = new Map<number, 'wrong_credentials' | 'not_permitted' | 'not_found' | 'too_many_requests'>([
  [401, 'wrong_credentials'],
  [403, 'not_permitted'],
  [404, 'not_found'],
  [429, 'too_many_requests'],
]);

const POINT_NAMES = known('balance', 'points', 'credit', 'credits', 'pointBalance');

/** The point balance: a bare number, or a number with a usual name, up to one level down; undefined if there is none. */
export function readPoints(body: unknown): number | undefined {
  const inner = isRecord(body) ? Object.values(body) : [];
  return [body, ...[body, ...inner].flatMap((each) => POINT_NAMES.map((name) => readField(each, name)))]
    .map(asNumber)
    .find((points) => points !== undefined);
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'string' ? decimalIn(value) : typeof value === 'number' ? value : undefined;
}
