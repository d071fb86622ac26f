import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { sink } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { call, inboundNode, INBOUND_PATH, post, slowCall, sms, status, triggerFlow } from './webhooks';

let nodeRed: NodeRed;

beforeAll(async () => {
  // Under another root than the nodes, as by default the editor's API reads the body of every call before any node sees it.
  nodeRed = await NodeRed.start({ adminRoot: '/admin' });
}, 90_000);

afterAll(() => nodeRed?.stop());

beforeEach(() => nodeRed.forget());

const address = () => `${nodeRed.url}${INBOUND_PATH}`;
const deploy = (trigger: object = {}, account: object = {}, ...more: FlowNode[]) =>
  nodeRed.deploy(triggerFlow(inboundNode(trigger), account, ...more));

/** The texts of the messages that started the flow. */
const texts = () => nodeRed.at('out').map(({ payload }) => Reflect.get(Object(payload), 'text'));

/** Calls, and waits for a message that was called after it: whatever the first started has arrived by then. */
async function callThenSettle(calling: () => Promise<unknown>): Promise<void> {
  await calling();
  const last = sms({ text: 'the last one', from: '+41790000000' });
  await post(`${nodeRed.url}/settled`, last);
  await nodeRed.until(
    () => nodeRed.at('settled').some(({ topic }) => topic === '+41790000000'),
    'the last one',
  );
}
const settling: FlowNode[] = [
  { ...inboundNode({ path: '/settled', wires: [['settled']] }), id: 'settling' },
  sink('settled'),
];

describe('an inbound message', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, inboundUrls: { default: address() } });
    await deploy();
  });
  afterAll(() => sandbox?.close());

  it('from the sandbox starts the flow and was answered with 200', async () => {
    const { push } = await sandbox.receive({ from: '+41791112233', text: 'help me' });
    expect(push?.outcome).toBe('taken');
    const msg = await nodeRed.messageAt('out');
    expect(msg.payload).toMatchObject({
      event: 'inbound',
      channel: 'Sms',
      from: '+41791112233',
      to: '+41795550100',
      text: 'help me',
      keyword: 'HELP',
    });
    // Not the payload itself: it stays when a later node changes the payload.
    expect(msg['inbound']).toEqual(msg.payload);
    expect(msg['inbound']).not.toBe(msg.payload);
    expect(msg).toMatchObject({ topic: '+41791112233', _msgid: expect.any(String) });
  });

  it('that is a chosen button tells its id', async () => {
    await sandbox.receive({
      from: '+41791112233',
      channel: 'Whatsapp',
      reply: { type: 'Button', id: 'yes', title: 'Yes' },
    });
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({
      channel: 'Whatsapp',
      reply: { kind: 'button', id: 'yes', title: 'Yes' },
    });
  });

  it('is counted in the status', async () => {
    await deploy();
    await nodeRed.statusLike('inbound', /^listening$/);
    await post(address(), sms());
    expect(await nodeRed.statusLike('inbound', /^received 1$/)).toMatchObject({
      fill: 'green',
      shape: 'dot',
    });
  });

  it('of a shape that is not known is delivered all the same', async () => {
    expect(await post(address(), { something: ['else'] })).toMatchObject({ status: 200 });
    expect((await nodeRed.messageAt('out')).payload).toEqual({
      event: 'unknown',
      raw: { something: ['else'] },
    });
  });

  it('that is a status notification starts nothing, and the node says so once', async () => {
    await deploy();
    for (const body of [status(), status()]) {
      expect(await post(address(), body)).toMatchObject({ status: 200 });
    }
    await nodeRed.statusLike('inbound', /^got a status notification$/);
    await post(address(), sms({ text: 'the marker' }));
    await nodeRed.messageAt('out');
    expect(nodeRed.at('out').map(({ payload }) => payload)).toMatchObject([{ text: 'the marker' }]);
    const said = nodeRed.logs.filter(({ text }) => text.includes('status notification'));
    expect(said).toEqual([expect.objectContaining({ id: 'inbound' })]);
  });

  it('is answered before the flow runs', async () => {
    const slow: FlowNode = {
      id: 'slow',
      type: 'function',
      z: 'tab',
      func: 'const end = Date.now() + 1500; while (Date.now() < end); return msg;',
      outputs: 1,
      wires: [['out']],
    };
    await deploy({ wires: [['slow']] }, {}, slow);
    const { status, milliseconds } = await post(address(), sms());
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(1000);
    await nodeRed.messageAt('out');
  });
});

