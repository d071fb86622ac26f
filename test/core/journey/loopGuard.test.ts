import { checkMessage, MessagingError, type RecipientResult } from '../../../core/client';
import { checkLoopLimit } from '../../../core/client/calls/account';
import type { MessageRequest } from '../../../core/contract';
import {
  guarded,
  HeldBack,
  journey,
  loopGuard,
  loopGuardOf,
  SentLately,
  type Addressed,
  type LoopGuard,
  type LoopGuardRules,
  type Next,
} from '../../../core/journey';

const ANNA = '+41791234567';
const BEAT = '+41781234567';
const START = Date.UTC(2026, 10, 25, 10);
const MINUTE = 60_000;

type Value = { recipients: readonly Partial<RecipientResult>[] };
interface Message extends Addressed<Value> {
  request: MessageRequest;
}

async function message(...to: string[]): Promise<Message> {
  const [only] = to;
  const recipients =
    to.length === 1 ? { to: only } : { toList: to.map((address) => ({ type: 'Number', address })) };
  const content = { type: 'Text', text: 'Hello' };
  return { request: await checkMessage({ channel: 'Sms', from: 'Test', content, ...recipients }) };
}

/** An account that allows some messages in ten minutes, and what goes out through its guard. */
class Guarded {
  now = START;
  readonly guard: LoopGuard;
  readonly calls: Message[][] = [];

  constructor(most: number, people?: number) {
    this.guard = { limit: { most, minutes: 10 }, sent: new SentLately(people) };
  }

  async send(messages: Message[], call: Next<Message> = accept): Promise<Message[]> {
    const rules = {
      recipientsOf: ({ result }: Message) => (result?.ok === true ? result.value.recipients : []),
    };
    await journey<Message>([loopGuard(this.guard, rules, () => this.now)], async (going) => {
      if (going.length > 0) this.calls.push([...going]);
      await call(going);
    })(messages);
    return messages;
  }

  /** Sends messages to a person one after the other; gives how many went out. */
  async sendEach(count: number, to = ANNA, call?: Next<Message>): Promise<number> {
    const before = this.calls.length;
    for (let sent = 0; sent < count; sent += 1) await this.send([await message(to)], call);
    return this.calls.length - before;
  }
}

const accept: Next<Message> = async (messages) => {
  for (const each of messages) each.result = { ok: true, value: { recipients: [] } };
};
const fail =
  (outcome: 'rejected' | 'not_sent' | 'unknown'): Next<Message> =>
  async (messages) => {
    const error = new MessagingError({ message: 'No', outcome, code: 'refused' });
    for (const each of messages) each.result = { ok: false, error };
  };

function heldBack({ result }: Message): HeldBack {
  if (result?.ok === false && result.error instanceof HeldBack) return result.error;
  throw new Error('It was not held back');
}

