import { setImmediate as settled } from 'node:timers/promises';
import type { NodeMessage } from 'node-red';

import { MessagingError } from '../../core/client';
import { journey, type OnItsWay } from '../../core/journey';
import { KeepTrying, type Clock } from '../../node-red/work/keepTrying';
import type { Waiting } from '../../node-red/work/outbox';
import type { Output } from '../../node-red/outcome/report';

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
  writesAtOnce = true;
  begins: (() => Promise<void>) | undefined;
  size = 0;

  find(msg: NodeMessage) {
    return this.states.get(msg);
  }
  append(id: string, msg: NodeMessage, state: Waiting): void {
    this.states.set(msg, { id, state });
    this.size += 1;
  }
  async begin(changes: ReadonlyArray<readonly [string, (present: Waiting) => Waiting]>): Promise<void> {
    await this.begins?.();
    for (const { id, state } of [...this.states.values()])
      for (const [changed, next] of changes) if (changed === id) this.set(id, next(state));
  }
  async change(id: string, state: Waiting): Promise<void> {
    this.set(id, state);
  }
  end(msg: NodeMessage): void {
    this.states.delete(msg);
  }
  async close(): Promise<void> {}

  stages(): string[] {
    return [...this.states.values()].map(({ state }) => state.stage);
  }
  private set(id: string, state: Waiting): void {
    for (const record of this.states.values()) if (record.id === id) record.state = state;
  }
}

interface Message extends OnItsWay<Output> {
  name: string;
  job: { msg: NodeMessage; pause: () => Promise<void> };
}

const message = (name: string, msg: NodeMessage = {}): Message => ({
  name,
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
  };
  const step = keepTrying.step<Message>(() => ({ request: {}, hasFile: false }));
  const send = journey<Message>([step], async ([first]) => {
    if (first === undefined) return;
    service.tried.push(`${first.name} at ${clock.now() / 1000} s`);
    if (service.error !== undefined) throw service.error;
    service.sent.push(first.name);
    first.result = { ok: true, value: { payload: first.name, port: 0, status: { key: 'sent' } } };
  });
  const codeOf = ({ result }: Message) => (result?.ok === false ? result.error.code : result?.ok);
  return { clock, journal, keepTrying, service, send, codeOf };
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

  it('fails as not sent when its time is up', async () => {
    const { clock, service, send } = node();
    service.error = unreachable;
    const late = message('a');
    void send([late]);
    await clock.advance(2 * MINUTE);
    expect(late.result).toMatchObject({ ok: false, error: { outcome: 'not_sent', code: 'kept_too_long' } });
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
    expect(keepTrying.find(msg)).toMatchObject({ kind: 'done', outcome: { error: { outcome: 'unknown' } } });
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
});
