import { readProperty } from '../../reading';
import type { ErrorCode } from '../outcome/errorCodes';
import { MessagingError, type Outcome } from '../outcome/errors';
import { TransportFailure } from './transport';

interface NetworkFailure {
  outcome: Outcome;
  code: ErrorCode;
  message: string;
  advice: string;
}

const checkAddress = 'Check the base URL in the {account}, and that this machine can reach it.';

const unreachable = (reason: string): NetworkFailure => ({
  outcome: 'not_sent',
  code: 'unreachable',
  message: `The service cannot be reached: ${reason}`,
  advice: checkAddress,
});

const untrusted = (reason: string): NetworkFailure => ({
  outcome: 'not_sent',
  code: 'untrusted_certificate',
  message: `No secure connection to the service: ${reason}`,
  advice:
    'Check the base URL. If the certificate comes from your own certificate authority, make Node.js trust that authority.',
});

const noTls: NetworkFailure = {
  outcome: 'not_sent',
  code: 'no_tls',
  message: 'No secure connection to the service: nothing at this address speaks TLS 1.2 or 1.3',
  advice: checkAddress,
};

const timedOut: NetworkFailure = {
  outcome: 'unknown',
  code: 'timed_out',
  message: 'The service did not answer in time',
  advice: 'Increase the time-out, or try again later.',
};

const tlsBroken: NetworkFailure = {
  outcome: 'unknown',
  code: 'connection_lost',
  message: 'The secure connection to the service broke',
  advice: 'Check the base URL in the {account}, and that the service speaks TLS 1.2 or 1.3 there.',
};

const connectionLost: NetworkFailure = {
  outcome: 'unknown',
  code: 'connection_lost',
  message: 'The connection to the service broke before its answer was complete',
  advice: 'Check the network between this machine and the service.',
};

const answerTooLarge: NetworkFailure = {
  outcome: 'unknown',
  code: 'unreadable_answer',
  message: 'The answer is far longer than any answer from the service',
  advice: 'Check the base URL in the {account}: the answer may come from a proxy or another server.',
};

const answerNotHttp: NetworkFailure = {
  ...answerTooLarge,
  message: 'The service answered with something that is not HTTP',
};

const cancelled: NetworkFailure = {
  outcome: 'unknown',
  code: 'cancelled',
  message: 'The request was cancelled before the service answered',
  advice: 'The node was stopped while the request was under way.',
};

const cancelledInTime: NetworkFailure = {
  ...cancelled,
  outcome: 'not_sent',
  message: 'The request was cancelled before it was sent',
  advice: 'The node was stopped before the request had its turn.',
};

/** The flow was stopped before the request started. */
export function cancelledBefore(): MessagingError {
  return new MessagingError(cancelledInTime);
}

const callsBeforeSending = ['connect', 'getaddrinfo'];

const reasonsOfNoConnection = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'its host name is unknown'],
  ['EAI_AGAIN', 'its host name cannot be looked up'],
  ['EHOSTUNREACH', 'there is no route to its host'],
  ['ENETUNREACH', 'there is no route to its network'],
  ['ECONNRESET', 'it closed the connection at once'],
  ['ETIMEDOUT', 'connecting took too long'],
]);

const reasonsOfNoTrust = new Map([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate comes from an unknown authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate comes from an unknown authority'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
]);

/** The error codes of Node.js for a certificate that it does not trust; it then closes the connection before it sends the request. */
const NO_TRUST =
  /^(?:(?:CERT|CRL|UNABLE_TO|ERROR_IN)_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|SUBJECT_ISSUER_MISMATCH)$/;

const failuresByCode = new Map<string, NetworkFailure>([
  // These three mean that there was no connection, whatever else the error says.
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].map((code): [string, NetworkFailure] => [
    code,
    unreachable(reasonOf(code)),
  ]),
  ['ECONNABORTED', timedOut],
  ['ETIMEDOUT', timedOut],
  ['ESOCKETTIMEDOUT', timedOut],
  ['ECONNRESET', connectionLost],
  ['EPIPE', connectionLost],
  ['ERR_CANCELED', cancelled],
  ['ERR_ANSWER_TOO_LARGE', answerTooLarge],
]);

/** Turns whatever a transport rejected with into a MessagingError. */
export function fromTransportFailure(failure: unknown): MessagingError {
  if (failure instanceof MessagingError) return failure;
  const known = causesOf(failure)
    .map(failureOf)
    .filter((found) => found !== undefined);
  // The outer error of a library often says less than the error that caused it.
  const certain = known.find(({ outcome }) => outcome === 'not_sent');
  return new MessagingError(certain ?? known[0] ?? connectionLost);
}

function failureOf(failure: unknown): NetworkFailure | undefined {
  if (failure instanceof TransportFailure && failure.proxy !== undefined) return proxyFailure(failure);
  const code = textProperty(failure, 'code') ?? '';
  const found = certificateFailure(code) ?? failuresByCode.get(code);
  if (found?.outcome === 'not_sent') return found;
  const isTlsError = TLS_ERROR.test(code);
  if (isBeforeSending(failure)) {
    if (found === cancelled) return cancelledInTime;
    return isTlsError ? handshakeFailure(code) : unreachable(reasonOf(code));
  }
  if (isTlsError) return tlsBroken;
  return found ?? (code.startsWith('HPE_') ? answerNotHttp : undefined);
}

/**
 * Any TLS error. It says nothing about what was sent: it can come at any time, even after the service has read the request, and an alert
 * has the same name during the handshake and after it.
 */
const TLS_ERROR = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/;

function handshakeFailure(code: string): NetworkFailure {
  return code.includes('_ALERT_') ? untrusted('it refuses the connection') : noTls;
}

function certificateFailure(code: string): NetworkFailure | undefined {
  const reason = reasonsOfNoTrust.get(code);
  if (reason !== undefined) return untrusted(reason);
  return NO_TRUST.test(code) ? untrusted('its certificate cannot be verified') : undefined;
}

/** A proxy refused the request or lost it before the tunnel to the service was open, so no byte of the request had been sent through. */
function proxyFailure({ proxy, status, code, message }: TransportFailure): NetworkFailure {
  const name = proxy === undefined || proxy === '' ? 'The proxy' : `The proxy ${proxy}`;
  const reason =
    status === undefined ? (reasonsOfNoConnection.get(code ?? '') ?? message) : `status ${status}`;
  return {
    outcome: 'not_sent',
    code: status !== undefined ? 'proxy_refused' : code === 'ETIMEDOUT' ? 'timed_out' : 'proxy_unreachable',
    message:
      status === undefined
        ? `${name} cannot be reached: ${reason}`
        : `${name} refuses to connect to the service: ${reason}`,
    advice:
      'Check the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and the user name and password for the proxy.',
  };
}

function isBeforeSending(failure: unknown): boolean {
  return (
    readProperty(failure, 'nothingSent') === true ||
    callsBeforeSending.includes(textProperty(failure, 'syscall') ?? '') ||
    // Only this sentence of Node.js tells that a connection ended during the handshake.
    /before secure TLS connection was established/.test(textProperty(failure, 'message') ?? '')
  );
}

function reasonOf(code: string): string {
  return reasonsOfNoConnection.get(code) ?? `no connection could be made${code === '' ? '' : ` (${code})`}`;
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

function textProperty(value: unknown, name: string): string | undefined {
  const found = readProperty(value, name);
  return typeof found === 'string' ? found : undefined;
}
