import { z } from 'zod/v4';

import { printFigure } from '../../figures';
import type { Sandbox } from '../../../sandbox';
import { batchDisagreements, batchSummary, planBatches, SIZE, startTurning } from '../../faults/batches';
import { startFaults, type Faults } from '../../faults/front';
import {
  disagreements,
  ledgerSandbox,
  plan,
  summary,
  type Outcome,
  type PlannedMessage,
} from '../../faults/ledger';
import { SEED } from '../../seed';
import {
  chainDisagreements,
  CHANNELS,
  chainSummary,
  planChains,
  startChannels,
  type ChainOutcome,
  type PlannedChain,
} from '../../faults/channels';
import { volume } from '../../volume';
import { type Bench, outputs, PASSWORD, startBench } from './messaging';

/** FAULT_SENDS=10 sends ten times as many. */
const SENDS = volume({ full: 2000, quick: 300 });
/** FALLBACK_SENDS=2000 sends so many with further channels. */
const CHAINS = Number(process.env['FALLBACK_SENDS'] ?? volume({ full: 300, quick: 60 }));
const BATCHES = volume({ full: 100, quick: 16 });
const LIMIT_MS = 480_000;

let sandbox: Sandbox;
let faults: Faults;
let bench: Bench;
beforeAll(async () => {
  sandbox = await ledgerSandbox(PASSWORD);
  faults = await startFaults(sandbox);
  bench = await startBench({ NODE_EXTRA_CA_CERTS: faults.certificateFile, ...faults.proxyEnvironment });
}, 180_000);
afterAll(async () => {
  await bench?.stop();
  await faults?.close();
  await sandbox?.close();
});

const parameters = {
  from: 'Test',
  to: '={{ $json.to }}',
  text: '={{ "x".repeat($json.length) }}',
  additionalFields: { customerid: '={{ $json.customerid }}' },
};
const told = z.object({ errorDetails: z.object({ outcome: z.string() }) });

const attempt = z.object({
  channel: z.enum(CHANNELS),
  state: z.enum(['accepted', 'delivered', 'failed', 'rejected', 'not_sent', 'unknown']),
  reason: z.string().optional(),
  late: z.literal(true).optional(),
});
const chainOutput = z.object({
  errorDetails: z.object({ outcome: z.string(), attempts: z.array(attempt).optional() }).optional(),
  outcome: z.string().optional(),
  channel: z.string().nullish(),
  attempts: z.array(attempt).optional(),
});

const executionOf = ({ meets }: PlannedMessage) => `${meets.at} ${meets.hangs === true}`;

/** One execution for messages to the same place: an item for each, and what n8n returned for it. */
async function send(planned: PlannedMessage[]): Promise<Outcome[]> {
  const [{ meets } = { meets: undefined }] = planned;
  if (meets === undefined) return [];
  const items = planned.map(({ customerid, to, text }) => ({
    json: { customerid, to, length: text.length },
  }));
  const options = { itemsAtOnce: 50, timeout: meets.hangs === true ? 1 : 60 };
  const workflow = await bench.workflow({ ...parameters, options }, items, {
    credential: await bench.newCredential({ baseUrl: faults.urls[meets.at] }),
    onError: 'continueRegularOutput',
  });
  const execution = await bench.n8n.run(workflow, undefined, LIMIT_MS - 60_000);
  expect(execution.error).toBeUndefined();
  return outputs(execution).map((output, index) => ({
    customerid: planned[index]?.customerid ?? 'more outputs than items',
    told:
      told.safeParse(output).data?.errorDetails.outcome ??
      ('messageId' in output ? 'accepted' : 'no outcome'),
  }));
}

