import type { Node, NodeAPI, NodeMessage } from 'node-red';

import {
  asMessagingError,
  attempt,
  type Attempt,
  pauseAskedFor,
  sleep,
  type Client,
  type CallOptions,
  type MessagingError,
} from '../../core/client';
import type { Account } from './account';
import { interrupted, isStopped, stoppedBefore, tooManyWaiting } from './failure';
import type { Journal } from './journal';
import { journalOf } from './nodeJournal';
import {
  canWait,
  localTime,
  MOST_WAITING,
  readOutcome,
  readWaiting,
  storedOutcome,
  waitedTooLong,
  type Waiting,
} from './outbox';
import type { Output } from './report';
import type { Turn } from './turn';

interface KeepTryingSetting {
  forMs: number;
  /** The name in settings.js; '' for the default store. */
  store: string;
}

/** Sends a message with the given client and options: retries are made here, not by the client. */
type Send = (client: Client, options: CallOptions) => Promise<Output>;

/** What is stored of a message besides the times. */
export type KeptContent = Pick<Waiting, 'request' | 'hasFile' | 'key'>;

interface Entry {
  /** Sorts in the order of arrival, also as text. */
  id: string;
  turn: Turn;
  content: KeptContent;
  send: Send;
  since: number;
  until: number;
  stored: boolean;
  resolve(output: Output): void;
  reject(error: MessagingError): void;
}

/** What an earlier node, or an earlier run, has left of a message: it waits, or its outcome was not yet passed on. */
export type Found = { kind: 'waiting'; waiting: Waiting } | { kind: 'done'; outcome: Attempt<Output> };

const CONTEXT_NAME = 'messagingWaiting';
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** If the store writes slowly, the messages that leave meanwhile are announced to it together, up to this many. */
const MOST_ANNOUNCED = 500;
const NO_RETRY = { retries: 0, longestWaitMs: 0 };

/**
 * A node's messages to the service, oldest first. While the service cannot be reached, they wait in the context store, and the oldest is
 * tried now and then. From then on, no message is sent before the store has recorded that, so that none is sent twice if the process dies.
 */
export class KeepTrying {
  readonly journal: Journal<Waiting>;
  private queue: Entry[] = [];
  private sending = 0;
  /** Whether the last attempt did not reach the service. */
  private away = false;
  private lastReason: string | undefined;
  private pauseMs = FIRST_PAUSE_MS;
  private nextTry = 0;
  private nextEnd = Infinity;
  private running: Promise<void> | undefined;
  private change = new AbortController();
  private readonly closing = new AbortController();

  constructor(
    RED: NodeAPI,
    node: Node,
    private readonly account: Account | undefined,
    private readonly setting: KeepTryingSetting,
  ) {
    this.journal = journalOf(RED, node, { name: CONTEXT_NAME, store: setting.store, read: readWaiting });
    // Runs before the node's worker hands waiting messages to the node that replaces this one.
    node.on('close', () => {
      this.storeQueue();
      this.closing.abort();
      this.wake();
    });
  }

  /** What the journal has of a message. One that was being sent when Node-RED ended is `done`, with the outcome `unknown`. */
  find(msg: NodeMessage): Found | undefined {
    const state = this.journal.find(msg)?.state;
    if (state?.stage === 'sending') return { kind: 'done', outcome: { ok: false, error: interrupted() } };
    if (state?.outcome !== undefined) return { kind: 'done', outcome: readOutcome(state.outcome) };
    return state && { kind: 'waiting', waiting: state };
  }

  /** Values for the status while messages wait for the service; undefined while it can be reached. */
  shown(): Record<string, string | number> | undefined {
    const [oldest] = this.queue;
    if (!this.away || oldest === undefined) return undefined;
    return { count: this.queue.length, since: localTime(oldest.since) };
  }

  /** Sends a message in its turn, however long the service is away. Not async, because very many messages can wait. */
  deliver(turn: Turn, content: KeptContent, send: Send): Promise<Output> {
    const before = this.journal.find(turn.msg);
    if (before === undefined && this.away && this.isFull) return Promise.reject(noRoom());
    return new Promise((resolve, reject) => {
      const since = before?.state.since ?? Date.now();
      const until = before?.state.until ?? since + this.setting.forMs;
      const stored = before !== undefined;
      const entry = { id: before?.id ?? newId(), turn, content, send, since, until, stored, resolve, reject };
      // Messages from an earlier run waited because the service was away.
      if (stored && this.running === undefined) this.away = true;
      this.line(entry);
      if (this.away) this.store(entry);
      void turn.pause(0);
      this.run();
    });
  }

  private get isFull(): boolean {
    return this.journal.size >= MOST_WAITING;
  }

  /** Puts a message in line by its age. */
  private line(entry: Entry): void {
    let place = this.queue.length;
    while (place > 0 && (this.queue[place - 1]?.id ?? '') > entry.id) place -= 1;
    if (place === this.queue.length) this.queue.push(entry);
    else this.queue.splice(place, 0, entry);
    this.nextEnd = Math.min(this.nextEnd, entry.until);
  }

  private store(entry: Entry): void {
    if (entry.stored) return;
    entry.stored = true;
    this.journal.append(entry.id, entry.turn.msg, this.state(entry, 'waiting'));
  }

