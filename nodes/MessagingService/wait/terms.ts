import { invalidField, type Tried } from '../../../core/client';
import { optionsIn, type Parameters } from '../../parameters';
import { answersFrom, limitWaitTime, responseType, severalPeople } from './properties';
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

/** What the form calls the terms that all items have in common. */
const labels = { responseType: responseType.label, waitFor: 'Wait For', answersFrom: answersFrom.label };
const names = ['responseType', 'waitFor', 'answersFrom'] as const;

/** The items with the same terms as the first one, as n8n has one wait for all of them; any other gets an error. */
export function onCommonTerms<Draft extends { terms: Terms }>(
  drafts: ReadonlyArray<Tried<Draft>>,
): Array<Tried<Draft>> {
  const [first] = termsIn(drafts);
  return drafts.map((draft) => {
    const name = names.find((each) => draft.ok && draft.value.terms[each] !== first?.[each]);
    if (name === undefined) return draft;
    return { ok: false, error: invalidField(labels[name], 'must be the same for all items') };
  });
}

/** The terms of a wait: all items wait until the latest of their limits. */
export function termsOfAll(drafts: ReadonlyArray<Tried<{ terms: Terms }>>): Terms {
  const all = termsIn(drafts);
  const [first = { responseType: 'approval', waitFor: 'all', answersFrom: 'recipient' } as const] = all;
  const latest = Math.max(...all.map(({ limitMs = Infinity }) => limitMs));
  return { ...first, limitMs: Number.isFinite(latest) ? latest : undefined };
}

function termsIn(drafts: ReadonlyArray<Tried<{ terms: Terms }>>): Terms[] {
  return drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []));
}
