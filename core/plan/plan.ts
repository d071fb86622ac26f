import { steadyNow } from '../clock';

/** How a message goes on that may take more than one attempt: fallback channels to a person, several people, the same target again. */
export interface Plan {
  /** How many there are: channels, or people. They are tried in their order, and named by their place in it. */
  targets: number;
  /**
   * - `fallback`: all are ways to one person, who gets nothing more once it is unknown whether a message was sent.
   * - `in_turn`: different people, one after another.
   * - `at_once`: different people, all at the same time.
   * - `parts`: of one text to one person. All are queued, so that nothing comes between them, and must succeed; the first that does not ends it.
   */
  order: 'fallback' | 'in_turn' | 'at_once' | 'parts';
  success: 'accepted' | 'delivered' | 'answered';
  /** How many attempts must succeed; 1, unless given. Of parts, all must. */
  wanted?: number;
  /** How long each attempt has from when the service sends it, in milliseconds. */
  eachMs: number;
  /** How long a target is tried again while the service cannot be reached, in milliseconds; not at all, unless given. */
  retryMs?: number;
}

/**
 * - `sending`: it is on its way to the service.
 * - `not_reached`: the service could not be reached, so it was certainly not sent, and can be tried again.
 * - `failed`: the service accepted it, and reported later that it was not delivered.
 * - `skipped`: the user wants that the person gets nothing.
 */
export type AttemptState =
  | 'sending'
  | 'not_reached'
  | 'accepted'
  | 'delivered'
  | 'answered'
  | 'failed'
  | 'rejected'
  | 'not_sent'
  | 'unknown'
  | 'skipped'
  | 'cancelled';

/** How far one target has come. Plain data, so that it can be stored. */
export interface Attempt {
  target: number;
  state: AttemptState;
  /** When the service sends it; of one that was not reached, when it was tried first. Milliseconds since 1970. */
  at: number;
  /** Its time is up, and the service was asked what became of it. */
  checked?: boolean;
}

/** What to do next: targets by their number, attempts by their place in the list. */
export type PlanStep =
  | { do: 'send'; targets: number[] }
  /** Until something happens, or this time has come, milliseconds since 1970. */
  | { do: 'wait'; until: number }
  /** Ask the service what became of these: their time is up, and a report may have been lost. */
  | { do: 'check'; attempts: number[] }
  | { do: 'end'; how: 'success'; attempt: number }
  /** `time_up`: somebody has the message. `failed`: nobody surely has it. */
  | { do: 'end'; how: 'cancelled' | 'time_up' | 'failed' };

/** Whether an attempt has reached what the plan is for. */
export function succeeded({ success }: Pick<Plan, 'success'>, { state }: Pick<Attempt, 'state'>): boolean {
  if (state === 'answered') return true;
  if (state === 'delivered') return success !== 'answered';
  return state === 'accepted' && success === 'accepted';
}

/** Whether an attempt has not reached what the plan is for, and still can. */
export function maySucceed(plan: Pick<Plan, 'success'>, attempt: Pick<Attempt, 'state'>): boolean {
  // Nobody can say whether a message without an ID was delivered.
  const mayDoIt = hasIt(attempt) || (attempt.state === 'unknown' && plan.success === 'answered');
  return mayDoIt && !succeeded(plan, attempt);
}

/** The next step. It depends on nothing else, so a plan goes on after a restart where it was. */
export function next(plan: Plan, attempts: readonly Attempt[], now: number): PlanStep {
  const successes = attempts.flatMap((attempt, index) => (succeeded(plan, attempt) ? [index] : []));
  const [first] = successes;
  const { order } = plan;
  const wanted = order === 'parts' ? plan.targets : (plan.wanted ?? 1);
  if (first !== undefined && successes.length >= wanted) return { do: 'end', how: 'success', attempt: first };
  const has = (states: readonly AttemptState[]) => attempts.some(({ state }) => states.includes(state));
  if (has(['cancelled'])) return { do: 'end', how: 'cancelled' };
  if (has(LAST[order])) return { do: 'end', how: 'failed' };
  const isClosed = attempts.some((attempt) => isGivenUp(plan, attempt, now));
  const targets = isClosed ? [] : targetsNow(plan, attempts, now);
  if (targets.length > 0) return { do: 'send', targets };
  const how = attempts.some(hasIt) ? 'time_up' : 'failed';
  return whileWaiting(plan, attempts, now, isClosed) ?? { do: 'end', how };
}

