import { printFigure } from '../../figures';
import { ALLOWED, postFrom, startProxies, tryEverybody, type Tally } from '../proxies';
import { type Bench, startBench } from './messaging';
import { inbound, listen, type Listening } from './triggerCalls';
import { until } from './until';

/** Who gets in through real nginx servers in front of a real n8n. */
jest.setTimeout(300_000);

const total = { forged: 0, forgedAccepted: 0, true: 0, trueRefused: 0 };

describe.each([[0], [1], [2]])('with N8N_PROXY_HOPS=%i', (trusted) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ N8N_LISTEN_ADDRESS: '::', N8N_PROXY_HOPS: String(trusted) });
  });
  afterAll(async () => {
    await bench?.stop();
  });

  /** Tries all callers through `proxies` proxies, and proves that exactly those that got 200 started the workflow. */
  async function judge(proxies: number, overwrites = false): Promise<Tally> {
    const listening = await listen(bench, { allowedCallers: ALLOWED });
    if (proxies === 0) return await judgeAt(listening.url, listening, proxies);
    const chain = await startProxies(bench.n8n.url, { proxies, overwrites });
    try {
      return await judgeAt(`${chain.url}${new URL(listening.url).pathname}`, listening, proxies);
    } finally {
      await chain.stop();
    }
  }

  async function judgeAt(url: string, { workflow }: Listening, proxies: number): Promise<Tally> {
    const tally = await tryEverybody(url, proxies, inbound);
    const accepted = tally.forged.accepted.length + tally.true.calls - tally.true.refused.length;
    await until(`${accepted} executions`, async () => (await bench.n8n.executionCount(workflow)) >= accepted);
    expect(await bench.n8n.executionCount(workflow)).toBe(accepted);
    return tally;
  }

  it('and as many proxies: no stranger gets in, whatever it claims, and nobody who may call is refused', async () => {
    const tally = await judge(trusted);
    expect(tally).toMatchObject({ forged: { accepted: [] }, true: { refused: [] } });
    total.forged += tally.forged.calls;
    total.forgedAccepted += tally.forged.accepted.length;
    total.true += tally.true.calls;
    total.trueRefused += tally.true.refused.length;
  });

  for (const proxies of [1, 2].filter((count) => count > trusted)) {
    it(`but ${proxies} proxies: nobody gets in, and the log says why`, async () => {
      const tally = await judge(proxies);
      expect(tally.forged.accepted).toEqual([]);
      expect(tally.true.refused).toHaveLength(tally.true.calls);
      expect(bench.n8n.logs()).toMatch(/The caller 127\.0\.1\.\d is not on the list of allowed callers/);
    });
  }

  for (const proxies of [1, 2].filter((count) => count < trusted)) {
    it(`but only ${proxies} proxy: the log says that addresses can be forged, and none can where the outermost overwrites`, async () => {
      const tally = await judge(proxies, true);
      expect(tally).toMatchObject({ forged: { accepted: [] }, true: { refused: [] } });
      const said = /fewer proxies \(1\) than are trusted \(2\), so a caller can forge/g;
      expect(bench.n8n.logs().match(said)).toHaveLength(1);
    });
  }

  if (trusted > 0) return;

  it.each([
    ['an address', 200, 403, '127.0.0.5'],
    ['an IPv4-mapped address', 200, 403, '::ffff:127.0.0.5'],
    ['a range', 200, 403, '127.0.0.4/31'],
    ['a range that holds both', 200, 200, '127.0.0.0/8'],
    ['the IPv6 loopback only', 403, 403, '::1'],
    ['an empty list', 403, 403, ''],
    ['a list of blanks and commas', 403, 403, ' , \n,'],
  ])(
    '%s: 127.0.0.5, which comes in IPv4-mapped, is answered %i, 127.0.0.6 %i',
    async (_name, five, six, allowedCallers) => {
      const { url } = await listen(bench, { allowedCallers });
      expect(await postFrom({ url, from: '127.0.0.5', body: inbound() })).toMatchObject({ status: five });
      expect(await postFrom({ url, from: '127.0.0.6', body: inbound() })).toMatchObject({ status: six });
    },
  );

  it('the list that is switched off lets everybody in', async () => {
    const { url } = await listen(bench, { checkCaller: false });
    expect(await postFrom({ url, from: '127.0.0.6', body: inbound() })).toMatchObject({ status: 200 });
  });
});

afterAll(() => {
  printFigure(
    `n8n behind 0 to 2 proxies as documented: ${total.forged} calls of strangers, ${total.forgedAccepted} accepted; ` +
      `${total.true} true calls, ${total.trueRefused} refused`,
  );
});
