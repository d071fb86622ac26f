import fc from 'fast-check';

import type { Sandbox } from '../../sandbox';
import { quietSandbox } from '../sandbox/support';
import { SEED } from '../seed';
import { caseOf, cases, customeridOf, type FaultCase } from './cases';

/**
 * Which message gets which case: every case once, then at random by weight, in random order. `FUZZ_SEED` repeats a run, `FAULT_SENDS`
 * multiplies the number of messages (default 1).
 */
const TIMES = Number(process.env['FAULT_SENDS'] ?? 1);

/** A message and what will happen to it. */
export interface PlannedMessage {
  customerid: string;
  to: string;
  text: string;
  meets: FaultCase;
}

/** The messages of a run. */
export function plan(inCi: number): PlannedMessage[] {
  const count = inCi * TIMES;
  const usable = cases.filter(({ weight }) => weight > 0);
  const atRandom = fc.oneof(...usable.map((each) => ({ weight: each.weight, arbitrary: fc.constant(each) })));
  const [everyCase = []] = fc.sample(fc.shuffledSubarray(cases, { minLength: cases.length }), {
    seed: SEED,
    numRuns: 1,
  });
  const others = fc.sample(atRandom, { seed: SEED, numRuns: count - everyCase.length });
  return [...everyCase, ...others].map((meets, number) => ({
    customerid: customeridOf(meets, number),
    to: meets.to ?? '+41791234567',
    text: 'x'.repeat(meets.length ?? 20),
    meets,
  }));
}

/** A sandbox with enough points for any run, whose fault `slow` is short. */
export async function ledgerSandbox(password = 'demo'): Promise<Sandbox> {
  return await quietSandbox({ users: { demo: password }, points: 10_000_000, slowAnswer: 200 });
}

/** What a sender reported about a message. */
export interface Outcome {
  customerid: string;
  told: string;
}

/**
 * Compares what the senders reported with the sandbox's ledger; `seesConnection` is false for a sender that does not see the connection of
 * a failed request.
 * @returns a sentence for each disagreement
 */
export function disagreements(
  planned: readonly PlannedMessage[],
  outcomes: readonly Outcome[],
  sandbox: Sandbox,
  seesConnection = true,
): string[] {
  const taken = countBy(sandbox.messages().map(({ customerid }) => customerid ?? 'without customerid'));
  const results = countBy(outcomes.map(({ customerid }) => customerid));
  const known = new Set(planned.map(({ customerid }) => customerid));
  return [
    ...planned.flatMap(({ customerid }) => {
      const count = results.get(customerid) ?? 0;
      return count === 1 ? [] : [`${customerid} has ${count} outcomes`];
    }),
    ...[...taken.keys(), ...results.keys()].flatMap((id) =>
      known.has(id) ? [] : [`${id} was never planned`],
    ),
    ...[...taken].flatMap(([id, count]) => (count === 1 ? [] : [`${id} was accepted ${count} times`])),
    ...outcomes.flatMap((outcome) => disagreement(outcome, taken.has(outcome.customerid), seesConnection)),
    ...knowable(outcomes, taken, seesConnection),
  ];
}

function expectedOf(
  customerid: string,
  seesConnection: boolean,
): Pick<FaultCase, 'told' | 'orTold' | 'look'> {
  const { unseen, ...seen } = caseOf(customerid);
  return seesConnection || unseen === undefined ? seen : unseen;
}

function disagreement({ customerid, told }: Outcome, isTaken: boolean, seesConnection: boolean): string[] {
  const { told: expected, orTold } = expectedOf(customerid, seesConnection);
  const ledger = isTaken ? 'it is in the ledger' : 'it is not in the ledger';
  if (told === 'accepted' ? !isTaken : told !== 'unknown' && isTaken)
    return [`${customerid}: told ${told}, but ${ledger}`];
  return told === expected || told === orTold
    ? []
    : [`${customerid}: told ${told} instead of ${expected}; ${ledger}`];
}

/** The looks of `unknown` after which, in this run, a message was always or never accepted, so that the outcome might have been known. */
function knowable(
  outcomes: readonly Outcome[],
  taken: ReadonlyMap<string, number>,
  seesConnection: boolean,
): string[] {
  const seen = new Map<string, Set<boolean>>();
  for (const { customerid, told } of outcomes) {
    const { look = customerid } = expectedOf(customerid, seesConnection);
    if (told === 'unknown') seen.set(look, (seen.get(look) ?? new Set()).add(taken.has(customerid)));
  }
  return [...seen].flatMap(([look, both]) =>
    both.size === 2 ? [] : [`after ${look}, a message was ${both.has(true) ? 'always' : 'never'} taken`],
  );
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The figures of a run. */
export function summary(sender: string, outcomes: readonly Outcome[], sandbox: Sandbox): string {
  const told = [...countBy(outcomes.map((outcome) => outcome.told))].sort();
  return (
    `Ledger test of ${sender}: ${outcomes.length} messages, ${cases.length} cases, FUZZ_SEED=${SEED}; ` +
    `${told.map(([name, count]) => `${count} ${name}`).join(', ')}; ${sandbox.messages().length} in the ledger`
  );
}
