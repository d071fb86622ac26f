import { invalidField } from '../../../core/client';
import { asText, isRecord } from '../../../core/reading';
import { choice } from '../../choice';
import { limitType, resumeUnit } from './choices';
import { momentText } from '../fields/moment';

const SECONDS = { minutes: 60, hours: 3600, days: 86_400 };
const LABEL = 'Limit Wait Time';

/**
 * When the time is up, from the option *Limit Wait Time*, which works as in n8n's own nodes.
 * @param limit as entered; '' without the option
 * @returns undefined without a limit
 * @throws MessagingError for a limit that is invalid or in the past
 */
export function waitTill(limit: unknown, timezone: string): Date | undefined {
  if (limit === undefined || limit === '' || (isRecord(limit) && Object.keys(limit).length === 0))
    return undefined;
  if (!isRecord(limit)) throw wrongLimit();
  const now = Date.now();
  const atTime = choice(limit.limitType, limitType) === 'atSpecifiedTime';
  const until = atTime
    ? new Date(String(momentText(limit.maxDateAndTime, timezone)))
    : new Date(now + millisecondsOf(limit));
  if (Number.isNaN(until.getTime())) throw wrongLimit();
  if (until.getTime() > now) return until;
  if (!atTime) throw invalidField(LABEL, 'must be longer than 0', { got: asText(limit.resumeAmount) });
  throw invalidField(LABEL, 'must be in the future', { got: until.toISOString() });
}

function millisecondsOf({ resumeAmount = 1, resumeUnit: unit }: Record<string, unknown>): number {
  // An expression can give null, '' or [], which are no numbers, although Number() makes 0 of them.
  const amount = Number(asText(resumeAmount)?.trim() || Number.NaN);
  return amount * SECONDS[choice(unit, resumeUnit)] * 1000;
}

function wrongLimit() {
  return invalidField(LABEL, 'must be a time from now in minutes, hours or days, or a date and time');
}
