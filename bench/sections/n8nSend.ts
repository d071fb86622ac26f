import { startBench, type Bench } from '../../test/hosts/n8n/messaging';
import { withEditor } from '../../test/hosts/n8n/n8nServer';
import { watchMemory } from '../n8n/process';
import {
  BATCH,
  createSenders,
  EDIT,
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
  if (ms === undefined) throw new Error(`n8n noted no time for "${MEASURED}": ${execution.status}`);
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
  const bench = await startBench(withEditor);
  try {
    const few = await createSenders(bench, service.url, FEW);
    for (const sender of few) if (sender.name !== TELEGRAM) await runOnce(bench, service, sender, 0);
    const slow = await measure(few, ROUNDS, (sender) => runOnce(bench, service, sender, 20));
    const quick = await measure(few, ROUNDS, (sender) => runOnce(bench, service, sender, 0));
    const many = await createSenders(bench, service.url, MANY);
    const chosen = many.filter(({ name }) => [REQUEST, SEND, BATCH, EDIT].includes(name));
    const large = await measure(chosen, ROUNDS, async (sender) => {
      await bench.n8n.restart(); // no run finds the memory of another
      return runOnce(bench, service, sender, 20);
    });
    const inFlight = Math.max(...(slow.get(SEND) ?? []).map(({ mostInFlight }) => mostInFlight));
    return {
      name: 'n8n-send',
      title: 'n8n: 1,000 and 10,000 items',
      how: 'A manual execution in a real n8n: the time that n8n itself records for the node. With 10,000 items, each run has a fresh n8n.',
      goals: [
        faster(15, slow, '1,000 items, service answers in 20 ms', SEND, TELEGRAM),
        faster(1, slow, '1,000 items, service answers in 20 ms', SEND, REQUEST),
        {
          what: `n8n, ${SEND}: most requests in flight`,
          against: 'its option',
          goal: 'at most 50',
          measured: `**${inFlight}**`,
          met: inFlight <= 50,
        },
        faster(1, large, '10,000 items, service answers in 20 ms', SEND, REQUEST),
        atMost(2.5, {
          what: `n8n, ${BATCH}: time of 10,000 items, service answers in 20 ms`,
          against: EDIT,
          ours: times(large, BATCH),
          theirs: times(large, EDIT),
          show: milliseconds,
        }),
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
        `What n8n itself takes for the items and their expressions is the floor of Send Batch: ${EDIT}.`,
        `With 1,000 items, the memory is that of an n8n that has already run other workflows. ${SEND_FEW} is shown for information: 10 requests at once limit its speed.`,
        'The limit of Send: n8n’s request helper opens a connection for every request, and n8n evaluates each expression for each item; this package’s own functions take a few per cent. What does not change is read once: the credential per execution, and parameters without expressions for all items. Send Batch makes one request per 100 messages, so that little but the expressions remains; four calls are in flight at a time.',
        'The Telegram node waits for each answer before it sends the next item, so the ratio grows with the time that the service takes; at 20 ms, the node itself adds about 5 ms for each item.',
        'HTTP Request begins all items at once; Send never has more in flight than its option allows.',
        'Most of the memory is the items, which n8n keeps for every node: the two nodes differ by a few per cent, either way.',
      ],
    };
  } finally {
    await bench.stop();
    await service.stop();
  }
}

export const n8nSend: Section = { name: 'n8n-send', run };
