import { printFigure } from '../../figures';
import { ALLOWED, postFrom, startProxies, tryEverybody, type Proxies, type Tally } from '../proxies';
import { sink } from './flows';
import { NodeRed } from './nodeRedServer';
import { call, inboundNode, INBOUND_PATH, post, sms, triggerFlow } from './webhooks';

/** Who gets in through real nginx servers in front of a real Node-RED. */
const MOST_PROXIES = 2;
const chains: Proxies[] = [];
const total = { forged: 0, forgedAccepted: 0, true: 0, trueRefused: 0 };

/** Both ways to set the number of proxies: in settings.js, and in the account. */
const ways = [
  ['settings.js', (trusted: number) => ({ settings: `httpServerOptions: { 'trust proxy': ${trusted} },` }), () => ({})],
  ['the account', () => ({}), (trusted: number) => ({ trustedProxies: trusted })],
] as const; // prettier-ignore

const counts = [0, 1, 2].flatMap((trusted) => [0, 1, 2].map((proxies) => [trusted, proxies] as const));

describe.each(ways)('with the number of proxies in %s', (_name, settingsOf, accountOf) => {
  let nodeRed: NodeRed | undefined;
  let trustedBefore: number | undefined;

  /** A Node-RED that trusts `trusted` proxies, and the address of a chain of `proxies` in front of it. */
  async function setUp(trusted: number, proxies: number, overwrites = false): Promise<[NodeRed, string]> {
    if (nodeRed === undefined || trustedBefore !== trusted) {
      await nodeRed?.stop();
      nodeRed = await NodeRed.start({ ...settingsOf(trusted), adminRoot: '/admin' });
      trustedBefore = trusted;
    }
    const account = { allowedCallers: ALLOWED, ...accountOf(trusted) };
    await nodeRed.deploy(triggerFlow(inboundNode(), account));
    await nodeRed.forget();
    if (proxies === 0) return [nodeRed, `${nodeRed.url}${INBOUND_PATH}`];
    const chain = await startProxies(nodeRed.url, { proxies, overwrites });
    chains.push(chain);
    return [nodeRed, `${chain.url}${INBOUND_PATH}`];
  }
  afterEach(() => Promise.all(chains.splice(0).map((chain) => chain.stop())));
  afterAll(() => nodeRed?.stop());

  /** Tries all callers, and proves that exactly those that got 200 started the flow. */
  async function judged(server: NodeRed, url: string, proxies: number): Promise<Tally> {
    const tally = await tryEverybody(url, proxies, sms);
    const accepted = tally.forged.accepted.length + tally.true.calls - tally.true.refused.length;
    await server.until(() => server.at('out').length >= accepted, `${accepted} events`);
    expect(server.at('out')).toHaveLength(accepted);
    return tally;
  }

  it.each(counts.filter(([trusted, proxies]) => trusted === proxies))(
    '%i, as there are: no stranger gets in, whatever it claims, and nobody who may call is refused',
    async (trusted, proxies) => {
      const [server, url] = await setUp(trusted, proxies);
      const tally = await judged(server, url, proxies);
      expect(tally).toMatchObject({ forged: { accepted: [] }, true: { refused: [] } });
      total.forged += tally.forged.calls;
      total.forgedAccepted += tally.forged.accepted.length;
      total.true += tally.true.calls;
      total.trueRefused += tally.true.refused.length;
    },
  );

  it.each(counts.filter(([trusted, proxies]) => trusted < proxies))(
    '%i, but there are %i: nobody gets in, and a warning says why',
    async (trusted, proxies) => {
      const [server, url] = await setUp(trusted, proxies);
      const tally = await judged(server, url, proxies);
      expect(tally.forged.accepted).toEqual([]);
      expect(tally.true.refused).toHaveLength(tally.true.calls);
      expect(server.logText).toMatch(
        trusted === 0 ? /no proxy is trusted here/ : /more proxies .* than are trusted/,
      );
    },
  );

  it.each(counts.filter(([trusted, proxies]) => trusted > proxies && proxies > 0))(
    '%i, but there is only %i: true calls say that addresses can be forged, and none can where the outermost overwrites',
    async (trusted, proxies) => {
      const [server, url] = await setUp(trusted, proxies, true);
      const tally = await judged(server, url, proxies);
      expect(tally).toMatchObject({ forged: { accepted: [] }, true: { refused: [] } });
      expect(server.logText).toMatch(/fewer proxies \(1\) than are trusted \(2\), so a caller can forge/);
    },
  );
});

