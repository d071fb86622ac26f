import type { InboundEvent, ServiceEvent, StatusEvent } from '../../core/receive';
import { Notices } from '../../node-red/calls/notices';
import { offerEvents, type Kind, type Questions, type Subscriber } from '../../node-red/calls/offer';
import type { ClaimOnMessage } from '../../node-red/calls/openMessages';

/** The questions of an account that claim messages as they are told. */
class FakeQuestions implements Questions {
  readonly offered: string[] = [];
  readonly reports: StatusEvent[] = [];

  constructor(private readonly claims: Record<string, ClaimOnMessage> = {}) {}

  async claim({ text = '' }: InboundEvent): Promise<ClaimOnMessage> {
    const isRepeated = this.offered.includes(text);
    this.offered.push(text);
    return isRepeated ? 'repeated' : (this.claims[text] ?? 'nothing');
  }

  async reported(event: StatusEvent): Promise<void> {
    this.reports.push(event);
  }
}

const textOf = (event: ServiceEvent) => (event.event === 'inbound' ? (event.text ?? '') : event.event);
const message = (text: string, messageId = text) => ({ messageId, from: '+41791112233', to: '900', text });
const call = (...texts: string[]) => ({ query: {}, body: texts.map((text) => message(text)) });
const status = { query: {}, body: { messageId: 'm1', status: 'Delivered' } };
const notices: Notices = Object.create(Notices.prototype);

function trigger(kind: Kind = 'inbound') {
  const started: string[] = [];
  const subscriber: Subscriber = {
    kinds: [kind],
    notices,
    start: async (event) => void started.push(textOf(event)),
  };
  return { started, subscriber };
}

function asker() {
  const missed: string[] = [];
  const subscriber: Subscriber = {
    kinds: ['inbound', 'status'],
    notices,
    missed: (event) => void missed.push(textOf(event)),
  };
  return { missed, subscriber };
}

function teller() {
  const told: string[] = [];
  const telling: Notices = Object.assign(Object.create(notices), {
    missed: (kind: string) => void told.push(kind),
  });
  return { told, telling };
}

const inboxOf =
  (questions: Questions, ...subscribers: Subscriber[]) =>
  (received: { query: unknown; body: unknown }, kind: Kind = 'inbound') =>
    offerEvents({ ...received, id: 'call', kinds: [kind] }, subscribers, questions);

it('offers each message to the questions once, however many nodes listen', async () => {
  const questions = new FakeQuestions();
  const [first, second, asks] = [trigger(), trigger(), asker()];
  await inboxOf(questions, first.subscriber, asks.subscriber, second.subscriber)(call('one', 'two'));
  expect(questions.offered).toEqual(['one', 'two']);
  expect([first.started, second.started, asks.missed]).toEqual([['one', 'two'], ['one', 'two'], []]);
});

it('tells the questions of a report before a flow starts with it', async () => {
  const questions = new FakeQuestions();
  const told: number[] = [];
  const { subscriber } = trigger('status');
  const start = async () => void told.push(questions.reports.length);
  await inboxOf(questions, { ...subscriber, start })(status, 'status');
  expect(told).toEqual([1]);
});

it('gives each event to those for its kind, whatever path it came on, and tells of one that nobody is for', async () => {
  const [messages, reports] = [trigger(), trigger('status')];
  const { told, telling } = teller();
  const first = { ...messages.subscriber, notices: telling };
  const both = { query: {}, body: [status.body, message('one')] };
  await inboxOf(new FakeQuestions(), first, reports.subscriber)(both);
  expect([messages.started, reports.started, told]).toEqual([['one'], ['status'], []]);
  await inboxOf(new FakeQuestions(), first)(both);
  expect([messages.started, told]).toEqual([['one', 'one'], ['status']]);
});

it('gives what it cannot read to the flows, or tells of it if there is none, and to no question', async () => {
  const questions = new FakeQuestions();
  const { started, subscriber } = trigger();
  const { told, telling } = teller();
  const asks = { ...asker().subscriber, notices: telling };
  const unreadable = { query: {}, body: { hello: 'world' } };
  await inboxOf(questions, subscriber, asks)(unreadable);
  expect([started, told]).toEqual([['unknown'], []]);
  await inboxOf(questions, asks)(unreadable);
  expect([told, questions.offered]).toEqual([['unknown'], []]);
});

it('leaves open what a trigger that is not set up may want; the others get only what they would know again', async () => {
  const [wrong, right] = [trigger(), trigger()];
  const unset = { ...wrong.subscriber, unset: { key: 'faulty' } as const };
  const take = inboxOf(new FakeQuestions({ yes: 'answer' }), unset, right.subscriber);
  const unnamed = { query: {}, body: { from: '+41791112233', text: 'two' } };
  const taken = [await take(call('one')), await take(unnamed), await take(call('yes'))];
  expect(taken).toEqual([false, false, true]);
  expect([wrong.started, right.started]).toEqual([[], ['one']]);
});

it('fails if one flow does, and gives everything to the others', async () => {
  const [failing, other] = [trigger(), trigger()];
  const start = async (event: ServiceEvent) => {
    if (textOf(event) === 'one') throw new Error('no room');
    failing.started.push(textOf(event));
  };
  const take = inboxOf(new FakeQuestions(), { ...failing.subscriber, start }, other.subscriber);
  await expect(take(call('one', 'two'))).rejects.toThrow('no room');
  expect([failing.started, other.started]).toEqual([['two'], ['one', 'two']]);
});
