import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidField, type Tried } from '../../../core/client';
import { asText, isRecord } from '../../../core/reading';
import { choice, numberOf } from '../../choice';
import { filled, optionsIn, optionValue, parametersIn, type Parameters } from '../fields/parameters';
import { momentText } from '../fields/parts/fieldPart';
import {
  answersFrom,
  limitType,
  minutesEach,
  responseType,
  resumeUnit,
  severalPeople,
  waitFor,
} from './choices';
import type { WaitState } from './state';

/** What an item waits for, and how long. */
export interface Terms extends Pick<WaitState, 'responseType' | 'waitFor' | 'answersFrom'> {
  /** Undefined without a limit. */
  until: Date | undefined;
  /** Where people are asked one after another. */
  eachMs?: number;
}

/** @throws MessagingError that names the wrong parameter; nothing was sent */
export function termsOf(context: IExecuteFunctions, parameters: Parameters): Terms {
  const several = severalPeople.valuesIn(optionsIn(parameters));
  const terms: Terms = {
    responseType: choice(parameters(responseType.name), responseType),
    waitFor: several === undefined ? 'all' : choice(several(waitFor), waitFor),
    answersFrom: choice(optionValue(parameters, answersFrom), answersFrom),
    until: limitOf(parameters, context.getTimezone()),
  };
  if (several === undefined || terms.waitFor !== 'inTurn') return terms;
  const eachMs = numberOf(several(minutesEach), minutesEach) * MINUTE_MS;
  return { ...terms, eachMs, until: new Date(Date.now() + eachMs) };
}

const MINUTE_MS = 60_000;

const commonTerms = ['responseType', 'waitFor', 'answersFrom'] as const;

/** The items with the same terms as the first one, as n8n has one wait for all of them; any other gets an error. */
export function onCommonTerms<Draft extends { terms: Terms }>(
  drafts: ReadonlyArray<Tried<Draft>>,
): Array<Tried<Draft>> {
  const first = drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []))[0];
  return drafts.map((draft) => {
    if (!draft.ok || first === undefined) return draft;
    const name = commonTerms.find((each) => draft.value.terms[each] !== first[each]);
    if (name === undefined) return draft;
    const { displayName } = { responseType, waitFor, answersFrom }[name];
    const error = invalidField(displayName, 'must be the same for all items');
    return { ok: false, error };
  });
}

/** The terms of a wait: all items wait until the latest of their limits. */
export function termsOfAll(
  drafts: ReadonlyArray<Tried<{ terms: Terms }>>,
): Pick<WaitState, 'responseType' | 'waitFor' | 'answersFrom' | 'until' | 'eachMs'> {
  const all = drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []));
  const [first] = all;
  const limits = all.map(({ until }) => until?.getTime() ?? Infinity);
  const latest = Math.max(...limits);
  return {
    responseType: first?.responseType ?? 'approval',
    waitFor: first?.waitFor ?? 'all',
    answersFrom: first?.answersFrom ?? 'recipient',
    ...(first?.eachMs === undefined ? {} : { eachMs: first.eachMs }),
    ...(Number.isFinite(latest) ? { until: new Date(latest).toISOString() } : {}),
  };
}

function limitOf(parameters: Parameters, timezone: string): Date | undefined {
  const name = 'options.limitWaitTime.values';
  const values = parametersIn(parameters(name), parameters.entered(name));
  const counted =
    values(limitType.name) === 'atSpecifiedTime'
      ? { name: 'maxDateAndTime', displayName: 'Max Date and Time' }
      : { name: 'resumeAmount', displayName: 'Amount' };
  for (const field of [limitType, resumeUnit, counted])
    filled(values, field.name, `${LABEL} › ${field.displayName}`);
  return waitTill(parameters(name), timezone);
}

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
