import { duration, leaf, number, type SettingsOf } from './describe';

const section = 'once';

/** The rows of *Send Only Once Per*. */
export const sendOnceRows = {
  sendOncePer: leaf({ t: 'msg', v: '' }, { section, check: 'varies' }),
  keysKept: number({ value: 10_000, min: 1, max: 1_000_000, whole: true, section }),
  keysKeptFor: duration(365, 'days', { section }),
};

export type SendOnceSetting = SettingsOf<typeof sendOnceRows>;