/** After these, nobody gets anything more. */
const LAST: Readonly<Record<Plan['order'], readonly AttemptState[]>> = {
  fallback: ['unknown', 'skipped'],
  in_turn: [],
  at_once: [],
  parts: ['unknown', 'skipped', 'rejected', 'not_sent', 'failed'],
};

/** The targets whose turn has come. A target whose time is over must be checked first. */
function targetsNow(plan: Plan, attempts: readonly Attempt[], now: number): number[] {
  const again = attempts.filter((attempt) => isTriedAgain(plan, attempt, now)).map(({ target }) => target);
  const untried = untriedIn(plan, attempts);
  if (plan.order === 'at_once' || plan.order === 'parts')
    return [...again, ...untried].sort((one, other) => one - other);
  if (again.length > 0) return again;
  const last = attempts.at(-1);
  return last === undefined || isDone(plan, last, now) ? untried.slice(0, 1) : [];
}

/** Whether the next target has its turn after this one. */
function isDone(plan: Plan, attempt: Attempt, now: number): boolean {
  if (attempt.state === 'sending') return false;
  if (!hasIt(attempt) || attempt.checked === true) return true;
  return attempt.at + plan.eachMs <= now && !(mustCheck(plan) && isUnreported(attempt));
}

function isTriedAgain({ retryMs = 0 }: Plan, { state, at }: Attempt, now: number): boolean {
  return state === 'not_reached' && now < at + retryMs;
}

/** Whether the service could not be reached in all the time that there was: it is the same one for all targets. */
function isGivenUp({ retryMs = 0 }: Plan, { state, at }: Attempt, now: number): boolean {
  return state === 'not_reached' && retryMs > 0 && now >= at + retryMs;
}

/** Whether a lost report could change what comes next. */
function mustCheck({ order, success }: Plan): boolean {
  return order === 'fallback' || success === 'delivered';
}

/** Waits for what may still happen; asks about what had no more time. Undefined if there is nothing to wait for. */
function whileWaiting(
  plan: Plan,
  attempts: readonly Attempt[],
  now: number,
  isClosed: boolean,
): PlanStep | undefined {
  if (attempts.some(({ state }) => state === 'sending')) return { do: 'wait', until: Infinity };
  const isLast = isClosed || untriedIn(plan, attempts).length === 0;
  const last = attempts.at(-1);
  // While somebody else is to be asked, only the last one is waited for.
  const open = attempts.filter((attempt) => isOpen(plan, attempt) && (isLast || attempt === last));
  const until = Math.max(0, ...open.map(({ at }) => at + plan.eachMs));
  if (until > now) return { do: 'wait', until };
  if (!mustCheck(plan) || !open.some(isUnreported)) return undefined;
  const accepted = attempts.flatMap(({ state }, index) => (state === 'accepted' ? [index] : []));
  return { do: 'check', attempts: accepted };
}

/** Whether the person surely has the message, or gets it. */
function hasIt({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'accepted' || state === 'delivered';
}

/** Whether the service may know more of it than was reported. */
function isUnreported({ state, checked }: Attempt): boolean {
  return state === 'accepted' && checked !== true;
}

/** Whether the attempt is still waited for. */
function isOpen(plan: Plan, attempt: Attempt): boolean {
  return attempt.checked !== true && maySucceed(plan, attempt);
}

function untriedIn({ targets }: Plan, attempts: readonly Attempt[]): number[] {
  const tried = new Set(attempts.map(({ target }) => target));
  return [...Array(targets).keys()].filter((target) => !tried.has(target));
}

/** How a plan ends. */
export type PlanEnd = Extract<PlanStep, { do: 'end' }>;

/** How the messages of a plan reach the service, and how what becomes of them comes back. */
export interface PlanWork {
  /** The attempts as they are now; what happens meanwhile changes them. */
  attempts(): readonly Attempt[];
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
    const now = steadyNow();
    const step = next(plan, withSending(work.attempts(), sending.keys(), now), now);
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
