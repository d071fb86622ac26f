import type { Node, NodeAPI, NodeDef } from 'node-red';

import { pagesOf, type FallbackResult, type MessageResult } from '../../core/client';
import type { Scope } from '../shared/evaluate';
import { Fallback, fallbackSetting, type PreparedChannels } from '../shared/fallback';
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
    fallback: fallbackSetting(stored),
  };
}

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-send', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = sendSetting(definition);
    const messageFor = messagesOf(setting);
    const { account: accountId, failureOutput } = setting;
    const fallback = setting.fallback && new Fallback(RED, this, accountId, setting.fallback);
    new Worker<PreparedMessage | PreparedChannels>(RED, this, {
      definition,
      account: accountId,
      failureOutput,
      prepare: async (msg, account) => {
        const scope: Scope = { RED, node: this, msg };
        const prepared = await messageFor(scope, account);
        return fallback === undefined ? prepared : fallback.prepare(scope, prepared, account);
      },
      act: async (prepared, turn) => {
        if (setting.validateOnly) return validated('messages' in prepared ? prepared.messages : [prepared]);
        if ('messages' in prepared) return gotThrough(await fallback?.send(prepared, turn));
        return turn.call(async (client, signal) => accepted(await sendPrepared(client, prepared, signal)));
      },
      outlivesStop: (msg) => fallback?.keeps(msg) === true,
      closed: async (removed) => fallback?.close(removed),
    });
  });
};

function accepted(result: MessageResult): Output {
  return { payload: { outcome: 'accepted', ...result }, port: 0, status: { key: 'sent' } };
}

/** `channel` is null when the message was accepted, but no delivery was reported in time. */
function gotThrough(sent: FallbackResult | undefined): Output {
  if (sent === undefined) throw new RangeError('A message without further channels');
  const { result, channel, attempts } = sent;
  return { payload: { outcome: 'accepted', ...result, channel, attempts }, port: 0, status: { key: 'sent' } };
}

async function validated([first, ...further]: readonly PreparedMessage[]): Promise<Output> {
  if (first === undefined) throw new RangeError('There is no message to check');
  const message = await checkPrepared(first);
  await Promise.all(further.map(checkPrepared));
  return {
    payload: { outcome: 'valid', request: message, pages: pagesOf(message) },
    port: 0,
    status: { key: 'valid' },
  };
}
