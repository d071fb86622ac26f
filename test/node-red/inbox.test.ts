import type { InboundEvent, ServiceEvent, StatusEvent } from '../../core/receive';
import { Inbox, type Claim, type Questions, type Subscriber } from '../../node-red/calls/inbox';

/** The questions of an account that claim messages as they are told. */
class FakeQuestions implements Questions {
  readonly offered: string[] = [];
  readonly reports: StatusEvent[] = [];

  constructor(
    private readonly claims: Record<string, Claim | Promise<Claim>> = {},
    private readonly askedAt = 1,
  ) {}

  async claim({ text = '' }: InboundEvent): Promise<Claim> {
    this.offered.push(text);
    return this.claims[text] ?? 'nothing';
  }

  async standing({ text = '' }: InboundEvent): Promise<number | undefined> {
    return this.claims[text] === undefined ? undefined : this.askedAt;
  }

  async reported(event: StatusEvent): Promise<void> {
    this.reports.push(event);
  }
}

const textOf = (event: ServiceEvent) => (event.event === 'inbound' ? (event.text ?? '') : event.event);
const message = (text: string, messageId = text) => ({ messageId, from: '+41791112233', to: '900', text });
const call = (...texts: string[]) => ({ query: {}, body: texts.map((text) => message(text)) });
const status = { query: {}, body: { messageId: 'm1', status: 'Delivered' } };

function trigger(questions: Questions, kind: Subscriber['kind'] = 'inbound') {
  const started: string[] = [];
  const subscriber: Subscriber = {
    kind,
    questions,
    start: async (event) => void started.push(textOf(event)),
  };
  return { started, subscriber };
}

function asker(questions: Questions) {
  const missed: string[] = [];
  const subscriber: Subscriber = {
    kind: 'inbound',
    questions,
    missed: (event) => void missed.push(textOf(event)),
  };
  return { missed, subscriber };
}

const inboxOf = (...subscribers: Subscriber[]) => {
  const inbox = new Inbox(() => subscribers.some(({ start }) => start !== undefined));
  return (received: Parameters<Inbox['take']>[0]) => inbox.take(received, subscribers);
};

it('offers each message to the questions once, however many nodes listen', async () => {
  const questions = new FakeQuestions();
  const [first, second, asks] = [trigger(questions), trigger(questions), asker(questions)];
  await inboxOf(first.subscriber, asks.subscriber, second.subscriber)(call('one', 'two'));
  expect(questions.offered).toEqual(['one', 'two']);
  expect([first.started, second.started, asks.missed]).toEqual([['one', 'two'], ['one', 'two'], []]);
});

it('starts no flow with an answer, unless the question lets it', async () => {
  const questions = new FakeQuestions({ yes: 'answer', both: 'answerForAll' });
  const { started, subscriber } = trigger(questions);
  await inboxOf(subscriber)(call('yes', 'both', 'other'));
  expect(started).toEqual(['both', 'other']);
});

it('starts the flow of another account with what answers a question of this one', async () => {
  const asked = new FakeQuestions({ yes: 'answer' });
  const [own, other, asks] = [trigger(asked), trigger(new FakeQuestions()), asker(new FakeQuestions())];
  await inboxOf(own.subscriber, other.subscriber, asks.subscriber)(call('yes'));
  expect([own.started, other.started, asks.missed]).toEqual([[], ['yes'], []]);
});

it('lets one question take a message, the newest of those on the number, and starts the flows of the others', async () => {
  const [older, newer] = [new FakeQuestions({ yes: 'answer' }, 1), new FakeQuestions({ yes: 'answer' }, 2)];
  const [own, other] = [trigger(older), trigger(newer)];
  await inboxOf(own.subscriber, other.subscriber)(call('yes'));
  expect([older.offered, newer.offered]).toEqual([[], ['yes']]);
  expect([own.started, other.started]).toEqual([['yes'], []]);
});

it('offers a message to the next account if the question of the first was not sent after all', async () => {
  const older = new FakeQuestions({ yes: 'answer' }, 1);
  const newer = new FakeQuestions({ yes: 'nothing' }, 2);
  await inboxOf(trigger(older).subscriber, trigger(newer).subscriber)(call('yes'));
  expect([newer.offered, older.offered]).toEqual([['yes'], ['yes']]);
});

describe('a message that answers nothing', () => {
  it('is missed once where no flow starts, also if it comes again', async () => {
    const questions = new FakeQuestions();
    const [first, second] = [asker(questions), asker(questions)];
    const take = inboxOf(first.subscriber, second.subscriber);
    await take(call('lost'));
    await take(call('lost'));
    expect([first.missed, second.missed]).toEqual([['lost'], []]);
  });

  it('is not missed if it answers a question of another account on the path', async () => {
    const { missed, subscriber } = asker(new FakeQuestions());
    await inboxOf(subscriber, asker(new FakeQuestions({ yes: 'answer' })).subscriber)(call('yes'));
    expect(missed).toEqual([]);
  });

  it('is not missed if a flow on the path starts, although not for this caller', async () => {
    const { missed, subscriber } = asker(new FakeQuestions());
    await new Inbox(() => true).take(call('lost'), [subscriber]);
    expect(missed).toEqual([]);
  });
});

it('tells the questions of a report before a flow starts with it', async () => {
  const questions = new FakeQuestions();
  const told: number[] = [];
  const { subscriber } = trigger(questions, 'status');
  await inboxOf({ ...subscriber, start: async () => void told.push(questions.reports.length) })(status);
  expect(told).toEqual([1]);
});

it('says that events of the other kind came, and starts nothing with them', async () => {
  let others = 0;
  const { started, subscriber } = trigger(new FakeQuestions());
  await inboxOf({ ...subscriber, otherKind: () => (others += 1) })(status);
  expect([started, others]).toEqual([[], 1]);
});

it('gives what it cannot read to the flows, and to no question', async () => {
  const questions = new FakeQuestions();
  const { started, subscriber } = trigger(questions);
  await inboxOf(subscriber)({ query: {}, body: { hello: 'world' } });
  expect([started, questions.offered]).toEqual([['unknown'], []]);
});

it('fails if one flow does, and gives everything to the others', async () => {
  const failing = trigger(new FakeQuestions());
  const other = trigger(new FakeQuestions());
  const fail = async (event: ServiceEvent) => {
    if (textOf(event) === 'one') throw new Error('no room');
    failing.started.push(textOf(event));
  };
  const take = inboxOf({ ...failing.subscriber, start: fail }, other.subscriber);
  await expect(take(call('one', 'two'))).rejects.toThrow('no room');
  expect([failing.started, other.started]).toEqual([['two'], ['one', 'two']]);
});

it('keeps no flow of one account waiting for the questions of another', async () => {
  let answer: (claim: Claim) => void = () => undefined;
  const slow = new FakeQuestions({ one: new Promise<Claim>((resolve) => (answer = resolve)) });
  const [waiting, other] = [trigger(slow), trigger(new FakeQuestions())];
  const taken = inboxOf(waiting.subscriber, other.subscriber)(call('one'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([waiting.started, other.started]).toEqual([[], ['one']]);
  answer('nothing');
  await taken;
  expect(waiting.started).toEqual(['one']);
});
