import type { NodeAPI, NodeDef } from 'node-red';

import {
  asMessagingError,
  checkBaseUrl,
  checkCountryCode,
  checkRecipientsAllowed,
  rateLimitIn,
  nothingSent,
  type RateLimitSetting,
  type MessagingError,
  type Tried,
} from '../../core/client';
import { Account, AccountState, provideAccount } from '../service/account';
import { readText } from '../../core/reading';
import { serviceOf } from '../service/lasting';
import { testAccount } from '../service/accountTest';
import { TEST_HEADER, TEST_PATH } from '../settings/editorNames';
import { nodeError, notSet } from '../outcome/failure';
import type { Rows } from '../settings/describe';
import { readCredentials } from '../settings/readSettings';
import { registerNode, storedIdOf, unsetOf, type Deployed } from '../settings/registerNode';
import { unsetVariables } from '../settings/settings';
import { accountNode, type AccountSetting } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, accountNode, (deployed) => {
    const { node, definition, setting } = deployed;
    const limit = limitOf(setting, definition);
    const fault = unsetIn(deployed) ?? (limit.ok ? undefined : limit.error);
    const credentials = readCredentials(accountNode, node.credentials);
    const state = serviceOf(RED, node.id).part(AccountState);
    const most = limit.ok ? limit.value : undefined;
    // One that comes from an empty variable is missing.
    const hasSecret = readText(RED.nodes.getCredentials(storedIdOf(node)), 'webhookSecret') !== undefined;
    const callers = { requireSecret: setting.requireSecret || hasSecret };
    provideAccount(node, new Account({ ...setting, ...callers }, credentials, fault, most, state));
    // Reported when the flow is deployed, not only when the first message fails.
    if (fault !== undefined) node.error(nodeError(RED, nothingSent(fault)));
  });

  // The "Test" button of the dialog. Whoever may use it could also deploy a flow that does the same.
  RED.httpAdmin.post(`/${TEST_PATH}`, RED.auth.needsPermission('flows.write'), (request, response) => {
    // A form or script of another site can set neither: its browser would have to ask this server first.
    if (request.is('application/json') === false || request.get(TEST_HEADER) === undefined) {
      response.status(400).end();
      return;
    }
    void testAccount(RED, request.body).then((result) => response.json(result));
  });
};

function unsetIn(deployed: Deployed): MessagingError | undefined {
  const { RED, node, definition } = deployed;
  const unset = [...unsetOf(deployed), ...unsetVariables(node.credentials)];
  const rows: Rows = accountNode.rows;
  // The triggers check what only they use, and sending works without it.
  const used = unset.filter(({ path: [name = ''] }) => rows[name]?.tab !== 'triggers');
  return notSet(RED, accountNode, definition, used);
}

/** The rate limit per recipient, or why nothing can be sent with these settings. */
function limitOf(
  { baseUrl, defaultCountry, recipientsAllowed }: AccountSetting,
  definition: NodeDef,
): Tried<RateLimitSetting | undefined> {
  try {
    checkBaseUrl(baseUrl);
    checkRecipientsAllowed(recipientsAllowed, checkCountryCode(defaultCountry));
    // As stored: a wrong number must not count as no limit.
    return { ok: true, value: rateLimitIn(definition) };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}
