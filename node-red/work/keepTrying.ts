import type { Node, NodeAPI, NodeMessage } from 'node-red';

import {
  asMessagingError,
  attempt,
  failed,
  sleep,
  type MessagingError,
  type Result,
} from '../../core/client';
import { conversationsOf, ended } from '../../core/steps';
import { BackOff } from '../service/backOff';
import { sharedAbort } from '../service/sharedAbort';
import { interrupted, isStopped, notRecorded, stoppedBefore } from '../outcome/failure';
import type { Journal } from '../journal/journal';
import { journalOf } from '../journal/nodeJournal';
import {
  canWait,
  type Entry,
  type Kept,
  MOST_WAITING,
  newId,
  noRoom,
  readResult,
  readWaiting,
  storedResult,
  waitedTooLong,
  type Found,
  type KeptContent,
  type Waiting,
} from './outbox';
import { localTime } from '../outcome/report';
import { ConversationOrder } from './conversations';

interface KeepTryingSetting {
  forMs: number;
  /** How many messages the account sends at once. */
  atOnce: number;
}

type KeptJournal = Pick<Journal<Waiting>, 'find' | 'size' | 'append' | 'begin' | 'change' | 'end' | 'close'>;

/** The time, and how to wait: tests have a clock of their own. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The kind of its records. */
const KIND = 'waiting';
const NO_RETRY = { retries: 0, longestWaitMs: 0 };

/**
 * A node's messages to the service, oldest first. While the service cannot be reached, they wait in the journal, and the oldest is
 * tried now and then. From then on, no message is sent before the journal has recorded that, so that none is sent twice if the process dies.
 */
export class KeepTrying {
  private queue: Entry[] = [];
  private sending = 0;
  private readonly order = new ConversationOrder();
  private readonly backOff = new BackOff();
  private nextEnd = Infinity;
  private isRunning = false;
  private running = Promise.resolve();
  private change = new AbortController();
  private readonly closing = sharedAbort();

  constructor(
    readonly journal: KeptJournal,
    private readonly setting: KeepTryingSetting,
    private readonly clock: Clock = { now: () => Date.now(), sleep },
  ) {}

  /** Call this when the node closes, before its worker hands waiting messages to the node that replaces it. */
  stop(): void {
    this.storeQueue();
    this.closing.abort();
    this.wake();
  }

  /** What the journal has of a message. One that was being sent when Node-RED ended is `done`, with the outcome `unknown`. */
  find(msg: NodeMessage): Found | undefined {
    const state = this.journal.find(msg)?.state;
    if (state?.stage === 'sending') return { kind: 'done', result: failed(interrupted()) };
    if (state?.result !== undefined) return { kind: 'done', result: readResult(state.result) };
    return state && { kind: 'waiting', waiting: state };
  }

  /** Values for the status while messages wait for the service; undefined while it can be reached. */
  shown(): Record<string, string | number> | undefined {
    const [oldest] = this.queue;
    if (!this.backOff.isOn || oldest === undefined) return undefined;
    return { count: this.queue.length, since: localTime(oldest.since) };
  }

  /**
   * Sends a message, which waits however long the service is away; then it has a result. Not async, as very many can wait.
   * @throws MessagingError if too many wait
   */
  deliver(message: Kept, content: KeptContent, send: () => Promise<void>): Promise<void> {
    const { job } = message;
    const before = this.journal.find(job.msg);
    if (before === undefined && this.backOff.isOn && this.isFull) return Promise.reject(noRoom());
    // Retries are made here.
    message.retry = NO_RETRY;
    return new Promise((done) => {
      const since = before?.state.since ?? this.clock.now();
      const until = before?.state.until ?? since + this.setting.forMs;
      const stored = before !== undefined;
      const conversations = conversationsOf(message.request);
      const entry = {
        id: before?.id ?? newId(),
        message,
        conversations,
        content,
        send,
        since,
        until,
        stored,
        done,
      };
      // Messages from an earlier run waited because the service was away.
      if (stored && !this.isRunning) this.backOff.isOn = true;
      // Only what waits needs a record: with a journal that cannot be written, the next attempt still shows that the service is back.
      const isNext = this.queue.length === 0 && this.free() > 0;
      this.line(entry);
      if (this.backOff.isOn && !isNext) this.store(entry);
      void job.pause(0);
      this.run();
    });
  }

  private get isFull(): boolean {
    return this.journal.size >= MOST_WAITING;
  }

  private line(entry: Entry): void {
    let place = this.queue.length;
    while (place > 0 && (this.queue[place - 1]?.id ?? '') > entry.id) place -= 1;
    this.queue.splice(place, 0, entry);
    this.nextEnd = Math.min(this.nextEnd, entry.until);
  }

  private store(entry: Entry): void {
    if (entry.stored || this.isFull) return;
    entry.stored = true;
    const { id, message } = entry;
    void this.journal.append(id, message.job.msg, this.state(entry, 'waiting')).then((isWritten) => {
      if (!isWritten && this.queue.includes(entry))
        this.endNow(entry, notRecorded('the journal cannot be written'));
    });
  }

  private endNow(entry: Entry, error: MessagingError): void {
    this.queue = this.queue.filter((other) => other !== entry);
    this.endWith(entry, error);
  }

