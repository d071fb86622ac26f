import type { Sentence } from '../../errors/sentence';
import { fault, say, type Fault } from '../../errors/texts';
import { asText, readProperty } from '../../reading';
import { MessagingError } from '../outcome/errors';
import { TransportFailure, type TransportFault } from './transport';

const cancelled = fault('cancelled');

const callsBeforeSending = ['connect', 'getaddrinfo'];

/** What went wrong, by the codes of Node.js. */
const reasons = {
  ECONNREFUSED: 'connectionRefused',
  ENOTFOUND: 'hostUnknown',
  EAI_AGAIN: 'hostNotLookedUp',
  EHOSTUNREACH: 'noRouteToHost',
  ENETUNREACH: 'noRouteToNetwork',
  ECONNRESET: 'closedAtOnce',
  ETIMEDOUT: 'connectingTooLong',
  CERT_HAS_EXPIRED: 'expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownAuthority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
} as const;

/** The error codes of Node.js for a certificate that it does not trust; it then closes the connection before it sends the request. */
const NO_TRUST =
  /^(?:(?:CERT|CRL|UNABLE_TO|ERROR_IN|DEPTH_ZERO|SELF_SIGNED)_\w+|ERR_TLS_CERT_ALTNAME_INVALID|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|SUBJECT_ISSUER_MISMATCH)$/;

const failuresByCode = new Map<string, Fault>([
  // These three mean that there was no connection, whatever else the error says.
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].map((code): [string, Fault] => [code, unreachable(code)]),
  ...['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'].map((code): [string, Fault] => [
    code,
    fault('timed_out'),
  ]),
  ['ERR_CANCELED', cancelled],
  ['ERR_ANSWER_TOO_LARGE', fault('unreadable_answer.long')],
]);

/** Turns whatever a transport rejected with into a MessagingError. */
export function fromTransportFailure(failure: unknown): MessagingError {
  if (failure instanceof MessagingError) return failure;
  const own = failure instanceof TransportFailure ? failure.fault : undefined;
  if (own?.proxy !== undefined) return new MessagingError(proxyFailure(own));
  const known = causesOf(own ?? failure)
    .map(failureOf)
    .filter((found) => found !== undefined);
  // The outer error of a library often says less than the error that caused it.
  const certain = known.find(({ outcome }) => outcome === 'not_sent');
  return new MessagingError(certain ?? known[0] ?? fault('connection_lost'));
}

function failureOf(failure: unknown): Fault | undefined {
  const code = asText(readProperty(failure, 'code')) ?? '';
  if (NO_TRUST.test(code)) return untrusted(reasonOf(code) ?? say('notVerified'));
  const found = failuresByCode.get(code);
  if (found?.outcome === 'not_sent') return found;
  const isTlsError = TLS_ERROR.test(code);
  if (isBeforeSending(failure)) {
    if (found === cancelled) return fault('cancelled.before');
    return isTlsError ? handshakeFailure(code) : unreachable(code);
  }
  if (isTlsError) return fault('connection_lost.tls');
  return found ?? (code.startsWith('HPE_') ? fault('unreadable_answer.noHttp') : undefined);
}

/**
 * Any TLS error. It says nothing about what was sent: it can come at any time, even after the service has read the request, and an alert
 * has the same name during the handshake and after it.
 */
const TLS_ERROR = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/;

function handshakeFailure(code: string): Fault {
  return code.includes('_ALERT_') ? untrusted(say('refusesTls')) : fault('no_tls');
}

/** A proxy refused the request or lost it before the tunnel to the service was open, so no byte of the request had been sent through. */
function proxyFailure({ proxy: name, status, code, message }: TransportFault): Fault {
  const proxy = name === undefined || name === '' ? say('aProxy') : say('proxy', { name });
  if (status !== undefined) return fault('proxy_refused', { proxy, status });
  const reason = reasonOf(code ?? '') ?? message;
  return fault(code === 'ETIMEDOUT' ? 'timed_out.proxy' : 'proxy_unreachable', { proxy, reason });
}

function isBeforeSending(failure: unknown): boolean {
  return (
    readProperty(failure, 'nothingSent') === true ||
    callsBeforeSending.includes(asText(readProperty(failure, 'syscall')) ?? '') ||
    // Only this sentence of Node.js tells that a connection ended during the handshake.
    /before secure TLS connection was established/.test(asText(readProperty(failure, 'message')) ?? '')
  );
}

function unreachable(code: string): Fault {
  const unknown = code === '' ? say('noConnection') : say('noConnectionBut', { code });
  return fault('unreachable', { reason: reasonOf(code) ?? unknown });
}

function reasonOf(code: string): Sentence | undefined {
  const [, key] = Object.entries(reasons).find(([each]) => each === code) ?? [];
  return key && say(key);
}

function untrusted(reason: Sentence): Fault {
  return fault('untrusted_certificate', { reason });
}

const MAX_CAUSES = 8;

/** The error, its causes, and the errors inside an AggregateError. */
function causesOf(failure: unknown): unknown[] {
  const chain = [failure];
  for (let index = 0; index < chain.length && chain.length < MAX_CAUSES; index += 1) {
    const cause = readProperty(chain[index], 'cause');
    const attempts = readProperty(chain[index], 'errors');
    chain.push(...(cause === undefined ? [] : [cause]), ...(Array.isArray(attempts) ? attempts : []));
  }
  return chain;
}
