import type { Node, NodeAPI, NodeDef } from 'node-red';

import { invalidRequest } from '../../core/client';
import { asText } from '../../core/reading';
import { evaluationOf, type Scope } from '../shared/evaluate';
import { Stored } from '../shared/settings';
import { Worker } from '../shared/worker';
import { askForStatus, askUntilFinal } from './ask';

function statusSetting(definition: NodeDef) {
  const stored = new Stored(definition);
  const of = stored.choice('of', 'message', 'batch');
  return {
    account: stored.text('account'),
    of,
    messageId: stored.leaf('messageId', { t: 'msg', v: `payload.${of}Id` }),
    poll: stored.flag('poll'),
    everySeconds: stored.number('everySeconds', 10, 1, 86_400),
    timeLimitSeconds: stored.number('timeLimitSeconds', 600, 1, 604_800),
    failureOutput: stored.flag('failureOutput'),
  };
}
type StatusSetting = ReturnType<typeof statusSetting>;

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-status', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = statusSetting(definition);
    const { of } = setting;
    new Worker<string>(RED, this, {
      definition,
      account: setting.account,
      failureOutput: setting.failureOutput,
      prepare: (msg) => idFrom({ RED, node: this, msg }, setting),
      act: (id, turn) =>
        setting.poll ? askUntilFinal({ of, id }, setting, turn) : askForStatus({ of, id }, turn),
    });
  });
};

async function idFrom(scope: Scope, setting: StatusSetting): Promise<string> {
  const value = await evaluationOf(setting.messageId, 'messageId')(scope);
  const id = asText(value);
  if (id !== undefined) return id;
  const { t, v } = setting.messageId;
  const place = t === 'msg' ? `msg.${String(v)} holds` : 'the value is';
  const rule = `must be the id of a ${setting.of}: ${place} ${value === undefined || value === '' ? 'empty' : 'neither a text nor a number'}`;
  throw invalidRequest([{ path: 'messageId', rule, message: `messageId: ${rule}` }]);
}
