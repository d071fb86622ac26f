import { invalidField } from '../../../core/client';
import { asText, isRecord } from '../../../core/reading';
import { choice } from '../../choice';
import { limitType, resumeUnit } from '../actions/message/sendAndWaitProperties';
import { momentText } from '../fields/moment';

const SECONDS = { minutes: 60, hours: 3600, days: 86_400 };

/**
 * When the time is up, from the option *Limit Wait Time*, which works as in n8n's own nodes.
 * @returns undefined without a limit
 * @throws MessagingError for an invalid limit
 */
export function waitTill(limit: unknown, timezone: string): Date | undefined {
  if (!isRecord(limit) || Object.keys(limit).length === 0) return undefined;
  const until =
    choice(limit.limitType, limitType) === 'atSpecifiedTime'
      ? new Date(String(momentText(limit.maxDateAndTime, timezone)))
      : new Date(Date.now() + millisecondsOf(limit));
  if (Number.isNaN(until.getTime())) throw wrongLimit();
  return until;
}

function millisecondsOf({ resumeAmount = 1, resumeUnit: unit }: Record<string, unknown>): number {
  // An expression can give null, '' or [], which are no numbers, although Number() makes 0 of them.
  const amount = Number(asText(resumeAmount)?.trim() || Number.NaN);
  return amount >= 0 ? amount * SECONDS[choice(unit, resumeUnit)] * 1000 : Number.NaN;
}

function wrongLimit() {
  const rule = 'must be a time from now in minutes, hours or days, or a date and time';
  return invalidField('Limit Wait Time', rule);
}
