import type { InboundEvent, ServiceEvent, StatusEvent } from '../../core/receive';
import { Notices } from '../../node-red/calls/notices';
import { offerEvents, type Questions, type Subscriber } from '../../node-red/calls/offer';
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

function trigger(kind: 'inbound' | 'status' = 'inbound') {
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

const inboxOf =
  (questions: Questions, ...subscribers: Subscriber[]) =>
  (received: { query: unknown; body: unknown }, kind: 'inbound' | 'status' = 'inbound') =>
    offerEvents([kind], received, subscribers, questions);

it('offers each message to the questions once, however many nodes listen', async () => {
  const questions = new FakeQuestions();
  const [first, second, asks] = [trigger(), trigger(), asker()];
  await inboxOf(questions, first.subscriber, asks.subscriber, second.subscriber)(call('one', 'two'));
  expect(questions.offered).toEqual(['one', 'two']);
  expect([first.started, second.started, asks.missed]).toEqual([['one', 'two'], ['one', 'two'], []]);
});

it('starts no flow with an answer, unless the question lets it', async () => {
  const questions = new FakeQuestions({ yes: 'answer', both: 'answerForAll' });
  const { started, subscriber } = trigger();
  await inboxOf(questions, subscriber)(call('yes', 'both', 'other'));
  expect(started).toEqual(['both', 'other']);
});

it('misses a message that answers nothing where no flow starts, once if it comes again', async () => {
  const [first, second] = [asker(), asker()];
  const take = inboxOf(new FakeQuestions(), first.subscriber, second.subscriber);
  await take(call('lost'));
  await take(call('lost'));
  expect([first.missed, second.missed]).toEqual([['lost'], []]);
});

it('tells the questions of a report before a flow starts with it', async () => {
  const questions = new FakeQuestions();
  const told: number[] = [];
  const { subscriber } = trigger('status');
  const start = async () => void told.push(questions.reports.length);
  await inboxOf(questions, { ...subscriber, start })(status, 'status');
  expect(told).toEqual([1]);
});

it('says that events of the other kind came, and starts nothing with them', async () => {
  let others = 0;
  const { started, subscriber } = trigger();
  await inboxOf(new FakeQuestions(), { ...subscriber, otherKind: () => (others += 1) })(status);
  expect([started, others]).toEqual([[], 1]);
});

it('gives what it cannot read to the flows, and to no question', async () => {
  const questions = new FakeQuestions();
  const { started, subscriber } = trigger();
  await inboxOf(questions, subscriber)({ query: {}, body: { hello: 'world' } });
  expect([started, questions.offered]).toEqual([['unknown'], []]);
});

it('gives nothing to a node that is not set up', async () => {
  const { started, subscriber } = trigger();
  await inboxOf(new FakeQuestions(), { ...subscriber, unset: { key: 'notSet' } })(call('one'));
  expect(started).toEqual([]);
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
