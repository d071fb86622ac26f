import type { NodeAPI } from 'node-red';

import { asMessagingError, Client, invalidSettings } from '../../core/client';
import { readBaseUrl } from '../../core/client/baseUrl';
import { isRecord } from '../../core/reading';
import {
  accountSetting,
  clientAccount,
  credentialSetting,
  findAccount,
  type CredentialSetting,
} from './account';
import { axiosTransport } from './axiosTransport';
import { notSet } from './failure';
import { Stored, unsetVariables } from './settings';

export type AccountTestResult =
  | { ok: true; points: number | undefined; requestId: string | undefined }
  | { ok: false; message: string; description: string };

/** The header that the dialog sends: a browser adds it to no request that another site makes. */
export const TEST_HEADER = 'X-Messaging-Test';

/** What the editor shows in place of a password that is stored. */
const STORED_PASSWORD = '__PWRD__';

/**
 * Proves an account by asking for its balance, the one call that changes nothing. The form holds the id of the account's node and what
 * was entered, saved or not. `${NAME}` is replaced from the environment, and a password that was not typed again is the stored one,
 * which goes to no other address than the one it is stored with. Never throws, and answers with none of the credentials.
 */
export async function testAccount(RED: NodeAPI, form: unknown): Promise<AccountTestResult> {
  try {
    const id = new Stored(form).exactText('id');
    const values = withEnvironment(RED, id, isRecord(form) ? form : {});
    const account = accountSetting(values);
    const credentials = credentialsFor(RED, id, values, account.baseUrl);
    if (credentials.username === '' || credentials.password === '') {
      throw invalidSettings('The user name or the password is missing', 'Enter both.');
    }
    const client = new Client({
      account: clientAccount(account),
      transport: axiosTransport(credentials),
      timeoutMs: 15_000,
      retry: { retries: 0, longestWaitMs: 0 },
    });
    const { points, requestId } = await client.balance();
    return { ok: true, points, requestId };
  } catch (error) {
    const { message, description } = asMessagingError(error);
    return { ok: false, message, description };
  }
}

type Values = Record<string, unknown>;

/**
 * As Node-RED does when it makes a node: a value that is `${NAME}` as a whole is replaced.
 * @throws MessagingError `invalid_settings` where there is no such variable
 */
function withEnvironment(RED: NodeAPI, id: string, values: Values): Values {
  // An account that was never deployed has no node yet: then the environment of the process is all there is.
  const node = RED.nodes.getNode(id);
  const asked = unsetVariables(values).map((unset) => ({
    ...unset,
    value: RED.util.getSetting(node, unset.variable),
  }));
  const missing = notSet(
    asked.filter(({ value }) => value === undefined),
    'account',
  );
  if (missing !== undefined) throw missing;
  return { ...values, ...Object.fromEntries(asked.map(({ path, value }) => [path, value])) };
}

function credentialsFor(RED: NodeAPI, id: string, values: Values, baseUrl: string): CredentialSetting {
  const entered = credentialSetting(values);
  if (entered.password !== STORED_PASSWORD) return entered;
  const stored: unknown = RED.nodes.getCredentials(id);
  const password = isRecord(stored) ? stored['password'] : undefined;
  if (password === undefined) return credentialSetting({ ...values, password: '' });
  const deployed = findAccount(RED, id)?.setting.baseUrl;
  if (deployed === undefined || !isSameBase(deployed, baseUrl)) {
    throw invalidSettings(
      'The stored password is used only with the base URL it is stored with',
      'Type the password again, or deploy first.',
    );
  }
  return credentialSetting(withEnvironment(RED, id, { ...values, password }));
}

function isSameBase(one: string, other: string): boolean {
  const [first, second] = [readBaseUrl(one), readBaseUrl(other)];
  return first.ok && second.ok && first.base === second.base;
}
