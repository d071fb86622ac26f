import { askMany, each, letTapsIn, type Marks, person, shuffled, startMarks } from '../../n8n/manyWaits';
import { until } from '../../n8n/until';
import { approval, linkOf, press, tap } from '../../n8n/waiting';
import type { Context } from './context';

const WAITS = Number(process.env.WAITS ?? 30);

/** *Send and Wait* where webhook processors take the answers and workers run what waits. */
export function waits(context: () => Context): void {
  let marks: Marks;
  const ground = () => ({ ...context(), n8n: context().cluster.n8n });
  beforeAll(async () => {
    context().sandbox.change({ automaticDelivery: 'manual' });
    marks = await startMarks();
    await letTapsIn(ground());
  });
  afterAll(() => marks?.close());
  beforeEach(() => marks.clear());

  const people = Array.from({ length: WAITS }, (_, index) => person(index));
  const marked = (count: number) =>
    until(`${count} executions to go on`, async () => marks.count() >= count, 60_000 + count * 1000);
  const branches = () => people.map((each) => marks.of(each).map(({ branch }) => branch));

  it('buttons: each goes on exactly once when it is tapped twice at the same time', async () => {
    const messages = await askMany(ground(), marks, approval, WAITS);
    await each(shuffled([...messages, ...messages]), (message) => tap(context().sandbox, message, 0));
    await marked(WAITS);
    expect(branches()).toEqual(people.map(() => [1]));
  });

  it('links: each goes on exactly once when its button is pressed twice at the same time', async () => {
    const messages = await askMany(ground(), marks, { ...approval, channel: 'Sms', from: 'Test' }, WAITS);
    await each(shuffled([...messages, ...messages]), (message) => press(linkOf(message), { choice: '1' }));
    await marked(WAITS);
    expect(branches()).toEqual(people.map(() => [1]));
  });

  it('free text: asks by a link, as no process knows who waits in another', async () => {
    const messages = await askMany(ground(), marks, { responseType: 'freeText' }, 3);
    expect(messages.map(linkOf)).toEqual(messages.map(() => expect.stringMatching(/^http/)));
    await each(messages, (message) => press(linkOf(message), { text: 'Yes' }));
    await marked(3);
  });

  it('reports: each goes the way of the final one', async () => {
    const options = { allowedCallers: '127.0.0.1' };
    const report = { channel: 'Sms', from: 'Test', responseType: 'delivery', options };
    const messages = await askMany(ground(), marks, report, WAITS);
    await each(messages, async ({ messageId, to }) => {
      context().sandbox.setState(messageId, 'Delayed');
      context().sandbox.setState(messageId, people.indexOf(to) % 2 === 0 ? 'Delivered' : 'Failed');
    });
    await marked(WAITS);
    expect(branches()).toEqual(people.map((_, index) => [index % 2 === 0 ? 1 : 0]));
  });

  it('wait on while every process is started again', async () => {
    const messages = await askMany(ground(), marks, approval, Math.min(WAITS, 100));
    for (const member of [...context().cluster.processors, ...context().cluster.workers]) {
      await member.kill();
      await member.start();
    }
    await each(shuffled(messages), (message) => tap(context().sandbox, message, 0));
    await marked(messages.length);
    expect(marks.count()).toBe(messages.length);
  });
}
