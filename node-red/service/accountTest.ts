import type { NodeAPI } from 'node-red';

import { asMessagingError, Client, MessagingError, nothingSent } from '../../core/client';
import { fieldsOf } from '../../core/reading';
import { fault } from '../errors/texts';
import { accountNode, type CredentialSetting } from '../messaging-account/settings';
import { clientAccount, loginFault } from './account';
import { axiosTransport } from './axiosTransport';
import { notSet } from '../outcome/failure';
import { errorFacts } from '../settings/language';
import { readCredentials, readSettings } from '../settings/readSettings';
import { storedNode } from '../settings/registerNode';
import { exactTextIn, textIn, unsetVariables } from '../settings/settings';

type AccountTestResult =
  | { ok: true; points: number | undefined; requestId: string | undefined }
  | { ok: false; message: string; description: string };

/** What the editor shows in place of a stored password. */
const STORED_PASSWORD = '__PWRD__';

/**
 * Tests an account by asking for its balance, the only call that changes nothing. The form has the id of the account's node and the entered values.
 * A password that was not entered again is the stored one, which is sent only to the address stored with it. Never throws; no credentials come out.
 */
export async function testAccount(RED: NodeAPI, form: unknown): Promise<AccountTestResult> {
  try {
    const entered = fieldsOf(form);
    const id = exactTextIn(entered['id']);
    const values = withEnvironment(RED, id, entered);
    const account = readSettings(accountNode, values);
    const credentials = credentialsFor(RED, id, values, entered['baseUrl']);
    const missing = loginFault(credentials);
    if (missing !== undefined) throw missing;
    const client = new Client({
      account: clientAccount(account),
      transport: axiosTransport(credentials),
      timeoutMs: 15_000,
      retries: 0,
    });
    const { points, requestId } = await client.balance();
    return { ok: true, points, requestId };
  } catch (error) {
    const { message, description } = errorFacts(RED, nothingSent(asMessagingError(error))).data;
    return { ok: false, message, description };
  }
}

type Values = Record<string, unknown>;

/**
 * Replaces a value that consists of `${NAME}`, as Node-RED does when it creates a node.
 * @throws MessagingError `invalid_settings` if there is no such variable
 */
function withEnvironment(RED: NodeAPI, id: string, values: Values): Values {
  // An account that was never deployed has no node yet, so only the environment of the process is available.
  const node = RED.nodes.getNode(id);
  const asked = unsetVariables(values).map((unset) => ({
    ...unset,
    value: RED.util.getSetting(node, unset.variable),
  }));
  const unset = asked.filter(({ value }) => value === undefined);
  const missing = notSet(RED, accountNode, values, unset);
  if (missing !== undefined) throw missing;
  return { ...values, ...Object.fromEntries(asked.map(({ path: [name], value }) => [name, value])) };
}

function credentialsFor(RED: NodeAPI, id: string, values: Values, baseUrl: unknown): CredentialSetting {
  const entered = readCredentials(accountNode, values);
  if (entered.password !== STORED_PASSWORD) return entered;
  const { password } = fieldsOf(RED.nodes.getCredentials(id));
  if (password === undefined) return readCredentials(accountNode, { ...values, password: '' });
  // As it is written: an account that is disabled, or in a subflow, has no node of this id.
  const stored = fieldsOf(storedNode(RED, id));
  if (stored['type'] !== accountNode.type || textIn(stored['baseUrl']) !== textIn(baseUrl))
    throw new MessagingError(fault('invalid_settings.storedPassword'));
  return readCredentials(accountNode, withEnvironment(RED, id, { ...values, password }));
}
