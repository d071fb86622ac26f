import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { version } from '../../../package.json';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { flowOf, forwardTo } from './asking';
import { accountNode, typed, sendNode, watchers } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { pass } from './passing';
import { journalPath } from './recorded';

/**
 * What each release has stored, as Node-RED kept it: a question that waits, and the key of a message that was sent. `RECORD_STATE=1` records
 * it for the version in package.json.
 */
interface Recording {
  /** When it was recorded, in milliseconds since 1970. */
  recordedAt: number;
  flow: FlowNode[];
  /** The journal of the account. */
  journal: string;
}

const folder = join(__dirname, 'stored');
const person = '+41791110001';
const settings = { adminRoot: '/admin' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } });
});
afterAll(() => sandbox?.close());

const flow = () => [
  ...flowOf(sandbox.url, { limit: 7, limitUnit: 'days' }),
  sendNode({ sendOncePer: typed('msg', 'orderId') }),
  ...watchers('send'),
];

async function record(): Promise<void> {
  const nodeRed = await NodeRed.start(settings);
  await nodeRed.deploy(flow());
  nodeRed.inject('ask', { _msgid: 'asked', to: person, payload: 'When?', order: 7 });
  await nodeRed.statusLike('ask', /^1 waiting/);
  await (await pass(nodeRed, 'send', { to: person, payload: 'Yours', orderId: 'A 1' })).arrivesAt('out');
  await nodeRed.stop({ keep: true });
  const journal = readFileSync(journalPath(nodeRed), 'utf8');
  const recording: Recording = { recordedAt: Date.now(), flow: withoutCredentials(flow()), journal };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(recording, null, 2)}\n`);
}

const withoutCredentials = (nodes: FlowNode[]): FlowNode[] =>
  nodes.map((node) => ({ ...node, credentials: undefined }));

/** The files of a recording, as if it had been made now: its times in milliseconds are moved. */
function filesOf({ recordedAt, flow: recorded, journal }: Recording): Record<string, string> {
  const passed = Date.now() - recordedAt;
  const toNow = (text: string) =>
    text.replace(/(?<=[:[,])1[789]\d{11}(?=[\],}])/g, (time) => String(Number(time) + passed));
  const account = recorded.map((node) =>
    node.type === 'messaging-account' ? { ...node, baseUrl: sandbox.url } : node,
  );
  return {
    'flows.json': JSON.stringify(account),
    'messaging-service/account.jsonl': toNow(journal),
  };
}

const records = process.env['RECORD_STATE'] === '1';
if (records) it('records what this version stores', record);

const versions = records ? [`${version}.json`] : readdirSync(folder);
describe.each(versions)('what version %s has stored', (name) => {
  it('is a question that is answered, and a key that is not sent again', async () => {
    const recording: Recording = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const nodeRed = await NodeRed.start({ ...settings, files: filesOf(recording) });
    try {
      await nodeRed.statusLike('ask', /^1 waiting/);
      forwardTo(sandbox, nodeRed);
      await sandbox.receive({ from: person, to: '+41795550100', channel: 'Whatsapp', text: 'At nine' });
      expect(await nodeRed.messageAt('answer')).toMatchObject({
        _msgid: 'asked',
        order: 7,
        payload: 'At nine',
      });
      // A recording has no credentials.
      await nodeRed.deploy(
        recording.flow.map((node) => (node.type === 'messaging-account' ? accountNode(sandbox.url) : node)),
      );
      const again = await pass(nodeRed, 'send', { to: person, payload: 'Yours', orderId: 'A 1' });
      expect(await again.arrivesAt('out')).toMatchObject({
        payload: { outcome: 'sent_before', key: 'A 1', messageId: expect.any(String) },
      });
    } finally {
      await nodeRed.stop();
    }
  });
});
