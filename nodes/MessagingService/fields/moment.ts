import { tryToParseDateTime } from 'n8n-workflow';

import { isDateTime } from '../../../core/contract/patterns';
import { isRecord } from '../../../core/reading';

const WITH_OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A date and time as ISO 8601 text. n8n's calendar stores the local time of the workflow's time zone without an offset. The service cannot
 * know that zone, so the offset is added. Anything but a date stays as it is.
 */
export function momentText(value: unknown, timezone: string): unknown {
  if (value instanceof Date) return value.toISOString();
  // An expression such as {{ $now.plus({ hours: 1 }) }} gives a Luxon date.
  if (isRecord(value) && typeof value.toISO === 'function') return String(value);
  if (typeof value !== 'string') return value;
  const local = value.trim().replace(' ', 'T');
  if (WITH_OFFSET.test(local) || !isDateTime(local)) return value;
  return String(tryToParseDateTime(local, timezone)).replace('.000', '');
}
