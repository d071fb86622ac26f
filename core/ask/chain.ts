import { personKey } from '../contract/phoneNumber';

/** How several people are asked: all at once, or one after another. The first who takes it ends both. */
export type AskOrder = 'first' | 'inTurn';

/** How far the question to one person has come. `unknown`: the person may have it, and may answer, but the next one is asked at once. */
export interface PersonAsked {
  state: 'not_asked' | 'asked' | 'unknown' | 'failed' | 'taken' | 'cancelled';
  /** When the person was asked, milliseconds since 1970; 0 before that. */
  askedAt: number;
}

export interface ChainRules {
  order: AskOrder;
  /** How long each person has, in milliseconds. */
  eachMs: number;
}

/** What to do next. */
export type ChainStep =
  | { do: 'ask'; indexes: number[] }
  /** Until something happens, or this time has come, milliseconds since 1970. */
  | { do: 'wait'; until: number }
  | { do: 'end'; how: 'taken'; index: number }
  /** `nobody`: none of the people could be asked. */
  | { do: 'end'; how: 'cancelled' | 'timeUp' | 'nobody' };

/** The next step with the people in the order in which they are asked. Once somebody has taken it, nobody else is asked. */
export function nextInChain(
  { order, eachMs }: ChainRules,
  people: readonly PersonAsked[],
  now: number,
): ChainStep {
  const taken = people.findIndex(({ state }) => state === 'taken');
  if (taken >= 0) return { do: 'end', how: 'taken', index: taken };
  if (people.some(({ state }) => state === 'cancelled')) return { do: 'end', how: 'cancelled' };
  const unasked = people.flatMap(({ state }, index) => (state === 'not_asked' ? [index] : []));
  if (unasked.length > 0 && (order === 'first' || timeOfLast(people, eachMs) <= now))
    return { do: 'ask', indexes: order === 'first' ? unasked : unasked.slice(0, 1) };
  const until = unasked.length > 0 ? timeOfLast(people, eachMs) : timeOfAll(people, eachMs);
  if (until > now) return { do: 'wait', until };
  return { do: 'end', how: people.some(({ state }) => state === 'asked') ? 'timeUp' : 'nobody' };
}

/** When the next person is asked: when the time of the one before is over, or at once if there is none who surely has the question. */
function timeOfLast(people: readonly PersonAsked[], eachMs: number): number {
  const last = people.filter(({ state }) => state !== 'not_asked').at(-1);
  return last?.state === 'asked' ? last.askedAt + eachMs : 0;
}

/** When everybody's time is over. */
function timeOfAll(people: readonly PersonAsked[], eachMs: number): number {
  const times = people.flatMap(({ state, askedAt }) =>
    state === 'asked' || state === 'unknown' ? [askedAt + eachMs] : [],
  );
  return Math.max(0, ...times);
}

/** Those who were asked, or may have been, and have not taken it: somebody else has. Who was asked several times is in it once. */
export function othersAsked<P extends Pick<PersonAsked, 'state'> & { to: string }>(
  people: readonly P[],
): P[] {
  const taken = people.filter(({ state }) => state === 'taken');
  const seen = new Set(taken.map(({ to }) => personKey(to)));
  return people.filter(({ state, to }) => {
    const key = personKey(to);
    if (seen.has(key) || (state !== 'asked' && state !== 'unknown')) return false;
    seen.add(key);
    return true;
  });
}