describe('the body of a call', () => {
  beforeAll(() => deploy());

  const json = JSON.stringify(sms({ text: 'Grüezi' }));
  const form = new URLSearchParams({
    messageId: 'f1',
    from: '+41791112233',
    to: '+41795550100',
    text: 'Grüezi',
  });
  const taken: Array<[string, Record<string, string>, string]> = [
    ['JSON', { 'content-type': 'application/json' }, json.replace('sms-', 'a')],
    [
      'JSON with a character set',
      { 'content-type': 'application/json;charset=UTF-8' },
      json.replace('sms-', 'b'),
    ],
    ['JSON without content type', {}, json.replace('sms-', 'c')],
    ['JSON under another content type', { 'content-type': 'text/plain' }, json.replace('sms-', 'd')],
    [
      'JSON with a byte order mark',
      { 'content-type': 'application/json' },
      `\ufeff${json.replace('sms-', 'e')}`,
    ],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, form.toString()],
  ];

  it.each(taken)('%s is read', async (_name, headers, body) => {
    expect(await call(address(), { headers, body })).toMatchObject({ status: 200 });
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({ event: 'inbound', text: 'Grüezi' });
  });

  const refused: Array<[string, Record<string, string>, string | Buffer, number]> = [
    ['broken JSON', { 'content-type': 'application/json' }, '{"from": "+41', 400],
    [
      'bytes that are not UTF-8',
      { 'content-type': 'application/json' },
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]),
      400,
    ],
    ['more than 5 MB announced', { 'content-length': '6000000' }, 'x', 413],
    ['more than 5 MB in pieces', { 'transfer-encoding': 'chunked' }, Buffer.alloc(5_300_000, 'x'), 413],
  ];

  it.each(refused)('%s is refused', async (_name, headers, body, status) => {
    const unfinished = headers['content-length'] !== undefined;
    expect(await call(address(), { headers, body, unfinished })).toMatchObject({ status });
    expect(await post(address(), sms({ text: 'the next' }))).toMatchObject({ status: 200 });
    await nodeRed.messageAt('out');
    expect(texts()).toEqual(['the next']);
  });

  it('that does not come to its end is not waited for', async () => {
    const answer = await call(address(), {
      headers: { 'content-length': '100' },
      body: '{',
      unfinished: true,
    });
    expect(answer.status).toBe(408);
    expect(answer.milliseconds).toBeLessThan(13_000);
  }, 20_000);

  it.each([
    [
      '__proto__ and constructor',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"from":"+41791112233","text":"x"}',
    ],
    ['a list', '[1,2,3]'],
    ['a number', '17'],
    ['null', 'null'],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['fields of odd kinds', '{"from":{"a":1},"text":[[]],"to":7,"messageId":{"x":null}}'],
  ])('with %s does no harm', async (_name, body) => {
    const answer = await call(address(), { headers: { 'content-type': 'application/json' }, body });
    expect([200, 400]).toContain(answer.status);
    expect(await post(address(), sms({ text: 'still here' }))).toMatchObject({ status: 200 });
    await nodeRed.until(() => texts().includes('still here'), 'the next message');
  });

  it('by other methods is not taken', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      expect(await call(address(), { method })).toMatchObject({ status: 405 });
    }
  });
});

