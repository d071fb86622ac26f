import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { printFigure } from '../../figures';
import type { Sandbox } from '../../../sandbox';
import { FAULTS } from '../../../sandbox/service/faults';
import { quietSandbox } from '../../sandbox/support';
import { searchFor, startEcho } from '../secrets';
import { further, smsChannel } from './asking';
import { accountNode, batchNode, form, typed, sendNode, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { StubService } from './stubService';

const right = { username: 'demo', password: 'pässwörd of+the:account' };
const wrong = { username: 'demo', password: 'a wröng one=of/it' };

let sandbox: Sandbox;
let nodeRed: NodeRed;
beforeAll(async () => {
  sandbox = await quietSandbox({ users: { demo: right.password }, slowAnswer: 100 });
  // As much as Node-RED can log.
  nodeRed = await NodeRed.start({
    settings: `logging: { console: { level: 'trace', metrics: true, audit: true } },`,
  });
});
afterAll(async () => {
  await nodeRed?.stop();
  await sandbox?.close();
});

/** An account, and one node of each kind that calls the service with it; what comes out is shown by a debug node. */
function callers(name: string, baseUrl: string, credentials: object): FlowNode[] {
  const account = `account-${name}`;
  const given = { account, x: 1, y: 1, z: 'tab', wires: [['debug']] };
  const message = { to: typed('msg', 'to') };
  return [
    { ...accountNode(baseUrl, { credentials: { webhookSecret: '', ...credentials } }), id: account },
    { ...sendNode({ ...given, ...form({ message }) }), id: `send-${name}` },
    { ...batchNode({ ...given, count: 1, ...form({ message }) }), id: `batch-${name}` },
    { ...given, id: `status-${name}`, type: 'messaging-status' },
    { ...given, id: `balance-${name}`, type: 'messaging-balance' },
    { ...given, id: `media-${name}`, type: 'messaging-media' },
  ];
}

/** The recipients that make the sandbox fail, but for the one that answers 100 MB. */
const recipients = Object.values(FAULTS).flatMap((fault) => ('recipient' in fault ? [fault.recipient] : []));

/** Shows what comes out of nodes in the editor, in the log and below itself. */
const debug: FlowNode = {
  id: 'debug',
  type: 'debug',
  active: true,
  tosidebar: true,
  console: true,
  tostatus: true,
  complete: 'true',
  targetType: 'full',
  x: 1,
  y: 1,
  z: 'tab',
  wires: [],
};

it('no password and no Authorization is in anything that Node-RED writes, shows, passes on or exports', async () => {
  await nodeRed.deploy([
    tab,
    debug,
    ...callers('right', sandbox.url, right),
    ...callers('wrong', sandbox.url, wrong),
    ...callers('refused', 'http://127.0.0.1:1', right),
    ...callers('plain', sandbox.url.replace('http:', 'https:'), right),
    ...callers('elsewhere', 'http://example.com', right),
    ...callers(
      'inUrl',
      `http://${encodeURIComponent(wrong.username)}:${encodeURIComponent(wrong.password)}@x.example`,
      right,
    ),
    ...watchers(),
    sink('out'),
  ]);
  const given = { payload: 'Hello needle-4711', to: '+41791234567', messageId: 'none' };
  const ids = ['right', 'wrong', 'refused', 'plain', 'elsewhere'].flatMap((name) =>
    ['send', 'batch', 'status', 'balance', 'media'].map((type) => `${type}-${name}`),
  );
  for (const id of ids) nodeRed.inject(id, given);
  for (const to of recipients) nodeRed.inject('send-right', { ...given, to });
  const expected = ids.length + recipients.length;
  await nodeRed.until(() => nodeRed.completions.length >= expected, 'the end of every message', 90_000);

  const ask = async (url: string, init?: RequestInit) => (await fetch(nodeRed.adminUrl + url, init)).text();
  const test = { baseUrl: sandbox.url, id: 'account-right', username: 'demo', password: '__PWRD__' };
  const search = searchFor(
    [right, wrong],
    {
      'the log': nodeRed.output,
      'the log as handlers get it': nodeRed.logs,
      'what the nodes show': nodeRed.statuses,
      'what the nodes passed on': [nodeRed.at('debug'), nodeRed.at('caught')],
      'how the messages ended': nodeRed.completions,
      'the exported flow': await ask('/flows'),
      'what the editor gets of the account': await ask('/credentials/messaging-account/account-right'),
      'the answer of the test button': await ask('/messaging-account/test', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(test),
      }),
    },
    nodeRed.userFolder,
  );
  printFigure(
    `Secrets in Node-RED: searched ${search.places} places, ${search.bytes} bytes, after ${expected} messages`,
  );
  // The flow holds an address with a password that somebody wrote there: the only place where it may stand.
  const allowed = /^password, percent-encoded in (the exported flow|flows\.json)$/;
  expect(search.found.filter((place) => !allowed.test(place))).toEqual([]);
  expect(nodeRed.completions.filter(({ error }) => error !== undefined).length).toBeGreaterThan(30);
  expect(nodeRed.output).toContain('needle-4711');
}, 150_000);

