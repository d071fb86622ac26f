import { EventEmitter } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { MessagingError } from '../../core/client';
import { fault } from '../../core/errors/texts';
import { Journals } from '../../node-red/journal/journals';
import { accountNode } from '../../node-red/messaging-account/settings';
import { balanceNode } from '../../node-red/messaging-balance/settings';
import type { Output } from '../../node-red/outcome/report';
import { Account, provideAccount } from '../../node-red/service/account';
import { deploysOf } from '../../node-red/service/deploys';
import { memories } from '../../node-red/service/lasting';
import { readSettings } from '../../node-red/settings/readSettings';
import { Backlog } from '../../node-red/work/backlog';
import type { Entry } from '../../node-red/work/entry';
import type { Job } from '../../node-red/work/job';
import { Draft } from '../../node-red/work/outgoing';
import { Worker, type Work } from '../../node-red/work/worker';
import { useFakeClock } from '../fakeClock';

const credentials = { username: 'user', password: 'secret', webhookSecret: '' };

type Done = (error?: Error) => void;

/** A node as its worker sees it: Node-RED gives it messages, and takes its status and warnings. */
class FakeNode extends EventEmitter {
  readonly type = 'messaging-balance';
  readonly z = 'tab';
  readonly wires = [['next'], ['next'], []];
  readonly told: string[] = [];
  readonly statuses: Array<string | undefined> = [];

  constructor(
    readonly id: string,
    private readonly flow: Flow,
  ) {
    super();
  }

  status({ text }: { text?: string }): void {
    this.statuses.push(text);
  }
  error(error: { message?: string }): void {
    this.told.push(`error ${error.message}`);
  }
  warn(text: string): void {
    this.told.push(`warn ${text}`);
  }
  log(text: string): void {
    this.told.push(`log ${text}`);
  }
  receive(msg: NodeMessage): void {
    const done: Done = (error) => this.flow.ended.push([msg, error && codeOf(error)]);
    this.emit('input', msg, this.flow.send, done);
  }
  async close(removed: boolean): Promise<void> {
    this.flow.events.emit('flows:stopping');
    await new Promise<void>((resolve) => this.emit('close', removed, resolve));
  }
}

const codeOf = (error: object) => String(Reflect.get(error, 'code'));

/** What comes out of the nodes of a flow, and the Node-RED that they run in. */
class Flow {
  readonly out: unknown[] = [];
  readonly ended: Array<[NodeMessage, string | undefined]> = [];
  readonly events = new EventEmitter();
  private readonly nodes = new Map<string, FakeNode>();
  nextNode = {};
  send = (msg: unknown): void => void this.out.push(msg);

  /** The part of Node-RED that a worker uses. */
  readonly RED = {
    settings: {},
    events: this.events,
    log: { error: () => undefined, warn: () => undefined },
    nodes: {
      eachNode: () => undefined,
      getNode: (id: string) => (id === 'next' ? this.nextNode : (this.nodes.get(id) ?? null)),
    },
    _: (key: string, { count }: { count?: number } = {}) =>
      `${key.replace(/^.*\./, '')}${count === undefined ? '' : ` ${count}`}`,
  } as unknown as NodeAPI;

  constructor({ maxInFlight = 1 } = {}) {
    const account = new FakeNode('account', this);
    this.nodes.set('account', account);
    const setting = readSettings(accountNode, { baseUrl: 'http://127.0.0.1:1', maxInFlight });
    provideAccount(asNode(account), new Account(setting, credentials));
    deploysOf(this.RED);
    this.started();
  }

  node({ account = 'account', ...work }: Partial<Work<NodeMessage>> & { account?: string } = {}) {
    const node = new FakeNode('node', this);
    const definition = { id: 'node', type: node.type, name: '', z: 'tab' };
    const setting = { account };
    const deployed = { RED: this.RED, node: asNode(node), description: balanceNode, definition, setting };
    const worker = new Worker<NodeMessage>(deployed, {
      prepare: async (msg) => msg,
      act: (msg, job) => job.call(async () => outputOf(msg)),
      ...work,
    });
    return Object.assign(node, { worker });
  }

  get backlog(): Backlog {
    return memories(this.RED).of('node').part(Backlog);
  }

