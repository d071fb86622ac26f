import { setTimeout as pause } from 'node:timers/promises';

import { printFigure } from '../../../figures';
import { TRIGGER } from '../../n8n/messaging';
import { inbound } from '../../n8n/triggerCalls';
import { until } from '../../n8n/until';
import type { Workflow } from '../../n8n/workflow';
import { activated, type Context } from './context';

/** Events for each distance; REPEATS=2500 makes the 10,000 of docs/scaling.md. */
const EVENTS = Number(process.env['REPEATS'] ?? 40);
const AT_ONCE = 10;

type Event = ReturnType<typeof inbound>;

/** What the trigger does with events when two webhook processors take them. */
export function events(given: () => Context): void {
  let workflow: Workflow;
  let url: string;
  beforeEach(async () => {
    const parameters = { allowedCallers: '127.0.0.1' };
    ({ workflow, url } = await activated(given().cluster, [{ name: 'Trigger', type: TRIGGER, parameters }]));
  });
  afterEach(async () => {
    await given().cluster.n8n.deactivate(workflow);
  });

  /** The status of the answer; 0 where there was none in time. */
  const deliver = async (event: Event): Promise<number> => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(5000),
    };
    return await fetch(url, options).then(
      ({ status }) => status,
      () => 0,
    );
  };
  const starts = () => given().cluster.n8n.executionCount(workflow);
  const started = async (count: number) => {
    await until(`${count} executions`, async () => (await starts()) >= count, 60_000);
    await pause(500); // one too many would come late
    return await starts();
  };

  const distances: Array<[string, number]> = [
    ['at the same moment', 0],
    ['0.1 s later', 100],
    ['1 s later', 1000],
    ['10 s later', 10_000],
  ];

  /** Delivers events of which every tenth comes again; gives how many of those started the workflow twice. */
  const repeatsThatPass = async (distance: number): Promise<number> => {
    const all = Array.from({ length: EVENTS }, () => inbound());
    const calls: Array<Promise<number>> = [];
    for (let from = 0; from < EVENTS; from += AT_ONCE) {
      const group = all.slice(from, from + AT_ONCE);
      const again = async () => {
        await pause(distance);
        // An odd number of calls later, so that in turn it comes to the other processor.
        return group[1] === undefined ? 200 : await deliver(group[1]);
      };
      const now = group.map(deliver);
      calls.push(...now, again());
      await Promise.all(now);
    }
    const statuses = await Promise.all(calls);
    expect(statuses.every((status) => status === 200)).toBe(true);
    return (await started(EVENTS)) - EVENTS;
  };

  it.each(distances)('starts the workflow once for an event that comes again %s', async (name, distance) => {
    const passed = await repeatsThatPass(distance);
    printFigure(
      `Events that come again ${name}: ${passed} of ${EVENTS / AT_ONCE} started the workflow twice`,
    );
    expect(passed).toBe(0);
  });

  // Not a promise: what docs/scaling.md says of a balancer that gives calls to the processors in turn.
  (process.env['REPEATS'] === undefined ? it.skip : it).each(distances)(
    'measures how many repeats pass that come to the other processor %s',
    async (name, distance) => {
      given().cluster.balancer.inTurn = true;
      const passed = await repeatsThatPass(distance).finally(() => (given().cluster.balancer.inTurn = false));
      printFigure(`In turn, events that come again ${name}: ${passed} of ${EVENTS / AT_ONCE} passed`);
    },
  );

  it('starts the workflow for every event that came while Redis was away', async () => {
    const { cluster } = given();
    const all = Array.from({ length: 100 }, () => inbound());
    await cluster.services.redis.stop();
    const refused = await Promise.all(all.map(deliver));
    await cluster.services.redis.start();
    await cluster.revive();
    // As the service may do, until each was taken.
    let left = all;
    for (let round = 0; left.length > 0 && round < 10; round += 1) {
      const statuses = await Promise.all(left.map(deliver));
      left = left.filter((_event, index) => statuses[index] !== 200);
    }
    const count = await started(all.length);
    const seen = refused.filter((status) => status !== 200).length;
    printFigure(
      `Redis away: ${seen} of ${all.length} callers saw a failure; after they called again, ${count} starts`,
    );
    expect(seen).toBe(all.length);
    expect(left).toEqual([]);
    expect(count).toBe(all.length);
  });
}
