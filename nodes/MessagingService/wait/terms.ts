import { invalidField, type Tried } from '../../../core/client';
import { optionsIn, type Parameters } from '../../parameters';
import { momentText } from '../fields/parts/fieldPart';
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
  const terms: Terms = {
    responseType: responseType.read(parameters),
    waitFor: several?.waitFor ?? 'all',
    answersFrom: answersFrom.read(options),
  };
  const limit = limitMs(options, timezone, now);
  if (several?.waitFor === 'inTurn') return { ...terms, limitMs: several.eachMs() };
  return limit === undefined ? terms : { ...terms, limitMs: limit };
}

/** What the form calls the terms that all items have in common. */
const labels = { responseType: responseType.label, waitFor: 'Wait For', answersFrom: answersFrom.label };
const names = ['responseType', 'waitFor', 'answersFrom'] as const;

/** The items with the same terms as the first one, as n8n has one wait for all of them; any other gets an error. */
export function onCommonTerms<Draft extends { terms: Terms }>(
  drafts: ReadonlyArray<Tried<Draft>>,
): Array<Tried<Draft>> {
  const first = drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []))[0];
  return drafts.map((draft) => {
    const name = names.find((each) => draft.ok && draft.value.terms[each] !== first?.[each]);
    if (name === undefined) return draft;
    return { ok: false, error: invalidField(labels[name], 'must be the same for all items') };
  });
}

/** The terms of a wait: all items wait until the latest of their limits. */
export function termsOfAll(drafts: ReadonlyArray<Tried<{ terms: Terms }>>): Terms {
  const all = drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []));
  const [first] = all;
  if (first === undefined) return { responseType: 'approval', waitFor: 'all', answersFrom: 'recipient' };
  const { responseType, waitFor, answersFrom } = first;
  const terms = { responseType, waitFor, answersFrom };
  const latest = Math.max(...all.map(({ limitMs = Infinity }) => limitMs));
  return Number.isFinite(latest) ? { ...terms, limitMs: latest } : terms;
}

/** How long the option *Limit Wait Time* gives; undefined without it. */
function limitMs(options: Parameters, timezone: string, now: number): number | undefined {
  const limit = limitWaitTime.read(options);
  if (limit === undefined || 'afterMs' in limit) return limit?.afterMs;
  const { label } = limitWaitTime;
  const end = new Date(String(momentText(limit.at, timezone)));
  if (Number.isNaN(end.getTime())) throw invalidField(label, 'must be a date and time');
  if (end.getTime() <= now) throw invalidField(label, 'must be in the future', { got: end.toISOString() });
  return end.getTime() - now;
}
