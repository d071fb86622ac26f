import { setTimeout as pause } from 'node:timers/promises';

import { type Marks, startMarks } from '../manyWaits';
import { TRIGGER } from '../../n8n/messaging';
import { inbound } from '../../n8n/triggerCalls';
import { until } from '../../n8n/until';
import type { Workflow } from '../../n8n/workflow';
import { activated, type Context } from './context';

const EVENTS = 40;

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
    const trigger = { name: 'Trigger', type: TRIGGER, parameters: { allowedCallers: '127.0.0.1' } };
    const mark = marks.node('Mark', '{ person: $json.messageId, branch: 0 }');
    ({ workflow, url } = await activated(given().cluster, [trigger, mark]));
  });
  afterEach(async () => {
    await given().cluster.n8n.deactivate(workflow);
  });

  /** The status of the answer; 0 if there was none in so many milliseconds. */
  const deliver = async (event: Event, at = url, patience = 60_000): Promise<number> => {
    const call = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(patience),
    };
    return await fetch(at, call).then(
      ({ status }) => status,
      () => 0,
    );
  };
  const started = async (count: number) => {
    // A job that a worker lost is taken again after up to 90 s: Bull's lock of 60 s and its round of 30 s.
    await until(`${count} starts`, async () => marks.count() >= count, 200_000 + count * 200);
    await pause(1000); // one too many would come late
    return marks.count();
  };
  const atProcessor = (index: number) => {
    const { n8n, processors } = given().cluster;
    return url.replace(n8n.url, processors[index % processors.length]?.url ?? '');
  };

  it.each([
    ['at the same moment, to the same processor', 0, 0],
    ['1 s later, to the other processor', 1000, 1],
  ])('starts the workflow once for an event that comes again %s', async (_name, later, processor) => {
    const twice = async (event: Event) => {
      const again = pause(later).then(() => deliver(event, atProcessor(processor)));
      return [await deliver(event, atProcessor(0)), await again];
    };
    const statuses = await Promise.all(Array.from({ length: EVENTS }, () => twice(inbound())));
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    expect(await started(EVENTS)).toBe(EVENTS);
  });

  it('does so for events that come again after an orderly restart of all processes', async () => {
    const { processors, workers } = given().cluster;
    const all = Array.from({ length: EVENTS }, () => inbound());
    const deliverAll = () => Promise.all(all.map((event, index) => deliver(event, atProcessor(index))));
    expect(new Set(await deliverAll())).toEqual(new Set([200]));
    const members = [...processors, ...workers];
    await Promise.all(members.map((member) => member.stop()));
    await Promise.all(members.map((member) => member.start()));
    await started(EVENTS);
    expect(new Set(await deliverAll())).toEqual(new Set([200]));
    await pause(10_000);
    expect(all.map(({ messageId }) => marks.of(messageId).length)).toEqual(all.map(() => 1));
  });

  it.each(['redis', 'postgres'] as const)(
    'starts the workflow for every event that came while %s was away',
    async (service) => {
      const { cluster } = given();
      const all = Array.from({ length: EVENTS }, () => inbound());
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
      expect(refused.filter((status) => status === 200)).toEqual([]);
      expect(await started(all.length)).toBe(all.length);
    },
  );
}
