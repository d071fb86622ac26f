import { canBeGathered, Gatherer, MOST_HELD_CALLS, type InboundEvent } from '../../../core/receive';

const RULE = { pauseMs: 5000, atMostMs: 30_000 };

/** A clock that a test moves on: it wakes the sleepers one after the other. */
class Clock {
  private time = 0;
  private sleepers: Array<{ at: number; wake: () => void }> = [];
  now = () => this.time;
  sleep = (ms: number) => new Promise<void>((wake) => this.sleepers.push({ at: this.time + ms, wake }));

  async goTo(moment: number): Promise<void> {
    for (;;) {
      await new Promise(setImmediate);
      const next = Math.min(...this.sleepers.map(({ at }) => at));
      if (next > moment) break;
      this.time = next;
      const due = this.sleepers.filter(({ at }) => at === next);
      this.sleepers = this.sleepers.filter(({ at }) => at !== next);
      for (const { wake } of due) wake();
    }
    this.time = moment;
  }
}

const message = (text: string | undefined, more: Partial<InboundEvent> = {}): InboundEvent => ({
  event: 'inbound',
  channel: 'Sms',
  from: '+41791234567',
  to: '+41790000000',
  ...(text === undefined ? {} : { text }),
  raw: {},
  ...more,
});

function bench() {
  const clock = new Clock();
  const gatherer = new Gatherer(clock);
  const started: Array<{ at: number; event: InboundEvent; by: string }> = [];
  const answers: string[] = [];
  const add = (
    event: InboundEvent,
    { key = event.text, by = String(event.text), open = true, fail = false } = {},
  ) =>
    gatherer
      .add(event, key, RULE, {
        isOpen: () => open,
        start: async (gathered) => {
          if (fail) throw new Error('not taken');
          started.push({ at: clock.now(), event: gathered, by });
        },
      })
      .then(
        () => answers.push(`${by} taken`),
        () => answers.push(`${by} failed`),
      );
  return { clock, add, started, answers };
}

it('starts once with all messages that a person writes without a pause, and answers no call before', async () => {
  const { clock, add, started, answers } = bench();
  void add(message('Hello'));
  await clock.goTo(4000);
  void add(message('my order', { messageId: '2' }));
  await clock.goTo(8000);
  void add(message('has not come', { messageId: '3' }));
  await clock.goTo(12_999);
  expect([started, answers]).toEqual([[], []]);

  await clock.goTo(13_001);

  expect(started).toHaveLength(1);
  expect(started[0]).toMatchObject({
    at: 13_000,
    by: 'has not come',
    event: {
      text: 'Hello\nmy order\nhas not come',
      keyword: 'HELLO',
      messageId: '3',
      gathered: 3,
      messages: [{ text: 'Hello' }, { text: 'my order' }, { text: 'has not come' }],
    },
  });
  expect(answers.sort()).toEqual(['Hello taken', 'has not come taken', 'my order taken']);
});

it('starts after the longest time although more messages come', async () => {
  const { clock, add, started } = bench();
  for (let second = 0; second < 34; second += 4) {
    void add(message(`at ${second}`));
    await clock.goTo((second + 4) * 1000);
  }
  await clock.goTo(60_000);
  expect(started.map(({ at, event }) => [at, event.gathered])).toEqual([
    [30_000, 8],
    [37_000, 1],
  ]);
});

it.each([
  ['sender', { from: '+41791234568' }],
  ['receiving number', { to: '+41790000001' }],
  ['channel', { channel: 'Whatsapp' as const }],
])('keeps the messages of another %s apart', async (_, other) => {
  const { clock, add, started } = bench();
  void add(message('one'));
  void add(message('two', other));
  await clock.goTo(6000);
  expect(started.map(({ event }) => event.text).sort()).toEqual(['one', 'two']);
});

it('knows a sender in any spelling', async () => {
  const { clock, add, started } = bench();
  void add(message('one'));
  void add(message('two', { from: '0041 79 123 45 67' }));
  await clock.goTo(6000);
  expect(started.map(({ event }) => event.text)).toEqual(['one\ntwo']);
});

it('counts a repeated event once, and answers both calls', async () => {
  const { clock, add, started, answers } = bench();
  void add(message('one'), { by: 'first', open: false });
  await clock.goTo(4000);
  void add(message('one'), { by: 'again' });
  await clock.goTo(6000);
  expect(started).toMatchObject([{ at: 5000, by: 'again', event: { text: 'one', gathered: 1 } }]);
  expect(answers).toEqual(['first taken', 'again taken']);
});

it('starts by the last call whose caller still waits, or by the last one', async () => {
  const { clock, add, started } = bench();
  void add(message('one'), { by: 'one' });
  void add(message('two'), { by: 'two', open: false });
  await clock.goTo(6000);
  void add(message('three'), { by: 'three', open: false });
  await clock.goTo(12_000);
  expect(started.map(({ by, event }) => [by, event.text])).toEqual([
    ['one', 'one\ntwo'],
    ['three', 'three'],
  ]);
});

it('answers no call with success if the flow does not take the message', async () => {
  const { clock, add, answers } = bench();
  void add(message('one'));
  void add(message('two'), { fail: true });
  await clock.goTo(6000);
  expect(answers.sort()).toEqual(['one failed', 'two failed']);
});

it('joins texts only: a picture among them counts as a message', async () => {
  const { clock, add, started } = bench();
  void add(message('look'), { key: '1' });
  void add(message(undefined, { media: { type: 'Image' } }), { key: '2', by: 'picture' });
  await clock.goTo(6000);
  expect(started[0]?.event).toMatchObject({ text: 'look', gathered: 2, media: { type: 'Image' } });
});

it('passes on by itself what comes while too many calls wait', async () => {
  const { clock, add, started } = bench();
  for (let index = 0; index < MOST_HELD_CALLS; index += 1)
    void add(message(`text ${index}`, { from: `+4179${1_000_000 + index}` }));
  void add(message('one more', { from: '+41780000000' }));
  await new Promise(setImmediate);
  expect(started.map(({ event }) => event.text)).toEqual(['one more']);
  expect(started[0]?.event.gathered).toBe(1);
  await clock.goTo(6000);
  expect(started).toHaveLength(MOST_HELD_CALLS + 1);
});

it.each([
  ['may be one of several: a text', true, message('hello')],
  ['stands for itself: a tap', false, message('Yes', { choice: { kind: 'button', id: 'yes' } })],
  ['stands for itself: an opt-out', false, message('STOP', { optOut: 'stop' })],
])('%s', (_, expected, event) => {
  expect(canBeGathered(event)).toBe(expected);
});

it('loses and mixes nothing of 1,000 people with 1 to 5 messages at random moments', async () => {
  const { clock, add, started } = bench();
  let seed = 20261125;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  const plan = Array.from({ length: 1000 }, (_, person) => {
    let at = random(60_000);
    return Array.from({ length: 1 + random(5) }, (_x, number) => ({
      person,
      number,
      at: (at += random(4900)),
    }));
  });
  for (const { person, number, at } of plan.flat().sort((one, other) => one.at - other.at)) {
    await clock.goTo(at);
    void add(message(`${person}/${number}`, { from: `+4179${1_000_000 + person}` }));
  }
  await clock.goTo(200_000);
  const texts = started.map(({ event }) => event.text).sort();
  const wanted = plan
    .map((list) => list.map(({ person, number }) => `${person}/${number}`).join('\n'))
    .sort();
  expect(texts).toEqual(wanted);
});