describe('a caller', () => {
  const withRefused = { refusedOutput: true };

  it('that is not on the list is refused, told why, counted and put out on its own output', async () => {
    await deploy(withRefused, { allowedCallers: '10.0.0.0/8' });
    const answer = await post(address(), sms());
    expect(answer.status).toBe(403);
    expect(answer.text).toMatch(/127\.0\.0\.1 is not on the list.*add 127\.0\.0\.1 to "Allowed callers"/);
    expect((await nodeRed.messageAt('refused')).payload).toMatchObject({
      address: '127.0.0.1',
      reason: expect.stringContaining('not on the list'),
    });
    expect(await nodeRed.statusLike('inbound', /^refused 1: 127\.0\.0\.1$/)).toMatchObject({ fill: 'red' });
    await post(address(), sms());
    await nodeRed.statusLike('inbound', /^refused 2/);
    expect(nodeRed.at('out')).toHaveLength(0);
  });

  it('is judged before its body is read', async () => {
    await deploy({}, { allowedCallers: '' });
    const headers = { 'content-type': 'application/json', 'content-length': '1000000000' };
    const answer = await call(address(), { headers, body: '{', unfinished: true });
    expect(answer.status).toBe(403);
    expect(answer.milliseconds).toBeLessThan(2000);
  });

  it.each([
    ['the address', '127.0.0.1'],
    ['a range', '127.0.0.0/8'],
    ['one of several, on lines', '10.1.2.3\n127.0.0.1'],
  ])('is allowed by %s in the account', async (_name, allowedCallers) => {
    await deploy({}, { allowedCallers });
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
  });

  it('is allowed whoever it is when the node says so, which its status never hides', async () => {
    await deploy({ allowAnyCaller: true }, { allowedCallers: '' });
    expect(await nodeRed.statusLike('inbound', /open to any caller/)).toMatchObject({ fill: 'yellow' });
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
    await nodeRed.messageAt('out');
    await nodeRed.deploy(triggerFlow(inboundNode({ allowAnyCaller: true, name: 'again' })), 'nodes');
    expect(nodeRed.statusOf('inbound')).toMatchObject({ fill: 'yellow', text: 'open to any caller' });
  });

  it.each([
    [
      'an entry of the list is wrong',
      { allowedCallers: '127.0.0.1, 300.1.1.1' },
      /300\.1\.1\.1" cannot be an allowed caller/,
    ],
    ['an entry is a host name', { allowedCallers: 'localhost' }, /localhost" cannot be an allowed caller/],
  ])('is refused, whoever it is, when %s', async (_name, account, logged) => {
    await deploy({}, account);
    expect(await nodeRed.statusLike('inbound', /wrong allowed callers/)).toMatchObject({ fill: 'red' });
    expect(nodeRed.logText).toMatch(logged);
    expect(await post(address(), sms())).toMatchObject({ status: 403 });
    expect(nodeRed.at('out')).toHaveLength(0);
  });

  it('is refused when the node has no account', async () => {
    await deploy({ account: '' });
    expect(await nodeRed.statusLike('inbound', /no account/)).toMatchObject({ fill: 'red' });
    expect(await post(address(), sms())).toMatchObject({ status: 403 });
  });

  describe('behind proxies', () => {
    const cases: Array<[string, number, string | undefined, number]> = [
      ['no proxy trusted, a header that claims an allowed address', 0, '193.93.208.200', 403],
      ['one proxy trusted, which names an allowed address', 1, '193.93.208.200', 200],
      ['one proxy trusted, which names another address', 1, '203.0.113.9', 403],
      ['one proxy trusted, a forged address before the one it names', 1, '193.93.208.200, 203.0.113.9', 403],
      ['two proxies trusted', 2, '193.93.208.149, 10.0.0.1', 200],
      ['two proxies trusted, a forged address before', 2, '193.93.208.149, 203.0.113.9, 10.0.0.1', 403],
      ['one proxy trusted, a header that is no address', 1, 'unknown', 403],
    ];

    it.each(cases)('%s', async (_name, trustedProxies, forwarded, status) => {
      await deploy({}, { trustedProxies, allowedCallers: '10.99.0.0/16' });
      const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      expect(await post(address(), sms(), headers)).toMatchObject({ status });
    });

    it('one warning says which setting to add', async () => {
      await deploy();
      for (let count = 0; count < 3; count += 1) {
        await post(address(), sms(), { 'x-forwarded-for': '193.93.208.200' });
      }
      const warnings = nodeRed.logs.filter(({ text }) => text.includes('trust proxy'));
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.text).toMatch(/httpServerOptions: \{ "trust proxy": 1 \}/);
    });
  });

  describe('with a shared secret in the account', () => {
    const account = { credentials: { username: 'demo', password: 'demo', webhookSecret: 'open-sesame' } };

    it.each([
      ['in the query', '?secret=open-sesame', {}, 200],
      ['in the header', '', { 'x-webhook-secret': 'open-sesame' }, 200],
      ['missing', '', {}, 403],
      ['wrong', '?secret=open-sesam', {}, 403],
      ['empty', '?secret=', {}, 403],
      ['twice in the query', '?secret=a&secret=open-sesame', {}, 403],
      ['as an object in the query', '?secret[a]=open-sesame', {}, 403],
    ])('%s', async (_name, query, headers, status) => {
      await deploy(withRefused, account);
      const answer = await post(`${address()}${query}`, sms(), headers);
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('sesam');
      await nodeRed.messageAt(status === 200 ? 'out' : 'refused');
      const seen = [nodeRed.at('out'), nodeRed.at('refused'), nodeRed.logs, nodeRed.statuses];
      expect(JSON.stringify(seen)).not.toContain('sesam');
    });

    it('names the caller, not the proxy, when it is missing behind a trusted proxy', async () => {
      await deploy(withRefused, { ...account, trustedProxies: 1 });
      await post(address(), sms(), { 'x-forwarded-for': '193.93.208.200' });
      const refused = await nodeRed.messageAt('refused');
      expect(refused.payload).toMatchObject({
        address: '193.93.208.200',
        reason: expect.stringContaining('secret'),
      });
    });
  });
});