  /** Stores all waiting messages, oldest first; those without room end. */
  private storeQueue(): void {
    for (const entry of this.queue) this.store(entry);
    const refused = this.queue.filter(({ stored }) => !stored);
    this.queue = this.queue.filter(({ stored }) => stored);
    for (const entry of refused) this.endWith(entry, noRoom());
  }

  private state({ content, since, until }: Entry, stage: Waiting['stage']): Waiting {
    return { stage, since, until, ...content };
  }

  private run(): void {
    this.wake();
    if (!this.isRunning) this.running = this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isRunning = true;
    while (this.queue.length > 0 && !this.closing.signal.aborted) {
      this.endOld();
      const free = this.free();
      if (free > 0) await this.sendNext(free);
      else await this.pause();
    }
    // At once, not when the promise is settled: a message that is put back meanwhile would find nobody to send it.
    this.isRunning = false;
  }

  private free(): number {
    if (this.backOff.isOn) return this.sending === 0 && this.clock.now() >= this.backOff.nextTry ? 1 : 0;
    const { atOnce } = this.setting;
    return Math.max(0, atOnce - this.sending);
  }

  /** Waits until something changes, or the next attempt or time limit is due. */
  private async pause(): Promise<void> {
    this.change = new AbortController();
    const due =
      this.backOff.isOn && this.sending === 0 ? Math.min(this.backOff.nextTry, this.nextEnd) : this.nextEnd;
    await this.clock.sleep(due - this.clock.now(), this.change.signal);
  }

  private wake(): void {
    this.change.abort();
  }

  private async sendNext(count: number): Promise<void> {
    const next = this.queue.splice(0, count);
    this.sending += next.length;
    const announced = await attempt(() => this.announce(next));
    for (const entry of next) {
      if (announced.ok && !this.closing.signal.aborted) void this.order.run(entry, () => this.send(entry));
      else this.putBack(entry, announced.ok ? undefined : announced.error);
    }
  }

  private async announce(entries: readonly Entry[]): Promise<void> {
    const stored = entries.filter((entry) => entry.stored);
    const changes = stored.map((entry) => [entry.id, () => this.state(entry, 'sending')] as const);
    await this.journal.begin(changes);
  }

  private async send(entry: Entry): Promise<void> {
    if (this.order.isBehind(entry)) return this.backInLine(entry);
    // Of an earlier attempt.
    entry.message.result = undefined;
    await entry.send().catch((error: unknown) => {
      entry.message.result = failed(asMessagingError(error));
    });
    const result = ended(entry.message);
    // What is skipped does not say that the service can be reached.
    if (result.outcome === 'accepted') this.backOff.end();
    if (result.outcome === 'failed') {
      const { error } = result;
      if (isStopped(error) || canWait(error)) return this.putBack(entry, error);
      if (error.status !== undefined) this.backOff.end();
      else if (this.backOff.isOn) this.backOff.failed(error, this.clock.now());
    }
    await this.finish(entry, result);
  }

  /** The outcome is recorded before it is passed on, so that a restart does not call it unknown. */
  private async finish(entry: Entry, result: Result): Promise<void> {
    this.sending -= 1;
    this.order.ends(entry);
    this.wake();
    const done = { ...this.state(entry, 'done'), result: storedResult(result) };
    if (entry.stored) await this.journal.change(entry.id, done);
    entry.done();
  }

  private endWith(entry: Entry, error: MessagingError): void {
    this.order.ends(entry);
    entry.message.result = failed(error);
    entry.done();
  }

  /** Puts a message that was certainly not sent back in line, as the service cannot be reached. */
  private putBack(entry: Entry, failure: MessagingError | undefined): void {
    this.backOff.failed(failure, this.clock.now());
    this.backInLine(entry);
  }

  private backInLine(entry: Entry): void {
    this.sending -= 1;
    if (entry.stored) void this.journal.change(entry.id, this.state(entry, 'waiting'));
    if (this.closing.signal.aborted) return this.endWith(entry, stoppedBefore());
    this.order.goesBack(entry);
    this.line(entry);
    this.storeQueue();
    void entry.message.job.pause(0);
    this.run();
  }

  private endOld(): void {
    const now = this.clock.now();
    if (now < this.nextEnd) return;
    const over = this.queue.filter(({ until }) => until <= now);
    this.queue = this.queue.filter(({ until }) => until > now);
    this.nextEnd = this.queue.reduce((least, { until }) => Math.min(least, until), Infinity);
    for (const entry of over) this.endWith(entry, waitedTooLong(entry, this.backOff.lastReason));
  }

  /** Call this when nothing of the node is under way any more. */
  async close(removed: boolean): Promise<void> {
    // Messages that were announced but not sent continue in the node that replaces this one.
    await this.running;
    await this.journal.close(removed);
  }
}

export function keepTryingOf(
  RED: NodeAPI,
  node: Node,
  { account, ...setting }: KeepTryingSetting & { account: string },
): KeepTrying {
  const journal = journalOf(RED, node, { name: KIND, account, read: readWaiting });
  const keepTrying = new KeepTrying(journal, setting);
  node.on('close', () => keepTrying.stop());
  return keepTrying;
}
