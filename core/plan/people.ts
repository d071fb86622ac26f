import { personKey } from '../contract/phoneNumber';
import { succeeded, type Attempt, type Plan } from './plan';
import { mayArrive } from './progress';

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