describe('the loop guard', () => {
  it('lets so many messages to a person out, holds back more, and says why and until when', async () => {
    const guarded = new Guarded(3);
    expect(await guarded.sendEach(3)).toBe(3);
    guarded.now += MINUTE;
    const [held] = await guarded.send([await message('0041791234567')]);
    const { recipients, until, message: text } = heldBack(held as Message);
    expect(until).toBe('2026-11-25T10:10:00.000Z');
    expect(text).toContain(
      'has reached its limit for one person (3 in 10 min); held back until 2026-11-25T10:10',
    );
    expect(recipients).toEqual([
      expect.objectContaining({ accepted: false, error: expect.objectContaining({ code: 'held_back' }) }),
    ]);
    expect(guarded.calls).toHaveLength(3);
  });

  it('counts a person whose number is written in two ways once', async () => {
    const account = new Guarded(2);
    expect(await account.sendEach(2, '+5511987654321')).toBe(2);
    expect(await account.sendEach(1, '+551187654321')).toBe(0);
  });

  it('holds back nothing from others', async () => {
    const guarded = new Guarded(1);
    await guarded.sendEach(2);
    expect(await guarded.sendEach(1, BEAT)).toBe(1);
  });

  it('lets the next one out at the moment it has named, and counts on from there', async () => {
    const guarded = new Guarded(2);
    await guarded.sendEach(1);
    guarded.now += 4 * MINUTE;
    await guarded.sendEach(1);
    const [held] = await guarded.send([await message(ANNA)]);
    const until = Date.parse(heldBack(held as Message).until);
    guarded.now = until - 1;
    expect(await guarded.sendEach(1)).toBe(0);
    guarded.now = until;
    expect(await guarded.sendEach(2)).toBe(1);
    guarded.now += 4 * MINUTE;
    expect(await guarded.sendEach(2)).toBe(1);
  });

  it('lets only one of two at once be the last one', async () => {
    const guarded = new Guarded(5);
    const many = await Promise.all(Array.from({ length: 20 }, () => message(ANNA)));
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const sending = many.map((each) =>
      guarded.send([each], async (going) => {
        await slow;
        await accept(going);
      }),
    );
    goOn();
    await Promise.all(sending);
    expect(guarded.calls.flat()).toHaveLength(5);
    const again = await Promise.all(Array.from({ length: 20 }, () => message(BEAT)));
    await guarded.send(again);
    expect(guarded.calls.flat()).toHaveLength(10);
  });

  it.each(['rejected', 'not_sent'] as const)('does not count what was %s', async (outcome) => {
    const guarded = new Guarded(2);
    expect(await guarded.sendEach(10, ANNA, fail(outcome))).toBe(10);
    expect(await guarded.sendEach(5)).toBe(2);
  });

  it('counts what may have been sent', async () => {
    const guarded = new Guarded(2);
    expect(await guarded.sendEach(10, ANNA, fail('unknown'))).toBe(2);
  });

  it('does not count what was not begun, nor what failed before the call', async () => {
    const guarded = new Guarded(1);
    await guarded.sendEach(1, ANNA, async () => undefined);
    expect(await guarded.sendEach(2)).toBe(1);
  });

  it('sends a message to several to those it may go to, in one call', async () => {
    const guarded = new Guarded(1);
    await guarded.sendEach(1, ANNA);
    const [several] = await guarded.send([await message(ANNA, BEAT)]);
    expect(several?.leftOut).toEqual([
      expect.objectContaining({ address: ANNA, error: expect.objectContaining({ code: 'held_back' }) }),
    ]);
    expect(several?.result?.ok).toBe(true);
    const [none] = await guarded.send([await message(ANNA, BEAT)]);
    expect(heldBack(none as Message).recipients.map(({ address }) => address)).toEqual([ANNA, BEAT]);
  });

  it('does not count a recipient that the service refused, and counts one without a result', async () => {
    const guarded = new Guarded(1);
    const partly: Next<Message> = async (going) => {
      const recipients = [
        { address: ANNA, accepted: false, error: { code: 'INVALID', message: 'No such number' } },
        { address: BEAT, accepted: true },
      ];
      for (const each of going) each.result = { ok: true, value: { recipients } };
    };
    await guarded.send([await message(ANNA, BEAT)], partly);
    expect(await guarded.sendEach(1, ANNA)).toBe(1);
    expect(await guarded.sendEach(1, BEAT)).toBe(0);
  });

  it('counts each message to a person who is among the recipients twice, all or none', async () => {
    const guarded = new Guarded(3);
    await guarded.send([await message(ANNA, ANNA)]);
    const [twice] = await guarded.send([await message(ANNA, ANNA)]);
    expect(heldBack(twice as Message).recipients).toHaveLength(2);
    expect(await guarded.sendEach(2)).toBe(1);
  });

  it('tells a message that is tried again from what it was before', async () => {
    const guarded = new Guarded(1);
    await guarded.sendEach(1, ANNA);
    const again = await message(ANNA, BEAT);
    await guarded.send([again], fail('not_sent'));
    guarded.now += 10 * MINUTE;
    await guarded.send([again]);
    expect(again.leftOut).toEqual([]);
  });

  it('leaves those alone who have opted out', async () => {
    const guarded = new Guarded(1);
    const error = { code: 'opted_out', message: 'No' };
    const optedOut = { address: ANNA, accepted: false, messageId: undefined, error };
    const partly = { ...(await message(ANNA, BEAT)), leftOut: [optedOut] };
    await guarded.send([partly]);
    expect(partly.leftOut).toEqual([optedOut]);
    expect(await guarded.sendEach(1, ANNA)).toBe(1);
  });

  it('goes on after the clock was set back', async () => {
    const guarded = new Guarded(1);
    await guarded.sendEach(1);
    guarded.now -= 24 * 60 * MINUTE;
    expect(await guarded.sendEach(1)).toBe(1);
  });

  it('forgets people, so that its memory is bounded', async () => {
    const guarded = new Guarded(1, 100);
    for (let index = 0; index < 250; index += 1) await guarded.sendEach(1, `+4179${1_000_000 + index}`);
    expect(guarded.guard.sent.size).toBe(100);
    guarded.now += 11 * MINUTE;
    await guarded.sendEach(60, BEAT);
    expect(guarded.guard.sent.size).toBe(1);
  });
});

