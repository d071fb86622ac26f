import { isRecord } from '../../core/reading';
import type { Outside } from '../../core/sendingWindow';
import { own, type SettingsOf } from './describe';
import { Stored, type StoredTypedValue } from './settings';

/** A sending window as the editor stores it. */
export interface StoredWindow {
  days: unknown;
  from: unknown;
  until: unknown;
  timeZone: StoredTypedValue;
  exceptions: StoredTypedValue;
  outside: Outside;
}

/** When messages may go out; empty if they may at any time. */
export const windowRows = {
  sendingWindow: own({}, storedWindow, { section: 'window', tab: 'delivery', check: 'window' }),
};

export type WindowSetting = SettingsOf<typeof windowRows>;

function storedWindow(stored: unknown): StoredWindow | undefined {
  const isNothing = isRecord(stored) ? Object.keys(stored).length === 0 : (stored ?? '') === '';
  // Anything else must not count as no window: what cannot be read is an error of each message.
  if (isNothing) return undefined;
  const values = new Stored(stored);
  return {
    days: values.value('days'),
    from: values.value('from'),
    until: values.value('until'),
    timeZone: values.leaf('timeZone', { t: 'str', v: '' }),
    exceptions: values.leaf('exceptions', { t: 'str', v: '' }),
    outside: values.choice('outside', 'plan', 'refuse'),
  };
}
