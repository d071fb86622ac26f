import { weekdays, type WindowField } from '../../core/sendingWindow';
import { boxes, choice, flag, typed, trimmedText, type SettingsOf } from './describe';

const ofWindow = { section: 'window', tab: 'delivery', shared: true, guard: true } as const;
const inWindow = { ...ofWindow, shownWhen: { sendingWindow: [true] } } as const;

/** When messages may go out, and who gets none. */
export const guardRows = {
  sendingWindow: flag(ofWindow),
  windowDays: boxes(weekdays, weekdays.slice(0, 5), inWindow),
  windowFrom: trimmedText({ ...inWindow, value: '08:00' }),
  windowUntil: trimmedText({ ...inWindow, value: '20:00' }),
  timeZone: typed({ t: 'str', v: '' }, { ...inWindow, required: true }),
  exceptions: typed({ t: 'str', v: '' }, inWindow),
  outsideWindow: choice(['plan', 'refuse'], inWindow),
  doNotSendTo: typed({ t: 'msg', v: '' }, { section: 'people', guard: true }),
};

/** The rows of the fields of a window. */
export const rowOfWindow: Readonly<Record<WindowField, keyof typeof guardRows>> = {
  days: 'windowDays',
  from: 'windowFrom',
  until: 'windowUntil',
  timeZone: 'timeZone',
  exceptions: 'exceptions',
};

export type GuardSetting = SettingsOf<typeof guardRows> & { account: string };
