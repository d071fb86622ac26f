import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
  Client,
  defaultRetry,
  LARGEST_ANSWER_BYTES,
  TransportFailure,
  withoutSecrets,
  type Transport,
  type TransportResponse,
} from '../../../core/client';
import { asText, isRecord, readList, readText } from '../../../core/reading';
import { accountOf } from '../../account';
import { cancelSignalOf } from '../items';

const CREDENTIAL = 'messagingServiceApi';

/** A client of the service over n8n's request helper, with the node's credential. `timeoutMs` is how long to wait for an answer. */
export async function clientOf(context: IExecuteFunctions, timeoutMs: number): Promise<Client> {
  const credential = await context.getCredentials(CREDENTIAL);
  return new Client({
    account: accountOf(credential),
    transport: transportOf(context, credential),
    timeoutMs,
    retry: isTriedAgain(context) ? { ...defaultRetry, retries: 0 } : defaultRetry,
  });
}

const RUN_KEY = 'messagingServiceRun';

/**
 * Whether n8n's Retry on Fail runs the node again. What the service asks to send again is then tried once more each time, so that the
 * tries of the node and those of n8n do not multiply: 4 at first and one in each further run of the node.
 */
function isTriedAgain(context: IExecuteFunctions): boolean {
  // An AI agent that runs the node as its tool has no context.
  if (typeof context.getContext !== 'function') return false;
  const store = context.getContext('node');
  const run = String(context.getWorkflowDataProxy(0).$runIndex);
  const again = store[RUN_KEY] === run;
  store[RUN_KEY] = run;
  return again;
}

function transportOf(context: IExecuteFunctions, data: ICredentialDataDecryptedObject): Transport {
  // Handed on as it was read: else n8n would load and decrypt it from the database for every request.
  const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
  const send: Transport = async ({ method, url, headers, body, timeoutMs }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const cancel = cancelSignalOf(context);
    const ending = cancel === undefined ? deadline : AbortSignal.any([cancel, deadline]);
    const request: IHttpRequestOptions = {
      method,
      url,
      headers,
      timeout: timeoutMs,
      abortSignal: ending,
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : asBuffer(body) }),
    };
    try {
      const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
        endingWith(ending, context),
        CREDENTIAL,
        request,
        { credentialsDecrypted },
      );
      const { status, ...rest } = partsOf(response);
      if (url.startsWith('https:') && isUnencrypted(rest.body)) throw refusedByProxy(status);
      return await readResponse({ status, ...rest }, deadline);
    } catch (error) {
      const timedOut = deadline.aborted && cancel?.aborted !== true;
      throw error instanceof TransportFailure ? error : networkFailure(error, timedOut);
    }
  };
  const { username, password } = data;
  return withoutSecrets(send, { username: asText(username) ?? '', password: asText(password) ?? '' });
}

/**
 * The node's context, with the signal that ends its requests: n8n prefers it to the request's. n8n's own time-out does not begin before
 * there is a connection, so that a proxy which says nothing would keep the execution for ever.
 */
function endingWith(signal: AbortSignal, context: IExecuteFunctions): IExecuteFunctions {
  return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

/**
 * Whether an answer came over a connection without TLS. At an https address that is what a proxy says instead of opening the way: n8n hands
 * it on as if it were the service's, and writes nothing of the request.
 */
function isUnencrypted(body: unknown): boolean {
  const socket: unknown = isReadable(body) ? Reflect.get(body, 'socket') : undefined;
  return isRecord(socket) && Reflect.get(socket, 'encrypted') !== true;
}

function refusedByProxy(status: number): TransportFailure {
  return new TransportFailure({
    message: `The proxy answers ${status}`,
    status,
    nothingSent: true,
    proxy: '',
  });
}

/** What a proxy is known by that ends the connection before it has opened the way: the words of the library that n8n uses. */
const LOST_AT_PROXY = 'Proxy connection ended before receiving CONNECT response';

/**
 * What the core knows a failure of the network by. n8n wraps it into an error of its own that has Node's error code as `httpCode`
 * and the first message among its `messages`; neither it nor the request, with its credentials, goes any further. The connection
 * itself is not to be seen here: only what Node.js says of a call that comes before any byte is sent proves that nothing was.
 */
function networkFailure(error: unknown, timedOut: boolean): TransportFailure {
  if (timedOut) return failureNamed('ETIMEDOUT', 'There was no answer in time');
  const messages = (readList(error, 'messages') ?? []).map(String);
  const lostAtProxy = messages.some((message) => message.includes(LOST_AT_PROXY));
  return new TransportFailure({
    message: lostAtProxy ? 'it closed the connection' : (messages[0] ?? 'The request failed'),
    code: readText(error, 'code', 'httpCode'),
    syscall: ['connect', 'getaddrinfo'].find((call) =>
      messages.some((message) => message.startsWith(`${call} `)),
    ),
    nothingSent: lostAtProxy,
    proxy: lostAtProxy ? '' : undefined,
  });
}

/** The same bytes, not copied: n8n sends a Buffer as it is. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface Parts {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

function partsOf(response: unknown): Parts {
  const { statusCode, headers, body } = isRecord(response) ? response : {};
  return {
    status: typeof statusCode === 'number' ? statusCode : 0,
    headers: isRecord(headers) ? headers : {},
    body,
  };
}

async function readResponse(
  { status, headers, body }: Parts,
  deadline: AbortSignal,
): Promise<TransportResponse> {
  return { status, headers, body: isReadable(body) ? await readBody(body, deadline) : '' };
}

/** What is needed of the stream that n8n gives. */
interface Readable extends AsyncIterable<Uint8Array> {
  destroy(error: Error): void;
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;
}

/**
 * The body as text. n8n itself has no limit for its length, and its time-out begins anew with every byte that comes: a server that does
 * not come to an end would keep the execution for ever.
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
