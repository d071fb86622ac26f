import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidField, type Result } from '../../../core/client';
import { choice, numberOf } from '../../choice';
import { answersFrom, minutesEach, responseType, waitFor } from './choices';
import type { Parameters } from '../fields/read';
import { reportersOf } from './reporter';
import type { WaitState } from './state';
import { waitTill } from './waitTill';

/** What an item waits for, and how long. */
export interface Terms extends Pick<WaitState, 'responseType' | 'waitFor' | 'answersFrom'> {
  /** Undefined without a limit. */
  until: Date | undefined;
  /** Where people are asked one after another. */
  eachMs?: number;
}

/** @throws MessagingError or NodeOperationError that names the wrong parameter; nothing was sent */
export function termsOf(context: IExecuteFunctions, parameters: Parameters): Terms {
  const terms = {
    responseType: choice(parameters(responseType.name), responseType),
    waitFor: choice(parameters(`options.${waitFor.name}`), waitFor),
    answersFrom: choice(parameters(`options.${answersFrom.name}`), answersFrom),
    until: waitTill(parameters('options.limitWaitTime.values'), context.getTimezone()),
  };
  if (terms.responseType === 'delivery') reportersOf(context, parameters);
  if (terms.waitFor !== 'inTurn') return terms;
  const eachMs = numberOf(parameters(`options.${minutesEach.name}`), minutesEach) * MINUTE_MS;
  return { ...terms, eachMs, until: new Date(Date.now() + eachMs) };
}

const MINUTE_MS = 60_000;

const commonTerms = ['responseType', 'waitFor', 'answersFrom'] as const;

/** The items with the same terms as the first one, as n8n has one wait for all of them; any other gets an error. */
export function onCommonTerms<Draft extends { terms: Terms }>(
  drafts: ReadonlyArray<Result<Draft>>,
): Array<Result<Draft>> {
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
  drafts: ReadonlyArray<Result<{ terms: Terms }>>,
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