it('what a service echoes of a request brings no secret into anything that Node-RED writes, shows or passes on', async () => {
  const service = await startEcho(right);
  try {
    const nodes = service.urls.flatMap((url, index) => callers(`echo-${index}`, url, right));
    const sinks = [sink('passed'), sink('out')];
    const passedOn = nodes.map((node) =>
      node['wires'] === undefined ? node : { ...node, wires: [['debug', 'passed']] },
    );
    await nodeRed.forget();
    await nodeRed.deploy([tab, debug, ...passedOn, ...watchers(), ...sinks]);
    const ids = ['send', 'batch', 'status', 'balance'].flatMap((type) =>
      service.urls.map((_url, index) => `${type}-echo-${index}`),
    );
    for (const id of ids) {
      const payload = id.startsWith('status') ? { messageId: 'none' } : 'Hello';
      nodeRed.inject(id, { payload, to: '+41791234567' });
    }
    await nodeRed.until(() => nodeRed.completions.length >= ids.length, 'the end of every message');
    await nodeRed.until(
      () => nodeRed.at('passed').length + nodeRed.at('caught').length >= ids.length,
      'what the nodes pass on',
    );
    expect(service.echoes).toBe(ids.length);
    const places = {
      'the log': nodeRed.output,
      'the log as handlers get it': nodeRed.logs,
      'what the nodes show': nodeRed.statuses,
      'what the nodes passed on': [nodeRed.at('passed'), nodeRed.at('caught')],
      'how the messages ended': nodeRed.completions,
    };
    expect(searchFor([right], places, nodeRed.userFolder).found).toEqual([]);
    // What was echoed did come through, but for the secrets.
    expect(JSON.stringify([nodeRed.at('passed'), nodeRed.completions])).toContain('You sent');
  } finally {
    await service.close();
  }
});

it.each([
  ['accepts', 200],
  ['refuses', 400],
])('what a service echoes when it %s a message has no webhook secret', async (_, status) => {
  const webhookSecret = 'hook/wörd of+the:account';
  const service = await StubService.start();
  service.answer = () => ({
    status,
    body: {
      ...(status === 200 ? { messageId: 'id-1' } : { errorCode: 7 }),
      message: `You sent ${JSON.stringify(service.requests)}`,
    },
  });
  try {
    await nodeRed.forget();
    await nodeRed.deploy([
      tab,
      accountNode(service.url, {
        publicAddress: 'https://node-red.example',
        requireSecret: true,
        credentials: { ...right, webhookSecret },
      }),
      sendNode(further([smsChannel], { after: '1' })),
      ...['out', 'failed'].map(sink),
    ]);
    const end = status === 200 ? 'out' : 'failed';
    nodeRed.inject('send', { payload: 'Hello', to: '+41791234567' });
    const passedOn = JSON.stringify([await nodeRed.messageAt(end), nodeRed.logs, nodeRed.statuses]);
    expect(JSON.stringify(service.requests)).toContain('secret=hook%2Fw%C3%B6rd%20of%2Bthe%3Aaccount');
    expect(passedOn).toContain('You sent');
    expect(passedOn).toContain('https://node-red.example');
    expect(passedOn).not.toMatch(/hook.{1,9}w.{1,9}rd/);
  } finally {
    await service.close();
  }
});

it('the search finds a password where there is one', () => {
  writeFileSync(
    path.join(nodeRed.userFolder, 'found.txt'),
    Buffer.from(`demo:${right.password}`).toString('base64'),
  );
  const { found } = searchFor(
    [right],
    { 'an error': { cause: { config: { auth: right } } } },
    nodeRed.userFolder,
  );
  expect(found).toEqual(['password in an error', 'Authorization value in found.txt']);
});
