import { isRecord } from '../../core/reading';
import type { Outside } from '../../core/sendingWindow';
import { leaf, own, type SettingsOf } from './describe';
import { choiceIn, typedValueIn, type StoredTypedValue } from './settings';

/** A sending window as the editor stores it. */
export interface StoredWindow {
  days: unknown;
  from: unknown;
  until: unknown;
  timeZone: StoredTypedValue;
  exceptions: StoredTypedValue;
  outside: Outside;
}

/** When messages may go out (empty if they may at any time), and who gets none. */
export const guardRows = {
  sendingWindow: own({}, storedWindow, { section: 'window', tab: 'delivery', check: 'window' }),
  doNotSendTo: leaf({ t: 'msg', v: '' }, { section: 'people' }),
};

export type GuardSetting = SettingsOf<typeof guardRows> & { account: string };

function storedWindow(stored: unknown): StoredWindow | undefined {
  const isNothing = isRecord(stored) ? Object.keys(stored).length === 0 : (stored ?? '') === '';
  // Anything else must not count as no window: what cannot be read is an error of each message.
  if (isNothing) return undefined;
  const { days, from, until, timeZone, exceptions, outside } = isRecord(stored) ? stored : {};
  return {
    ...{ days, from, until },
    timeZone: typedValueIn(timeZone, { t: 'str', v: '' }),
    exceptions: typedValueIn(exceptions, { t: 'str', v: '' }),
    outside: choiceIn(outside, ['plan', 'refuse']),
  };
}
