import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
  Client,
  defaultVersion,
  LARGEST_ANSWER_BYTES,
  TransportFailure,
  type AccountSettings,
  type Transport,
  type TransportResponse,
} from '../../../core/client';
import { isRecord, readField, readList, readText } from '../../../core/reading';
import { cancelSignalOf } from '../items';

const CREDENTIAL = 'messagingServiceApi';

/** A client of the service over n8n's request helper, with the node's credential. `timeoutMs` is how long to wait for an answer. */
export async function clientOf(context: IExecuteFunctions, timeoutMs: number): Promise<Client> {
  const credential = await context.getCredentials(CREDENTIAL);
  return new Client({
    account: accountOf(credential),
    transport: transportOf(context, credential),
    timeoutMs,
  });
}

/** The account without user name and password: those are only handed on to n8n's request helper. */
function accountOf(credential: unknown): AccountSettings {
  const otherPaths = readField(credential, 'otherPaths') === true;
  return {
    baseUrl: readText(credential, 'baseUrl') ?? '',
    version: readText(credential, 'version') === '1' ? 1 : defaultVersion.version,
    versionIn: readText(credential, 'versionIn') === 'header' ? 'header' : defaultVersion.versionIn,
    batchPath: otherPaths ? readText(credential, 'batchPath') : undefined,
    balancePath: otherPaths ? readText(credential, 'balancePath') : undefined,
  };
}

function transportOf(context: IExecuteFunctions, data: ICredentialDataDecryptedObject): Transport {
  // Handed on as it was read: else n8n would load and decrypt it from the database for every request.
  const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
  return async ({ method, url, headers, body, timeoutMs }) => {
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
      return await readResponse(response, deadline);
    } catch (error) {
      const timedOut = deadline.aborted && cancel?.aborted !== true;
      throw error instanceof TransportFailure ? error : networkFailure(error, timedOut);
    }
  };
}

/**
 * The node's context, with the signal that ends its requests: n8n prefers it to the request's. n8n's own time-out does not begin before
 * there is a connection, so that a proxy which says nothing would keep the execution for ever.
 */
function endingWith(signal: AbortSignal, context: IExecuteFunctions): IExecuteFunctions {
  return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

/**
 * What the core knows a failure of the network by. n8n wraps it into an error of its own that has Node's error code as `httpCode`
 * and the first message among its `messages`; neither it nor the request, with its credentials, goes any further.
 */
function networkFailure(error: unknown, timedOut: boolean): TransportFailure {
  if (timedOut) return failureNamed('ETIMEDOUT', 'There was no answer in time');
  const messages = (readList(error, 'messages') ?? []).map(String);
  return new TransportFailure({
    message: messages[0] ?? 'The request failed',
    code: readText(error, 'code', 'httpCode'),
    syscall: messages.some((message) => message.startsWith('connect ')) ? 'connect' : undefined,
    nothingSent: false,
  });
}

/** The same bytes, not copied: n8n sends a Buffer as it is. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function readResponse(response: unknown, deadline: AbortSignal): Promise<TransportResponse> {
  const { statusCode, headers, body } = isRecord(response) ? response : {};
  return {
    status: typeof statusCode === 'number' ? statusCode : 0,
    headers: isRecord(headers) ? headers : {},
    body: isReadable(body) ? await readBody(body, deadline) : '',
  };
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
