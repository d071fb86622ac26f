import {
  NodeOperationError,
  type ICredentialDataDecryptedObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
} from 'n8n-workflow';

import {
  withoutSecrets,
  type Transport,
  isUnencrypted,
  hadNoConnection,
  hadNoSecureConnection,
  LARGEST_ANSWER_BYTES,
  MessagingError,
  TransportFailure,
  type TransportResponse,
} from '../../../core/client';
import { readProperty, asText, isRecord, readList, readText } from '../../../core/reading';
import { CREDENTIAL, loginOf } from '../../account';
import { fault } from '../../texts';

/** Makes requests by n8n's request helper. */
export function transportOf(context: IExecuteFunctions, data: ICredentialDataDecryptedObject): Transport {
  // Passes the credential on as it was read; otherwise n8n would load and decrypt it from the database for every request.
  const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
  // A newer n8n would repeat a request that was answered with 401.
  const options = { credentialsDecrypted, preAuthenticationRetryStatusCode: [] };
  const keepsCause = keepsCauseOfErrors(context);
  const send: Transport = async ({ method, url, headers, body, timeoutMs }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const cancel = context.getExecutionCancelSignal();
    const ending = cancel === undefined ? deadline : AbortSignal.any([cancel, deadline]);
    const request: IHttpRequestOptions = {
      method,
      url,
      headers,
      timeout: timeoutMs,
      abortSignal: ending,
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: !keepsCause,
      disableFollowRedirect: true,
      // The same bytes without a copy: n8n sends a Buffer as it is.
      body: typeof body === 'object' ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
    };
    return await responseTo({ url, deadline, cancel }, () =>
      context.helpers.httpRequestWithAuthentication.call(
        endingWith(ending, context),
        CREDENTIAL,
        request,
        options,
      ),
    );
  };
  return withoutSecrets(send, loginOf(data));
}

/**
 * The node's context with the signal that ends its requests: n8n prefers this signal to the request's. n8n's own time-out starts only when
 * there is a connection, so a silent proxy would keep the execution running forever.
 */
