import { askNode } from './asking';
import { accountNode, sink } from './flows';
import { address, deploy, nodeRed, startForInbound, texts } from './inboundTrigger';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { StubService } from './stubService';
import { call, inboundNode, INBOUND_PATH, post, slowCall, sms, triggerFlow } from './webhooks';

startForInbound();

describe('the route', () => {
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
      expect(answers.length).toBeGreaterThan(callers.length);
      expect(answers.filter((status) => status !== 200)).toEqual([]);
      // Events arrive in order: once this one is there, none of the others is still on its way.
      const last = sms();
      await post(address(), last);
      sent.push(String(last['messageId']));
      const arrived = () => nodeRed.at('out').map(({ payload }) => Reflect.get(Object(payload), 'messageId'));
      await nodeRed.until(() => arrived().includes(last['messageId']), 'the last message');
      // Node-RED itself drops a message between two nodes if both are replaced at that moment.
      if (type === 'nodes') expect(arrived().sort()).toEqual(sent.sort());
    },
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
    'httpNodeRoot: false keeps all calls away, which the nodes say and do not wait for',
    () =>
      withSettings('httpNodeRoot: false,', async (server) => {
        const service = await StubService.start();
        try {
          const account = { publicAddress: 'https://node-red.example' };
          const link = { answerBy: 'link', channel: 'Sms', failureOutput: true };
          await server.deploy([
            ...triggerFlow(inboundNode(), account),
            { ...accountNode(service.url, account), id: 'other' },
            askNode({ account: 'other' }),
            { ...askNode({ account: 'other', ...link }), id: 'byLink' },
            sink('failed'),
          ]);
          for (const id of ['inbound', 'ask', 'byLink'])
            await server.statusLike(id, /Node-RED takes no calls/);
          expect(server.logText).toContain('httpNodeRoot');
          server.inject('ask', { payload: 'When?', to: '+41791234567' });
          server.inject('byLink', { payload: 'When?', to: '+41791234567' });
          expect(await server.messageAt('failed')).toMatchObject({ error: { outcome: 'not_sent' } });
          await server.until(() => service.requests.length > 0, 'the question');
          expect(service.requests[0]).not.toHaveProperty('notification');
        } finally {
          await service.close();
        }
      }),
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

describe('with editor and webhooks under the same root, as Node-RED is set up at first', () => {
  let server: NodeRed;

  beforeAll(async () => {
    server = await NodeRed.start();
    await server.deploy(triggerFlow(inboundNode()));
  });
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
});

it('nothing was written by the process itself', () => {
  expect(nodeRed.output).toBe('');
});
