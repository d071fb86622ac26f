import { next, type Attempt, type Plan, type PlanStep } from './plan';

/** How a plan ends. */
export type PlanEnd = Extract<PlanStep, { do: 'end' }>;

/** How the messages of a plan reach the service, and how what becomes of them comes back. */
export interface PlanWork {
  /** The attempts as they are now; what happens meanwhile changes them. */
  attempts(): readonly Attempt[];
  /** Milliseconds since 1970, by a clock that nobody sets. */
  now(): number;
  /**
   * Sends to a target, and changes its attempt.
   * @param before resolves when the target before it is no longer on its way; undefined if it is not
   * @throws if the plan is broken off
   */
  send(target: number, before: Promise<void> | undefined): Promise<void>;
  /**
   * Resolves when an attempt has changed, or at this time.
   * @param isSending whether messages are on their way; when they have arrived, nothing more is waited for
   */
  wait(until: number, isSending: boolean): Promise<void>;
  /** Asks the service what became of these attempts. */
  check(attempts: readonly number[]): Promise<void>;
}

/** Runs a plan to its end. @throws what its work throws: then it can go on later from its attempts */
export async function runPlan(plan: Plan, work: PlanWork): Promise<PlanEnd> {
  const sending = new Map<number, Promise<void>>();
  let broken: { error: unknown } | undefined;
  const send = async (target: number) => {
    try {
      await work.send(target, sending.get(target - 1));
    } catch (error) {
      broken ??= { error };
    } finally {
      sending.delete(target);
    }
  };
  for (;;) {
    const step = next(plan, withSending(work.attempts(), sending.keys(), work.now()), work.now());
    if (step.do === 'end') return step;
    if (broken !== undefined && sending.size === 0) throw broken.error;
    // What is on its way ends first: nobody could go on from its attempts before.
    if (broken !== undefined) await Promise.all(sending.values());
    else if (step.do === 'send') for (const target of step.targets) sending.set(target, send(target));
    else if (step.do === 'check') await work.check(step.attempts);
    // Without a race, which takes more memory: very many messages wait here and for nothing else.
    else if (sending.size === 0) await work.wait(step.until, false);
    else await Promise.race([work.wait(step.until, true), ...sending.values()]);
  }
}

/** The attempts with those that wait for their turn. */
function withSending(attempts: readonly Attempt[], targets: Iterable<number>, at: number): Attempt[] {
  const all = [...attempts];
  for (const target of targets) {
    const index = all.findIndex((attempt) => attempt.target === target);
    if (index < 0) all.push({ target, state: 'sending', at });
    else if (all[index]?.state === 'not_reached') all[index] = { target, state: 'sending', at };
  }
  return all;
}
