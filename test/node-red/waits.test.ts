import type { InboundEvent, StatusEvent } from '../../core/receive';
import type { Wait, WaitOwner } from '../../node-red/calls/wait';
import { Waits } from '../../node-red/calls/waits';

const OWNER = 'ask';
const person = '+41791112233';
const sender = '+41795550100';
let ids = 0;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function wait(changes: Partial<Wait> = {}): Wait {
  ids += 1;
  return {
    reference: `reference${String(ids).padStart(7, '0')}`,
    owner: OWNER,
    askedAt: Date.now(),
    channel: 'Whatsapp',
    person,
    sender,
    expects: { kind: 'any', options: [] },
    stage: 'waiting',
    endsWith: 'answer',
    until: Date.now() + 60_000,
    messageId: `m${ids}`,
    alsoTriggers: false,
    ...changes,
  };
}

const message = (text: string): InboundEvent => ({
  event: 'inbound',
  channel: 'Whatsapp',
  from: person,
  to: sender,
  text,
  raw: {},
});
const report = (changes: Partial<StatusEvent>): StatusEvent => ({
  event: 'status',
  rank: 3,
  status: 'failed',
  statusText: 'Failed',
  final: true,
  raw: {},
  ...changes,
});

/** Remembers what it is told, as a node does. */
class FakeOwner implements WaitOwner {
  readonly ready = Promise.resolve();
  readonly seen = new Set<string | undefined>();
  readonly askedAgain: string[] = [];
  knows = async (key: string | undefined) => this.seen.has(key);
  remember = async (key: string | undefined) => void this.seen.add(key);
  changed: WaitOwner['changed'] = async () => undefined;
  askAgain = (_: Wait, text: string) => void this.askedAgain.push(text);
}

function waitsWith(...begun: Wait[]) {
  const [waits, owner] = [new Waits(), new FakeOwner()];
  waits.addOwner(OWNER, owner);
  for (const each of begun) waits.begin(each);
  return { waits, owner };
}

describe('an answer', () => {
  it('ends its question, once', async () => {
    const asked = wait();
    const { waits } = waitsWith(asked);
    const end = waits.end(asked.reference);
    expect(await waits.claim(message('Yes'), 'key')).toBe('answer');
    expect(await end).toMatchObject({ how: 'answered', value: 'Yes' });
    expect(await waits.claim(message('More'), 'other')).toBe('nothing');
  });

  it('on the page of a question counts when it is stored, once, and nothing else answers then', async () => {
    const asked = wait();
    const { waits, owner } = waitsWith(asked);
    const page = { via: 'page', text: 'Yes', respondedAt: '' } as const;
    let store: () => void = () => undefined;
    const stored: Wait[] = [];
    owner.changed = (changed: Wait) => {
      stored.push({ ...changed });
      return new Promise((resolve) => (store = resolve));
    };
    let thanked = false;
    const answering = waits.answer(asked.reference, 'yes', page).then((taken) => (thanked = taken));
    await jest.advanceTimersByTimeAsync(1000);
    expect(stored).toMatchObject([{ end: { how: 'answered', value: 'yes', event: page } }]);
    expect(thanked).toBe(false);
    expect(await waits.answer(asked.reference, 'no', page)).toBe(false);
    expect(await waits.claim(message('No'), 'key')).toBe('nothing');
    store();
    await answering;
    expect(thanked).toBe(true);
    expect(await waits.end(asked.reference)).toMatchObject({ how: 'answered', value: 'yes' });
  });

  it('on the page waits until it is known whether the question was sent, and for the node that replaces its own', async () => {
    const asked = wait({ stage: 'sending' });
    const { waits, owner } = waitsWith(asked);
    const page = { via: 'page', text: 'Yes', respondedAt: '' } as const;
    const answering = waits.answer(asked.reference, 'yes', page);
    waits.sent(asked.reference, 'm');
    expect(await answering).toBe(true);

    const next = wait();
    waits.begin(next);
    waits.removeOwner(OWNER, owner);
    await expect(waits.answer(next.reference, 'yes', page)).rejects.toMatchObject({ code: 'being_replaced' });
    waits.addOwner(OWNER, owner);
    expect(await waits.answer(next.reference, 'yes', page)).toBe(true);
    expect(await waits.answer('unknown', 'yes', page)).toBe(false);
    const late = wait({ until: Date.now() - 1 });
    waits.begin(late);
    expect(await waits.answer(late.reference, 'yes', page)).toBe(false);
  });

  it('that comes twice at once, or again, is one', async () => {
    const { waits } = waitsWith(wait(), wait());
    const twice = [waits.claim(message('Yes'), 'key'), waits.claim(message('Yes'), 'key')];
    expect(await Promise.all(twice)).toEqual(['answer', 'answer']);
    expect(await waits.claim(message('Yes'), 'key')).toBe('answer');
    expect(await waits.claim(message('No'), 'other')).toBe('answer');
    expect(await waits.claim(message('Hello'), 'third')).toBe('nothing');
  });

  it('answers nothing if it came before the question', async () => {
    const { waits } = waitsWith();
    expect(await waits.claim(message('STOP'), 'key')).toBe('nothing');
    waits.begin(wait());
    expect(await waits.claim(message('STOP'), 'key')).toBe('nothing');
  });

  it('waits until it is known whether the question was sent', async () => {
    const asked = wait({ stage: 'queued' });
    const { waits } = waitsWith(asked);
    expect(await waits.claim(message('Early'), 'early')).toBe('nothing');
    expect(waits.sending(asked.reference)).toBe(true);
    const claim = waits.claim(message('Yes'), 'key');
    waits.sent(asked.reference, 'm');
    expect(await claim).toBe('answer');
  });

  it('goes on to the flows if the question was not sent', async () => {
    const asked = wait({ stage: 'queued' });
    const { waits } = waitsWith(asked);
    waits.sending(asked.reference);
    const claim = waits.claim(message('Yes'), 'key');
    waits.forget(asked.reference);
    expect(await claim).toBe('nothing');
  });

  it('that does not fit gets the reply of the node, once', async () => {
    const asked = wait({ expects: { kind: 'choice', options: [], words: ['yes'] }, again: 'Yes or no?' });
    const { waits, owner } = waitsWith(asked);
    expect(await waits.claim(message('Who?'), 'one')).toBe('answer');
    expect(await waits.claim(message('What?'), 'two')).toBe('nothing');
    expect(owner.askedAgain).toEqual(['Yes or no?']);
    expect(await waits.claim(message('yes'), 'three')).toBe('answer');
  });

  it('fails while the node that asked is being replaced, so that the caller calls again', async () => {
    const { waits, owner } = waitsWith(wait());
    waits.removeOwner(OWNER, owner);
    await expect(waits.claim(message('Yes'), 'key')).rejects.toThrow('being replaced');
    waits.addOwner(OWNER, owner);
    expect(await waits.claim(message('Yes'), 'key')).toBe('answer');
  });
});

