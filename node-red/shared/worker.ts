import type { Node, NodeAPI, NodeDef, NodeMessage, NodeMessageInFlow } from 'node-red';

import {
  asMessagingError,
  invalidSettings,
  sleep,
  type Client,
  type MessagingError,
} from '../../core/client';
import { readList } from '../../core/reading';
import { findAccount, type Account } from './account';
import { nodeError, notSet, stoppedBefore, wasStopped, type Outcome } from './failure';
import { handoverOf } from './handover';
import { report, showFailure, type Entries, type Output, type Receiver } from './report';
import { unsetVariables } from './settings';
import { StatusLine } from './statusLine';

type Task<T> = (client: Client, signal: AbortSignal) => Promise<T>;

/** How the work on one message speaks with the service. */
export interface Turn {
  /**
   * Calls the service in the message's turn (Account.run). Its `signal` fires when the node was closed and the call takes too long.
   * When the node is closed before, nothing is called and the work on the message ends here. `others` are further messages that the
   * call is for.
   */
  call<T>(task: Task<T>, others?: readonly Turn[]): Promise<T>;
  /** Waits so many milliseconds, less when the node is closed. */
  pause(ms: number): Promise<void>;
  /** Waits for something else than the service, however long; a deploy leaves the message to the node that takes this one's place. */
  until<T>(event: Promise<T>): Promise<T>;
}

export interface Work<Prepared> {
  /** What the editor has stored for the node. */
  definition: NodeDef;
  /** Id of the account's config node. */
  account: string;
  failureOutput: boolean;
  /** The node collects messages: what waits when it is closed is to be sent by it, and not by the node that takes its place. */
  collects?: boolean;
  /** Whether a message that waits goes on by itself when Node-RED runs again. */
  outlivesStop?(msg: NodeMessage): boolean;
  /** The output for failures, where it is not the second one. */
  failurePort?: number;
  /** To be done when the node was closed and has nothing under way any more. */
  closed?(removed: boolean): Promise<void>;
  /** Further values for the texts of the status. */
  shown?(): Record<string, number>;
  /** Reads all that is needed from the message, as it is when it arrives. */
  prepare(msg: NodeMessage, account: Account): Promise<Prepared>;
  act(prepared: Prepared, turn: Turn): Promise<Output | Entries>;
}

/** The node that works on a message. */
interface Worksite {
  readonly node: Node;
  call<T>(jobs: readonly Job[], task: Task<T>): Promise<T>;
  pause(job: Job, ms: number): Promise<void>;
  until<T>(job: Job, event: Promise<T>): Promise<T>;
}

/** A message that a node works on. One object without closures, because thousands of them can wait for their turn. */
class Job implements Receiver, Turn {
  /** From its first call to the service to its end, pauses excepted: such a job cannot be given to another node. */
  calling = false;
  /** Reported, or left to the node that takes this one's place. */
  over = false;
  private ended = false;

  constructor(
    private readonly site: Worksite,
    readonly msg: NodeMessageInFlow,
    readonly send: Receiver['send'],
    private readonly end: Receiver['done'],
  ) {}

  call<T>(task: Task<T>, others: readonly Turn[] = []): Promise<T> {
    return this.site.call([this, ...others.filter((other) => other instanceof Job)], task);
  }

  pause(ms: number): Promise<void> {
    return this.site.pause(this, ms);
  }

  until<T>(event: Promise<T>): Promise<T> {
    return this.site.until(this, event);
  }

  /** Ends the message, once only, and without taking Node-RED down when it cannot copy the message for its Catch nodes. */
  done(error?: Error): void {
    if (this.ended) return;
    this.ended = true;
    try {
      this.end(error);
    } catch (failure) {
      this.site.node.error(error ?? nodeError(asMessagingError(failure)));
    }
  }
}

/** How long a node that is closed waits for the answers to what it has under way; Node-RED gives it 15 seconds. */
const CLOSING_MS = 10_000;

/** Outcomes that came while the node was closed: the node that takes its place reports them, as nobody listens to the old one. */
const lateOutcomes = new WeakMap<NodeMessage, Outcome<Output | Entries>>();

