import { textOf } from '../../../core/errors/sentence';
import {
  checkMessage,
  failed,
  MessagingError,
  type Accepted,
  type RecipientResult,
} from '../../../core/client';
import { fault } from '../../../core/errors/texts';
import { BoundedMap } from '../../../core/boundedMap';
import { rateLimitIn } from '../../../core/client/calls/account';
import { noneSent, rateLimitOf, takeSteps, type Outgoing, type RateLimit } from '../../../core/steps';

const ANNA = '+41791234567';
const BEAT = '+41781234567';
const START = Date.UTC(2026, 10, 25, 10);
const MINUTE = 60_000;

beforeEach(() =>
  jest.useFakeTimers({ now: START, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }),
);
afterEach(() => jest.useRealTimers());
const later = (ms: number) => void jest.advanceTimersByTime(ms);

type Call = (messages: readonly Outgoing[]) => Promise<void>;

async function message(...to: string[]): Promise<Outgoing> {
  const [only] = to;
  const recipients =
    to.length === 1 ? { to: only } : { toList: to.map((address) => ({ type: 'Number', address })) };
  const content = { type: 'Text', text: 'Hello' };
  return { request: await checkMessage({ channel: 'Sms', from: 'Test', content, ...recipients }) };
}

/** An account that allows some messages in ten minutes, and what goes out through its limit. */
class Limited {
  readonly rateLimit: RateLimit;
  readonly calls: Outgoing[][] = [];

  constructor(most: number, people?: number) {
    this.rateLimit = { limit: { most, minutes: 10 }, ...noneSent(), sent: new BoundedMap(people ?? 1000) };
  }

  async send(messages: Outgoing[], call: Call = accept): Promise<Outgoing[]> {
    await takeSteps(messages, {
      rateLimit: this.rateLimit,
      send: async (going) => {
        this.calls.push([...going]);
        await call(going);
      },
    });
    return messages;
  }

  /** Sends messages to a person one after the other; gives how many went out. */
  async sendEach(count: number, to = ANNA, call?: Call): Promise<number> {
    const before = this.calls.length;
    for (let sent = 0; sent < count; sent += 1) await this.send([await message(to)], call);
    return this.calls.length - before;
  }
}

const accepted = (recipients: RecipientResult[] = []): Accepted => ({
  ...{ outcome: 'accepted', messageId: 'id', messageIds: ['id'], recipients },
  ...{ pages: undefined, requestId: undefined, raw: {} },
});
const accept: Call = async (messages) => {
  for (const each of messages) each.result = accepted();
};
const fail =
  (outcome: 'rejected' | 'not_sent' | 'unknown'): Call =>
  async (messages) => {
    const error = new MessagingError({ ...fault('refused'), outcome });
    for (const each of messages) each.result = failed(error);
  };

function over(message: Outgoing | undefined) {
  if (message?.result?.outcome === 'over_limit') return message.result;
  throw new Error('It was not over the limit');
}

