import { printFigure } from '../../figures';
import { createLimiter } from '../../../core/client';
import { axiosTransport } from '../../../node-red/service/axiosTransport';
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
import { volume } from '../../volume';
import { trusting } from '../../network/certificates';
import { JudgingClient, failureOf } from './server';

/** FAULT_SENDS=10 sends ten times as many. */
const SENDS = volume({ full: 6000, quick: 300 });
const AT_ONCE = 50;

let sandbox: Sandbox;
let faults: Faults;
beforeAll(async () => {
  sandbox = await ledgerSandbox();
  faults = await startFaults(sandbox);
  Object.assign(process.env, faults.proxyEnvironment);
});
afterAll(async () => {
  await faults?.close();
  await sandbox?.close();
});

async function send({ customerid, to, text, meets }: PlannedMessage): Promise<Outcome> {
  const client = new JudgingClient({
    account: { baseUrl: faults.urls[meets.at], version: 2, versionIn: 'path' },
    transport: axiosTransport({ username: 'demo', password: 'demo' }),
    timeoutMs: meets.hangs === true ? 500 : 60_000,
    retries: 1,
  });
  const sending = client.send({
    channel: 'Sms',
    from: 'Test',
    to,
    customerid,
    content: { type: 'Text', text },
  });
  const told = await sending.then(
    () => 'accepted' as const,
    async () => (await failureOf(sending)).outcome,
  );
  return { customerid, told };
}

it(`what the client tells of ${SENDS} messages is what the ledger says, whatever happens (FUZZ_SEED=${SEED})`, async () => {
  const planned = plan(SENDS);
  const limiter = createLimiter(AT_ONCE);
  const outcomes: Outcome[] = [];
  await trusting(faults.certificate, async () => {
    outcomes.push(...(await Promise.all(planned.map((message) => limiter.run(() => send(message))))));
  });
  await faults.settled();
  printFigure(summary('the client', outcomes, sandbox));
  expect(disagreements(planned, outcomes, sandbox)).toEqual([]);
  expect(faults.strangerRequests).toBe(0);
}, 600_000);