it('has the stronger claim where it answered the message before, or was asked last', async () => {
  const [early, late] = [wait({ askedAt: Date.now() - 5000 }), wait({ person: '+41790000000' })];
  const choice = wait({ person: '+41790000001', expects: { kind: 'choice', options: [], words: ['yes'] } });
  const { waits } = waitsWith(early, late, choice);
  const standing = (text: string, from = person) => waits.standing({ ...message(text), from }, text);
  expect(await standing('one')).toBe(early.askedAt);
  expect(await standing('two', late.person)).toBe(late.askedAt);
  expect(await standing('what?', choice.person)).toBe(0);
  expect(await standing('who?', '+41790000002')).toBeUndefined();
  await waits.claim(message('one'), 'one');
  expect(await standing('one')).toBe(Infinity);
});

describe('the time limit', () => {
  it.each([-2 / 24, 400])(
    'is the same after the clock was set by %d days, and answers count until then',
    async (days) => {
      const asked = [wait(), wait()];
      const { waits } = waitsWith(...asked);
      const ends = asked.map(({ reference }) => waits.end(reference));
      jest.setSystemTime(Date.now() + days * 86_400_000);
      await jest.advanceTimersByTimeAsync(59_000);
      expect(await waits.claim(message('Yes'), 'key')).toBe('answer');
      await jest.advanceTimersByTimeAsync(1500);
      expect(await Promise.all(ends)).toMatchObject([{ how: 'answered' }, { how: 'timeUp' }]);
      expect(await waits.claim(message('Yes'), 'late')).toBe('nothing');
    },
  );

  it('ends each of many questions in its time, and nothing answers them then', async () => {
    const asked = Array.from({ length: 1000 }, (_, index) =>
      wait({ until: Date.now() + 1000 + index, person: `+4179${2_000_000 + index}` }),
    );
    const { waits } = waitsWith(...asked);
    const ended: string[] = [];
    for (const { reference } of asked) void waits.end(reference).then(({ how }) => ended.push(how));
    await jest.advanceTimersByTimeAsync(1510);
    expect(ended.length).toBeGreaterThan(495);
    expect(ended.length).toBeLessThan(515);
    await jest.advanceTimersByTimeAsync(1000);
    expect(ended).toEqual(Array.from({ length: 1000 }, () => 'timeUp'));
    expect(jest.getTimerCount()).toBe(0);
    const late = { ...message('Yes'), from: asked[0]?.person ?? '' };
    expect(await waits.claim(late, 'key')).toBe('nothing');
  });

  it('is of no matter once it is answered', async () => {
    const asked = wait();
    const { waits } = waitsWith(asked);
    const end = waits.end(asked.reference);
    await waits.claim(message('Yes'), 'key');
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await end).toMatchObject({ how: 'answered' });
  });

  it('may be longer than a timer', async () => {
    const asked = wait({ until: Date.now() + 40 * 86_400_000 });
    const { waits } = waitsWith(asked);
    let ended = false;
    void waits.end(asked.reference).then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(39 * 86_400_000);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(86_400_000);
    expect(ended).toBe(true);
  });
});

