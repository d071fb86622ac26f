import { duration, typed, number, type SettingsOf } from './describe';

const section = 'once';
const ofKeys = { section, shared: true, guard: true, shownWhen: { sendOncePer: 'filled' } } as const;

/** The rows of *Send Only Once Per*. */
export const sendOnceRows = {
  sendOncePer: typed({ t: 'msg', v: '' }, { section, guard: true }),
  keysKept: number({ value: 10_000, min: 1, max: 1_000_000, whole: true, ...ofKeys }),
  keysKeptFor: duration(365, 'days', ofKeys),
};

export type SendOnceSetting = SettingsOf<typeof sendOnceRows> & { account: string };
