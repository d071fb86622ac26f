import { printFigure } from '../../figures';
import type { Sandbox } from '../../../sandbox';
import { startFaults, type Faults, type Place } from '../../faults/front';
import { disagreements, ledgerSandbox, plan, SEED, summary, type Outcome } from '../../faults/ledger';
import { volume } from '../../volume';
import { accountNode, form, leaf, sendNode, sink, tab } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';

/** FAULT_SENDS=10 sends ten times as many. */
const SENDS = volume({ full: 2000, quick: 300 });
const LIMIT_MS = 480_000;

let sandbox: Sandbox;
let faults: Faults;
let nodeRed: NodeRed;
beforeAll(async () => {
  sandbox = await ledgerSandbox();
  faults = await startFaults(sandbox);
  nodeRed = await NodeRed.start({ env: { NODE_EXTRA_CA_CERTS: faults.certificateFile } });
}, 90_000);
afterAll(async () => {
  await nodeRed?.stop();
  await faults?.close();
  await sandbox?.close();
});

const message = { to: leaf('msg', 'to'), customerid: leaf('msg', '_msgid') };

const nodeFor = (place: Place, hangs = false): string => (hangs ? `${place}-hanging` : place);

/** An account of the place, and a node that sends there. What gets no answer is soon given up. */
const sender = (place: Place, baseUrl: string, hangs: boolean): FlowNode[] => {
  const id = nodeFor(place, hangs);
  const account = `account-${id}`;
  const timeoutSeconds = hangs ? 1 : 60;
  return [
    { ...accountNode(baseUrl, { maxInFlight: 100, timeoutSeconds }), id: account },
    { ...sendNode({ account, form: form({ message }) }), id },
  ];
};

function outcomes(): Outcome[] {
  return nodeRed.completions.map(({ msgid, error }) => ({
    customerid: msgid,
    told: error === undefined ? 'accepted' : (error.outcome ?? 'no outcome'),
  }));
}

it(
  `what the send node tells of ${SENDS} messages is what the ledger says, whatever happens (FAULT_SEED=${SEED})`,
  async () => {
    const places = Object.entries(faults.urls) as Array<[Place, string]>;
    const senders = places.flatMap((place) => [...sender(...place, false), ...sender(...place, true)]);
    await nodeRed.deploy([tab, sink('out'), sink('failed'), ...senders]);
    const planned = plan(SENDS);
    for (const { customerid, to, text, meets } of planned)
      nodeRed.inject(nodeFor(meets.at, meets.hangs), { _msgid: customerid, to, payload: text });
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
