import { setImmediate as settled } from 'node:timers/promises';
import type { NodeMessage } from 'node-red';

import { checkMessage, failed, MessagingError, type Accepted } from '../../core/client';
import type { Outgoing } from '../../core/steps';
import { KeepTrying, type Clock } from '../../node-red/work/keepTrying';
import type { Waiting } from '../../node-red/work/outbox';

/** A clock that moves when a test says so. */
class FakeClock implements Clock {
  private time = 0;
  private sleepers: Array<{ at: number; wake: () => void }> = [];

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (!(ms > 0) || signal.aborted) return Promise.resolve();
    return new Promise((wake) => {
      this.sleepers.push({ at: this.time + ms, wake });
      signal.addEventListener('abort', () => wake());
    });
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (;;) {
      const next = Math.min(end, ...this.sleepers.map(({ at }) => at));
      this.time = next;
      const due = this.sleepers.filter(({ at }) => at <= next);
      this.sleepers = this.sleepers.filter(({ at }) => at > next);
      for (const { wake } of due) wake();
      await settled();
      if (next === end && due.length === 0) return;
    }
  }
}

/** Keeps records in memory, and notes what happens to them. */
class FakeJournal {
  readonly log: string[] = [];
  readonly states = new Map<NodeMessage, { id: string; state: Waiting }>();
  /** Whether a record can be written. */
  isWritable = true;
  begins: (() => Promise<void>) | undefined;
  size = 0;
  /** The messages that were announced together. */
  readonly begun: string[][] = [];
  readonly changed: string[] = [];
  closed: boolean | undefined;

  find(msg: NodeMessage) {
    return this.states.get(msg);
  }
  async append(id: string, msg: NodeMessage, state: Waiting): Promise<boolean> {
    this.states.set(msg, { id, state });
    this.size += 1;
    return this.isWritable;
  }
  async begin(changes: ReadonlyArray<readonly [string, (present: Waiting) => Waiting]>): Promise<void> {
    this.begun.push(changes.map(([id]) => id));
    await this.begins?.();
    for (const { id, state } of [...this.states.values()])
      for (const [changed, next] of changes) if (changed === id) this.set(id, next(state));
  }
  async change(id: string, state: Waiting): Promise<boolean> {
    this.changed.push(id);
    this.set(id, state);
    return true;
  }
  end(msg: NodeMessage): void {
    this.states.delete(msg);
  }
  async close(removed: boolean): Promise<void> {
    this.closed = removed;
  }

  stages(): string[] {
    return [...this.states.values()].map(({ state }) => state.stage);
  }
  private set(id: string, state: Waiting): void {
    for (const record of this.states.values()) if (record.id === id) record.state = state;
  }
}

interface Message extends Outgoing {
  name: string;
  job: { msg: NodeMessage; pause: () => Promise<void> };
}

