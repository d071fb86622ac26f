import { choice, describe, flag, leaf, number, type SettingsOf, type TypedValue } from '../settings/describe';
import { failureRows, nodeRows } from '../settings/messageRows';

const whilePolling = { shownWhen: { poll: [true] } };

/** The default place of the id: where the node that sends has put it. */
export function usualId(of: unknown): TypedValue {
  return { t: 'msg', v: of === 'batch' ? 'payload.batchId' : 'payload.messageId' };
}

export const statusNode = describe({
  type: 'messaging-status',
  ports: { inputs: 1, outputs: 1 },
  folded: ['output'],
  rows: {
    ...nodeRows,
    of: choice(['message', 'batch']),
    messageId: leaf(usualId('message'), { required: true }),
    poll: flag(),
    everySeconds: number({ value: 10, min: 1, max: 86_400, unit: 'seconds', ...whilePolling }),
    timeLimitSeconds: number({ value: 600, min: 1, max: 604_800, unit: 'seconds', ...whilePolling }),
    ...failureRows,
  },
  migrations: [],
});
export type StatusSetting = SettingsOf<(typeof statusNode)['rows']>;
