import type { AttemptResult } from '../client';
import { personKey } from '../contract/phoneNumber';
import { succeeded, type Attempt, type Plan } from './plan';
import { mayArrive, attemptResult, type Tried } from './progress';

/**
 * What became of the question to each person, as a flow gets it.
 * @param people the numbers of the targets
 * @param timeOf from the clock of the attempts to milliseconds since 1970
 */
export function everybodyAsked(
  plan: Pick<Plan, 'success'>,
  people: ReadonlyArray<string | undefined>,
  tried: readonly Tried[],
  timeOf = (at: number) => at,
): AttemptResult[] {
  return people.map((to, target) => {
    const attempt = tried.find((each) => each.target === target);
    if (attempt === undefined) return { to, outcome: 'not_asked' };
    const { state, at } = attempt;
    const told = attemptResult(attempt);
    const isOpen = (state === 'accepted' || state === 'delivered') && !succeeded(plan, attempt);
    const wasAsked = !['rejected', 'not_sent'].includes(told.outcome) && state !== 'skipped';
    return {
      ...{ to, ...told },
      ...(isOpen ? { outcome: 'no_answer' as const } : {}),
      ...(wasAsked ? { askedAt: new Date(timeOf(at)).toISOString() } : {}),
    };
  });
}

/** Those who have the question, or may have it, and whose answer is not needed any more. Who was asked several times is in it once. */
export function othersAsked<P extends Pick<Attempt, 'state'> & { to: string }>(
  plan: Pick<Plan, 'success'>,
  people: readonly P[],
): P[] {
  const done = people.filter((person) => succeeded(plan, person));
  const seen = new Set(done.map(({ to }) => personKey(to)));
  return people.filter(({ state, to }) => {
    const key = personKey(to);
    if (seen.has(key) || !mayArrive(state)) return false;
    seen.add(key);
    return true;
  });
}
