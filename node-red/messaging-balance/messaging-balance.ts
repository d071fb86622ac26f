import type { Node, NodeAPI, NodeDef } from 'node-red';

import type { BalanceResult } from '../../core/client';
import { Stored } from '../shared/settings';
import type { Output } from '../shared/report';
import { Worker } from '../shared/worker';

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-balance', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const stored = new Stored(definition);
    const threshold = stored.optionalNumber('threshold');
    new Worker<undefined>(RED, this, {
      definition,
      account: stored.text('account'),
      failureOutput: false,
      prepare: () => Promise.resolve(undefined),
      act: async (_prepared, turn) => {
        const balance = await turn.call((client, signal) => client.balance({ signal }));
        return outputOf(balance, threshold);
      },
    });
  });
};

/** The second output is for a balance below the threshold, where there is one. */
function outputOf(balance: BalanceResult, threshold: number | undefined): Output {
  const { points } = balance;
  // The shape of the answer is not published: without a number in it, all of it is still passed on as `raw`.
  if (points === undefined) {
    return { payload: balance, port: 0, status: { look: 'warning', key: 'withoutPoints' } };
  }
  return threshold !== undefined && points < threshold
    ? { payload: balance, port: 1, status: { look: 'warning', key: 'below', values: { points } } }
    : { payload: balance, port: 0, status: { key: 'points', values: { points } } };
}