describe('the limit of the loop guard', () => {
  it.each([
    [undefined, undefined],
    [0, 10],
    ['0', 10],
    ['', 'x'],
  ])('is off with %j', (most, minutes) => {
    expect(checkLoopLimit(most, minutes)).toBeUndefined();
  });

  it.each([
    [5, undefined, { most: 5, minutes: 10 }],
    ['5', '0.5', { most: 5, minutes: 0.5 }],
    [1000, 1440, { most: 1000, minutes: 1440 }],
  ])('is read from %j and %j', (most, minutes, limit) => {
    expect(checkLoopLimit(most, minutes)).toEqual(limit);
  });

  it.each([
    [-1, 10],
    [1.5, 10],
    [1001, 10],
    ['five', 10],
    [true, 10],
    [Number.NaN, 10],
    [5, 0],
    [5, 1441],
    [5, 'x'],
  ])('is an error with %j and %j, so that the guard is not off because of a slip', (most, minutes) => {
    expect(() => checkLoopLimit(most, minutes)).toThrow(
      expect.objectContaining({ code: 'invalid_settings', outcome: 'not_sent' }),
    );
  });
});

describe('the room of a person', () => {
  const guardOf = (most: number, people?: number) => new Guarded(most, people);

  it('is named for as many messages as wait for it', async () => {
    const guarded = guardOf(3);
    for (let sent = 0; sent < 3; sent += 1) {
      await guarded.sendEach(1);
      guarded.now += MINUTE;
    }
    const [two] = await guarded.send([await message(ANNA, ANNA)]);
    expect(heldBack(two as Message).until).toBe(new Date(START + 11 * MINUTE).toISOString());
  });

  it('is never there for more messages at once than the limit', async () => {
    const guarded = guardOf(1);
    const [two] = await guarded.send([await message(ANNA, ANNA)]);
    expect(heldBack(two as Message).until).toBe(new Date(START + 10 * MINUTE).toISOString());
    expect(guarded.guard.sent.size).toBe(0);
  });

  it('is named for when all of several have it', async () => {
    const guarded = guardOf(1);
    await guarded.sendEach(1, ANNA);
    guarded.now += MINUTE;
    await guarded.sendEach(1, BEAT);
    const [both] = await guarded.send([await message(ANNA, BEAT)]);
    expect(heldBack(both as Message).until).toBe(new Date(START + 11 * MINUTE).toISOString());
    expect(guarded.calls).toHaveLength(2);
  });

  it('is taken by the later message if the earlier one turns out unsent after the time', async () => {
    const guarded = guardOf(1);
    const [first, second] = await Promise.all([message(ANNA), message(ANNA)]);
    await guarded.send([first], async (going) => {
      guarded.now += 11 * MINUTE;
      await guarded.send([second]);
      await fail('not_sent')(going);
    });
    expect(await guarded.sendEach(1)).toBe(0);
  });

  it('is forgotten with its person, also while a message is under way', async () => {
    const guarded = guardOf(1, 1);
    const failing = await message(ANNA);
    await guarded.send([failing], async (going) => {
      await guarded.sendEach(1, BEAT);
      await fail('not_sent')(going);
    });
    expect(failing.result).toMatchObject({ ok: false, error: { outcome: 'not_sent' } });
  });

  it('takes no memory for what was not sent', async () => {
    const guarded = guardOf(1);
    await guarded.sendEach(1, ANNA, fail('not_sent'));
    expect(guarded.guard.sent.size).toBe(0);
  });

  it('is forgotten a few people at a time, at the end of the time', async () => {
    const guarded = guardOf(1);
    for (let index = 0; index < 5; index += 1) await guarded.sendEach(1, `+4179100000${index}`);
    guarded.now += 10 * MINUTE;
    await guarded.sendEach(1, BEAT);
    expect(guarded.guard.sent.size).toBe(4);
  });
});

