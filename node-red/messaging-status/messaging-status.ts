import type { NodeAPI } from 'node-red';

import { invalidField } from '../../core/client';
import { asText } from '../../core/reading';
import { say } from '../errors/texts';
import { anything, valueIn, type Scope } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';
import { registerNode } from '../settings/registerNode';
import { Worker } from '../work/worker';
import { askForStatus, askUntilFinal } from './ask';
import { statusNode, type StatusSetting } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, statusNode, (deployed) => {
    const { node, setting } = deployed;
    const { of } = setting;
    new Worker<string>(deployed, {
      prepare: (msg) => idFrom({ RED, node, msg }, setting),
      act: (id, job) => {
        const question = { of, id, label: propertyLabel(RED, 'messageId') };
        return setting.poll ? askUntilFinal(question, setting, job) : askForStatus(question, job);
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
