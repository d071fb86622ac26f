import type {
  ICredentialDataDecryptedObject,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';

import { asMessagingError, Client, inOneLine, type Transport, withoutSecrets } from '../../../core/client';
import { loginOf, readAccount } from '../../account';
import { reportersOf } from '../../callers';
import { linesBelow } from '../outcomes';
import { responseTo } from './client';

const TIMEOUT_MS = 15_000;

/**
 * Tests a credential by asking for the balance, the only call that changes nothing. A node does it, because of the test that a credential
 * can describe n8n shows only the name of Node.js for what went wrong, such as ECONNREFUSED.
 */
export async function testCredential(
  this: ICredentialTestFunctions,
  { data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
  try {
    const { settings } = readAccount(data);
    reportersOf(data);
    const client = new Client({
      account: settings,
      transport: transportOf(this, data),
      timeoutMs: TIMEOUT_MS,
      retries: 0,
    });
    await client.balance();
    return { status: 'OK', message: 'Connection successful!' };
  } catch (error) {
    const failure = asMessagingError(error);
    return { status: 'Error', message: inOneLine(failure.fact, ...linesBelow(failure)) };
  }
}

/**
 * Makes the request by the only helper that n8n has here, an older one. It follows no redirect: n8n would send user name and password there.
 */
function transportOf(context: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Transport {
  const secrets = loginOf(data);
  const { username, password } = secrets;
  const send: Transport = async ({ method, url, headers, timeoutMs }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const request = {
      ...{ method, uri: url, headers, auth: { username, password }, timeout: timeoutMs },
      ...{ followRedirect: false, followAllRedirects: false },
      ...{ simple: false, resolveWithFullResponse: true, useStream: true },
    };
    return await responseTo({ url, deadline }, () =>
      Promise.race([context.helpers.request(request), ended(deadline)]),
    );
  };
  return withoutSecrets(send, secrets);
}

/** n8n's own time-out starts only when there is a connection. */
async function ended(deadline: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('The time is up')));
  });
}