describe('a report', () => {
  it.each([
    ['of a failure', {}, 'answer', 'reported'],
    ['of the delivery, where that is waited for', { status: 'delivered' }, 'report', 'reported'],
    ['of the delivery, where an answer is waited for', { status: 'delivered' }, 'answer', 'timeUp'],
    ['that is not final', { final: false }, 'answer', 'timeUp'],
    ['about another message', { messageId: 'other' }, 'report', 'timeUp'],
    ['about another person', { recipient: '+41790000000' }, 'report', 'timeUp'],
  ] as const)('%s', async (_name, changes, endsWith, how) => {
    const asked = wait({ endsWith, messageId: 'mine' });
    const { waits } = waitsWith(asked);
    const end = waits.end(asked.reference);
    waits.report(report({ messageId: 'mine', recipient: '0041 79 111 22 33', ...changes }));
    await jest.advanceTimersByTimeAsync(61_000);
    expect((await end).how).toBe(how);
  });

  it('counts also if it comes before the answer of the service', async () => {
    const asked = wait({ stage: 'queued' });
    const { waits } = waitsWith(asked);
    waits.sending(asked.reference);
    waits.report(report({ messageId: 'fast' }));
    waits.sent(asked.reference, 'fast');
    expect(await waits.end(asked.reference)).toMatchObject({ how: 'reported' });
  });

  it('that a message failed changes nothing once it was delivered', async () => {
    const asked = wait({ messageId: 'mine' });
    const { waits } = waitsWith(asked);
    const delivered = { status: 'delivered', statusText: 'Delivered' } as const;
    waits.report(report({ messageId: 'mine', ...delivered }));
    waits.report(report({ messageId: 'mine' }));
    expect([asked.delivered, asked.end]).toEqual([true, undefined]);

    waits.report(report({ messageId: 'early', ...delivered }));
    waits.report(report({ messageId: 'early' }));
    expect(await waits.reportOn(['early'], Date.now() + 1000, undefined)).toMatchObject(delivered);
  });

  it('is waited for by its message, for some time', async () => {
    const { waits } = waitsWith();
    const until = Date.now() + 1000;
    const [one, other] = [waits.reportOn(['a', 'b'], until, person), waits.reportOn(['c'], until, person)];
    waits.report(report({ messageId: 'b', recipient: '+41790000000' }));
    waits.report(report({ messageId: 'b' }));
    expect(await one).toEqual(report({ messageId: 'b' }));
    await jest.advanceTimersByTimeAsync(1100);
    expect(await other).toBeUndefined();
  });
});

it('cancels the questions of a node to some persons, or all of them', async () => {
  const [one, other] = [wait(), wait({ person: '+41790000000' })];
  const { waits } = waitsWith(one, other);
  void waits.cancel('another node');
  void waits.cancel(OWNER, ['0041791112233']);
  expect(await waits.end(one.reference)).toEqual({ how: 'cancelled' });
  expect(waits.find(other.reference)?.end).toBeUndefined();
  void waits.cancel(OWNER);
  expect(await waits.end(other.reference)).toEqual({ how: 'cancelled' });
});

it('tells only the node that waits last, as earlier ones were replaced', async () => {
  const asked = wait();
  const { waits } = waitsWith(asked);
  let told = 0;
  void waits.end(asked.reference).then(() => (told += 1));
  const end = waits.end(asked.reference);
  await waits.claim(message('Yes'), 'key');
  expect(await end).toMatchObject({ how: 'answered' });
  expect(told).toBe(0);
});
