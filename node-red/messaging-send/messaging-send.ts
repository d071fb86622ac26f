import type { Node, NodeAPI, NodeDef } from 'node-red';

import { pagesOf, type MessageResult } from '../../core/client';
import { messageFormSetting } from '../shared/messageForm';
import type { Output } from '../shared/report';
import {
  checkPrepared,
  fileSetting,
  messagesOf,
  sendPrepared,
  type PreparedMessage,
} from '../shared/preparedMessage';
import { Stored } from '../shared/settings';
import { Worker } from '../shared/worker';

function sendSetting(definition: NodeDef) {
  const stored = new Stored(definition);
  return {
    ...messageFormSetting(stored),
    account: stored.text('account'),
    ...fileSetting(stored),
    validateOnly: stored.flag('validateOnly'),
    failureOutput: stored.flag('failureOutput'),
  };
}

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-send', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = sendSetting(definition);
    const messageFor = messagesOf(setting);
    new Worker<PreparedMessage>(RED, this, {
      definition,
      account: setting.account,
      failureOutput: setting.failureOutput,
      prepare: (msg, account) => messageFor({ RED, node: this, msg }, account),
      act: (prepared, turn) =>
        setting.validateOnly
          ? validated(prepared)
          : turn.call(async (client, signal) => accepted(await sendPrepared(client, prepared, signal))),
    });
  });
};

function accepted(result: MessageResult): Output {
  return { payload: { outcome: 'accepted', ...result }, port: 0, status: { key: 'sent' } };
}

async function validated(prepared: PreparedMessage): Promise<Output> {
  const message = await checkPrepared(prepared);
  return {
    payload: { outcome: 'valid', request: message, pages: pagesOf(message) },
    port: 0,
    status: { key: 'valid' },
  };
}