describe('the rate limit of an account', () => {
  it('lets so many messages to a person out, skips more, and says why and until when', async () => {
    const limited = new Limited(3);
    expect(await limited.sendEach(3)).toBe(3);
    later(MINUTE);
    const [held] = await limited.send([await message('0041791234567')]);
    const { recipients, until, ...skipped } = over(held);
    const reason = textOf(skipped.reason.message);
    expect(until).toBe('2026-11-25T10:10:00.000Z');
    expect(reason).toContain('3 in 10 min');
    expect(recipients).toEqual([
      expect.objectContaining({ accepted: false, error: { code: 'over_limit', message: reason } }),
    ]);
    expect(limited.calls).toHaveLength(3);
  });

  it('counts a person whose number is written in two ways once, and nobody else', async () => {
    const limited = new Limited(2);
    expect(await limited.sendEach(2, '+5511987654321')).toBe(2);
    expect(await limited.sendEach(1, '+551187654321')).toBe(0);
    expect(await limited.sendEach(1, BEAT)).toBe(1);
  });

  it('lets the next one out at the moment it has named, and counts on from there', async () => {
    const limited = new Limited(2);
    await limited.sendEach(1);
    later(4 * MINUTE);
    await limited.sendEach(1);
    const [held] = await limited.send([await message(ANNA)]);
    const until = Date.parse(over(held).until);
    later(until - 1 - Date.now());
    expect(await limited.sendEach(1)).toBe(0);
    later(1);
    expect(await limited.sendEach(2)).toBe(1);
    later(4 * MINUTE);
    expect(await limited.sendEach(2)).toBe(1);
  });

  it('holds in a flood: a message waits until it is known whether those before it count', async () => {
    const limited = new Limited(3);
    let answered = 0;
    const slowly: Call = async (messages) => {
      await new Promise(setImmediate);
      answered += 1;
      await (answered % 2 === 0 ? accept(messages) : fail('rejected')(messages));
    };
    await Promise.all(
      Array.from({ length: 50 }, async () => limited.send([await message(ANNA, BEAT)], slowly)),
    );
    expect(answered).toBe(6);
    expect(limited.calls).toHaveLength(6);
  });

  it('counts the messages of one call', async () => {
    const limited = new Limited(5);
    await limited.send(await Promise.all(Array.from({ length: 20 }, () => message(BEAT))));
    expect(limited.calls.flat()).toHaveLength(5);
  });

  it.each(['rejected', 'not_sent'] as const)('does not count what was %s', async (outcome) => {
    const limited = new Limited(2);
    expect(await limited.sendEach(10, ANNA, fail(outcome))).toBe(10);
    expect(await limited.sendEach(5)).toBe(2);
    expect(new Limited(1).rateLimit.sent.size).toBe(0);
  });

  it('counts what may have been sent, and not what has no result', async () => {
    const limited = new Limited(2);
    await limited.sendEach(1, ANNA, async () => undefined);
    expect(await limited.sendEach(10, ANNA, fail('unknown'))).toBe(2);
  });

  it('sends a message to several to those it may go to, in one call', async () => {
    const limited = new Limited(1);
    await limited.sendEach(1, ANNA);
    const [several] = await limited.send([await message(ANNA, BEAT)]);
    expect([...(several?.skipped ?? [])]).toMatchObject([[ANNA, { error: { code: 'over_limit' } }]]);
    expect(several?.result?.outcome).toBe('accepted');
    const [none] = await limited.send([await message(ANNA, BEAT)]);
    expect(over(none).recipients.map(({ address }) => address)).toEqual([ANNA, BEAT]);
  });

  it('does not count a recipient that the service refused, and counts one without a result', async () => {
    const limited = new Limited(1);
    await limited.send([await message(ANNA, BEAT)], async ([each]) => {
      const error = { code: 'INVALID', message: 'No such number' };
      const recipients = [
        { address: ANNA, accepted: false, messageId: undefined, error },
        { address: BEAT, accepted: true, messageId: 'id', error: undefined },
      ];
      if (each !== undefined) each.result = accepted(recipients);
    });
    expect(await limited.sendEach(1, ANNA)).toBe(1);
    expect(await limited.sendEach(1, BEAT)).toBe(0);
  });

  it('names the moment when all of several have room', async () => {
    const limited = new Limited(1);
    await limited.sendEach(1, ANNA);
    later(MINUTE);
    await limited.sendEach(1, BEAT);
    const [both] = await limited.send([await message(ANNA, BEAT)]);
    expect(over(both).until).toBe(new Date(START + 11 * MINUTE).toISOString());
  });

  it('tells a message that is tried again from what it was before', async () => {
    const limited = new Limited(1);
    await limited.sendEach(1, ANNA);
    const again = await message(ANNA, BEAT);
    await limited.send([again], fail('not_sent'));
    later(10 * MINUTE);
    again.result = undefined;
    await limited.send([again]);
    expect(again.skipped).toBeUndefined();
  });

  it('leaves those alone who have opted out', async () => {
    const limited = new Limited(1);
    const { rateLimit } = limited;
    const send = accept;
    const partly = await message(ANNA, BEAT);
    await takeSteps([partly], {
      exclude: async () => [ANNA],
      rateLimit,
      send,
    });
    expect([...(partly.skipped ?? [])]).toMatchObject([[ANNA, { error: { code: 'opted_out' } }]]);
    expect(await limited.sendEach(1, ANNA)).toBe(1);
    expect(await limited.sendEach(1, BEAT)).toBe(0);
  });

  it.each([-1, 400])('is the same after the clock was set by %i days', async (days) => {
    const limited = new Limited(1);
    await limited.sendEach(1);
    jest.setSystemTime(Date.now() + days * 24 * 60 * MINUTE);
    expect(await limited.sendEach(1)).toBe(0);
    later(10 * MINUTE);
    expect(await limited.sendEach(1)).toBe(1);
  });

  it('forgets people, so that its memory is bounded', async () => {
    const limited = new Limited(1, 100);
    for (let index = 0; index < 250; index += 1) await limited.sendEach(1, `+4179${1_000_000 + index}`);
    expect(limited.rateLimit.sent.size).toBe(100);
  });

  it('counts for the account, whatever node sends and whenever that was deployed', () => {
    const limit = { most: 1, minutes: 10 };
    const [before, after, other] = ['one account', 'one account', 'another'].map((id) =>
      rateLimitOf(id, limit),
    );
    expect(before).toMatchObject({ limit, sent: expect.any(Map) });
    expect(after?.sent).toBe(before?.sent);
    expect(other?.sent).not.toBe(before?.sent);
    expect(rateLimitOf('account', undefined)).toBeUndefined();
  });
});

describe('the setting', () => {
  it.each([
    [0, 10],
    ['0', 10],
    ['', 'x'],
  ])('is off with %j', (most, minutes) => {
    expect(rateLimitIn({ mostToOnePerson: most, mostToOnePersonMinutes: minutes })).toBeUndefined();
  });

  it.each([
    [5, undefined, { most: 5, minutes: 10 }],
    ['5', '0.5', { most: 5, minutes: 0.5 }],
    [1000, 1440, { most: 1000, minutes: 1440 }],
  ])('is read from %j and %j', (most, minutes, limit) => {
    expect(rateLimitIn({ mostToOnePerson: most, mostToOnePersonMinutes: minutes })).toEqual(limit);
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
  ])('is an error with %j and %j, so that it is not off because of a slip', (most, minutes) => {
    expect(() => rateLimitIn({ mostToOnePerson: most, mostToOnePersonMinutes: minutes })).toThrow(
      expect.objectContaining({ code: 'invalid_settings', outcome: 'not_sent' }),
    );
  });
});
