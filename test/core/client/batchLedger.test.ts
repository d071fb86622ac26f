import type { Sandbox } from '../../../sandbox';
import { batchDisagreements, batchSummary, planBatches, startTurning } from '../../faults/batches';
import { ledgerSandbox, type Outcome } from '../../faults/ledger';
import { printFigure } from '../../figures';
import { volume } from '../../volume';
import { checked, clientOf, credentials } from './server';

const BATCHES = volume({ full: 500, quick: 60 });

let sandbox: Sandbox;
let front: Awaited<ReturnType<typeof startTurning>>;
beforeAll(async () => {
  sandbox = await ledgerSandbox(credentials.password);
  front = await startTurning(sandbox);
});
afterAll(async () => {
  front?.close();
  await sandbox?.close();
});

it(`what is told of the messages of ${BATCHES} batches is what the ledger says, in whatever order it comes`, async () => {
  const client = clientOf(front);
  const batches = planBatches(BATCHES);
  const outcomes: Outcome[] = [];
  for (const messages of batches) {
    const { entries } = await client.sendBatch(await checked(...messages));
    entries.forEach((entry, index) =>
      outcomes.push({
        customerid: messages[index]?.customerid ?? '',
        told: entry.ok ? 'accepted' : entry.error.outcome,
      }),
    );
  }
  printFigure(batchSummary('the client', outcomes));
  expect(batchDisagreements(batches, outcomes, sandbox)).toEqual([]);
  expect([...new Set(outcomes.map(({ told }) => told))].sort()).toEqual(['accepted', 'rejected', 'unknown']);
}, 600_000);