  /** Stores all waiting messages, oldest first, as far as there is room. */
  private storeQueue(): void {
    const refused = new Set<Entry>();
    for (const entry of this.queue) {
      if (!entry.stored && this.isFull) refused.add(entry);
      else this.store(entry);
    }
    if (refused.size === 0) return;
    this.queue = this.queue.filter((entry) => !refused.has(entry));
    for (const { reject } of refused) reject(noRoom());
  }

  private state({ content, since, until }: Entry, stage: Waiting['stage']): Waiting {
    return { stage, since, until, ...content };
  }

  private run(): void {
    this.wake();
    this.running ??= this.sendAll().finally(() => (this.running = undefined));
  }

  private async sendAll(): Promise<void> {
    while (this.queue.length > 0 && !this.closing.signal.aborted) {
      this.endOld();
      const free = this.free();
      if (free > 0) await this.sendNext(free);
      else await this.pause();
    }
  }

  /** How many messages may be sent now. */
  private free(): number {
    if (this.away) return this.sending === 0 && Date.now() >= this.nextTry ? 1 : 0;
    const atOnce = this.account?.setting.maxInFlight ?? 1;
    if (this.sending >= atOnce) return 0;
    return !this.journal.writesAtOnce && this.queue[0]?.stored === true
      ? MOST_ANNOUNCED
      : atOnce - this.sending;
  }

  /** Waits until something changes, or the next attempt or time limit is due. */
  private async pause(): Promise<void> {
    this.change = new AbortController();
    const due = this.away && this.sending === 0 ? Math.min(this.nextTry, this.nextEnd) : this.nextEnd;
    await sleep(due - Date.now(), this.change.signal);
  }

  private wake(): void {
    this.change.abort();
  }

  private async sendNext(count: number): Promise<void> {
    const next = this.queue.splice(0, count);
    this.sending += next.length;
    const announced = await attempt(() => this.announce(next));
    for (const entry of next) {
      if (announced.ok && !this.closing.signal.aborted) void this.send(entry);
      else this.keepBack(entry, announced.ok ? undefined : announced.error);
    }
  }

  /** Records which messages are sent now. */
  private async announce(entries: readonly Entry[]): Promise<void> {
    const stored = entries.filter((entry) => entry.stored);
    const changes = stored.map((entry) => [entry.id, this.state(entry, 'sending')] as const);
    if (changes.length > 0) await this.journal.begin(changes, this.closing.signal);
  }

  private async send(entry: Entry): Promise<void> {
    try {
      const output = await entry.turn.call((client, signal) =>
        entry.send(client, { signal, retry: NO_RETRY }),
      );
      this.isThere();
      await this.finish(entry, { ok: true, value: output });
    } catch (error) {
      const failure = asMessagingError(error);
      if (isStopped(failure) || canWait(failure)) return this.keepBack(entry, failure);
      if (failure.status !== undefined) this.isThere();
      else if (this.away) this.later(failure);
      await this.finish(entry, { ok: false, error: failure });
    }
  }

  /** The outcome is recorded before it is passed on, so that a restart does not call it unknown. */
  private async finish(entry: Entry, outcome: Attempt<Output>): Promise<void> {
    this.sending -= 1;
    this.wake();
    const done = { ...this.state(entry, 'done'), outcome: storedOutcome(outcome) };
    if (entry.stored) await this.journal.change(entry.id, done);
    if (outcome.ok) entry.resolve(outcome.value);
    else entry.reject(outcome.error);
  }

  /** Puts a message that was certainly not sent back in line. */
  private keepBack(entry: Entry, failure: MessagingError | undefined): void {
    this.sending -= 1;
    if (entry.stored) void this.journal.change(entry.id, this.state(entry, 'waiting'));
    if (this.closing.signal.aborted) return entry.reject(stoppedBefore());
    this.line(entry);
    this.later(failure);
    this.storeQueue();
    void entry.turn.pause(0);
    this.run();
  }

  private isThere(): void {
    this.away = false;
    this.pauseMs = FIRST_PAUSE_MS;
  }

  /** The service is away: schedules the next attempt. */
  private later(failure: MessagingError | undefined): void {
    const now = Date.now();
    if (failure !== undefined) this.lastReason = failure.fact;
    if (this.away && now >= this.nextTry) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    this.away = true;
    this.nextTry = Math.max(this.nextTry, now + Math.max(pauseAskedFor(failure ?? {}) ?? 0, this.pauseMs));
  }

  /** Ends messages that have waited too long. */
  private endOld(): void {
    const now = Date.now();
    if (now < this.nextEnd) return;
    const over = this.queue.filter(({ until }) => until <= now);
    this.queue = this.queue.filter(({ until }) => until > now);
    this.nextEnd = this.queue.reduce((least, { until }) => Math.min(least, until), Infinity);
    for (const entry of over) entry.reject(waitedTooLong(entry, this.lastReason));
  }

  /** Call this when nothing of the node is under way any more. */
  async close(removed: boolean): Promise<void> {
    // Messages that were announced but not sent continue in the node that replaces this one.
    await this.running;
    await this.journal.close(removed);
  }
}

let lastTime = 0;
let lastNumber = 0;

/** Later ids sort after earlier ones as text. */
function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  lastNumber = now === lastTime ? lastNumber + 1 : 0;
  lastTime = now;
  return now.toString(36).padStart(9, '0') + lastNumber.toString(36).padStart(5, '0');
}

function noRoom(): MessagingError {
  return tooManyWaiting(MOST_WAITING, 'Send the message again when the service can be reached.');
}
