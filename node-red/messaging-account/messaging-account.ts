import type { Node, NodeAPI, NodeDef } from 'node-red';

import { asMessagingError, checkBaseUrl } from '../../core/client';
import { Account, accountSetting, credentialSetting, provideAccount } from '../shared/account';
import { testAccount } from '../shared/accountTest';
import { nodeError } from '../shared/failure';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(
    'messaging-account',
    function (this: Node, definition: NodeDef) {
      RED.nodes.createNode(this, definition);
      const account = new Account(accountSetting(definition), credentialSetting(this.credentials));
      provideAccount(this, account);
      try {
        checkBaseUrl(account.setting.baseUrl);
      } catch (error) {
        // Said when the flow is deployed, not only when the first message fails.
        this.error(nodeError(asMessagingError(error)));
      }
    },
    {
      credentials: {
        username: { type: 'text' },
        password: { type: 'password' },
        webhookSecret: { type: 'password' },
      },
    },
  );

  // The "Test" button of the dialog.
  RED.httpAdmin.post(
    '/messaging-account/test',
    RED.auth.needsPermission('messaging-account.write'),
    (request, response) => {
      void testAccount(RED, request.body).then((result) => response.json(result));
    },
  );
};
