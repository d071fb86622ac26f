import type { NodeAPI } from 'node-red';

import { MessagingError, type BalanceResult } from '../../core/client';
import { fault } from '../errors/texts';
import { registerNode } from '../settings/registerNode';
import type { Output } from '../outcome/report';
import { Worker } from '../work/worker';
import { balanceNode } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, balanceNode, (deployed) => {
    const { threshold } = deployed.setting;
    new Worker<undefined>(deployed, {
      prepare: () => Promise.resolve(undefined),
      act: async (_prepared, job) => {
        const balance = await job.call((client, signal) => client.balance({ signal }));
        return outputOf(balance, threshold);
      },
    });
  });
};

/**
 * The second output is for a balance below the threshold, if there is a threshold.
 * @throws MessagingError `unreadable_answer` if there is one, and no number to compare
 */
function outputOf(balance: BalanceResult, threshold: number | undefined): Output {
  const { points, requestId, raw } = balance;
  if (points === undefined && threshold !== undefined)
    throw new MessagingError({ ...fault('unreadable_answer.noPoints'), requestId, raw });
  // The format of the answer is not published: if it contains no number, all of it is still passed on as `raw`.
  if (points === undefined) {
    return { payload: balance, port: 0, status: { look: 'warning', key: 'withoutPoints' } };
  }
  return threshold !== undefined && points < threshold
    ? { payload: balance, port: 1, status: { look: 'warning', key: 'below', values: { points } } }
    : { payload: balance, port: 0, status: { key: 'points', values: { points } } };
}