describe('a message in the loop guard', () => {
  it('fails as it did if it was not held back, and stays without a result if it was not begun', async () => {
    const [failed] = await new Guarded(1).send([await message(ANNA)], fail('unknown'));
    expect(failed?.result).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    const [notBegun] = await new Guarded(1).send([await message(ANNA)], async () => undefined);
    expect(notBegun?.result).toBeUndefined();
  });

  it('goes on if everybody else has opted out, and goes to those it may go to', async () => {
    const guarded = new Guarded(1);
    const error = { code: 'opted_out', message: 'No' };
    const optedOut = { address: ANNA, accepted: false, messageId: undefined, error };
    const nobody = { ...(await message(ANNA)), leftOut: [optedOut] };
    const without = { ...optedOut, address: BEAT, error: undefined };
    const other = { ...(await message(ANNA, BEAT)), leftOut: [without] };
    await guarded.send([nobody, other]);
    expect(guarded.calls).toEqual([[nobody, other]]);
    expect(other.leftOut).toEqual([without]);
  });

  it('has the outcome that it was held back', async () => {
    const guarded = new Guarded(1);
    await guarded.sendEach(1);
    const [held] = await guarded.send([await message(ANNA)]);
    expect(heldBack(held as Message)).toMatchObject({ outcome: 'held_back', code: 'held_back' });
  });

  /** Sends through the steps of an account, as the nodes do. */
  const sendGuarded = async (
    guard: LoopGuard,
    messages: Message[],
    rules: LoopGuardRules<Message>,
    call: Next<Message> = accept,
  ) => {
    const sent: Message[] = [];
    await journey<Message>(guarded(guard, rules), async (going) => {
      sent.push(...going);
      await call(going);
    })(messages);
    return sent.length;
  };
  const ofAccount = (most: number): LoopGuard => ({ limit: { most, minutes: 10 }, sent: new SentLately() });

  it('is not counted if it is only checked, while it is checked nor afterwards', async () => {
    const guard = ofAccount(1);
    const [first, second, third] = await Promise.all([message(ANNA), message(ANNA), message(ANNA)]);
    let checkedMeanwhile = 0;
    await sendGuarded(guard, [first], { onlyChecks: true }, async () => {
      checkedMeanwhile = await sendGuarded(guard, [second], {});
    });
    expect(checkedMeanwhile).toBe(1);
    expect(await sendGuarded(guard, [third], {})).toBe(0);
  });

  it('is not counted if nothing goes out for it here', async () => {
    const guard = ofAccount(1);
    expect(await sendGuarded(guard, [await message(ANNA)], { counts: () => false })).toBe(1);
    expect(await sendGuarded(guard, [await message(ANNA)], {})).toBe(1);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('counts before it has a result, if it was sent: %p', async (isSent, later) => {
    const guard = ofAccount(1);
    await sendGuarded(guard, [await message(ANNA)], { isSent: () => isSent }, async () => undefined);
    expect(await sendGuarded(guard, [await message(ANNA)], {})).toBe(later);
  });

  it('passes where the account has no loop guard', async () => {
    expect(guarded(undefined)).toEqual([]);
    expect(loopGuardOf('account', undefined)).toBeUndefined();
  });

  it('counts for its account, whatever node sends it and whenever that was deployed', async () => {
    const limit = { most: 1, minutes: 10 };
    const [before, after, other] = ['one account', 'one account', 'another'].map((id) =>
      loopGuardOf(id, limit),
    );
    expect(before).toEqual({ limit, sent: expect.any(SentLately) });
    expect(after?.sent).toBe(before?.sent);
    expect(other?.sent).not.toBe(before?.sent);
  });
});
