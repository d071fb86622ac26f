import type { Place } from '../../core/forms/place';
import { groupWithout } from '../../core/forms/describe';
import { forms } from '../../core/forms/forms';
import { asValues, filledIn, isEmpty } from '../form/values';

/** The parts of the form of a message that have places of their own in the dialog, by the names of their rows. */
export type FormPart = 'schedule' | 'notification' | 'smsOptions';

/** The fields of a message besides channel, addresses and content. */
export const scheduleFields = groupWithout(forms.message, 'channel', 'from', 'to', 'toList');

/** The parts in which something is filled in. */
export function filledParts(form: unknown): FormPart[] {
  const { message, notification, smsOptions } = asValues(form);
  const names = scheduleFields.fields.map(({ name }) => name);
  const schedule = Object.entries(asValues(message)).filter(([name]) => names.includes(name));
  const parts = { schedule: filledIn(Object.fromEntries(schedule)), notification, smsOptions };
  const all: FormPart[] = ['schedule', 'notification', 'smsOptions'];
  return all.filter((part) => !isEmpty(parts[part]));
}

/** The part of the form in which a problem is; `form` itself for all others. */
export function partOf([first]: Place = []): FormPart | 'form' {
  if (first === 'Status Notification') return 'notification';
  if (first === 'SMS Options') return 'smsOptions';
  return scheduleFields.fields.some(({ label }) => label === first) ? 'schedule' : 'form';
}
