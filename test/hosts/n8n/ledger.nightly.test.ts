import { z } from 'zod/v4';

import { printFigure } from '../../figures';
import type { Sandbox } from '../../../sandbox';
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
import { type Bench, outputs, PASSWORD, startBench } from './messaging';

const SENDS = 2000;
/** A newer n8n passes on the cause of a failed request, so that the node knows when no byte was sent. */
const SEES_CONNECTION = process.env.N8N_HOST === 'newest';
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

const executionOf = ({ meets }: PlannedMessage) => `${meets.at} ${meets.hangs === true}`;

/** One execution for messages to the same place: an item for each, and what n8n returned for it. */
async function send(planned: PlannedMessage[]): Promise<Outcome[]> {
  const [{ meets } = { meets: undefined }] = planned;
  if (meets === undefined) return [];
  const items = planned.map(({ customerid, to, text }) => ({
    json: { customerid, to, length: text.length },
  }));
  const timeout = meets.hangs === true ? 1 : 60;
  const workflow = await bench.workflow({ ...parameters, options: { itemsAtOnce: 50 } }, items, {
    credential: await bench.newCredential({ baseUrl: faults.urls[meets.at], timeout }),
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
    expect(disagreements(planned, outcomes, sandbox, SEES_CONNECTION)).toEqual([]);
    expect(faults.strangerRequests).toBe(0);
  },
  LIMIT_MS,
);
