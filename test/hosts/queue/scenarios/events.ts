import { setTimeout as pause } from 'node:timers/promises';

import { printFigure } from '../../../figures';
import { TRIGGER } from '../../n8n/messaging';
import { type Marks, startMarks } from '../../n8n/manyWaits';
import { inbound } from '../../n8n/triggerCalls';
import { until } from '../../n8n/until';
import type { Workflow } from '../../n8n/workflow';
import { activated, type Context } from './context';

/** Events for each interval, every tenth twice; REPEATS=2500 makes 10,000. */
const EVENTS = Number(process.env['REPEATS'] ?? 40);
/** Without it, only the most telling intervals are tried. */
const MEASURES = process.env['REPEATS'] !== undefined;
const AT_ONCE = 10;

type Event = ReturnType<typeof inbound>;

/** How the trigger handles events when two webhook processors receive them. */
export function events(given: () => Context): void {
  let workflow: Workflow;
  let url: string;
  let marks: Marks;
  beforeAll(async () => {
    marks = await startMarks();
  });
  afterAll(() => marks?.close());
  beforeEach(async () => {
    marks.clear();
    const parameters = { allowedCallers: '127.0.0.1' };
    const trigger = { name: 'Trigger', type: TRIGGER, parameters };
    const mark = marks.node('Mark', '{ person: $json.messageId, branch: 0 }');
    ({ workflow, url } = await activated(given().cluster, [trigger, mark]));
  });
  afterEach(async () => {
    await given().cluster.n8n.deactivate(workflow);
  });

  /** The status of the answer; 0 if there was none in so many milliseconds. */
  const deliver = async (event: Event, at = url, patience = 60_000): Promise<number> => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(patience),
    };
    return await fetch(at, options).then(
      ({ status }) => status,
      () => 0,
    );
  };
  const started = async (count: number) => {
    await until(`${count} starts`, async () => marks.count() >= count, 100_000 + count * 200);
    await pause(1000); // one too many would come late
    return marks.count();
  };

  /** Delivers events, every tenth of them twice; returns how many of the repeats started the workflow again. */
  const repeatsThatPass = async (
    distance: number,
    urls: { first: string; again: string },
  ): Promise<number> => {
    const all = Array.from({ length: EVENTS }, () => inbound());
    const calls: Array<Promise<number>> = [];
    for (let from = 0; from < EVENTS; from += AT_ONCE) {
      const group = all.slice(from, from + AT_ONCE);
      const again = async () => {
        await pause(distance);
        return group[1] === undefined ? 200 : await deliver(group[1], urls.again);
      };
      const now = group.map((event) => deliver(event, urls.first));
      calls.push(...now, again());
      await Promise.all(now);
    }
    const statuses = await Promise.all(calls);
    expect(statuses.every((status) => status === 200)).toBe(true);
    return (await started(EVENTS)) - EVENTS;
  };

  const figureOf = (passed: number) => `${passed} of ${EVENTS / AT_ONCE} started the workflow twice`;

  const toOne: Array<[string, number]> = [
    ['at the same moment', 0],
    ['0.1 s later', 100],
  ];
  it.each(toOne.filter(([, distance]) => MEASURES || distance === 0))(
    'starts the workflow once for an event that comes again %s, to one processor',
    async (name, distance) => {
      const passed = await repeatsThatPass(distance, { first: url, again: url });
      printFigure(`One processor, events that come again ${name}: ${figureOf(passed)}`);
      expect(passed).toBe(0);
    },
  );

  const toTheOther: Array<[string, number, number]> = [
    // Not guaranteed: it depends on what n8n does with two simultaneous calls.
    ['at the same moment', 0, Infinity],
    ['0.1 s later', 100, Infinity],
    ['1 s later', 1000, 0],
    ['10 s later', 10_000, 0],
  ];
  it.each(toTheOther.filter(([, distance]) => MEASURES || distance === 1000))(
    'does so for one that comes again %s, to the other processor',
    async (name, distance, most) => {
      const { n8n, processors } = given().cluster;
      const [first = '', again = ''] = processors.map((processor) => url.replace(n8n.url, processor.url));
      const passed = await repeatsThatPass(distance, { first, again });
      printFigure(`Two processors, events that come again ${name}: ${figureOf(passed)}`);
      expect(passed).toBeLessThanOrEqual(most);
    },
  );

  /** Delivers events one after another, restarts every process, and delivers them again. Returns how often each started the workflow. */
  const startsOverRestart = async (end: 'stop' | 'kill'): Promise<number[]> => {
    const { n8n, processors, workers } = given().cluster;
    const all = Array.from({ length: EVENTS }, () => inbound());
    const deliverAll = () =>
      Promise.all(
        all.map(async (event, index) => {
          await pause(index * 8);
          return await deliver(event, url.replace(n8n.url, processors[index % 2]?.url ?? ''));
        }),
      );
    expect(new Set(await deliverAll())).toEqual(new Set([200]));
    const members = [...processors, ...workers];
    await Promise.all(members.map((member) => member[end]()));
    await Promise.all(members.map((member) => member.start()));
    // Not all after a kill: n8n does not repeat an execution that ran when its worker was killed.
    await (end === 'stop' ? started(EVENTS) : pause(60_000));
    expect(new Set(await deliverAll())).toEqual(new Set([200]));
    await pause(10_000 + EVENTS * 100);
    return all.map(({ messageId }) => marks.of(messageId).length);
  };

  it('does so for events that come again after an orderly restart of all processes', async () => {
    const starts = await startsOverRestart('stop');
    const twice = starts.filter((count) => count > 1).length;
    printFigure(`After an orderly restart: ${twice} of ${EVENTS} started the workflow twice`);
    expect(starts).toEqual(starts.map(() => 1));
  });

  const whenMeasured = MEASURES ? it : it.skip;
  whenMeasured('counts those that start it twice after every process was killed', async () => {
    const starts = await startsOverRestart('kill');
    const [never = 0, , twice = 0] = [0, 1, 2].map(
      (times) => starts.filter((count) => count === times).length,
    );
    printFigure(
      `After kill -9 of all processes: of ${EVENTS}, ${twice} started the workflow twice, ${never} never`,
    );
    expect(Math.max(...starts)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['Redis', 'redis'],
    ['PostgreSQL', 'postgres'],
  ] as const)('starts the workflow for every event that came while %s was away', async (name, service) => {
    const { cluster } = given();
    const all = Array.from({ length: 100 }, () => inbound());
    await cluster.services[service].stop();
    const refused = await Promise.all(all.map((event) => deliver(event, url, 5000)));
    await cluster.services[service].start();
    await cluster.revive();
    // Repeats each call until it is accepted, as the service may do. A newer n8n refuses all until it finds that its database is back.
    let left = all;
    await until('every call to be accepted', async () => {
      const statuses = await Promise.all(left.map((event) => deliver(event)));
      left = left.filter((_event, index) => statuses[index] !== 200);
      return left.length === 0;
    });
    const count = await started(all.length);
    const seen = refused.filter((status) => status !== 200).length;
    printFigure(
      `${name} away: ${seen} of ${all.length} callers saw a failure; after they called again, ${count} starts`,
    );
    expect(seen).toBe(all.length);
    expect(count).toBe(all.length);
  });
}
