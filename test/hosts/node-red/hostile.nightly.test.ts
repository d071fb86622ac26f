import { printFigure } from '../../figures';
import { HOSTILE } from '../hostile';
import { postFrom } from '../proxies';
import { NodeRed } from './nodeRedServer';
import { call, inboundNode, INBOUND_PATH, post, slowCall, sms, triggerFlow } from './webhooks';

/** What hostile callers can do to a real Node-RED: nothing. */
const MEGABYTE = 1024 * 1024;
const AT_ONCE = 1000;
const STORMS = 2;

describe.each([
  ['webhooks under a root of their own', '/admin'],
  ['the editor under the same root, as Node-RED is set up at first', ''],
])('with %s', (_name, adminRoot) => {
  let nodeRed: NodeRed;
  let url: string;
  beforeAll(async () => {
    nodeRed = await NodeRed.start({ adminRoot });
    await nodeRed.deploy(triggerFlow(inboundNode()));
    url = `${nodeRed.url}${INBOUND_PATH}`;
  });
  afterAll(() => nodeRed?.stop());
  beforeEach(() => nodeRed.forget());

  /** Makes calls, then sends a message: everything that the calls started arrives before it. */
  async function started(calling: () => Promise<unknown>): Promise<unknown[]> {
    await calling();
    await post(url, sms({ text: 'the last one' }));
    const text = (payload: unknown) => Reflect.get(Object(payload), 'text');
    await nodeRed.until(
      () => nodeRed.at('out').some(({ payload }) => text(payload) === 'the last one'),
      'the last one',
    );
    return nodeRed
      .at('out')
      .map(({ payload }) => payload)
      .filter((payload) => text(payload) !== 'the last one');
  }

  // The editor's own parser reads tolerantly: invalid UTF-8 arrives as replacement characters, and __proto__ in a form does not arrive.
  const parsedBefore = /not UTF-8|Latin-1|a form with __proto__ further down/;
  const cases = HOSTILE.filter(([name]) => adminRoot !== '' || !parsedBefore.test(name));

  it.each(cases)('%s does no harm', async (_case, { headers, body, becomes }) => {
    const events = await started(async () => {
      const { status } = await call(url, { headers, body });
      if (becomes === 'refused') expect([400, 413, 415]).toContain(status);
      else expect(status).toBe(200);
    });
    expect(events).toEqual(becomes === 'refused' ? [] : [expect.objectContaining({ event: 'unknown' })]);
    expect(JSON.stringify(events)).not.toContain('polluted');
  });

  it(`${AT_ONCE} calls at once, a quarter of them in order: these start the flow once each, and the heap does not grow`, async () => {
    await nodeRed.deploy(triggerFlow(inboundNode({ name: 'again' }), { allowedCallers: '127.0.0.5' }));
    const refusedBodies = cases.filter(
      ([, { body, becomes }]) => becomes === 'refused' && body.length < MEGABYTE,
    );
    const hostile = (index: number) => {
      const [, { headers, body }] = refusedBodies[index % refusedBodies.length] ?? [
        '',
        { headers: {}, body: '' },
      ];
      return call(url, { headers: { ...headers }, body, from: '127.0.0.5' });
    };
    const storm = async () => {
      await nodeRed.forget();
      const quarter = Array.from({ length: AT_ONCE / 4 }, (_, index) => index);
      const slow = quarter.map(() => slowCall(url, '{"from":"+41791112233","te', '127.0.0.5'));
      const [good, strangers, bad] = await Promise.all([
        Promise.all(quarter.map(() => postFrom({ url, from: '127.0.0.5', body: sms() }))),
        Promise.all(quarter.map(() => postFrom({ url, from: '127.0.0.6', body: sms() }))),
        Promise.all(quarter.map(hostile)),
      ]);
      slow.forEach(({ abort }) => abort());
      await Promise.allSettled(slow.map(({ answer }) => answer));
      expect(new Set(good.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([403]));
      expect(bad.filter(({ status }) => status < 400 || status > 499)).toEqual([]);
      await nodeRed.until(() => nodeRed.at('out').length >= quarter.length, 'the events');
      expect(nodeRed.at('out')).toHaveLength(quarter.length);
      await nodeRed.forget();
      return await nodeRed.heapUsed();
    };
    const first = await storm();
    const heaps = [first];
    while (heaps.length < STORMS) heaps.push(await storm());
    printFigure(
      `Node-RED (${adminRoot || 'one root'}), heap in MB after each storm of ${AT_ONCE} calls: ` +
        `${heaps.map((bytes) => Math.round(bytes / MEGABYTE)).join(', ')}`,
    );
    expect(Math.min(...heaps.slice(1))).toBeLessThan(first + 10 * MEGABYTE);
  });
});