describe('filters', () => {
  const cases: Array<[string, object, object, boolean]> = [
    ['channel: the same', { channels: ['Sms'] }, {}, true],
    ['channel: another', { channels: ['Whatsapp', 'Rcs'] }, {}, false],
    ['sender: the same, written otherwise', { senders: '0041 79 111 22 33, +41790000001' }, {}, true],
    ['sender: another', { senders: '+41790000001' }, {}, false],
    ['receiver: the same', { receivers: '+41795550100' }, {}, true],
    ['receiver: another', { receivers: '+41790000001' }, {}, false],
    ['keyword: the same in other letters', { keywords: 'stop, help' }, { text: 'Help! now' }, true],
    ['keyword: another', { keywords: 'stop, help' }, { text: 'helpless' }, false],
    [
      'reply id: the same',
      { replyIds: 'yes, no' },
      { channel: 'Whatsapp', text: undefined, reply: { type: 'Button', id: 'yes', title: 'Yes' } },
      true,
    ],
    [
      'reply id: another',
      { replyIds: 'no' },
      { channel: 'Whatsapp', text: undefined, reply: { type: 'Button', id: 'yes', title: 'Yes' } },
      false,
    ],
    ['blank entries', { senders: ' , ', keywords: ',' }, {}, true],
  ];

  it.each(cases)('%s', async (_name, filter, fields, passes) => {
    await deploy(filter, {}, ...settling);
    await callThenSettle(async () => expect((await post(address(), sms(fields))).status).toBe(200));
    expect(nodeRed.at('out')).toHaveLength(passes ? 1 : 0);
  });

  it('two nodes share a path, each with its own filter', async () => {
    const second: FlowNode = { ...inboundNode({ keywords: 'stop', wires: [['stops']] }), id: 'second' };
    await deploy({}, {}, second, sink('stops'), ...settling);
    await callThenSettle(() => post(address(), sms({ text: 'stop' })));
    await callThenSettle(() => post(address(), sms({ text: 'go' })));
    expect(texts()).toEqual(['stop', 'go']);
    expect(nodeRed.at('stops')).toHaveLength(1);
  });
});

describe('an event that is sent again', () => {
  it('is answered and dropped', async () => {
    await deploy({}, {}, ...settling);
    const event = sms();
    await callThenSettle(() => post(address(), event));
    await callThenSettle(async () => expect((await post(address(), event)).status).toBe(200));
    await callThenSettle(() => post(address(), sms({ text: 'another' })));
    expect(texts()).toEqual(['Hello', 'another']);
  });

  it.each(['full', 'nodes', 'flows'] as const)('is dropped after a deploy of type %s too', async (type) => {
    await deploy({}, {}, ...settling);
    const event = sms();
    await callThenSettle(() => post(address(), event));
    await nodeRed.deploy(triggerFlow(inboundNode({ name: `changed for ${type}` }), {}, ...settling), type);
    await callThenSettle(() => post(address(), event));
    expect(texts()).toEqual(['Hello']);
  });

  it.each([
    ['a restart', false],
    ['a crash', true],
  ])(
    'is dropped after %s when the context is kept in files',
    async (_name, crash) => {
      const settings = `contextStorage: { default: { module: 'localfilesystem', config: { flushInterval: 1 } } },`;
      const event = sms();
      const first = await NodeRed.start({ settings });
      try {
        await first.deploy(triggerFlow(inboundNode()));
        await post(`${first.url}${INBOUND_PATH}`, event);
        await first.messageAt('out');
        if (crash) await stored(first.userFolder);
      } finally {
        await first.stop({ keep: true, crash });
      }
      const second = await NodeRed.start({ settings, userFolder: first.userFolder });
      try {
        expect(await post(`${second.url}${INBOUND_PATH}`, event)).toMatchObject({ status: 200 });
        await post(`${second.url}${INBOUND_PATH}`, sms({ text: 'another' }));
        expect((await second.messageAt('out')).payload).toMatchObject({ text: 'another' });
      } finally {
        await second.stop();
      }
    },
    90_000,
  );
});

