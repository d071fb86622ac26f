import { invalidField, type Tried } from '../../../core/client';
import { optionsIn, type Parameters } from '../../parameters';
import { answersFrom, limitWaitTime, responseType, severalPeople, waitFor } from './properties';
import type { Terms } from './wait';

/**
 * What an item waits for, and how long.
 * @param now when the limit of all people begins, milliseconds since 1970
 * @throws MessagingError that names the wrong parameter; nothing was sent
 */
export function termsOf(parameters: Parameters, timezone: string, now: number): Terms {
  const options = optionsIn(parameters);
  const several = severalPeople.read(options);
  const limitMs = limitWaitTime.read(options)?.(now, timezone);
  return {
    responseType: responseType.read(parameters),
    waitFor: several?.waitFor ?? 'all',
    answersFrom: answersFrom.read(options),
    limitMs: several?.waitFor === 'inTurn' ? several.eachMs() : limitMs,
  };
}

const COMMON = [
  ['responseType', responseType.label],
  ['waitFor', waitFor.label],
  ['answersFrom', answersFrom.label],
] as const;

/** n8n has one wait for all items. So an item with other terms than the first gets an error, and all wait until the latest of their limits. */
export function onCommonTerms<Draft extends { terms: Terms }>(
  drafts: ReadonlyArray<Tried<Draft>>,
): { terms: Terms; drafts: Array<Tried<Draft>> } {
  const all = drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []));
  const [first = { responseType: 'approval', waitFor: 'all', answersFrom: 'recipient' } as const] = all;
  const latest = Math.max(...all.map(({ limitMs = Infinity }) => limitMs));
  return {
    terms: { ...first, limitMs: Number.isFinite(latest) ? latest : undefined },
    drafts: drafts.map((draft) => {
      const [, label] = COMMON.find(([name]) => draft.ok && draft.value.terms[name] !== first[name]) ?? [];
      if (label === undefined) return draft;
      return { ok: false, error: invalidField(label, 'must be the same for all items') };
    }),
  };
}