  /** The flows of a deploy have started. */
  started(): void {
    this.events.emit('flows:started', {});
  }
}

/** Closes a node, while this happens. */
async function close(node: FakeNode, removed: boolean, meanwhile: () => unknown): Promise<void> {
  const closing = node.close(removed);
  await meanwhile();
  await jest.advanceTimersByTimeAsync(20);
  await closing;
}

/** A message that is in the outbox of its account. */
const recorded = (msg: NodeMessage, ended: NodeMessage[] = []): Entry =>
  Object({
    ...{ msg, hasEnded: false, submission: {}, outbox: { id: 'account' } },
    ...{ publish: () => undefined, end: () => ended.push(msg) },
  });

/** A worker uses no other part of Node-RED's node than those above. */
const asNode = (node: FakeNode) => node as unknown as Node;
const outputOf = (payload: unknown): Output => ({ payload, port: 0, status: { key: 'done' } });
const payloads = ({ out }: Flow) => out.map((msg) => Object(msg).payload);
const failure = new MessagingError(fault('refused'));

/** Calls of the service that a test answers. */
class Calls {
  readonly begun: string[] = [];
  readonly signals: AbortSignal[] = [];
  private readonly answers: Array<() => void> = [];

  readonly act = (msg: NodeMessage, job: Job): Promise<Output> =>
    job.call(async (_client, signal) => {
      this.begun.push(String(msg._msgid));
      this.signals.push(signal);
      await new Promise<void>((resolve) => {
        this.answers.push(resolve);
        signal.addEventListener('abort', () => resolve());
      });
      return outputOf(msg._msgid);
    });

  async answer(): Promise<void> {
    this.answers.shift()?.();
    await settled();
  }
}

useFakeClock();

