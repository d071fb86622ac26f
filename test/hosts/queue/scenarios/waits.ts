import type { SandboxMessage } from '../../../../sandbox';
import { printFigure } from '../../../figures';
import { askMany, each, letTapsIn, type Marks, person, shuffled, startMarks } from '../manyWaits';
import { until } from '../../n8n/until';
import { approval, linkOf, open, press, tap } from '../../n8n/waiting';
import type { Context } from './context';

/** Messages of one execution. */
const ITEMS = 10;
const WAITS = 30;

/** *Send and Wait* with webhook processors that receive the answers and workers that run what waits. */
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
    expect(branches()).toEqual(people.map(() => [0]));
  });

  it('free text: asks by a link, as no process knows who waits in another', async () => {
    const messages = await askMany(ground(), marks, { responseType: 'freeText' }, 3);
    expect(messages.map(linkOf)).toEqual(messages.map(() => expect.stringMatching(/^http/)));
    await each(messages, (message) => press(linkOf(message), { text: 'Yes' }));
    await marked(3);
  });

  it('several items: no answer is lost that came at the same moment as others, at two processors', async () => {
    const executions = Math.ceil(WAITS / ITEMS);
    const parameters = { ...approval, channel: 'Sms', from: 'Test' };
    const sent = await askMany(ground(), marks, parameters, executions, ITEMS);
    const messages = sent.sort((one, other) => one.to.localeCompare(other.to));
    const { balancer } = context().cluster;
    balancer.inTurn = true;
    const times = { refused: 0, lost: 0 };
    const answer = async (message: SandboxMessage): Promise<void> => {
      const { status } = await press(linkOf(message), { choice: '0' });
      if (status === 200) return;
      // n8n refuses a call while it handles another answer; the person presses again.
      times.refused += 1;
      await answer(message);
    };
    await each(messages, answer).finally(() => (balancer.inTurn = false));
    // The page of an answer that was lost asks for it again.
    await each(messages, async (message) => {
      const { html } = await open(linkOf(message));
      if (html.includes('<form')) times.lost += 1;
    });
    printFigure(
      `${messages.length} answers to ${executions} executions, ${ITEMS} each at the same moment: ` +
        `${times.lost} of those that n8n took were lost, ${times.refused} times it took none`,
    );
    expect(times.lost).toBe(0);
    await marked(messages.length);
  });

  it('wait on while every process is started again', async () => {
    const messages = await askMany(ground(), marks, approval, WAITS);
    const { processors, workers } = context().cluster;
    const members = [...processors, ...workers];
    await Promise.all(members.map((member) => member.kill()));
    await Promise.all(members.map((member) => member.start()));
    await each(shuffled(messages), (message) => tap(context().sandbox, message, 0));
    await marked(messages.length);
    expect(marks.count()).toBe(messages.length);
  });
}
