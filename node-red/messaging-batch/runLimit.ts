import type { Node, NodeAPI, NodeMessage } from 'node-red';

import type { MessageRequest } from '../../core/contract';
import { checkRun, readMostPerRun } from '../../core/journey';
import { evaluationOf } from '../settings/evaluate';
import { propertyLabel, propertyNamed } from '../settings/labels';
import type { SettingsOf } from '../settings/describe';
import type { batchNode } from './settings';

const NAME = 'mostPerRun';

type RunLimitSetting = Pick<
  SettingsOf<(typeof batchNode)['rows']>,
  'mostPerRun' | 'countPages' | 'pointsPerPage'
>;

/** Throws MessagingError if the messages that come from an input message are together more than *At Most Per Run* allows. */
export type CheckTogether = (
  msg: NodeMessage,
  messages: ReadonlyArray<{ request: MessageRequest }>,
) => Promise<void>;

export function runLimitOf(
  RED: NodeAPI,
  node: Node,
  { mostPerRun, countPages, pointsPerPage }: RunLimitSetting,
): CheckTogether {
  if (mostPerRun.v === undefined || mostPerRun.v === '') return () => Promise.resolve();
  const evaluated = evaluationOf(mostPerRun, propertyNamed(NAME));
  return async (msg, messages) => {
    const label = propertyLabel(RED, NAME);
    const most = readMostPerRun(await evaluated({ RED, node, msg }), NAME, label);
    const limit = { most, pointsPerPage: countPages ? pointsPerPage : undefined, label };
    // Who has opted out is only known when the messages go out.
    const together = messages.map(({ request }) => ({ request, leftOut: [] }));
    checkRun(together, limit, ({ request }) => [request]);
  };
}