describe('a message', () => {
  it('comes out with its result, and ends once', async () => {
    const flow = new Flow();
    const ended: NodeMessage[] = [];
    const act = async (msg: NodeMessage, job: Job) => {
      job.entry = recorded(msg, ended);
      return outputOf('sent');
    };
    const node = flow.node({ act });
    const msg = { _msgid: 'a', line: 1 };
    node.receive(msg);
    await settled();
    expect(flow.out).toEqual([{ _msgid: 'a', line: 1, payload: 'sent' }]);
    expect([flow.ended, ended]).toEqual([[[msg, undefined]], []]);
    // The next nodes have it.
    await settled();
    expect(ended).toEqual([msg]);
  });

  it('is another one each time its object comes', async () => {
    const flow = new Flow();
    const answers: Array<() => void> = [];
    const node = flow.node({
      prepare: async (msg) => ({ ...msg }),
      act: async (msg, job) => {
        job.entry = recorded(job.msg);
        await new Promise<void>((resolve) => answers.push(resolve));
        return outputOf(Object(msg).text);
      },
    });
    const msg = { _msgid: 'a', text: 'first' };
    const sent: unknown[] = [];
    flow.send = (out) => void sent.push(Object(out).payload);
    node.receive(msg);
    node.receive(Object.assign(msg, { text: 'second' }));
    await settled();
    for (const answer of answers) answer();
    await settled();
    expect([sent, flow.ended.length]).toEqual([['first', 'second'], 2]);
  });

  it('goes on behind those that came before it, also if it is read sooner', async () => {
    const flow = new Flow();
    const read = new Map<unknown, () => void>();
    const begun: unknown[] = [];
    const node = flow.node({
      prepare: (msg) => new Promise((resolve) => read.set(msg._msgid, () => resolve(msg))),
      act: async ({ _msgid }) => {
        begun.push(_msgid);
        return outputOf(_msgid);
      },
    });
    for (const _msgid of ['a', 'b', 'c']) node.receive({ _msgid });
    read.get('c')?.();
    read.get('b')?.();
    await settled();
    expect(begun).toEqual([]);
    read.get('a')?.();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('fails with what its preparation throws, at the output for failures if there is one', async () => {
    const flow = new Flow();
    const prepare = () => Promise.reject(failure);
    flow.node({ prepare }).receive({ _msgid: 'a' });
    await settled();
    expect([flow.out, flow.ended]).toEqual([[], [[{ _msgid: 'a' }, 'refused']]]);
    flow.node({ prepare, failurePort: 1 }).receive({ _msgid: 'b' });
    await settled();
    expect(flow.out).toEqual([
      [null, expect.objectContaining({ error: expect.objectContaining({ code: 'refused' }) })],
    ]);
    expect(flow.ended.at(-1)).toEqual([expect.anything(), undefined]);
    // Nothing is connected to that output.
    flow.node({ prepare, failurePort: 2 }).receive({ _msgid: 'c' });
    await settled();
    expect([flow.out.length, flow.ended.at(-1)]).toEqual([1, [{ _msgid: 'c' }, 'refused']]);
  });

  it('was not sent if its preparation fails in a way that nobody expects', async () => {
    const flow = new Flow();
    const prepare = () => Promise.reject(new TypeError('no plain object'));
    flow.node({ prepare, failurePort: 1 }).receive({ _msgid: 'a' });
    await settled();
    const error = expect.objectContaining({ code: 'internal_fault', outcome: 'not_sent' });
    expect(flow.out).toEqual([[null, expect.objectContaining({ error })]]);
  });

  it('that the next nodes cannot take fails, and Node-RED goes on', async () => {
    const flow = new Flow();
    flow.send = () => {
      throw new Error('no copy');
    };
    const node = flow.node();
    node.receive({ _msgid: 'a' });
    await settled();
    expect(flow.ended).toEqual([[expect.anything(), 'not_passed_on']]);
    node.emit('input', { _msgid: 'b' }, flow.send, () => {
      throw new Error('no copy either');
    });
    await settled();
    expect(node.told).toEqual([expect.stringContaining('could not be passed on')]);
  });

  it('is called for in its turn, no more at once than the account allows', async () => {
    const flow = new Flow({ maxInFlight: 2 });
    const calls = new Calls();
    const node = flow.node(calls);
    for (const _msgid of ['a', 'b', 'c']) node.receive({ _msgid });
    await settled();
    expect(calls.begun).toEqual(['a', 'b']);
    jest.advanceTimersByTime(1000);
    await settled();
    expect(node.statuses.at(-1)).toBe('waiting 1');
    await calls.answer();
    expect([calls.begun, payloads(flow)]).toEqual([['a', 'b', 'c'], ['a']]);
  });

  it('of the node itself comes out nowhere; if it fails, that is an error of the node', async () => {
    const flow = new Flow();
    const node = flow.node({
      act: async (msg, job) => {
        job.entry = Object.assign(recorded(msg), { submission: { isOwn: true } });
        throw failure;
      },
    });
    node.receive({ _msgid: 'a' });
    await settled();
    expect([flow.out, flow.ended]).toEqual([[], []]);
    expect(node.told).toEqual([expect.stringContaining('error The service refused')]);
  });

  it('by an account at fault calls nothing, though that has accepted it before', async () => {
    const faulty = new Account(readSettings(accountNode, { maxInFlight: 'many' }), credentials, failure);
    await expect(faulty.run(() => Promise.resolve())).rejects.toBe(failure);
  });

  it('fails without an account, unless it has begun: then it waits for a deploy that has one', async () => {
    const flow = new Flow();
    const without = flow.node({ account: '' });
    expect(without.statuses).toEqual([expect.stringContaining('noAccount')]);
    without.receive({ _msgid: 'a' });
    await settled();
    expect(flow.ended).toEqual([[{ _msgid: 'a' }, 'invalid_settings']]);
    const begun = flow.node({ account: '' });
    const msg = { _msgid: 'b' };
    flow.backlog.leave({ msg, entry: recorded(msg) });
    flow.started();
    await settled();
    expect(begun.statuses).toHaveLength(1);
    expect(flow.ended).toHaveLength(1);
  });
});

describe('a deploy', () => {
  it('hands waiting messages to the next node, and ends the calls that are under way first', async () => {
    const flow = new Flow();
    const calls = new Calls();
    const node = flow.node(calls);
    const [a, b] = [{ _msgid: 'a' }, { _msgid: 'b' }];
    node.receive(a);
    node.receive(b);
    await settled();
    await close(node, false, () => calls.answer());
    expect([calls.begun, flow.ended, node.told]).toEqual([['a'], [], ['warn closedWhileWaiting 1']]);
    const next = new Calls();
    flow.node(next);
    await settled();
    expect(next.begun).toEqual([]);
    flow.started();
    await settled();
    expect([next.begun, payloads(flow), flow.ended.length]).toEqual([['b'], ['a'], 1]);
    await next.answer();
    expect(payloads(flow)).toEqual(['a', 'b']);
  });

  it('waits for no journal but those of the accounts of the node', async () => {
    const flush = jest.spyOn(Journals.prototype, 'flush');
    await new Flow().node().close(false);
    expect(flush.mock.calls).toEqual([[['account']]]);
  });

  it('right after another hands on what was to be sent for a message, as it was when that arrived', async () => {
    const flow = new Flow();
    const sent: unknown[] = [];
    let answer = () => {};
    const deployed = (key: string) =>
      flow.node({
        prepare: async (_msg, account) => {
          const message = { request: Object({ from: '1', to: '2' }), file: undefined, notes: [] };
          return new Draft(message, account, 'account', key);
        },
        send: async (draft) => {
          sent.push(draft.key);
          await new Promise<void>((resolve) => (answer = resolve));
          return outputOf('sent');
        },
      });
    const first = deployed('first');
    for (const _msgid of ['a', 'b']) first.receive({ _msgid });
    await settled();
    await close(first, false, () => answer());
    const second = deployed('second');
    flow.started();
    await second.close(false);
    deployed('third');
    flow.started();
    await settled();
    expect(sent).toEqual(['first', 'first']);
  });

  it('right after another passes on what had come out for a recorded message', async () => {
    const flow = new Flow();
    const first = flow.node();
    const entry = recorded({ _msgid: 'a' });
    flow.events.emit('flows:stopping');
    flow.backlog.add(entry);
    flow.backlog.leave({ msg: entry.msg, entry, outcome: outputOf('sent') });
    await first.close(false);
    flow.node();
    flow.started();
    await settled();
    expect(payloads(flow)).toEqual(['sent']);
  });

  it.each([
    [2, 'closes the next nodes as well', true, true, false],
    [1, 'leaves the next nodes as they are', true, false, false],
    [2, 'closes only the next nodes', false, true, false],
    [1, 'closes the next nodes, which have it', true, true, true],
  ])('passes on %i times what came out right before, as it %s', async (times, _, closes, next, got) => {
    const flow = new Flow();
    const node = flow.node({ act: async (msg) => outputOf(msg._msgid) });
    node.receive({ _msgid: 'a' });
    while (flow.out.length === 0) await null;
    const closing = closes ? node.close(false) : flow.events.emit('flows:stopping');
    if (next) flow.nextNode = {};
    if (got) deploysOf(flow.RED).gotWhileClosing.add('a');
    await closing;
    if (closes) flow.node();
    flow.started();
    await settled();
    expect(flow.out).toHaveLength(times);
  });

  it.each(['flows:started', 'runtime-event'])(
    'of other nodes passes on later what ends: %s',
    async (event) => {
      const flow = new Flow();
      const calls = new Calls();
      flow.node(calls).receive({ _msgid: 'a' });
      await settled();
      flow.events.emit('flows:stopping');
      await calls.answer();
      expect(payloads(flow)).toEqual([]);
      flow.events.emit(event, { id: 'runtime-state', payload: { state: 'stop', error: 'missing-types' } });
      await settled();
      expect(payloads(flow)).toEqual(['a']);
    },
  );

  it('that waits no longer for the node passes on at once what ends later', async () => {
    const flow = new Flow();
    const calls = new Calls();
    const node = flow.node(calls);
    node.receive({ _msgid: 'a' });
    await settled();
    void node.close(false);
    flow.node();
    flow.started();
    await calls.answer();
    await settled();
    expect(payloads(flow)).toEqual(['a']);
  });

  it('breaks a call off after ten seconds, and tells what the node got meanwhile', async () => {
    const flow = new Flow();
    const calls = new Calls();
    const node = flow.node(calls);
    node.receive({ _msgid: 'a' });
    await settled();
    const closing = node.close(false);
    node.receive({ _msgid: 'late' });
    await jest.advanceTimersByTimeAsync(9000);
    expect(calls.signals.map(({ aborted }) => aborted)).toEqual([false]);
    await jest.advanceTimersByTimeAsync(1100);
    expect(calls.signals.map(({ aborted }) => aborted)).toEqual([true]);
    await closing;
    expect([...deploysOf(flow.RED).gotWhileClosing]).toEqual(['late']);
  });

  it('names in the log what was sent and what may have been sent by then', async () => {
    const flow = new Flow({ maxInFlight: 2 });
    const unknown = new MessagingError(fault('timed_out'));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const node = flow.node({
      act: (msg, job) =>
        job.call(async () => {
          await answered;
          if (msg._msgid === 'a') throw unknown;
          return outputOf({ outcome: 'accepted', messageIds: ['id-1'] });
        }),
    });
    for (const _msgid of ['a', 'b']) node.receive({ _msgid });
    await settled();
    await close(node, false, () => answer());
    expect([...node.told].sort()).toEqual(['log late 1', expect.stringContaining('did not answer')]);
  });

  it('that removes the node ends what waits, except what waits in the journal', async () => {
    const flow = new Flow();
    const calls = new Calls();
    const node = flow.node({
      act: (msg, job) => {
        if (msg._msgid === 'c') job.entry = recorded(msg);
        return calls.act(msg, job);
      },
    });
    for (const _msgid of ['a', 'b', 'c']) node.receive({ _msgid });
    await settled();
    await close(node, true, () => calls.answer());
    expect(calls.begun).toEqual(['a']);
    expect(flow.ended.map(([{ _msgid }, code]) => `${_msgid} ${code}`).sort()).toEqual([
      'a undefined',
      'b stopped',
    ]);
    expect(node.told).toEqual(['warn removedWhileWaiting 1', 'warn waitsUntilBack 1']);
  });

  it('lets a node that collects messages send them itself', async () => {
    const flow = new Flow();
    const calls = new Calls();
    const node = flow.node({ ...calls, collects: true });
    for (const _msgid of ['a', 'b']) node.receive({ _msgid });
    await settled();
    await close(node, false, async () => {
      await calls.answer();
      await calls.answer();
    });
    expect(calls.begun).toEqual(['a', 'b']);
  });
});

it('looks at all that wait when the status is shown, not for each of very many messages', async () => {
  const flow = new Flow();
  let looked = 0;
  const shown = () => {
    looked += 1;
    return { count: 1000 };
  };
  const reporter = { resume: () => new Promise<never>(() => undefined), shown };
  const node = flow.node({ act: (_msg, job) => job.until(new Promise(() => undefined)), reporter });
  for (let index = 0; index < 1000; index += 1) node.receive({ _msgid: String(index) });
  await settled();
  expect(looked).toBeLessThan(5);
  expect(node.statuses.at(-1)).toBe('waitingForService 1000');
});

describe('an event that a message waits for', () => {
  const waiting = (event: Promise<string>) => ({
    act: async (_msg: NodeMessage, job: Job) => outputOf(await job.until(event)),
  });

  it('is left to the next node by a deploy, also if it comes before that one has begun', async () => {
    const flow = new Flow();
    let answer: (text: string) => void = () => {};
    const event = new Promise<string>((resolve) => (answer = resolve));
    const node = flow.node(waiting(event));
    node.receive({ _msgid: 'a' });
    await settled();
    await node.close(false);
    answer('yes');
    await settled();
    expect(payloads(flow)).toEqual([]);
    flow.node(waiting(event));
    flow.started();
    await settled();
    expect(payloads(flow)).toEqual(['yes']);
  });

  it('is not waited for any more once the node is closed, though it fails', async () => {
    const flow = new Flow();
    let goOn = () => {};
    const ready = new Promise<void>((resolve) => (goOn = resolve));
    const node = flow.node({
      act: async (_msg, job) => {
        await job.call(() => ready);
        return outputOf(await job.until(Promise.reject(new Error('away'))));
      },
    });
    node.receive({ _msgid: 'a' });
    await settled();
    await close(node, true, () => goOn());
    expect(flow.ended.map(([, code]) => code)).toEqual(['stopped']);
  });
});
