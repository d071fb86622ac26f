import { invalidField, type Tried } from '../../../core/client';
import { asText } from '../../../core/reading';
import { choice, numberOf } from '../../choice';
import { optionsIn, optionValue, type Parameters } from '../fields/parameters';
import { momentText } from '../fields/parts/fieldPart';
import {
  amount,
  answersFrom,
  endDate,
  limitType,
  limitWaitTime,
  minutesEach,
  responseType,
  resumeUnit,
  severalPeople,
  waitFor,
} from './properties';
import type { Terms } from './wait';

/**
 * What an item waits for, and how long.
 * @param now when the limit of all people begins, milliseconds since 1970
 * @throws MessagingError that names the wrong parameter; nothing was sent
 */
export function termsOf(parameters: Parameters, timezone: string, now: number): Terms {
  const options = optionsIn(parameters);
  const several = severalPeople.valuesIn(options);
  const terms: Terms = {
    responseType: choice(parameters(responseType.name), responseType),
    waitFor: several === undefined ? 'all' : choice(several(waitFor), waitFor),
    answersFrom: choice(optionValue(parameters, answersFrom), answersFrom),
  };
  const limit = limitMs(options, timezone, now);
  if (several !== undefined && terms.waitFor === 'inTurn')
    return { ...terms, limitMs: numberOf(several(minutesEach), minutesEach) * MINUTE_MS };
  return limit === undefined ? terms : { ...terms, limitMs: limit };
}

const MINUTE_MS = 60_000;

const common = { responseType, waitFor, answersFrom } as const;
const names = ['responseType', 'waitFor', 'answersFrom'] as const;

/** The items with the same terms as the first one, as n8n has one wait for all of them; any other gets an error. */
export function onCommonTerms<Draft extends { terms: Terms }>(
  drafts: ReadonlyArray<Tried<Draft>>,
): Array<Tried<Draft>> {
  const first = drafts.flatMap((draft) => (draft.ok ? [draft.value.terms] : []))[0];
  return drafts.map((draft) => {
    const name = names.find((each) => draft.ok && draft.value.terms[each] !== first?.[each]);
    if (name === undefined) return draft;
    return { ok: false, error: invalidField(common[name].displayName, 'must be the same for all items') };
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

const UNITS_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 1440 * MINUTE_MS };

/** How long the option *Limit Wait Time* gives; undefined without it. */
function limitMs(options: Parameters, timezone: string, now: number): number | undefined {
  const valueOf = limitWaitTime.valuesIn(options);
  if (valueOf === undefined) return undefined;
  const label = limitWaitTime.labelOf();
  if (choice(valueOf(limitType), limitType) === 'atSpecifiedTime') {
    const end = new Date(String(momentText(valueOf(endDate), timezone)));
    if (Number.isNaN(end.getTime())) throw invalidField(label, 'must be a date and time');
    if (end.getTime() <= now) throw invalidField(label, 'must be in the future', { got: end.toISOString() });
    return end.getTime() - now;
  }
  const entered = valueOf(amount);
  const limit =
    Number(asText(entered)?.trim() || Number.NaN) * UNITS_MS[choice(valueOf(resumeUnit), resumeUnit)];
  if (!(limit > 0)) throw invalidField(label, 'must be longer than 0', { got: asText(entered) });
  return limit;
}
