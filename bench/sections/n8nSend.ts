import { startBench, type Bench } from '../../test/hosts/n8n/messaging';
import { watchMemory } from '../n8n/process';
import {
  BATCH,
  createSenders,
  MEASURED,
  REQUEST,
  SEND,
  SEND_FEW,
  TELEGRAM,
  type Sender,
} from '../n8n/senders';
import { atMost, fasterBy, medians, megabytes, milliseconds, type Section } from '../result';
import { inTurn } from '../rounds';
import { BenchService } from '../service';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const FEW = 1000;
const MANY = 10_000;

interface Run {
  ms: number;
  peak: number;
  mostInFlight: number;
  mostConnections: number;
}

async function runOnce(
  bench: Bench,
  service: BenchService,
  { workflow }: Sender,
  delay: number,
): Promise<Run> {
  await service.answerAfter(delay);
  const memory = watchMemory(bench.n8n.userFolder);
  const execution = await bench.n8n.run(workflow, undefined, 300_000);
  if (execution.error !== undefined) throw new Error(execution.error.message);
  const ms = execution.data.resultData.runData[MEASURED]?.[0]?.executionTime;
  if (ms === undefined) throw new Error(`n8n noted no time for "${MEASURED}"`);
  const { mostInFlight, mostConnections } = await service.counts();
  return { ms, peak: memory.peak(), mostInFlight, mostConnections };
}

type Found = Map<string, Run[]>;

async function measure(
  senders: readonly Sender[],
  rounds: number,
  run: (sender: Sender) => Promise<Run>,
): Promise<Found> {
  const found: Found = new Map(senders.map(({ name }) => [name, []]));
  const contenders = senders.map((sender) => ({
    name: sender.name,
    measure: async () => {
      const result = await run(sender);
      found.get(sender.name)?.push(result);
      console.log(`${sender.name}: ${milliseconds(result.ms)}, ${result.mostInFlight} in flight`);
      return result.ms;
    },
  }));
  await inTurn(contenders, rounds);
  return found;
}

const times = (found: Found, name: string) => (found.get(name) ?? []).map(({ ms }) => ms);
const peaks = (found: Found, name: string) => (found.get(name) ?? []).map(({ peak }) => peak);

function faster(goal: number, found: Found, what: string, name: string, against: string) {
  const [ours, theirs] = [times(found, name), times(found, against)];
  return fasterBy(goal, { what: `n8n, ${name}: ${what}`, against, ours, theirs, show: milliseconds });
}

function figuresOf(found: Found, title: string) {
  const columns = (name: string) => {
    const runs = found.get(name) ?? [];
    return [
      runs.map(({ ms }) => ms),
      runs.map(({ mostInFlight }) => mostInFlight),
      runs.map(({ mostConnections }) => mostConnections),
      runs.map(({ peak }) => peak),
    ];
  };
  return medians(
    title,
    ['Node', 'Time of the node', 'Most in flight', 'Most connections', 'Peak of memory of n8n'],
    [...found.keys()].map((name) => [name, ...columns(name)]),
    [milliseconds, String, String, megabytes],
  );
}

async function run() {
  const service = await BenchService.start();
  const bench = await startBench();
  try {
    const few = await createSenders(bench, service.url, FEW);
    for (const sender of few) if (sender.name !== TELEGRAM) await runOnce(bench, service, sender, 0);
    const slow = await measure(few, ROUNDS, (sender) => runOnce(bench, service, sender, 20));
    const quick = await measure(few, ROUNDS, (sender) => runOnce(bench, service, sender, 0));
    const many = await createSenders(bench, service.url, MANY);
    const chosen = many.filter(({ name }) => [REQUEST, SEND, BATCH].includes(name));
    const large = await measure(chosen, ROUNDS, async (sender) => {
      await bench.n8n.restart(); // no run finds the memory of another
      return runOnce(bench, service, sender, 20);
    });
    const inFlight = Math.max(...(slow.get(SEND) ?? []).map(({ mostInFlight }) => mostInFlight));
    return {
      name: 'n8n-send',
      title: 'n8n: 1,000 and 10,000 items',
      how: 'A manual execution in a real n8n: the time n8n itself notes for the node. 10,000 items: each run in an n8n that was just started.',
      goals: [
        faster(15, slow, '1,000 items, service answers in 20 ms', SEND, TELEGRAM),
        faster(1, slow, '1,000 items, service answers in 20 ms', SEND, REQUEST),
        faster(8, slow, '1,000 items, service answers in 20 ms', BATCH, REQUEST),
        {
          what: `n8n, ${SEND}: most requests in flight`,
          against: 'its option',
          goal: 'at most 50',
          measured: `**${inFlight}**`,
          met: inFlight <= 50,
        },
        faster(1, large, '10,000 items, service answers in 20 ms', SEND, REQUEST),
        faster(8, large, '10,000 items, service answers in 20 ms', BATCH, REQUEST),
        atMost(1, {
          what: `n8n, ${SEND}: peak of memory with 10,000 items`,
          against: REQUEST,
          ours: peaks(large, SEND),
          theirs: peaks(large, REQUEST),
          show: megabytes,
        }),
      ],
      figures: [
        figuresOf(slow, '1,000 items, a service that answers in 20 ms:'),
        figuresOf(quick, '1,000 items, a service that answers at once:'),
        figuresOf(large, '10,000 items, a service that answers in 20 ms:'),
      ],
      notes: [
        `With 1,000 items, memory is that of an n8n that has run others before. ${SEND_FEW} is in the figures only: its speed is what 10 requests at once allow.`,
        'The limit of Send: n8n’s request helper opens a connection for every request, and n8n evaluates each parameter that holds an expression for each item; the functions of this package are a few per cent. What does not change is read once: the credential for an execution, parameters without expressions for all items. Send Batch pays for a request once in 100 messages and then for little but the expressions, and two calls are on their way at a time.',
        'The Telegram node waits for each answer before the next item, so the more the service takes, the larger the ratio; at 20 ms its own time for an item is about as long again.',
        'HTTP Request begins its items all at once; Send never has more in flight than its option says.',
        'Memory is mostly the items themselves, which n8n keeps for every node: the two nodes are within a few per cent of each other, either way.',
      ],
    };
  } finally {
    await bench.stop();
    await service.stop();
  }
}

export const n8nSend: Section = { name: 'n8n-send', run };
