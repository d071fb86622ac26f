import type { Node, NodeAPI, NodeDef } from 'node-red';

import { invalidField } from '../../core/client';
import { asText } from '../../core/reading';
import { say } from '../errors/texts';
import { anything, valueIn, type Scope } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';
import { readSettings } from '../settings/readSettings';
import { Worker } from '../work/worker';
import { memoryOf } from '../service/lasting';
import { AskedSoFar, askForStatus, askUntilFinal } from './ask';
import { statusNode, type StatusSetting } from './settings';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(statusNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(statusNode, definition);
    const { of } = setting;
    const asked = memoryOf(RED, this).part(AskedSoFar);
    new Worker<string>(RED, this, {
      description: statusNode,
      definition,
      account: setting.account,
      failureOutput: setting.failureOutput,
      prepare: (msg) => idFrom({ RED, node: this, msg }, setting),
      act: (id, job) => {
        const question = { of, id, label: propertyLabel(RED, 'messageId') };
        return setting.poll ? askUntilFinal(question, setting, job, asked) : askForStatus(question, job);
      },
    });
  });
};

async function idFrom(scope: Scope, setting: StatusSetting): Promise<string> {
  const name = nameOfId(setting);
  const value = await valueIn(scope, setting[name], anything);
  const id = asText(value);
  if (id !== undefined) return id;
  const { t, v } = setting[name];
  const place = t === 'msg' ? `msg.${String(v)}` : say('theValue');
  const isEmpty = value === undefined || value === '';
  throw invalidField(name, say(isEmpty ? 'idEmpty' : 'idNoText', { thing: setting.of, place }), {
    label: propertyLabel(scope.RED, 'messageId'),
  });
}

function nameOfId({ of }: StatusSetting): 'messageId' | 'batchId' {
  return of === 'batch' ? 'batchId' : 'messageId';
}
