import {
  choice,
  describe,
  flag,
  typed,
  number,
  type SettingsOf,
  type TypedValue,
} from '../settings/describe';
import { failureRows, nodeRows } from '../settings/messageRows';

const whilePolling = { guard: true, shownWhen: { poll: [true] } } as const;

/** Where the node that sends has put the id. */
const inPayload = (id: string): TypedValue => ({ t: 'msg', v: `payload.${id}` });

const id = { text: 'messageId', required: true } as const;

export const statusNode = describe({
  type: 'messaging-status',
  ports: { inputs: 1, outputs: 1 },
  folded: ['output'],
  rows: {
    ...nodeRows,
    of: choice(['message', 'batch']),
    messageId: typed(inPayload('messageId'), { ...id, shownWhen: { of: ['message'] } }),
    batchId: typed(inPayload('batchId'), { ...id, shownWhen: { of: ['batch'] } }),
    poll: flag(),
    everySeconds: number({ value: 10, min: 1, max: 86_400, unit: 'seconds', ...whilePolling }),
    timeLimitSeconds: number({ value: 600, min: 1, max: 604_800, unit: 'seconds', ...whilePolling }),
    ...failureRows,
  },
});
export type StatusSetting = SettingsOf<(typeof statusNode)['rows']>;
