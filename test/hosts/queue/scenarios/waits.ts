import type { SandboxMessage } from '../../../../sandbox';
import { printFigure } from '../../../figures';
import { askMany, each, letTapsIn, type Marks, person, shuffled, startMarks } from '../manyWaits';
import { until } from '../../n8n/until';
import { approval, choicesOf, linkOf, open, press, tap } from '../../n8n/waiting';
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
    expect(branches()).toEqual(people.map(() => [1]));
  });

  it('a forged answer to the reference of a button is refused by each processor, and a tap still counts', async () => {
    const [message] = await askMany(ground(), marks, approval, 1);
    if (message === undefined) throw new Error('Nobody was asked');
    const [{ id } = { id: '' }] = choicesOf(message);
    const claimed = { id: 'x', at: Date.now(), by: message.to, channel: 'Whatsapp', to: message.from };
    const { balancer } = context().cluster;
    balancer.inTurn = true;
    const proofs = [undefined, '', '0'.repeat(64), /signature=(.*)$/.exec(id)?.[1]];
    // Each at both processors.
    for (const proof of proofs.flatMap((each) => [each, each])) {
      const answer = { ...claimed, messageId: 'x', choice: 0, proof };
      const reply = await fetch(`${balancer.url}/webhook-waiting/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messagingServiceAnswer: answer }),
      });
      expect(await reply.json()).toEqual({ messagingServiceVerdict: 'refused' });
    }
    balancer.inTurn = false;
    expect(marks.count()).toBe(0);
    await tap(context().sandbox, message, 0);
    await marked(1);
    expect(marks.of(message.to)).toMatchObject([{ branch: 1 }]);
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