/**
 * Gives a node its input. Every message is prepared when it comes, worked on in its turn, and ends in exactly one `done()`, whatever it
 * holds. A node that is closed by a deploy leaves what waits to the node that takes its place and waits for the answers under way.
 */
export class Worker<Prepared> implements Worksite {
  private readonly account: Account | undefined;
  /** Why no message can be sent; undefined when it can. */
  private readonly fault: MessagingError | undefined;
  private readonly status: StatusLine;
  private readonly jobs = new Set<Job>();
  private readonly closing = new AbortController();
  /** From then on nothing is called any more. */
  private readonly stopping = new AbortController();
  private readonly givingUp = new AbortController();
  private calling = 0;
  private finished = 0;
  private removed = false;

  constructor(
    private readonly RED: NodeAPI,
    readonly node: Node,
    private readonly work: Work<Prepared>,
  ) {
    this.account = findAccount(RED, work.account);
    this.account?.loadAhead();
    this.status = new StatusLine(RED, node);
    this.fault = notSet(unsetVariables(work.definition), 'node') ?? this.account?.fault;
    this.showReadiness();
    handoverOf(RED).takeOver(node);
    node.on('input', (msg: NodeMessageInFlow, send: Receiver['send'], done: Receiver['done']) => {
      void this.receive(new Job(this, msg, send, done));
    });
    node.on('close', (removed: boolean, done: () => void) => {
      void this.close(removed).finally(done);
    });
  }

  /** What keeps the node from its work is said when the flow is deployed, not only when the first message fails. */
  private showReadiness(): void {
    if (this.account === undefined) this.status.show('failed', 'noAccount');
    if (this.fault === undefined) return;
    showFailure(this.status, this.fault);
    // A fault of the account is said there, once for all nodes.
    if (this.fault !== this.account?.fault) this.node.error(nodeError(this.fault));
  }

  /** One function from the arrival to the end, because what thousands of messages wait in takes memory for each. */
  private async receive(job: Job): Promise<void> {
    this.jobs.add(job);
    let outcome = lateOutcomes.get(job.msg);
    try {
      if (outcome === undefined) {
        const prepared = await this.work.prepare(job.msg, this.requiredAccount());
        if (this.work.collects === true) this.showProgress();
        outcome = { ok: true, value: await this.work.act(prepared, job) };
      }
    } catch (error) {
      outcome = { ok: false, error: asMessagingError(error) };
    }
    if (!job.over) this.finish(job, outcome);
  }

  private finish(job: Job, outcome: Outcome<Output | Entries>): void {
    lateOutcomes.delete(job.msg);
    try {
      this.conclude(job, outcome);
    } catch (error) {
      // A message that cannot be passed on: what follows in the flow cannot take it.
      job.done(nodeError(asMessagingError(error)));
    }
  }

  private requiredAccount(): Account {
    if (this.fault !== undefined) throw this.fault;
    if (this.account !== undefined) return this.account;
    throw invalidSettings('The node has no account', 'Choose an account in the node.');
  }

  call<T>(jobs: readonly Job[], task: Task<T>): Promise<T> {
    const account = this.requiredAccount();
    if (account.mustWait) this.showProgress();
    return account.run((client) => this.callNow(jobs, client, task), this.stopping.signal);
  }

  private callNow<T>(jobs: readonly Job[], client: Client, task: Task<T>): Promise<T> {
    if (this.stopping.signal.aborted) throw stoppedBefore();
    for (const job of jobs) this.setCalling(job, true);
    this.showProgress();
    return task(client, this.givingUp.signal);
  }

  pause(job: Job, ms: number): Promise<void> {
    this.setCalling(job, false);
    this.showProgress();
    return sleep(ms, this.closing.signal);
  }

  async until<T>(job: Job, event: Promise<T>): Promise<T> {
    if (this.closing.signal.aborted) throw stoppedBefore();
    this.setCalling(job, false);
    this.showProgress();
    const value = await event;
    // Left to another node meanwhile, which waits for the same.
    if (job.over) throw stoppedBefore();
    this.setCalling(job, true);
    return value;
  }

  private setCalling(job: Job, calling: boolean): void {
    if (job.calling !== calling) this.calling += calling ? 1 : -1;
    job.calling = calling;
  }

