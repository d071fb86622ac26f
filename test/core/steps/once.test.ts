import { setTimeout as pause } from 'node:timers/promises';

import { rule } from '../../../core/contract/sentences';
import { fault } from '../../../core/errors/texts';
import { failed, MessagingError, type Accepted, type Outcome } from '../../../core/client';
import {
  ended,
  KeyClaims,
  readKey,
  sendOnce,
  type Claimants,
  type Keyed,
  type KeyStore,
  type Once,
} from '../../../core/steps';

/** A store that takes a moment. */
function slowStore(): KeyStore & { keys: string[]; by: Map<string, string> } {
  const ids = new Map<string, string>();
  const store = {
    keys: [] as string[],
    by: new Map<string, string>(),
    async record(claimants: Claimants) {
      const keys = [...claimants.keys()];
      await pause(2);
      const isOwn = (key: string) => (claimants.get(key) ?? '-') === store.by.get(key);
      const read = store.keys.filter((key) => !isOwn(key));
      for (const key of keys) if (!read.includes(key)) store.by.set(key, claimants.get(key) ?? '');
      store.keys = [...read, ...keys.filter((key) => !read.includes(key))];
      return new Map(keys.filter((key) => read.includes(key)).map((key) => [key, ids.get(key)]));
    },
    confirm: async (key: string, id: string) => void ids.set(key, id),
    async remove(keys: readonly string[]) {
      await pause(2);
      store.keys = store.keys.filter((key) => !keys.includes(key));
    },
  };
  return store;
}

const failure = (outcome: Outcome) => new MessagingError({ ...fault('refused'), outcome });

