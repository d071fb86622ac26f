import type { NodeAPI } from 'node-red';

import {
  asMessagingError,
  checkBaseUrl,
  checkCountryCode,
  checkRecipientsAllowed,
  rateLimitIn,
  type RateLimitSetting,
  type MessagingError,
  type Tried,
} from '../../core/client';
import { serveCalls } from '../calls/webhooks';
import { Account, AccountState, provideAccount } from '../service/account';
import { readText } from '../../core/reading';
import { runtimeOf, serviceOf } from '../service/lasting';
import { testAccount } from '../service/accountTest';
import { Journals } from '../journal/journals';
import { DELETED_PATH, TEST_HEADER, TEST_PATH } from '../settings/editorNames';
import { settingsFault } from '../outcome/failure';
import type { Rows } from '../settings/describe';
import { readCredentials } from '../settings/readSettings';
import { registerNode, storedIdOf, unsetOf, type Deployed } from '../settings/registerNode';
import { unsetVariables } from '../settings/settings';
import { accountNode, type AccountSetting } from './settings';

export default (RED: NodeAPI) => {
  serveCalls(RED);
  // Made here, so that files of deleted accounts are also removed where no node sends any more.
  const journals = runtimeOf(RED).part(Journals);
  registerNode(RED, accountNode, (deployed) => {
    const { node, setting } = deployed;
    const limit = limitOf(setting);
    const fault = faultOf(deployed) ?? (limit.ok ? undefined : limit.error);
    const credentials = readCredentials(accountNode, node.credentials);
    const state = serviceOf(RED, node.id).part(AccountState);
    const most = limit.ok ? limit.value : undefined;
    // One that comes from an empty variable is missing.
    const hasSecret = readText(RED.nodes.getCredentials(storedIdOf(node)), 'webhookSecret') !== undefined;
    const callers = { requireSecret: setting.requireSecret || hasSecret };
    const account = new Account({ ...setting, ...callers }, credentials, fault, most, state);
    provideAccount(node, account);
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
  RED.httpAdmin.get(`/${DELETED_PATH}`, RED.auth.needsPermission('flows.read'), (_request, response) => {
    void journals.deleted().then((found) => response.json(found));
  });
  // A form of another site cannot do that, and its script would have to ask this server first.
  RED.httpAdmin.delete(`/${DELETED_PATH}`, RED.auth.needsPermission('flows.write'), (_request, response) => {
    void journals.removeDeleted().then((left) => response.json(left));
  });
};

function faultOf(deployed: Deployed): MessagingError | undefined {
  const { node } = deployed;
  const unset = [...unsetOf(deployed), ...unsetVariables(node.credentials)];
  const rows: Rows = accountNode.rows;
  // The triggers check what only they use, and sending works without it.
  const used = unset.filter(({ path: [name = ''] }) => rows[name]?.tab !== 'triggers');
  return settingsFault(deployed, used);
}

/** The rate limit per recipient, or why nothing can be sent with these settings. */
function limitOf(setting: AccountSetting): Tried<RateLimitSetting | undefined> {
  try {
    checkBaseUrl(setting.baseUrl);
    checkRecipientsAllowed(setting.recipientsAllowed, checkCountryCode(setting.defaultCountry));
    return { ok: true, value: rateLimitIn(setting) };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}
