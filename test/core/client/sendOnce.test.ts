import { setTimeout as pause } from 'node:timers/promises';

import { MessagingError, type Outcome } from '../../../core/client';
import { SendOnce, type KeyStore } from '../../../core/client/sendOnce';

/** A store that reads, waits and writes back, as n8n's does: overlapping calls would overwrite each other. */
function slowStore(): KeyStore & { keys: string[]; calls: number } {
  const store = {
    keys: [] as string[],
    calls: 0,
    async record(keys: readonly string[]) {
      store.calls += 1;
      const read = [...store.keys];
      await pause(2);
      store.keys = [...read, ...keys.filter((key) => !read.includes(key))];
      return new Map(keys.filter((key) => read.includes(key)).map((key) => [key, undefined]));
    },
    async remove(keys: readonly string[]) {
      const read = [...store.keys];
      await pause(2);
      store.keys = read.filter((key) => !keys.includes(key));
    },
  };
  return store;
}

const failure = (outcome: Outcome) => new MessagingError({ message: 'It failed', outcome, code: 'test' });
const idOf = (id: string) => id;

describe('SendOnce', () => {
  it('sends one of many messages with the same key, and tells the others its id', async () => {
    const once = new SendOnce(slowStore());
    let sends = 0;
    const send = async () => {
      await pause(5);
      sends += 1;
      return 'id 1';
    };
    const results = await Promise.all(Array.from({ length: 20 }, () => once.run('order 1', send, idOf)));
    expect(sends).toBe(1);
    expect(results.map(({ kind }) => kind).sort()).toEqual(['sent', ...Array(19).fill('sent_before')]);
    expect(results.filter((result) => result.kind === 'sent_before')).toEqual(
      Array(19).fill({ kind: 'sent_before', messageId: 'id 1' }),
    );
  });

  it('records many keys in few calls of the store and loses none', async () => {
    const store = slowStore();
    const once = new SendOnce(store);
    const keys = Array.from({ length: 500 }, (_, index) => `order ${index}`);
    await Promise.all(keys.map((key) => once.run(key, async () => key, idOf)));
    expect(new Set(store.keys)).toEqual(new Set(keys));
    expect(store.calls).toBeLessThan(10);
  });

  it('keeps back what the store knows from earlier, without an id it does not know', async () => {
    const store = slowStore();
    await new SendOnce(store).run('order 1', async () => 'id 1', idOf);
    const later = new SendOnce(store);
    expect(await later.run('order 1', () => Promise.reject(failure('unknown')), idOf)).toEqual({
      kind: 'sent_before',
      messageId: undefined,
    });
  });

  it.each<[Outcome, boolean]>([
    ['rejected', true],
    ['not_sent', true],
    ['unknown', false],
  ])('after %s the key can be sent again: %s', async (outcome, again) => {
    const once = new SendOnce(slowStore());
    await expect(once.run('order 1', () => Promise.reject(failure(outcome)), idOf)).rejects.toMatchObject({
      outcome,
    });
    const result = await once.run('order 1', async () => 'id 2', idOf);
    expect(result.kind).toBe(again ? 'sent' : 'sent_before');
  });

  it('lets the second message go when the first was surely not sent', async () => {
    const once = new SendOnce(slowStore());
    const first = once.run('order 1', () => Promise.reject(failure('not_sent')), idOf).catch(() => 'failed');
    const second = once.run('order 1', async () => 'id 2', idOf);
    expect(await Promise.all([first, second])).toEqual(['failed', { kind: 'sent', value: 'id 2' }]);
  });

  it('records the key before the message leaves, and sends nothing when it cannot', async () => {
    const store = slowStore();
    const once = new SendOnce(store);
    await once.run('order 1', async () => (expect(store.keys).toEqual(['order 1']), 'id 1'), idOf);
    store.record = () => Promise.reject(new Error('the database is away'));
    let sent = false;
    const send = async () => ((sent = true), 'id 2');
    await expect(once.run('order 2', send, idOf)).rejects.toMatchObject({
      outcome: 'not_sent',
      code: 'key_not_recorded',
      message: expect.stringContaining('the database is away'),
    });
    expect(sent).toBe(false);
    store.record = slowStore().record;
    expect(await once.run('order 2', send, idOf)).toMatchObject({ kind: 'sent' });
  });

  it('says when a key could not be taken back', async () => {
    const store = slowStore();
    store.remove = () => Promise.reject(new Error('away'));
    const once = new SendOnce(store);
    const failing = once.run('order 1', () => Promise.reject(failure('not_sent')), idOf);
    await expect(failing).rejects.toMatchObject({
      outcome: 'not_sent',
      advice: expect.stringContaining('The key "order 1" could not be removed'),
    });
    expect(await once.run('order 1', async () => 'id', idOf)).toMatchObject({ kind: 'sent_before' });
  });

  it('claims several keys without waiting for those under way', async () => {
    const once = new SendOnce(slowStore());
    const one = await once.claim(['a', 'b', 'b']);
    const other = await once.claim(['b', 'c']);
    expect([[...one.mine], [...other.mine], [...other.busy]]).toEqual([['a', 'b'], ['c'], ['b']]);
    await once.sent('b', 'id b');
    await once.over(other.busy);
    expect([...(await once.claim(['b'])).before]).toEqual([['b', 'id b']]);
  });
});
