import { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';

import type { FallbackAttempt } from '../../core/client';
import type { Sandbox } from '../../sandbox';
import { cases, type FaultCase } from './cases';
import { giveBack, listening, pass } from './front';
import { SEED } from '../seed';

/** The channels of every message, in order. */
export const CHANNELS = ['Rcs', 'Whatsapp', 'Sms'] as const;

/** What happens to an accepted message; `late`: it is delivered only after the message was sent on the next channel. */
type Fate = 'delivered' | 'failed' | 'silent' | 'late';

interface OnChannel {
  meets: FaultCase;
  fate: Fate;
}

/** A message, and what will happen to it on each channel. */
export interface PlannedChain {
  customerid: string;
  to: string;
  channels: readonly OnChannel[];
  /** Whether the sender should give up soon. */
  hangs: boolean;
}

/** What the sender reported. */
export interface ChainOutcome {
  customerid: string;
  told: string;
  channel?: string | null;
  attempts: readonly FallbackAttempt[];
}

/** `count` random messages with three channels each; `FUZZ_SEED` repeats a run. */
export function planChains(count: number): PlannedChain[] {
  const usable = cases.filter(
    ({ at, weight, name }) => at === 'front' && weight > 0 && !name.includes('100 MB'),
  );
  const told = (wanted: FaultCase['told'], weight: number) => {
    const some = usable.filter((each) => each.told === wanted);
    const weighted = some.map((each) => ({ weight: each.weight, arbitrary: fc.constant(each) }));
    return { weight, arbitrary: fc.oneof(...weighted) };
  };
  const onChannel = fc.record({
    meets: fc.oneof(told('accepted', 5), told('rejected', 3), told('unknown', 2)),
    fate: fc.constantFrom<Fate>('delivered', 'failed', 'silent', 'late'),
  });
  const chains = fc.array(onChannel, { minLength: CHANNELS.length, maxLength: CHANNELS.length });
  return fc.sample(chains, { seed: SEED, numRuns: count }).map((channels, number) => ({
    customerid: `chain-${number}`,
    to: `+4179${String(3_000_000 + number)}`,
    channels,
    hangs: channels.some(({ meets }) => meets.hangs === true),
  }));
}

/** A server between the sender and the sandbox. */
export interface ChannelsFront {
  url: string;
  /** The channels on which a message was requested, in order. */
  asked(customerid: string): string[];
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Makes happen to each message on each channel what was planned. */
export async function startChannels(
  sandbox: Sandbox,
  planned: readonly PlannedChain[],
): Promise<ChannelsFront> {
  const byId = new Map(planned.map((chain) => [chain.customerid, chain]));
  const turns = new Map<string, number>();
  const asked = new Map<string, string[]>();
  const late = new Map<string, string[]>();
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<unknown>>();

  const send = async (body: string, handOn: () => ReturnType<typeof pass>) => {
    const { customerid, channel } = JSON.parse(body) as { customerid: string; channel: string };
    const channels = asked.get(customerid) ?? [];
    if (!channels.includes(channel)) asked.set(customerid, [...channels, channel]);
    const place = CHANNELS.findIndex((each) => each === channel);
    const here = byId.get(customerid)?.channels[place];
    if (here === undefined) throw new Error(`${customerid} was not planned on ${channel}`);
    const key = `${customerid} ${channel}`;
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    const { taken, front } = here.meets;
    const answer = (typeof taken === 'boolean' ? taken : taken(turn)) ? await handOn() : undefined;
    for (const id of late.get(customerid) ?? []) sandbox.setState(id, 'Delivered');
    late.delete(customerid);
    const { messageId } = JSON.parse(answer?.body ?? '{}') as { messageId?: string };
    if (messageId !== undefined && here.meets.told === 'accepted') {
      if (here.fate === 'delivered') sandbox.setState(messageId, 'Delivered');
      if (here.fate === 'failed')
        sandbox.setState(messageId, 'Failed', { code: 'Gone', message: 'Not reached' });
      if (here.fate === 'late') late.set(customerid, [messageId]);
    }
    return { front: front ?? giveBack, answer, turn };
  };

  const front = await listening((request, response) => {
    const treated = text(request).then(async (body) => {
      const handOn = () => pass(sandbox, agent, request, body);
      const exchange = { response, strangerUrl: 'http://localhost:1' };
      if (request.method !== 'POST') return giveBack({ ...exchange, answer: await handOn(), turn: 1 });
      const { front: end, ...met } = await send(body, handOn);
      end({ ...exchange, ...met });
    });
    const ended = treated.catch(() => void response.destroy()).then(() => void underWay.delete(ended));
    underWay.add(ended);
  });
  return {
    url: front.url,
    asked: (customerid) => asked.get(customerid) ?? [],
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: async () => {
      agent.destroy();
      await front.close();
    },
  };
}

/**
 * Compares what the senders reported with the plan, the requests and the sandbox's ledger.
 * @returns a sentence for each disagreement
 */
export function chainDisagreements(
  planned: readonly PlannedChain[],
  outcomes: readonly ChainOutcome[],
  front: ChannelsFront,
  sandbox: Sandbox,
): string[] {
  const ledger = new Map<string, string[]>();
  for (const { customerid, channel } of sandbox.messages()) {
    const key = customerid ?? 'without customerid';
    ledger.set(key, [...(ledger.get(key) ?? []), channel]);
  }
  return planned.flatMap((chain) => {
    const { customerid } = chain;
    const told = outcomes.filter((outcome) => outcome.customerid === customerid);
    const [outcome] = told;
    if (outcome === undefined || told.length > 1) return [`${customerid} has ${told.length} outcomes`];
    const asked = front.asked(customerid);
    const taken = ledger.get(customerid) ?? [];
    const doubts = chain.channels.findIndex(({ meets }) => meets.told === 'unknown');
    const beyond = doubts < 0 ? [] : [...asked, ...taken].filter((each) => placeOf(each) > doubts);
    return [
      ...(beyond.length === 0 ? [] : ['went to a further channel after "unknown"']),
      ...(new Set(taken).size === taken.length ? [] : ['was accepted twice on a channel']),
      ...(taken.every((each) => asked.includes(each)) ? [] : ['is in the ledger where nobody asked']),
      ...attemptProblems(chain, outcome, asked),
      ...endProblems(outcome, taken),
    ].map((problem) => `${customerid} ${problem}: ${JSON.stringify(outcome)}`);
  });
}

function placeOf(channel: string): number {
  return CHANNELS.findIndex((each) => each === channel);
}

function attemptProblems(
  chain: PlannedChain,
  { attempts }: ChainOutcome,
  asked: readonly string[],
): string[] {
  const named = attempts.map(({ channel }) => channel).join();
  const problems = named === asked.join() ? [] : [`asked on ${asked.join()}`];
  if (named !== CHANNELS.slice(0, attempts.length).join()) problems.push('left its order');
  const hasLate = attempts.some(({ late }) => late === true);
  for (const [index, attempt] of attempts.entries()) {
    const { meets, fate } = chain.channels[index] ?? {};
    const isLast = index === attempts.length - 1;
    const states: unknown[] = meets?.told === 'accepted' ? statesOf(fate, hasLate) : [meets?.told];
    if (!states.includes(attempt.state)) problems.push(`has a wrong state on ${attempt.channel}`);
    if (isLast) continue;
    const isLate = attempt.state === 'delivered' && attempt.late === true;
    if (attempt.state === 'unknown' || (attempt.state === 'delivered' && !isLate))
      problems.push(`went on after ${attempt.channel}`);
    if (!isLate && (attempt.reason ?? '') === '') problems.push(`has no reason for ${attempt.channel}`);
  }
  const isThrough = attempts.some(({ state }) => state === 'delivered' || state === 'unknown');
  if (!isThrough && attempts.length < CHANNELS.length) problems.push('gave up before its last channel');
  return problems;
}

/** A late delivery is noticed only while another channel waits for its report; from then on, nothing waits for that other report. */
function statesOf(fate: Fate | undefined, hasLate: boolean): string[] {
  if (fate === 'silent') return ['accepted'];
  if (fate === 'late') return ['accepted', 'delivered'];
  return [String(fate), ...(hasLate ? ['accepted'] : [])];
}

function endProblems({ told, channel, attempts }: ChainOutcome, taken: readonly string[]): string[] {
  const through = attempts.find(({ state }) => state === 'delivered');
  const last = attempts.at(-1);
  const open = attempts.some(({ state }) => state === 'accepted' || state === 'unknown');
  const expected =
    through !== undefined || last?.state === 'accepted' ? 'accepted' : open ? 'unknown' : 'rejected';
  const problems = told === expected ? [] : [`should have been told ${expected}`];
  if (expected === 'accepted' && channel !== (through?.channel ?? null))
    problems.push('names a wrong channel');
  if (through !== undefined && !taken.includes(through.channel)) problems.push('is not in the ledger');
  return problems;
}

/** The figures of a run. */
export function chainSummary(
  sender: string,
  outcomes: readonly ChainOutcome[],
  problems: readonly string[],
): string {
  const told = (wanted: string) => outcomes.filter((outcome) => outcome.told === wanted).length;
  const attempts = outcomes.map((outcome) => outcome.attempts);
  const changes = attempts.reduce((sum, each) => sum + Math.max(0, each.length - 1), 0);
  const late = attempts.flat().filter((attempt) => attempt.late === true).length;
  const doubled = problems.filter((problem) => problem.includes('after "unknown"')).length;
  return (
    `Further channels of ${sender}: ${outcomes.length} messages with 3 channels, FUZZ_SEED=${SEED}; ` +
    `${told('accepted')} accepted, ${told('rejected')} rejected, ${told('unknown')} unknown; ${changes} changes of channel, each with its reason; ` +
    `${late} late deliveries told; ${doubled} on a further channel after unknown; ${problems.length} disagreements`
  );
}