function endingWith(signal: AbortSignal, context: IExecuteFunctions): IExecuteFunctions {
  return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

/**
 * Whether n8n's errors contain their cause. If so, an answer with an error status has its request, which shows whose answer it is, and a
 * failure shows whether anything was sent; other answers then hide their connection. An older n8n shows the connection of every answer, and
 * of no failure.
 */
function keepsCauseOfErrors(context: IExecuteFunctions): boolean {
  return (
    readProperty(new NodeOperationError(context.getNode(), new Error('Is it kept?')), 'cause') !== undefined
  );
}

/**
 * The answer to a request that is made by one of n8n's helpers.
 * @param deadline when its time is up
 * @param cancel when a person cancels the execution
 * @throws TransportFailure, or a MessagingError if n8n refuses the request
 */
export async function responseTo(
  { url, deadline, cancel }: { url: string; deadline: AbortSignal; cancel?: AbortSignal | undefined },
  call: () => Promise<unknown>,
): Promise<TransportResponse> {
  const isEncrypted = url.startsWith('https:');
  try {
    const { status, headers, body, request } = await answerOf(call);
    if (isEncrypted && isUnencrypted(request))
      throw new TransportFailure({
        message: `The proxy answers ${status}`,
        status,
        nothingSent: true,
        proxy: '',
      });
    return { status, headers, body: isReadable(body) ? await readBody(body, deadline) : '' };
  } catch (error) {
    if (isBlockedByN8n(error)) throw blockedByN8n(new URL(url));
    const timedOut = deadline.aborted && cancel?.aborted !== true;
    throw error instanceof TransportFailure ? error : networkFailure(error, { timedOut, isEncrypted });
  }
}

function blockedByN8n({ hostname: host }: URL): MessagingError {
  return new MessagingError(fault('blocked_by_n8n', { host }));
}

/** The words of n8n's library for a proxy that closes the connection before it has opened the tunnel. */
const LOST_AT_PROXY = 'Proxy connection ended before receiving CONNECT response';

/**
 * The network failure that the core needs. n8n wraps it in an error of its own, with Node's error code as `httpCode` and the first message
 * among its `messages`; neither that error nor the request, which contains the credentials, is passed on. If n8n does not show the
 * connection, only Node.js's report of a system call that precedes the first byte proves that nothing was sent.
 */
function networkFailure(
  error: unknown,
  { timedOut, isEncrypted }: { timedOut: boolean; isEncrypted: boolean },
): TransportFailure {
  const cause = readProperty(error, 'cause');
  const request = readProperty(cause, 'request');
  const messages = (readList(error, 'messages') ?? []).map(String);
  const lostAtProxy = messages.some((message) => message.includes(LOST_AT_PROXY));
  const code = timedOut
    ? 'ETIMEDOUT'
    : (readText(error, 'code', 'httpCode') ?? asText(readProperty(cause, 'code')));
  const nothingSent = lostAtProxy || (isEncrypted && hadNoSecureConnection(request));
  const atProxy = lostAtProxy || (nothingSent && code !== 'ERR_CANCELED' && hadNoConnection(request));
  const syscall = ['connect', 'getaddrinfo'].find((call) =>
    messages.some((message) => message.startsWith(`${call} `)),
  );
  return new TransportFailure({
    message: lostAtProxy ? 'it closed the connection' : (messages[0] ?? 'The request failed'),
    code,
    syscall: timedOut ? undefined : syscall,
    nothingSent,
    proxy: atProxy ? '' : undefined,
  });
}

/** The answer to a request, also if n8n gives it as the cause of an error. */
async function answerOf(call: () => Promise<unknown>) {
  try {
    const response = await call();
    const body = readProperty(response, 'body');
    return answer(readProperty(response, 'statusCode'), readProperty(response, 'headers'), body, body);
  } catch (error) {
    const cause = readProperty(error, 'cause');
    const response = readProperty(cause, 'response');
    if (!isRecord(response)) return await Promise.reject(error);
    return answer(response.status, response.headers, response.data, readProperty(cause, 'request'));
  }
}

/** @param request the Node.js request, or what shows its connection; undefined if n8n shows neither */
function answer(status: unknown, headers: unknown, body: unknown, request: unknown) {
  return {
    status: typeof status === 'number' ? status : 0,
    headers: isRecord(headers) ? headers : {},
    body,
    request,
  };
}

interface Readable extends AsyncIterable<Uint8Array> {
  destroy(error: Error): void;
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;
}

/**
 * The body as text. n8n has no limit for its length and restarts its time-out with every byte, so a server that never ends its answer would
 * keep the execution running forever.
 */
async function readBody(body: Readable, deadline: AbortSignal): Promise<string> {
  const giveUp = () => body.destroy(failureNamed('ETIMEDOUT', 'The answer did not end in time'));
  if (deadline.aborted) giveUp();
  deadline.addEventListener('abort', giveUp);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (length > LARGEST_ANSWER_BYTES) throw failureNamed('ERR_ANSWER_TOO_LARGE', 'The answer is too long');
      chunks.push(chunk);
    }
  } finally {
    deadline.removeEventListener('abort', giveUp);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function failureNamed(code: string, message: string): TransportFailure {
  return new TransportFailure({ message, code, nothingSent: false });
}

/** Whether n8n's protection against SSRF (`N8N_SSRF_PROTECTION_ENABLED`) refused a request before it sent anything. Its error may be the cause of others. */
export function isBlockedByN8n(error: unknown, depth = 4): boolean {
  if (error === undefined || depth === 0) return false;
  if (asText(readProperty(error, 'name'))?.startsWith('SsrfBlocked') === true) return true;
  return isBlockedByN8n(readProperty(error, 'cause'), depth - 1);
}
