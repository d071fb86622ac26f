import { ALLOWED, postFrom, startProxies, tryEverybody, type Proxies } from '../proxies';
import { NodeRed } from './nodeRedServer';
import { call, inboundNode, INBOUND_PATH, post, sms, triggerFlow } from './webhooks';

/** Who gets in through real nginx servers in front of a real Node-RED. */
let nodeRed: NodeRed | undefined;
let chain: Proxies | undefined;
afterEach(async () => {
  await chain?.stop();
  chain = undefined;
  await nodeRed?.stop();
  nodeRed = undefined;
});

async function start(settings: string, account: object): Promise<NodeRed> {
  nodeRed = await NodeRed.start({ settings, adminRoot: '/admin' });
  await nodeRed.deploy(triggerFlow(inboundNode(), { allowedCallers: ALLOWED, ...account }));
  return nodeRed;
}

/** Tries all callers through so many proxies, and proves that exactly those that got 200 started the flow. */
async function judge(server: NodeRed, proxies: number, overwrites = false) {
  if (proxies > 0) chain = await startProxies(server.url, { proxies, overwrites });
  const tally = await tryEverybody(`${chain?.url ?? server.url}${INBOUND_PATH}`, proxies, sms);
  await server.until(() => server.at('out').length >= tally.accepted, `${tally.accepted} events`);
  expect(server.at('out')).toHaveLength(tally.accepted);
  return tally;
}

/** Both ways to set the number of proxies. */
describe.each([
  ['settings.js', (trusted: number) => `httpServerOptions: { 'trust proxy': ${trusted} },`, () => ({})],
  ['the account', () => '', (trusted: number) => ({ trustedProxies: trusted })],
] as const)('with the number of proxies in %s', (_name, settingsOf, accountOf) => {
  const trusting = (trusted: number) => start(settingsOf(trusted), accountOf(trusted));

  it.each([0, 1, 2])(
    '%i, as there are: no stranger gets in, whatever it claims, and nobody who may call is refused',
    async (trusted) => {
      expect(await judge(await trusting(trusted), trusted)).toMatchObject({ forged: [], refused: [] });
    },
  );

  it.each([0, 1])('%i, but there are two: nobody gets in, and a warning says why', async (trusted) => {
    const server = await trusting(trusted);
    expect(await judge(server, 2)).toMatchObject({ accepted: 0 });
    const why = trusted === 0 ? /no proxy is trusted here/ : /more proxies .* than are trusted/;
    expect(server.logText).toMatch(why);
  });

  it('two, but there is only one: true calls say that addresses can be forged, and none can where the outermost overwrites', async () => {
    const server = await trusting(2);
    expect(await judge(server, 1, true)).toMatchObject({ forged: [], refused: [] });
    expect(server.logText).toMatch(/fewer proxies \(1\) than are trusted \(2\), so a caller can forge/);
  });
});

it('with "trust proxy": true, nobody who claims an address gets in, until the account says how many proxies there are', async () => {
  const server = await start(`httpServerOptions: { 'trust proxy': true },`, {});
  chain = await startProxies(server.url, { proxies: 1 });
  const headers = { 'X-Forwarded-For': '193.93.208.200' };
  const url = `${chain.url}${INBOUND_PATH}`;
  expect(await postFrom({ url, from: '203.0.113.9', headers, body: sms() })).toMatchObject({
    status: 403,
    text: expect.stringContaining('"trust proxy" is true'),
  });
  await server.deploy(triggerFlow(inboundNode(), { allowedCallers: ALLOWED, trustedProxies: 1 }));
  expect(await tryEverybody(url, 1, sms)).toMatchObject({ forged: [], refused: [] });
});

it('on a socket that takes IPv6 and IPv4, a caller that comes in IPv4-mapped is allowed by its address', async () => {
  const server = await start(`uiHost: '::',`, {});
  const url = `${server.url}${INBOUND_PATH}`;
  for (const [allowedCallers, five, six] of [
    ['127.0.0.5', 200, 403],
    ['::ffff:127.0.0.5', 200, 403],
    ['127.0.0.5, 127.0.0.256', 403, 403],
    ['', 403, 403],
  ] as const) {
    await server.deploy(triggerFlow(inboundNode(), { allowedCallers }));
    expect(await postFrom({ url, from: '127.0.0.5', body: sms() })).toMatchObject({ status: five });
    expect(await postFrom({ url, from: '127.0.0.6', body: sms() })).toMatchObject({ status: six });
  }
  await server.deploy(triggerFlow(inboundNode(), { allowedCallers: '::1' }));
  expect(await post(url.replace('127.0.0.1', '[::1]'), sms())).toMatchObject({ status: 200 });
});

it('callers that trickle their body get nothing into the flow, hold nobody up, and are ended', async () => {
  const server = await start('', { trustedProxies: 1, allowedCallers: '127.0.0.5' });
  chain = await startProxies(server.url, { proxies: 1 });
  const behind = {
    'x-forwarded-for': '127.0.0.5',
    'content-type': 'application/json',
    'content-length': '1000',
  };
  const trickling = Array.from({ length: 200 }, () =>
    call(`${server.url}${INBOUND_PATH}`, { headers: behind, body: '{"text":"', unfinished: true }),
  );
  const meanwhile = await postFrom({ url: `${chain.url}${INBOUND_PATH}`, from: '127.0.0.5', body: sms() });
  expect(meanwhile.status).toBe(200);
  const answers = await Promise.all(trickling);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
  await server.messageAt('out');
  expect(server.at('out')).toHaveLength(1);
});
