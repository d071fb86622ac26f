import {
  NodeOperationError,
  type ICredentialDataDecryptedObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
} from 'n8n-workflow';

import { Client, defaultRetry, withoutSecrets, type Transport } from '../../../core/client';
import { readProperty } from '../../../core/reading';
import { CREDENTIAL, type Account } from '../../account';
import { cancelSignalOf, runOf } from '../items';
import { responseTo, loginOf } from './answer';

/** A client of the service that uses n8n's request helper */
export function clientFor(
  context: IExecuteFunctions,
  credential: ICredentialDataDecryptedObject,
  { settings, timeoutMs }: Account,
): Client {
  return new Client({
    account: settings,
    transport: transportOf(context, credential),
    timeoutMs,
    retry: isTriedAgain(context) ? { ...defaultRetry, retries: 0 } : defaultRetry,
  });
}

const RUN_KEY = 'messagingServiceRun';
/** What is known of a try, which can make several clients. */
const again = new WeakMap<IExecuteFunctions, boolean>();

/**
 * Whether n8n's Retry on Fail is running the node again. A repeated run does not retry by itself, so that the retries of the node and of
 * n8n do not multiply: up to 4 attempts in the first run and one in each further run.
 */
function isTriedAgain(context: IExecuteFunctions): boolean {
  // An AI agent that runs the node as its tool has no context.
  if (typeof context.getContext !== 'function') return false;
  const known = again.get(context);
  if (known !== undefined) return known;
  const store = context.getContext('node');
  const run = runOf(context);
  const isAgain = store[RUN_KEY] === run;
  store[RUN_KEY] = run;
  again.set(context, isAgain);
  return isAgain;
}

/** Call this when nothing has failed, and n8n runs the node again for another reason. */
export function hasNotFailed(context: IExecuteFunctions): void {
  delete context.getContext('node')[RUN_KEY];
}

function transportOf(context: IExecuteFunctions, data: ICredentialDataDecryptedObject): Transport {
  // Passes the credential on as it was read; otherwise n8n would load and decrypt it from the database for every request.
  const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
  // A newer n8n would repeat a request that was answered with 401.
  const options = { credentialsDecrypted, preAuthenticationRetryStatusCode: [] };
  const keepsCause = keepsCauseOfErrors(context);
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
      ignoreHttpStatusErrors: !keepsCause,
      disableFollowRedirect: true,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : asBuffer(body) }),
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

/** The same bytes without a copy: n8n sends a Buffer as it is. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