describe('with "trust proxy": true, which believes every claim', () => {
  let nodeRed: NodeRed;
  beforeAll(async () => {
    nodeRed = await NodeRed.start({
      settings: `httpServerOptions: { 'trust proxy': true },`,
      adminRoot: '/admin',
    });
  });
  afterAll(() => nodeRed?.stop());

  it('nobody who claims an address gets in, until the account says how many proxies there are', async () => {
    await nodeRed.deploy(triggerFlow(inboundNode(), { allowedCallers: ALLOWED }));
    const chain = await startProxies(nodeRed.url, { proxies: 1 });
    const url = `${chain.url}${INBOUND_PATH}`;
    try {
      const forged = { 'X-Forwarded-For': '193.93.208.200' };
      expect(await postFrom({ url, from: '203.0.113.9', headers: forged, body: sms() })).toMatchObject({
        status: 403,
        text: expect.stringContaining('"trust proxy" is true'),
      });
      await nodeRed.deploy(triggerFlow(inboundNode(), { allowedCallers: ALLOWED, trustedProxies: 1 }));
      expect(await tryEverybody(url, 1, sms)).toMatchObject({
        forged: { accepted: [] },
        true: { refused: [] },
      });
    } finally {
      await chain.stop();
    }
  });
});

describe('on a socket that takes IPv6 and IPv4', () => {
  let nodeRed: NodeRed;
  let url: string;
  beforeAll(async () => {
    nodeRed = await NodeRed.start({ settings: `uiHost: '::',`, adminRoot: '/admin' });
    url = `${nodeRed.url}${INBOUND_PATH}`;
  });
  afterAll(() => nodeRed?.stop());

  it.each([
    ['an address', 200, 403, '127.0.0.5'],
    ['an IPv4-mapped address', 200, 403, '::ffff:127.0.0.5'],
    ['a range', 200, 403, '127.0.0.4/31'],
    ['a range that holds both', 200, 200, '127.0.0.0/8'],
    ['the IPv6 loopback only', 403, 403, '::1'],
    ['an empty list', 403, 403, ''],
    ['a list of blanks and commas', 403, 403, ' , \n,'],
    ['a list with a wrong entry beside the right one', 403, 403, '127.0.0.5, 127.0.0.256'],
    ['a range that is not clear', 403, 403, '127.0.0.5/8'],
  ])(
    '%s: 127.0.0.5, which comes in IPv4-mapped, is answered %i, 127.0.0.6 %i',
    async (_name, five, six, allowedCallers) => {
      await nodeRed.deploy(triggerFlow(inboundNode(), { allowedCallers }));
      expect(await postFrom({ url, from: '127.0.0.5', body: sms() })).toMatchObject({ status: five });
      expect(await postFrom({ url, from: '127.0.0.6', body: sms() })).toMatchObject({ status: six });
    },
  );

  it('the list that is switched off lets everybody in, and nobody without the secret where there is one', async () => {
    const credentials = { username: 'demo', password: 'demo', webhookSecret: 'open-sesame' };
    const open = inboundNode({ allowAnyCaller: true });
    await nodeRed.deploy(triggerFlow(open, { allowedCallers: '' }));
    expect(await postFrom({ url, from: '127.0.0.6', body: sms() })).toMatchObject({ status: 200 });
    await nodeRed.deploy(triggerFlow(open, { allowedCallers: '', credentials }));
    expect(await postFrom({ url, from: '127.0.0.6', body: sms() })).toMatchObject({ status: 403 });
    const headers = { 'X-Webhook-Secret': 'open-sesame' };
    expect(await postFrom({ url, from: '127.0.0.6', headers, body: sms() })).toMatchObject({ status: 200 });
  });

  it('an IPv6 caller is allowed by its address', async () => {
    await nodeRed.deploy(triggerFlow(inboundNode(), { allowedCallers: '::1' }, sink('other')));
    const ipv6 = url.replace('127.0.0.1', '[::1]');
    expect(await post(ipv6, sms())).toMatchObject({ status: 200 });
  });
});

it('callers that trickle their body get nothing into the flow, hold nobody up, and are ended', async () => {
  const nodeRed = await NodeRed.start({ adminRoot: '/admin' });
  const proxies = await startProxies(nodeRed.url, { proxies: 1 });
  try {
    await nodeRed.deploy(triggerFlow(inboundNode(), { trustedProxies: 1, allowedCallers: '127.0.0.5' }));
    const direct = `${nodeRed.url}${INBOUND_PATH}`;
    const behind = { 'x-forwarded-for': '127.0.0.5', 'content-type': 'application/json' };
    const trickling = Array.from({ length: 200 }, () =>
      call(direct, { headers: { ...behind, 'content-length': '1000' }, body: '{"text":"', unfinished: true }),
    );
    const begin = Date.now();
    const meanwhile = await postFrom({
      url: `${proxies.url}${INBOUND_PATH}`,
      from: '127.0.0.5',
      body: sms(),
    });
    expect(meanwhile.status).toBe(200);
    expect(Date.now() - begin).toBeLessThan(5000);
    const answers = await Promise.all(trickling);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
    await nodeRed.messageAt('out');
    expect(nodeRed.at('out')).toHaveLength(1);
  } finally {
    await proxies.stop();
    await nodeRed.stop();
  }
});

afterAll(() => {
  printFigure(
    `Node-RED behind 0 to ${MOST_PROXIES} proxies as documented: ${total.forged} calls of strangers, ${total.forgedAccepted} accepted; ` +
      `${total.true} true calls, ${total.trueRefused} refused`,
  );
});
