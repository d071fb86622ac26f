import { ALLOWED, postFrom, startProxies, tryEverybody } from '../proxies';
import { type Bench, startBench } from './messaging';
import { inbound, listen } from './triggerCalls';
import { until } from './until';

/** Who gets in through real nginx servers in front of a real n8n. */
jest.setTimeout(300_000);

describe.each([0, 1, 2])('with N8N_PROXY_HOPS=%i', (trusted) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ N8N_LISTEN_ADDRESS: '::', N8N_PROXY_HOPS: String(trusted) });
  });
  afterAll(async () => {
    await bench?.stop();
  });

  /** Tries all callers through so many proxies, and proves that exactly those that got 200 started the workflow. */
  async function judge(proxies: number, overwrites = false) {
    const { url, workflow } = await listen(bench, { allowedCallers: ALLOWED });
    const chain = proxies === 0 ? undefined : await startProxies(bench.n8n.url, { proxies, overwrites });
    try {
      const at = chain === undefined ? url : `${chain.url}${new URL(url).pathname}`;
      const tally = await tryEverybody(at, proxies, inbound);
      const count = () => bench.n8n.executionCount(workflow);
      await until('the executions', async () => (await count()) >= tally.accepted);
      expect(await count()).toBe(tally.accepted);
      return tally;
    } finally {
      await chain?.stop();
    }
  }

  it('and as many proxies: no stranger gets in, whatever it claims, and nobody who may call is refused', async () => {
    expect(await judge(trusted)).toMatchObject({ forged: [], refused: [] });
  });

  if (trusted < 2)
    it('but two proxies: nobody gets in, and the log says why', async () => {
      expect(await judge(2)).toMatchObject({ accepted: 0 });
      expect(bench.n8n.logs()).toMatch(/The caller 127\.0\.1\.\d is not on the list of allowed callers/);
    });
  else
    it('but only one: the log says that addresses can be forged, and none can where the outermost overwrites', async () => {
      expect(await judge(1, true)).toMatchObject({ forged: [], refused: [] });
      const said = /fewer proxies \(1\) than are trusted \(2\), so a caller can forge/g;
      expect(bench.n8n.logs().match(said)).toHaveLength(1);
    });

  if (trusted > 0) return;

  it.each([
    ['an address', 200, 403, '127.0.0.5'],
    ['an IPv4-mapped address', 200, 403, '::ffff:127.0.0.5'],
    ['the IPv6 loopback only', 403, 403, '::1'],
    ['an empty list', 403, 403, ''],
  ])(
    '%s: 127.0.0.5, which comes in IPv4-mapped, is answered %i, 127.0.0.6 %i',
    async (_name, five, six, allowedCallers) => {
      const { url } = await listen(bench, { allowedCallers });
      for (const [from, status] of [
        ['127.0.0.5', five],
        ['127.0.0.6', six],
      ] as const)
        expect(await postFrom({ url, from, body: inbound() })).toMatchObject({ status });
    },
  );
});