interface Message extends Keyed {
  name?: string;
}
const message = (key: string | undefined, name = ''): Message => ({ key, name });
const accepted = (id: string): Accepted => ({
  ...{ outcome: 'accepted', messageId: id, messageIds: [id], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
});
const said = (each: Message): string => {
  const result = ended(each);
  if (result.outcome === 'failed') return result.error.outcome;
  return result.outcome === 'sent_before'
    ? `before: ${result.messageId ?? '?'}`
    : String(Object(result).messageId);
};
const results = (messages: readonly Message[]) => messages.map(said);

/** Sends messages one by one: `send` gives the id of each, or throws its error. */
async function sendEach(
  once: Once<Message>,
  messages: readonly Message[],
  send: (message: Message) => Promise<string>,
): Promise<void> {
  await sendOnce(messages, once, async (free) => {
    for (const each of free)
      each.result = await send(each).then(accepted, (error: MessagingError) => failed(error));
  });
}

/** Sends a message with a key through the step, and says what became of it. */
async function run(claims: KeyClaims, key: string, send: () => Promise<string>): Promise<string> {
  const one = message(key);
  await sendEach({ claims }, [one], send);
  if (one.result?.outcome === 'failed') throw one.result.error;
  return said(one);
}

const MISSING = 'is required';
const place = { path: 'sendOncePer', label: 'Send only once per' };

it.each<[unknown, string]>([
  [' A 1 ', 'A 1'],
  [17, '17'],
  [-(2 ** 53 - 1), '-9007199254740991'],
])('the key in %j is %j', (value, key) => {
  expect(readKey(value, place, rule('required'))).toBe(key);
});

it.each<[unknown, string]>([
  [undefined, MISSING],
  [null, MISSING],
  ['  ', MISSING],
  [Number.NaN, MISSING],
  [2 ** 53 + 2, 'is a number that has lost digits: enter it as text'],
  [-(2 ** 53), 'is a number that has lost digits: enter it as text'],
  [{ id: 1 }, 'must be text or a number, got an object'],
  [['A'], 'must be text or a number, got a list'],
  [true, 'must be text or a number, got true'],
  ['order-undefined', 'contains "undefined", so an expression or a field probably found no text'],
])('%j is no key', (value, reason) => {
  expect(() => readKey(value, place, rule('required'))).toThrow(`Send only once per: ${reason}`);
});

describe('one message for each key', () => {
  it('sends one of many messages with the same key, and tells the others its id', async () => {
    const claims = new KeyClaims(slowStore());
    let sends = 0;
    const send = async () => {
      await pause(5);
      sends += 1;
      return 'id 1';
    };
    const results = await Promise.all(Array.from({ length: 20 }, () => run(claims, 'order 1', send)));
    expect(sends).toBe(1);
    expect(results.sort()).toEqual([...Array(19).fill('before: id 1'), 'id 1']);
  });

  it('skips what the store knows from earlier, without an id it does not know', async () => {
    const store = slowStore();
    store.keys = ['order 1'];
    const again = run(new KeyClaims(store), 'order 1', () => Promise.reject(failure('unknown')));
    expect(await again).toBe('before: ?');
  });

  it.each<[Outcome, boolean]>([
    ['rejected', true],
    ['not_sent', true],
    ['unknown', false],
  ])('after %s the key can be sent again: %s', async (outcome, again) => {
    const claims = new KeyClaims(slowStore());
    await expect(run(claims, 'order 1', () => Promise.reject(failure(outcome)))).rejects.toMatchObject({
      outcome,
    });
    const result = await run(claims, 'order 1', async () => 'id 2');
    expect(result).toBe(again ? 'id 2' : 'before: ?');
  });

  it('lets the second message go when the first was surely not sent', async () => {
    const claims = new KeyClaims(slowStore());
    const first = run(claims, 'order 1', () => Promise.reject(failure('not_sent'))).catch(() => 'failed');
    const second = run(claims, 'order 1', async () => 'id 2');
    expect(await Promise.all([first, second])).toEqual(['failed', 'id 2']);
  });

  it('records the key before the message leaves, and sends nothing when it cannot', async () => {
    const store = slowStore();
    const claims = new KeyClaims(store);
    await run(claims, 'order 1', async () => (expect(store.keys).toEqual(['order 1']), 'id 1'));
    store.record = () => Promise.reject(new Error('the database is away'));
    let sent = false;
    const send = async () => ((sent = true), 'id 2');
    await expect(run(claims, 'order 2', send)).rejects.toMatchObject({
      outcome: 'not_sent',
      code: 'key_not_recorded',
      message: expect.stringContaining('the database is away'),
    });
    expect(sent).toBe(false);
    store.record = slowStore().record;
    expect(await run(claims, 'order 2', send)).toBe('id 2');
  });

  it.each<[Outcome, object]>([
    ['not_sent', { sends: ['first', 'copy'], results: ['not_sent', 'copy'] }],
    ['unknown', { sends: ['first'], results: ['unknown', 'before: ?'] }],
  ])(
    'goes on after a restart with the key it had, and a copy waits for what becomes of it: %s',
    async (outcome, end) => {
      const store = slowStore();
      store.keys = ['order 1'];
      store.by = new Map([['order 1', 'first']]);
      const sends: string[] = [];
      const send = async ({ name = '' }: Message) => {
        sends.push(name);
        await pause(5);
        if (name === 'first') throw failure(outcome);
        return name;
      };
      const once = { claims: new KeyClaims(store), claimantOf: ({ name = '' }: Message) => name };
      const both = [message('order 1', 'first'), message('order 1', 'copy')];
      await Promise.all(both.map((one) => sendEach(once, [one], send)));
      expect({ sends, results: results(both) }).toEqual(end);
    },
  );

  it('says when a key could not be taken back', async () => {
    const store = slowStore();
    store.remove = () => Promise.reject(new Error('away'));
    const claims = new KeyClaims(store);
    const failing = run(claims, 'order 1', () => Promise.reject(failure('not_sent')));
    await expect(failing).rejects.toMatchObject({
      outcome: 'not_sent',
      advice: [{ key: 'keyKept', values: { key: 'order 1' } }, { key: 'refused.advice' }],
    });
    expect(await run(claims, 'order 1', async () => 'id')).toBe('before: ?');
  });
});

describe('the id of a message', () => {
  const sendWith = async (confirm: KeyStore['confirm']) => {
    const claims = new KeyClaims({ ...slowStore(), confirm });
    return [
      await run(claims, 'order 1', async () => 'id 1'),
      await run(claims, 'order 1', async () => 'id 2'),
    ];
  };

  it('is stored with its key', async () => {
    const stored: string[][] = [];
    await sendWith(async (...pair) => void stored.push(pair));
    expect(stored).toEqual([['order 1', 'id 1']]);
  });

  it('may be lost by the store, or not be kept there at all', async () => {
    expect(await sendWith(() => Promise.reject(new Error('away')))).toEqual(['id 1', 'before: ?']);
    expect(await sendWith(undefined)).toEqual(['id 1', 'before: ?']);
  });

  it('is not stored if the service gave none', async () => {
    const stored: string[][] = [];
    const claims = new KeyClaims({ ...slowStore(), confirm: async (...pair) => void stored.push(pair) });
    await claims.settle(new Map([['a', { ...accepted(''), messageId: undefined }]]));
    expect(stored).toEqual([]);
  });
});

describe('an error of the key store', () => {
  it('that already says what to do is passed on', async () => {
    const error = failure('not_sent');
    const claims = new KeyClaims({ ...slowStore(), record: () => Promise.reject(error) });
    await expect(claims.claim(new Map([['a', undefined]]))).rejects.toBe(error);
  });
});

describe('several messages that are sent together', () => {
  const sendAll = async (claims: KeyClaims, messages: readonly Message[], send: (sent: string[]) => void) =>
    sendOnce(messages, { claims }, async (free) => {
      send(free.map(({ name = '' }) => name));
      for (const each of free) each.result = accepted(`id of ${each.name}`);
    });

  it('go in one call, except copies, which are skipped once the first was sent', async () => {
    const claims = new KeyClaims(slowStore());
    const messages = [message('a', '1'), message('b', '2'), message('a', '3'), message(undefined, '4')];
    const calls: string[][] = [];
    await sendAll(claims, messages, (sent) => calls.push(sent.sort()));
    expect(calls).toEqual([['1', '2', '4']]);
    expect(results(messages)).toEqual(['id of 1', 'id of 2', 'before: id of 1', 'id of 4']);
  });

  it('all fail when their keys cannot be recorded, except those without a key', async () => {
    const store = slowStore();
    store.record = () => Promise.reject(new Error('away'));
    const messages = [message('a', '1'), message(undefined, '2')];
    await sendAll(new KeyClaims(store), messages, () => undefined);
    expect(results(messages)).toEqual(['not_sent', 'id of 2']);
  });

  it('give their keys back together if they were not begun, or are skipped', async () => {
    const store = slowStore();
    const remove = jest.spyOn(store, 'remove');
    const claims = new KeyClaims(store);
    await sendOnce([message('a'), message('c')], { claims }, async () => undefined);
    expect(remove).toHaveBeenCalledTimes(1);
    await sendOnce([message('b')], { claims }, async ([each]) => {
      if (each !== undefined)
        each.result = { outcome: 'over_limit', until: '', recipients: [], reason: fault('opted_out') };
    });
    expect(store.keys).toEqual([]);
  });

  it('of two callers with the same keys in another order do not wait for each other', async () => {
    const claims = new KeyClaims(slowStore());
    const one = [message('a', '1'), message('b', '2')];
    const other = [message('b', '3'), message('a', '4')];
    await Promise.all([one, other].map((messages) => sendAll(claims, messages, () => undefined)));
    expect([...results(one), ...results(other)].filter((result) => result.startsWith('before'))).toHaveLength(
      2,
    );
  });
});

describe('a message whose node is deployed again', () => {
  const stopped = new MessagingError(fault('cancelled.before'));
  const after = { continues: ({ code }: MessagingError) => code === 'cancelled' };

  it('keeps its key, and claims it again in the next node', async () => {
    const once = {
      claims: new KeyClaims(slowStore()),
      ...after,
      claimantOf: ({ name = '' }: Message) => name,
    };
    const sent = async (name: string, send: () => Promise<string>) => {
      const one = message('a', name);
      await sendEach(once, [one], send);
      return said(one);
    };
    expect(await sent('first', () => Promise.reject(stopped))).toBe('not_sent');
    expect(await sent('first', async () => 'id 1')).toBe('id 1');
    expect(await sent('copy', async () => 'id 2')).toBe('before: id 1');
  });
});