/** Waits until Node-RED has written the events that the trigger remembers, which it does every flushInterval. */
async function stored(userFolder: string): Promise<void> {
  const file = join(userFolder, 'context', 'tab', 'inbound.json');
  for (const end = Date.now() + 20_000; !existsSync(file); await pause(50)) {
    if (Date.now() > end) throw new Error(`${file} was not written`);
  }
}

describe('the route', () => {
  it('of a node that is removed answers 404, and works again when it is back', async () => {
    await deploy();
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
    await nodeRed.deploy(triggerFlow(sink('other')));
    expect(await post(address(), sms())).toMatchObject({ status: 404 });
    await deploy();
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
  });

  it('follows the path of the node', async () => {
    await deploy({ path: '/first' });
    await deploy({ path: '/second/path.json' });
    expect(await post(`${nodeRed.url}/second/path.json`, sms())).toMatchObject({ status: 200 });
    expect(await post(`${nodeRed.url}/first`, sms())).toMatchObject({ status: 404 });
  });

  it.each([['no-slash'], ['/with space'], ['/star*'], ['/:parameter'], ['/(group)'], ['']])(
    'cannot be %s',
    async (path) => {
      await deploy({ path });
      expect(await nodeRed.statusLike('inbound', /wrong path/)).toMatchObject({ fill: 'red' });
      expect(nodeRed.logText).toContain(`The path "${path}" cannot be used`);
    },
  );

  it('stays when an "http in" node on the same path comes and goes', async () => {
    const httpIn: FlowNode = {
      id: 'http',
      type: 'http in',
      z: 'tab',
      method: 'post',
      url: INBOUND_PATH,
      upload: false,
      wires: [[]],
    };
    await deploy();
    await deploy({}, {}, httpIn);
    await deploy();
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
    await nodeRed.messageAt('out');
  });

  it.each(['full', 'nodes', 'flows'] as const)(
    'refuses no call during a storm of them while deploys of type %s go on',
    async (type) => {
      await deploy();
      let deploying = true;
      const answers: number[] = [];
      const sent: string[] = [];
      const callers = Array.from({ length: 8 }, async () => {
        while (deploying) {
          const event = sms();
          const { status } = await post(address(), event);
          answers.push(status);
          if (status === 200) sent.push(String(event['messageId']));
        }
      });
      for (let round = 0; round < 6; round += 1) {
        await nodeRed.deploy(triggerFlow(inboundNode({ name: `round ${round}` })), type);
      }
      deploying = false;
      await Promise.all(callers);
      expect(answers.length).toBeGreaterThan(50);
      expect(answers.filter((status) => status !== 200)).toEqual([]);
      // Events arrive in order: once this one is there, none of the others is still on its way.
      const last = sms();
      await post(address(), last);
      sent.push(String(last['messageId']));
      const arrived = () => nodeRed.at('out').map(({ payload }) => Reflect.get(Object(payload), 'messageId'));
      await nodeRed.until(() => arrived().includes(last['messageId']), 'the last message');
      // Node-RED itself drops what is on its way between two nodes at the moment both are replaced.
      if (type === 'nodes') expect(arrived().sort()).toEqual(sent.sort());
    },
    60_000,
  );

  it('takes a call whose body comes in across a deploy', async () => {
    await deploy();
    const body = JSON.stringify(sms({ text: 'across a deploy' }));
    const slow = slowCall(address(), body.slice(0, 20));
    await nodeRed.deploy(triggerFlow(inboundNode({ name: 'new' })));
    slow.finish(body.slice(20));
    expect(await slow.answer).toMatchObject({ status: 200 });
    await nodeRed.messageAt('out');
    expect(texts()).toEqual(['across a deploy']);
  });

  it('survives a caller that goes away in the middle of its body', async () => {
    await deploy();
    const slow = slowCall(address(), '{"from":');
    slow.abort();
    await expect(slow.answer).rejects.toThrow();
    expect(await post(address(), sms({ text: 'the next' }))).toMatchObject({ status: 200 });
    await nodeRed.messageAt('out');
    expect(texts()).toEqual(['the next']);
  });
});

