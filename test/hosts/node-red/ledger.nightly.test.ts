import { printFigure } from '../../figures';
import type { Sandbox } from '../../../sandbox';
import { batchDisagreements, batchSummary, planBatches, startTurning } from '../../faults/batches';
import type { FaultCase } from '../../faults/cases';
import { startFaults, type Faults } from '../../faults/front';
import { disagreements, ledgerSandbox, plan, summary, type Outcome } from '../../faults/ledger';
import { SEED } from '../../seed';
import {
  chainDisagreements,
  CHANNELS,
  chainSummary,
  planChains,
  startChannels,
  type ChainOutcome,
} from '../../faults/channels';
import { volume } from '../../volume';
import { accountNode, batchNode, form, leaf, sendNode, sink, tab } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';

/** FAULT_SENDS=10 sends ten times as many. */
const SENDS = volume({ full: 2000, quick: 300 });
/** FALLBACK_SENDS=2000 sends so many with further channels. */
const CHAINS = Number(process.env['FALLBACK_SENDS'] ?? volume({ full: 300, quick: 60 }));
const BATCHES = volume({ full: 100, quick: 16 });
const LIMIT_MS = 480_000;

let sandbox: Sandbox;
let faults: Faults;
let nodeRed: NodeRed;
beforeAll(async () => {
  sandbox = await ledgerSandbox();
  faults = await startFaults(sandbox);
  nodeRed = await NodeRed.start({
    env: { NODE_EXTRA_CA_CERTS: faults.certificateFile, ...faults.proxyEnvironment },
  });
});
afterAll(async () => {
  await nodeRed?.stop();
  await faults?.close();
  await sandbox?.close();
});

const message = { to: leaf('msg', 'to'), customerid: leaf('msg', '_msgid') };

/** What needs an account of its own: one that soon gives up, and one that nobody else waits for when the service asks for a pause. */
const timeouts = { hanging: 1, pausing: 60, other: 60 };
const nodeFor = ({ at, hangs, pauses }: FaultCase) =>
  `${at}-${hangs ? 'hanging' : pauses ? 'pausing' : 'other'}`;

/** The accounts of a place, and the nodes that send to it. */
const senders = ([place, baseUrl]: [string, string]): FlowNode[] =>
  Object.entries(timeouts).flatMap(([kind, timeoutSeconds]) => {
    const id = `${place}-${kind}`;
    const account = `account-${id}`;
    return [
      { ...accountNode(baseUrl, { maxInFlight: 100, timeoutSeconds }), id: account },
      { ...sendNode({ account, form: form({ message }) }), id },
    ];
  });

function outcomes(): Outcome[] {
  return nodeRed.completions.map(({ msgid, error }) => ({
    customerid: msgid,
    told: error === undefined ? 'accepted' : (error.outcome ?? 'no outcome'),
  }));
}

it(
  `what the send node tells of ${SENDS} messages is what the ledger says, whatever happens (FUZZ_SEED=${SEED})`,
  async () => {
    const flow = Object.entries(faults.urls).flatMap(senders);
    await nodeRed.deploy([tab, sink('out'), sink('failed'), ...flow]);
    const planned = plan(SENDS);
    for (const { customerid, to, text, meets } of planned)
      nodeRed.inject(nodeFor(meets), { _msgid: customerid, to, payload: text });
    await nodeRed.until(
      () => nodeRed.completions.length >= planned.length,
      'every outcome',
      LIMIT_MS - 60_000,
    );
    await faults.settled();

    printFigure(summary('the send node of Node-RED', outcomes(), sandbox));
    expect(disagreements(planned, outcomes(), sandbox)).toEqual([]);
    expect(faults.strangerRequests).toBe(0);
    const accepted = outcomes().flatMap(({ customerid, told }) => (told === 'accepted' ? [customerid] : []));
    await nodeRed.until(() => nodeRed.at('out').length >= accepted.length, 'what comes out of the nodes');
    expect(nodeRed.at('out').map(({ _msgid }) => _msgid)).toEqual(accepted);
  },
  LIMIT_MS,
);

it(
  `what the batch node tells of the messages of ${BATCHES} batches is what the ledger says, in whatever order it comes`,
  async () => {
    const ledger = await ledgerSandbox();
    const front = await startTurning(ledger);
    const batches = planBatches(BATCHES);
    try {
      await nodeRed.forget();
      await nodeRed.deploy([
        tab,
        accountNode(front.url),
        batchNode({ failureOutput: true }),
        sink('out'),
        sink('failed'),
      ]);
      for (const [batch, payload] of batches.entries())
        nodeRed.inject('batch', { topic: String(batch), payload });
      const ended = () => [...nodeRed.at('out'), ...nodeRed.at('failed')];
      await nodeRed.until(() => ended().length >= batches.flat().length, 'every outcome', LIMIT_MS - 60_000);
      const outcomes = ended().map(({ topic, parts, error }): Outcome => ({
        customerid: `${topic}-${Object(parts).index}`,
        told: error === undefined ? 'accepted' : Object(error).outcome,
      }));
      printFigure(batchSummary('the batch node of Node-RED', outcomes));
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
    const ledger = await ledgerSandbox();
    const planned = planChains(CHAINS);
    const front = await startChannels(ledger, planned);
    try {
      const [first, ...further] = CHANNELS;
      const empty = leaf('str', '');
      const settings = {
        channel: first,
        failureOutput: true,
        form: form({ message }),
        fallback: {
          channels: further.map((channel) => ({ channel, from: empty, contentType: 'Text', content: {} })),
          countsAs: 'delivered',
          after: '3',
          afterUnit: 'seconds',
        },
      };
      const senderFor = (id: string, timeoutSeconds: number): FlowNode[] => {
        const account = { maxInFlight: 100, timeoutSeconds, publicAddress: nodeRed.url };
        return [
          { ...accountNode(front.url, account), id: `account-${id}` },
          { ...sendNode({ ...settings, account: `account-${id}` }), id },
        ];
      };
      await nodeRed.forget();
      await nodeRed.deploy([
        tab,
        sink('out'),
        sink('failed'),
        ...senderFor('chains', 60),
        // On a slow machine, what does not hang must be answered by then as well.
        ...senderFor('hanging', volume({ full: 30, quick: 10 })),
      ]);
      for (const { customerid, to, hangs } of planned)
        nodeRed.inject(hangs ? 'hanging' : 'chains', { _msgid: customerid, to, payload: 'Hello' });
      const ended = () => [...nodeRed.at('out'), ...nodeRed.at('failed')];
      await nodeRed.until(() => ended().length >= planned.length, 'every outcome', LIMIT_MS - 60_000);
      await front.settled();
      const outcomes = ended().map(({ _msgid, payload, error }): ChainOutcome => {
        const { outcome, channel, attempts } = Object(error ?? payload);
        return { customerid: String(_msgid), told: outcome, channel, attempts };
      });
      const problems = chainDisagreements(planned, outcomes, front, ledger);
      printFigure(chainSummary('the send node of Node-RED', outcomes, problems));
      expect(problems).toEqual([]);
    } finally {
      await front.close();
      await ledger.close();
    }
  },
  LIMIT_MS,
);