it(
  `what the node tells of ${SENDS} messages is what the ledger says, whatever happens (FUZZ_SEED=${SEED})`,
  async () => {
    const planned = plan(SENDS);
    const executions = new Set(planned.map(executionOf));
    const together = [...executions].map((name) =>
      planned.filter((message) => executionOf(message) === name),
    );
    const outcomes = (await Promise.all(together.map(send))).flat();
    await faults.settled();

    printFigure(summary('the n8n node', outcomes, sandbox));
    expect(disagreements(planned, outcomes, sandbox, false)).toEqual([]);
    expect(faults.strangerRequests).toBe(0);
  },
  LIMIT_MS,
);

it(
  `what the node tells of the messages of ${BATCHES} batches is what the ledger says, in whatever order it comes`,
  async () => {
    const ledger = await ledgerSandbox(PASSWORD);
    const front = await startTurning(ledger);
    const batches = planBatches(BATCHES);
    const messages = batches.flat();
    try {
      const credential = await bench.newCredential({ baseUrl: front.url });
      const execution = await bench.run(
        {
          operation: 'sendBatch',
          defineUsing: 'json',
          requestJson: '={{ $json }}',
          options: { chunkSize: SIZE },
        },
        messages.map((json) => ({ json })),
        { credential, onError: 'continueRegularOutput' },
      );
      expect(execution.error).toBeUndefined();
      const outcomes = outputs(execution).map((output, index) => ({
        customerid: messages[index]?.customerid ?? 'more outputs than items',
        told: told.safeParse(output).data?.errorDetails.outcome ?? 'accepted',
      }));
      printFigure(batchSummary('the n8n node', outcomes));
      expect(batchDisagreements(batches, outcomes, ledger)).toEqual([]);
    } finally {
      front.close();
      await ledger.close();
    }
  },
  LIMIT_MS,
);

it(
  `${CHAINS} messages with three channels go to no further one after an unknown outcome (FUZZ_SEED=${SEED})`,
  async () => {
    const ledger = await ledgerSandbox(PASSWORD);
    const planned = planChains(CHAINS);
    const front = await startChannels(ledger, planned);
    try {
      const credential = await bench.newCredential({ baseUrl: front.url });
      const [first, second, third] = CHANNELS;
      const further = {
        countsAs: 'delivered',
        afterSeconds: 2,
        secondChannel: second,
        secondFrom: '+41795550100',
        thirdChannel: third,
        thirdFrom: 'Test',
      };
      const chains = {
        channel: first,
        from: 'sandbox-agent',
        to: '={{ $json.to }}',
        text: 'Hello',
        additionalFields: { customerid: '={{ $json.customerid }}' },
      };
      const run = async (some: PlannedChain[], timeout: number): Promise<ChainOutcome[]> => {
        if (some.length === 0) return [];
        const workflow = await bench.workflow(
          { ...chains, options: { itemsAtOnce: 50, timeout, fallback: { further } } },
          some.map(({ customerid, to }) => ({ json: { customerid, to } })),
          { credential, onError: 'continueRegularOutput' },
        );
        const execution = await bench.n8n.run(workflow, undefined, LIMIT_MS - 60_000);
        expect(execution.error).toBeUndefined();
        return outputs(execution).map((output, index) => {
          const {
            errorDetails: error,
            outcome = 'accepted',
            channel,
            attempts = [],
          } = chainOutput.parse(output);
          return {
            customerid: some[index]?.customerid ?? 'more outputs than items',
            told: error?.outcome ?? outcome,
            channel,
            attempts: error?.attempts ?? attempts,
          };
        });
      };
      const outcomes = await Promise.all([
        run(
          planned.filter(({ hangs }) => !hangs),
          60,
        ),
        run(
          planned.filter(({ hangs }) => hangs),
          30,
        ),
      ]);
      await front.settled();
      const problems = chainDisagreements(planned, outcomes.flat(), front, ledger);
      printFigure(chainSummary('the n8n node', outcomes.flat(), problems));
      expect(problems).toEqual([]);
    } finally {
      await front.close();
      await ledger.close();
    }
  },
  LIMIT_MS,
);
