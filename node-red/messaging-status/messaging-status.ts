import type { NodeAPI } from 'node-red';

import { rule } from '../../core/contract/sentences';
import { readKey } from '../../core/steps';
import { valueIn, type Scope } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';
import { registerNode } from '../settings/registerNode';
import { Worker } from '../work/worker';
import { askForStatus, askUntilFinal } from './poll';
import { statusNode, type StatusSetting } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, statusNode, (deployed) => {
    const { node, setting } = deployed;
    const { of } = setting;
    new Worker<string>(deployed, {
      prepare: (msg) => idFrom({ RED, node, msg }, setting),
      act: (id, job) =>
        setting.poll ? askUntilFinal({ of, id }, setting, job) : askForStatus({ of, id }, job),
    });
  });
};

/** @throws MessagingError `invalid_request` if there is none */
async function idFrom(scope: Scope, { of, messageId, batchId }: StatusSetting): Promise<string> {
  const input = of === 'batch' ? batchId : messageId;
  const place = { path: `${of}Id`, label: propertyLabel(scope.RED, input.name) };
  return readKey(await valueIn(scope, input), place, rule('required'));
}