  private conclude(job: Job, outcome: Outcome<Output | Entries>): void {
    job.over = true;
    this.jobs.delete(job);
    this.setCalling(job, false);
    if (this.closing.signal.aborted && !this.removed) {
      if (!wasStopped(outcome)) this.keepLate(job, outcome);
      handoverOf(this.RED).leave(this.node, job.msg);
      return;
    }
    this.finished += acceptedIn(outcome);
    const { failureOutput } = this.work;
    const shown = { count: this.finished, ...this.work.shown?.() };
    report(job, outcome, { failureOutput, failurePort: this.work.failurePort, status: this.status, shown });
    if (outcome.ok) this.showProgress();
  }

  /** For the node that takes this one's place; where Node-RED stops, none does, and the log is the only place that still tells of it. */
  private keepLate({ msg }: Job, outcome: Outcome<Output | Entries>): void {
    lateOutcomes.set(msg, outcome);
    const ids = messageIdsIn(outcome);
    if (ids.length > 0) {
      const named = ids.slice(0, MOST_IDS_LOGGED).join(', ') + (ids.length > MOST_IDS_LOGGED ? ' …' : '');
      this.node.log(this.RED._(`${this.node.type}.errors.late`, { count: ids.length, ids: named }));
    }
    if (!outcome.ok && outcome.error.outcome === 'unknown') this.node.warn(nodeError(outcome.error).message);
  }

  private showProgress(): void {
    const waiting = this.jobs.size - this.calling;
    const more = this.work.shown?.();
    if (waiting > 0) this.status.show('waiting', 'waiting', { count: waiting, ...more });
    else if (this.calling > 0) this.status.show('working', 'working', { count: this.calling, ...more });
  }

  private async close(removed: boolean): Promise<void> {
    this.removed = removed;
    this.closing.abort();
    this.status.close();
    if (this.work.collects !== true) this.stopWaiting();
    await this.settled(AbortSignal.timeout(CLOSING_MS));
    this.stopWaiting();
    this.givingUp.abort();
    await this.settled();
    await this.work.closed?.(removed);
  }

  /** Nothing is called any more: messages that wait for their turn end here, or go to the node that takes this one's place. */
  private stopWaiting(): void {
    this.stopping.abort();
    const waiting = [...this.jobs].filter(({ calling }) => !calling);
    const outlives = new Set(waiting.filter(({ msg }) => this.work.outlivesStop?.(msg) === true));
    for (const job of waiting) {
      const given = this.removed && outlives.has(job) ? givenUp : stopped();
      this.conclude(job, given);
    }
    const ending = this.removed ? waiting : waiting.filter((job) => !outlives.has(job));
    if (ending.length === 0) return;
    const key = this.removed ? 'removedWhileWaiting' : 'closedWhileWaiting';
    this.node.warn(this.RED._(`${this.node.type}.errors.${key}`, { count: ending.length }));
  }

  /** Waits until no message is left, or the signal fires. */
  private async settled(signal?: AbortSignal): Promise<void> {
    while (this.jobs.size > 0 && signal?.aborted !== true) await sleep(10, signal);
  }
}

/** What waited for something that nobody waits for any more: nothing comes out. */
const givenUp: Outcome<Entries> = { ok: true, value: { entries: [], error: undefined } };

function stopped(): Outcome<never> {
  return { ok: false, error: stoppedBefore() };
}

/** How many messages of an outcome succeeded. */
function acceptedIn(outcome: Outcome<Output | Entries>): number {
  if (!outcome.ok) return 0;
  return 'entries' in outcome.value ? outcome.value.entries.filter(({ outcome: { ok } }) => ok).length : 1;
}

const MOST_IDS_LOGGED = 50;

/** The ids of the messages that were accepted. */
function messageIdsIn(outcome: Outcome<Output | Entries>): string[] {
  if (!outcome.ok) return [];
  const outputs =
    'entries' in outcome.value ? outcome.value.entries.map((entry) => entry.outcome) : [outcome];
  return outputs.flatMap((output) =>
    output.ok && 'payload' in output.value
      ? (readList(output.value.payload, 'messageIds') ?? []).filter((id) => typeof id === 'string')
      : [],
  );
}
