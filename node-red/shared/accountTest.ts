import type { NodeAPI } from 'node-red';

import { asMessagingError, Client, invalidSettings } from '../../core/client';
import { isRecord } from '../../core/reading';
import { accountSetting, clientAccount, credentialSetting } from './account';
import { axiosTransport } from './axiosTransport';
import { Stored } from './settings';

export type AccountTestResult =
  | { ok: true; points: number | undefined; requestId: string | undefined }
  | { ok: false; message: string; description: string };

/** What the editor shows in place of a password that is stored. */
const STORED_PASSWORD = '__PWRD__';

/**
 * Proves an account by asking for its balance, the one call that changes nothing. The form holds the id of the account's node and what
 * was entered, saved or not. `${NAME}` is replaced from the environment, and a
 * password that was not typed again is the stored one. Never throws, and answers with none of the credentials.
 */
export async function testAccount(RED: NodeAPI, form: unknown): Promise<AccountTestResult> {
  try {
    const id = new Stored(form).exactText('id');
    const values = withEnvironment(RED, id, isRecord(form) ? form : {});
    const stored: unknown = RED.nodes.getCredentials(id);
    const credentials = credentialSetting(withEnvironment(RED, id, withStored(values, stored)));
    if (credentials.username === '' || credentials.password === '') {
      throw invalidSettings('The user name or the password is missing', 'Enter both.');
    }
    const client = new Client({
      account: clientAccount(accountSetting(values)),
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

/** As Node-RED does when it makes a node: a value that is `${NAME}` as a whole is replaced, if there is such a variable. */
function withEnvironment(RED: NodeAPI, id: string, values: Values): Values {
  // An account that was never deployed has no node yet: then the environment of the process is all there is.
  const node = RED.nodes.getNode(id);
  const replaced = Object.entries(values).map(([name, value]) => {
    const variable = typeof value === 'string' ? /^\$\{([^}]+)\}$/.exec(value.trim())?.[1] : undefined;
    return [name, variable === undefined ? value : (RED.util.getSetting(node, variable) ?? value)] as const;
  });
  return Object.fromEntries(replaced);
}

function withStored(values: Values, stored: unknown): Values {
  const kept = isRecord(stored) ? stored : {};
  return values['password'] === STORED_PASSWORD ? { ...values, password: kept['password'] } : values;
}