const ok = (messageId: string): Accepted => ({
  ...{ outcome: 'accepted', messageId, messageIds: [messageId], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
});
let request: Message['request'];
beforeAll(async () => {
  const content = { type: 'Text', text: 'Hello' };
  request = await checkMessage({ channel: 'Sms', from: 'Test', to: '+41791234567', content });
});
let people = 0;
const message = (name: string, msg: NodeMessage = {}): Message => ({
  name,
  request: { ...request, to: `+4179${1_000_000 + (people += 1)}` },
  job: { msg, pause: async () => undefined },
});
const failure = (outcome: 'not_sent' | 'unknown' | 'rejected', code: string, more = {}) =>
  new MessagingError({ message: 'No connection', outcome, code: { given: code }, ...more });
const unreachable = failure('not_sent', 'unreachable');
const MINUTE = 60_000;

/** A node that keeps trying for a minute, and a service that is there or away. */
function node({ atOnce = 1, forMs = MINUTE } = {}) {
  const clock = new FakeClock();
  const journal = new FakeJournal();
  const keepTrying = new KeepTrying(journal, { forMs, atOnce }, clock);
  const service = {
    error: undefined as MessagingError | undefined,
    tried: [] as string[],
    sent: [] as string[],
    /** Resolves when the service answers. */
    answers: Promise.resolve(),
    result: undefined as Message['result'],
  };
  const sendNow = async (first: Message) => {
    service.tried.push(`${first.name} at ${clock.now() / 1000} s`);
    await service.answers;
    if (service.error !== undefined) throw service.error;
    service.sent.push(first.name);
    first.result = service.result ?? ok(first.name);
  };
  const content = { request: {}, hasFile: false };
  const send = async (messages: readonly Message[]) => {
    await Promise.all(
      messages.map((each) =>
        keepTrying
          .deliver(each, content, () => sendNow(each))
          .catch((error: MessagingError) => {
            each.result = failed(error);
          }),
      ),
    );
  };
  const codeOf = ({ result }: Message) =>
    result?.outcome === 'failed' ? result.error.code : result !== undefined || undefined;
  /** Sends each message by itself; gives those that have ended. */
  const sendEach = (...messages: Message[]) => {
    const ended: string[] = [];
    for (const each of messages) void send([each]).then(() => ended.push(`${each.name} ${codeOf(each)}`));
    return ended;
  };
  return { clock, journal, keepTrying, service, send, sendEach, codeOf };
}

describe('a message that waits for the service', () => {
  it('is sent at once, and not recorded, while the service can be reached', async () => {
    const { clock, journal, service, send, codeOf } = node();
    const messages = [message('a'), message('b')];
    void send(messages);
    await clock.advance(0);
    expect([service.sent, messages.map(codeOf), journal.size]).toEqual([['a', 'b'], [true, true], 0]);
  });

  it('is recorded and tried again after pauses that double, then all are sent in order', async () => {
    const { clock, journal, keepTrying, service, send } = node();
    service.error = unreachable;
    void send(['a', 'b', 'c'].map((name) => message(name)));
    await clock.advance(10_000);
    expect(service.tried).toEqual(['a at 0 s', 'a at 1 s', 'a at 3 s', 'a at 7 s']);
    expect(journal.stages()).toEqual(['waiting', 'waiting', 'waiting']);
    expect(keepTrying.shown()).toMatchObject({ count: 3 });
    service.error = undefined;
    await clock.advance(6000);
    expect(service.sent).toEqual(['a', 'b', 'c']);
    expect(journal.stages()).toEqual(['done', 'done', 'done']);
    expect(keepTrying.shown()).toBeUndefined();
  });

  it('waits as long as the service asks for', async () => {
    const { clock, service, send } = node();
    service.error = failure('rejected', 'too_many', { status: 429, retryAfterMs: 20_000 });
    void send([message('a')]);
    await clock.advance(30_000);
    expect(service.tried).toEqual(['a at 0 s', 'a at 20 s']);
  });

  it('is not overtaken by others to the same person that left the line together with it', async () => {
    const { clock, service, send } = node({ atOnce: 5 });
    const content = { type: 'Text', text: 'Part' };
    const request = async (to: string) => checkMessage({ channel: 'Sms', from: 'Test', to, content });
    const [anna, beat] = [await request('+5511987654321'), await request('+41781234567')];
    const other = await request('+551187654321');
    const busy = failure('rejected', 'too_many', { status: 429, retryAfterMs: 2000 });
    const parts = ['1', '2', '3', '4'].map((name) => ({
      ...message(name),
      request: name === '3' ? other : anna,
    }));
    let answer = () => {};
    service.answers = new Promise((resolve) => (answer = resolve));
    service.error = busy;
    for (const part of parts) void send([part]);
    void send([{ ...message('to another'), request: beat }]);
    await clock.advance(0);
    expect(service.tried).toEqual(['1 at 0 s', 'to another at 0 s']);
    answer();
    await clock.advance(0);
    service.error = undefined;
    await clock.advance(3000);
    expect(service.sent.filter((name) => name !== 'to another')).toEqual(['1', '2', '3', '4']);
    expect(service.tried.filter((tried) => tried.startsWith('2'))).toHaveLength(1);
  });

  it('fails as not sent when its time is up', async () => {
    const { clock, service, send } = node();
    service.error = unreachable;
    const late = message('a');
    void send([late]);
    await clock.advance(2 * MINUTE);
    expect(late.result).toMatchObject({ error: { outcome: 'not_sent', code: 'kept_too_long' } });
  });

  it.each(['unknown', 'rejected'] as const)(
    'is not tried again after an outcome that is %s',
    async (outcome) => {
      const { clock, service, send, codeOf } = node();
      service.error = failure(outcome, 'final');
      const only = message('a');
      void send([only]);
      await clock.advance(MINUTE);
      expect([service.tried, codeOf(only)]).toEqual([['a at 0 s'], 'final']);
    },
  );

  it('is not sent before the journal has recorded that', async () => {
    const { clock, journal, service, send } = node();
    service.error = unreachable;
    void send([message('a')]);
    await clock.advance(500);
    let confirm = () => {};
    journal.begins = () => new Promise((resolve) => (confirm = resolve));
    service.error = undefined;
    await clock.advance(5000);
    expect(service.sent).toEqual([]);
    confirm();
    await clock.advance(0);
    expect(service.sent).toEqual(['a']);
  });

  it('is not sent if the journal cannot record that it waits', async () => {
    const { clock, journal, service, sendEach } = node();
    journal.isWritable = false;
    service.error = unreachable;
    const ended = sendEach(message('a'));
    await clock.advance(100);
    expect(ended).toEqual(['a not_recorded']);
    service.error = undefined;
    await clock.advance(10_000);
    expect(service.sent).toEqual([]);
  });

  it('waits on if the journal cannot record that it is sent', async () => {
    const { clock, journal, service, send } = node();
    service.error = unreachable;
    void send([message('a')]);
    await clock.advance(500);
    service.error = undefined;
    journal.begins = () => Promise.reject(failure('not_sent', 'not_recorded'));
    await clock.advance(5000);
    expect(service.sent).toEqual([]);
    journal.begins = undefined;
    await clock.advance(10_000);
    expect(service.sent).toEqual(['a']);
  });

  it('is left to the next node when its own is closed, with its time limit', async () => {
    const one = node();
    one.service.error = unreachable;
    const msg = {};
    const waiting = message('a', msg);
    void one.send([waiting]);
    await one.clock.advance(500);
    one.keepTrying.stop();
    await one.clock.advance(10 * MINUTE);
    expect([one.service.tried, one.journal.stages()]).toEqual([['a at 0 s'], ['waiting']]);
    const next = node({ forMs: 1000 });
    const found = one.journal.find(msg);
    if (found !== undefined) next.journal.append(found.id, msg, found.state);
    expect(next.keepTrying.find(msg)).toMatchObject({ kind: 'waiting', waiting: { until: MINUTE } });
    void next.send([message('a', msg)]);
    await next.clock.advance(0);
    expect(next.service.sent).toEqual(['a']);
  });

  it('stays recorded as waiting if its node is closed before its turn has come', async () => {
    const { clock, journal, keepTrying, service, send, codeOf } = node();
    service.error = unreachable;
    const waiting = message('a');
    void send([waiting]);
    await clock.advance(500);
    Object.defineProperty(service, 'error', {
      get: () => {
        keepTrying.stop();
        return failure('not_sent', 'stopped');
      },
    });
    await clock.advance(1000);
    expect([service.tried.length, journal.stages(), codeOf(waiting)]).toEqual([2, ['waiting'], 'stopped']);
  });

  it('that was being sent when Node-RED ended may have been sent, and is not sent again', () => {
    const { journal, keepTrying } = node();
    const msg = {};
    journal.append('1', msg, { stage: 'sending', since: 0, until: 1, request: {}, hasFile: false });
    expect(keepTrying.find(msg)).toMatchObject({ kind: 'done', result: { error: { outcome: 'unknown' } } });
  });

  it('is refused if too many wait already', async () => {
    const { clock, journal, service, send, codeOf } = node();
    service.error = unreachable;
    void send([message('a')]);
    await clock.advance(500);
    journal.size = 100_000;
    const more = message('b');
    void send([more]);
    await clock.advance(0);
    expect(codeOf(more)).toBe('too_many_waiting');
  });

  it('is refused only as far as there is no room, the latest first', async () => {
    const { clock, journal, service, sendEach } = node();
    service.error = unreachable;
    journal.size = 99_998;
    const ended = sendEach(...['a', 'b', 'c'].map((name) => message(name)));
    await clock.advance(500);
    expect(ended).toEqual(['c too_many_waiting']);
    expect(journal.stages()).toEqual(['waiting', 'waiting']);
    service.error = undefined;
    await clock.advance(5000);
    expect(service.sent).toEqual(['a', 'b']);
  });

  it('is not refused if it waits already, nor while the service can be reached', async () => {
    const full = node();
    full.journal.size = 100_000;
    void full.send([message('a')]);
    await full.clock.advance(0);
    expect(full.service.sent).toEqual(['a']);
    full.service.error = unreachable;
    const msg = {};
    const state = { stage: 'waiting', since: 0, until: MINUTE, request: {}, hasFile: false } as const;
    full.journal.append('1', msg, state);
    const ended = full.sendEach(message('b', msg));
    await full.clock.advance(500);
    expect(ended).toEqual([]);
  });

  it('is sent in the order of arrival, also if it comes back from an earlier run in another order', async () => {
    const { clock, journal, service, send } = node();
    const state = { stage: 'waiting', since: 0, until: MINUTE, request: {}, hasFile: false } as const;
    const messages = ['b', 'a', 'd', 'c'].map((name) => message(name));
    for (const { name, job } of messages) journal.append(name, job.msg, state);
    for (const each of messages) void send([each]);
    await clock.advance(0);
    // The first one had nobody to wait for.
    expect(service.sent).toEqual(['b', 'a', 'c', 'd']);
  });

  it('from an earlier run is tried alone first, as the service was away', async () => {
    const { clock, journal, keepTrying, service, send } = node({ atOnce: 5 });
    service.error = unreachable;
    const messages = ['a', 'b'].map((name) => message(name));
    const state = { stage: 'waiting', since: 0, until: MINUTE, request: {}, hasFile: false } as const;
    for (const { name, job } of messages) journal.append(name, job.msg, state);
    for (const each of messages) void send([each]);
    await clock.advance(500);
    expect(service.tried).toEqual(['a at 0 s']);
    expect(keepTrying.shown()).toEqual({
      count: 2,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    });
  });

  it('leaves the retries to its node', async () => {
    const { clock, send } = node();
    const only = message('a');
    void send([only]);
    await clock.advance(0);
    expect(only).toMatchObject({ retry: { retries: 0, longestWaitMs: 0 } });
  });

  it('does not count as waiting for the service while others are just being sent', async () => {
    const { clock, journal, keepTrying, service, send } = node({ atOnce: 2 });
    let answer = () => {};
    service.answers = new Promise((resolve) => (answer = resolve));
    void send(['a', 'b', 'c', 'd'].map((name) => message(name)));
    await clock.advance(100);
    expect([service.tried.length, keepTrying.shown()]).toEqual([2, undefined]);
    answer();
    await clock.advance(0);
    expect(service.sent).toEqual(['a', 'b', 'c', 'd']);
    expect([journal.size, journal.begun.flat(), journal.changed]).toEqual([0, [], []]);
  });

  it('is announced with others that leave, up to as many as are sent at once', async () => {
    const together = ['1', '2', '2'];
    const { clock, journal, service, send } = node({ atOnce: 2 });
    service.error = unreachable;
    for (const name of ['a', 'b']) void send([message(name)]);
    await clock.advance(1500);
    for (const name of ['c', 'd', 'e']) void send([message(name)]);
    await clock.advance(10);
    journal.begun.length = 0;
    service.error = undefined;
    service.answers = new Promise((resolve) => setImmediate(resolve));
    await clock.advance(5000);
    expect([...service.sent].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    const counts = journal.begun.map((ids) => String(ids.length)).filter((count) => count !== '0');
    expect(counts.slice(0, together.length)).toEqual(together);
  });

  it('fails when its own time is up, however long the service asks to wait, and whatever else waits', async () => {
    const { clock, service, sendEach } = node();
    service.error = failure('rejected', 'busy', { status: 503, retryAfterMs: 300_000 });
    const early = sendEach(message('a'));
    await clock.advance(MINUTE / 2);
    const late = sendEach(message('b'));
    await clock.advance(MINUTE / 2 - 1);
    expect([early, late]).toEqual([[], []]);
    await clock.advance(1);
    expect([early, late]).toEqual([['a kept_too_long'], []]);
    await clock.advance(MINUTE / 2);
    expect(late).toEqual(['b kept_too_long']);
  });

  it('is no sign that the service can be reached if it was skipped', async () => {
    const { clock, service, send } = node({ atOnce: 3 });
    service.error = unreachable;
    for (const name of ['a', 'b', 'c']) void send([message(name)]);
    await clock.advance(500);
    const before = service.tried.length;
    service.error = undefined;
    service.result = { outcome: 'sent_before', key: 'k', messageId: undefined, reason: 'Sent before' };
    service.answers = new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(1000);
    expect(service.tried.length - before).toBe(1);
  });

  it.each([
    ['can be reached again if it has answered with an error', { status: 400 }, ['b', 'c']],
    ['may still be away if it has not answered', {}, []],
  ])('tells that the service %s', async (_name, more, sentAtOnce) => {
    const { clock, service, send, codeOf } = node({ atOnce: 3 });
    service.error = unreachable;
    const messages = ['a', 'b', 'c'].map((name) => message(name));
    for (const each of messages) void send([each]);
    await clock.advance(500);
    let tries = 0;
    const fails = failure('unknown', 'odd', more);
    Object.defineProperty(service, 'error', { get: () => ((tries += 1) <= 2 ? fails : undefined) });
    await clock.advance(600);
    expect(codeOf(messages[0] ?? message('?'))).toBe('odd');
    expect(service.sent).toEqual(sentAtOnce);
    await clock.advance(10_000);
    expect(service.sent).toEqual(['b', 'c']);
  });

  it('whose outcome was not passed on comes out once more', async () => {
    const { clock, journal, keepTrying, service, send } = node();
    service.error = unreachable;
    const [sent, failed] = [message('a'), message('b')];
    void send([sent, failed]);
    await clock.advance(500);
    service.error = undefined;
    await clock.advance(600);
    expect(keepTrying.find(sent.job.msg)).toEqual({ kind: 'done', result: ok('a') });
    const details = { since: 0, until: 1, request: {}, hasFile: false } as const;
    const error = { message: 'No', outcome: 'rejected', code: { given: 'odd' } } as const;
    void journal.append('x', failed.job.msg, {
      ...details,
      stage: 'done',
      result: { outcome: 'failed', error },
    });
    expect(keepTrying.find(failed.job.msg)).toMatchObject({
      kind: 'done',
      result: { outcome: 'failed', error: { code: 'odd', outcome: 'rejected' } },
    });
    expect(keepTrying.find({})).toBeUndefined();
  });

  it('that was announced when its node is closed waits in the journal, which is closed last', async () => {
    const { clock, journal, keepTrying, service, send, codeOf } = node();
    service.error = unreachable;
    const waiting = message('a');
    void send([waiting]);
    await clock.advance(500);
    let confirm = () => {};
    journal.begins = () => new Promise((resolve) => (confirm = resolve));
    await clock.advance(1000);
    keepTrying.stop();
    const closed = keepTrying.close(true);
    await clock.advance(0);
    expect(journal.closed).toBeUndefined();
    confirm();
    await closed;
    expect(journal.closed).toBe(true);
    expect([service.tried.length, journal.stages(), codeOf(waiting)]).toEqual([1, ['waiting'], 'stopped']);
  });

  it('takes its time from the clock of the machine', async () => {
    const journal = new FakeJournal();
    const keepTrying = new KeepTrying(journal, { forMs: MINUTE, atOnce: 1 });
    const waiting = message('a');
    const before = Date.now();
    void keepTrying.deliver(waiting, { request: {}, hasFile: false }, () => Promise.reject(unreachable));
    await settled();
    const found = keepTrying.find(waiting.job.msg);
    expect(found).toMatchObject({ kind: 'waiting', waiting: { stage: 'waiting' } });
    const since = found?.kind === 'waiting' ? found.waiting.since : 0;
    expect(since).toBeGreaterThanOrEqual(before);
    expect(since).toBeLessThanOrEqual(Date.now());
    keepTrying.stop();
    await keepTrying.close(false);
  });
});
