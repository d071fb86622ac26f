import { MOST_PER_CALL } from '../../core/contract/limits';
import { describe, flag, typed, number, type SettingsOf } from '../settings/describe';
import { addressRows, contentRows, failureRows, nodeRows, tooLongRow } from '../settings/messageRows';
import { guardRows } from '../settings/guardRows';
import { sendOnceRows } from '../settings/sendOnceRows';

const limit = { section: 'limit', guard: true } as const;

export const batchNode = describe({
  type: 'messaging-batch',
  ports: { inputs: 1, outputs: 1 },
  tabs: ['message', 'delivery', 'advanced'],
  folded: ['notification'],
  rows: {
    ...nodeRows,
    count: number({ value: 100, min: 1, max: MOST_PER_CALL, whole: true, tab: 'message' }),
    seconds: number({ value: 2, min: 0.1, max: 3600, unit: 'seconds', tab: 'message' }),
    ...addressRows('Sms'),
    ...contentRows,
    ...guardRows,
    mostPerRun: typed({ t: 'str', v: '' }, limit),
    countPages: flag(limit),
    pointsPerPage: number({ value: 1, min: 0.0001, ...limit, shownWhen: { countPages: [true] } }),
    withinBalance: flag({ ...limit, shownWhen: { countPages: [true] } }),
    ...sendOnceRows,
    ...failureRows,
    ...tooLongRow,
  },
});
export type BatchSetting = SettingsOf<(typeof batchNode)['rows']>;