describe('settings of Node-RED', () => {
  async function withSettings(settings: string, check: (server: NodeRed) => Promise<void>) {
    const server = await NodeRed.start({ settings, adminRoot: '/admin' });
    try {
      await check(server);
    } finally {
      await server.stop();
    }
  }

  it(
    'httpNodeMiddleware runs first',
    () =>
      withSettings(
        `httpNodeMiddleware: [(req, res, next) => req.headers['x-pass'] ? next() : res.status(401).send('who?')],`,
        async (server) => {
          await server.deploy(triggerFlow(inboundNode()));
          expect(await post(`${server.url}${INBOUND_PATH}`, sms())).toMatchObject({
            status: 401,
            text: 'who?',
          });
          expect(await post(`${server.url}${INBOUND_PATH}`, sms(), { 'x-pass': '1' })).toMatchObject({
            status: 200,
          });
        },
      ),
    90_000,
  );

  it(
    'httpNodeRoot, trust proxy and apiMaxLength count',
    () =>
      withSettings(
        `httpNodeRoot: '/hooks', httpServerOptions: { 'trust proxy': 1 }, apiMaxLength: '1kb',`,
        async (server) => {
          await server.deploy(triggerFlow(inboundNode(), { allowedCallers: '' }));
          const url = `${server.url}/hooks${INBOUND_PATH}`;
          expect(await post(url, sms())).toMatchObject({ status: 403 });
          expect(await post(url, sms(), { 'x-forwarded-for': '193.93.208.153' })).toMatchObject({
            status: 200,
          });
          expect(await post(url, sms(), { 'x-forwarded-for': '193.93.208.153, 203.0.113.1' })).toMatchObject({
            status: 403,
          });
          const large = sms({ text: 'x'.repeat(2000) });
          expect(await post(url, large, { 'x-forwarded-for': '193.93.208.153' })).toMatchObject({
            status: 413,
          });
          expect(server.logText).not.toContain('trust proxy');
        },
      ),
    90_000,
  );

  it(
    'a parser of a middleware that has read the body before is no harm',
    () =>
      withSettings(
        `httpNodeMiddleware: (req, res, next) => {
        let text = '';
        req.on('data', (part) => (text += part));
        req.on('end', () => { req.body = JSON.parse(text); next(); });
      },`,
        async (server) => {
          await server.deploy(triggerFlow(inboundNode()));
          expect(await post(`${server.url}${INBOUND_PATH}`, sms({ text: 'parsed' }))).toMatchObject({
            status: 200,
          });
          expect((await server.messageAt('out')).payload).toMatchObject({ text: 'parsed' });
        },
      ),
    90_000,
  );
});

it('environment variables work in what the account says of callers', async () => {
  const server = await NodeRed.start({
    env: { MSG_CALLERS: '10.0.0.1', MSG_PROXIES: '1', MSG_SECRET: 'open-sesame' },
    adminRoot: '/admin',
  });
  try {
    const credentials = { username: 'demo', password: 'demo', webhookSecret: '${MSG_SECRET}' };
    const account = { allowedCallers: '${MSG_CALLERS}', trustedProxies: '${MSG_PROXIES}', credentials };
    await server.deploy(triggerFlow(inboundNode(), account));
    const url = `${server.url}${INBOUND_PATH}`;
    const behind = { 'x-forwarded-for': '10.0.0.1' };
    expect(await post(url, sms(), behind)).toMatchObject({ status: 403 });
    expect(await post(url, sms(), { ...behind, 'x-webhook-secret': 'open-sesame' })).toMatchObject({
      status: 200,
    });
  } finally {
    await server.stop();
  }
}, 60_000);

describe('with editor and webhooks under the same root, as Node-RED is set up at first', () => {
  let server: NodeRed;

  beforeAll(async () => {
    server = await NodeRed.start();
    await server.deploy(triggerFlow(inboundNode()));
  }, 90_000);
  afterAll(() => server?.stop());
  beforeEach(() => server.forget());

  it.each([
    ['JSON', 'application/json', JSON.stringify(sms())],
    ['a form', 'application/x-www-form-urlencoded', 'messageId=f&from=%2B41791112233&text=Hello'],
    ['JSON under another content type', 'text/plain', JSON.stringify(sms())],
  ])('%s is read', async (_name, type, body) => {
    const answer = await call(`${server.url}${INBOUND_PATH}`, { headers: { 'content-type': type }, body });
    expect(answer.status).toBe(200);
    expect((await server.messageAt('out')).payload).toMatchObject({ event: 'inbound', text: 'Hello' });
  });

  it('a caller that is not allowed is refused', async () => {
    await server.deploy(triggerFlow(inboundNode(), { allowedCallers: '' }));
    expect(await post(`${server.url}${INBOUND_PATH}`, sms())).toMatchObject({ status: 403 });
  });
});

it('nothing was written by the process itself', () => {
  expect(nodeRed.output).toBe('');
});
