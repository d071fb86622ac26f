import type { Node, NodeAPI, NodeDef, NodeMessage, NodeMessageInFlow } from 'node-red';

import {
  asMessagingError,
  attemptToPrepare,
  failed,
  nothingSent,
  sleep,
  valueOf,
  type Client,
  type MessagingError,
} from '../../core/client';
import { conversationsOf } from '../../core/steps';
import { checkedFor } from '../message/preparedMessage';
import { findAccount, type Account } from '../service/account';
import { missingAccount } from '../service/missingAccount';
import { sharedAbort } from '../service/sharedAbort';
import type { Description } from '../settings/describe';
import { acceptedIn, messageIdsIn } from '../outcome/accepted';
import { nodeError, notPassedOn, notSet, stoppedBefore, wasStopped } from '../outcome/failure';
import { memoryOf } from '../service/lasting';
import { isFailed, report, showFailure, type Outcome, type Receiver } from '../outcome/report';
import { unsetVariables } from '../settings/settings';
import { StatusLine, type Shown } from '../outcome/statusLine';
import { Backlog } from './backlog';
import type { Draft } from './outgoing';
import { Job, type CallSetting, type Task } from './job';
import type { Reporter } from './reporter';

export interface Work<Prepared> {
  description: Description;
  /** What the editor has stored for the node. */
  definition: NodeDef;
  account: string;
  failureOutput: boolean;
  /** The node collects messages: when it is closed, it sends those that wait itself, instead of leaving them to its successor. */
  collects?: boolean;
  /** The messages of the node in the outbox of its account, which it goes on with when Node-RED runs again. */
  outbox?: Pick<Reporter, 'find' | 'end' | 'shown' | 'close'>;
  /** The output for failures, if it is not the second one. */
  failurePort?: number;
  /** Called when the node was closed and nothing is under way any more. */
  closed?(): Promise<void>;
  /** Further values for the texts of the status. */
  shown?(): Record<string, number | string>;
  /**
   * Reads everything needed from the message, as it is when it arrives.
   * @param left what the node before this one has prepared to send for it
   */
  prepare(msg: NodeMessage, account: Account, left?: Draft): Promise<Prepared>;
  /** What is sent for a message that makes one call, which waits for its turn before `act`. */
  draftOf?(prepared: Prepared): Draft | undefined;
  act(prepared: Prepared, job: Job): Promise<Outcome>;
}

/** How long a closed node waits for the answers to its calls; Node-RED gives it 15 seconds. */
const CLOSING_MS = 10_000;

/**
 * Gives a node its input. Every message is prepared when it arrives, processed in its turn, and ends with exactly one `done()`, whatever it
 * contains. A node that a deploy closes leaves waiting messages to the node that replaces it and waits for the answers to its calls.
 */
export class Worker<Prepared> {
  private readonly account: Account | undefined;
  /** Why no message can be sent; undefined if messages can be sent. */
  private readonly fault: MessagingError | undefined;
  readonly status: StatusLine;
  private readonly backlog: Backlog;
  private readonly jobs = new Set<Job>();
  /** What has come out and the next nodes do not have yet: if they are closed before, it comes out again. */
  private readonly passing = new Map<NodeMessage, Outcome>();
  /** Once aborted, no message waits and no call is made any more. */
  private readonly stopping = sharedAbort();
  private readonly givingUp = sharedAbort();
  private lastRead: Promise<unknown> = Promise.resolve();
  private calling = 0;
  private finished = 0;
  private isClosing = false;
  private removed = false;
  private whenIdle: (() => void) | undefined;
  /** How many messages have ended because the node was closed: those that go on from their records, and the others. */
  private readonly stopped = { kept: 0, others: 0 };

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly work: Work<Prepared>,
  ) {
    this.account = findAccount(RED, work.account);
    this.account?.loadAhead();
    this.status = new StatusLine(RED, node);
    this.fault =
      notSet(RED, work.description, work.definition, unsetVariables(work.definition)) ?? this.account?.fault;
    this.showReadiness();
    this.backlog = memoryOf(RED, node).part(Backlog);
    this.backlog.use(node);
    node.on('input', (msg: NodeMessageInFlow, send: Receiver['send'], done: Receiver['done']) => {
      const isOwn = this.work.outbox?.find(msg)?.isOwn === true;
      void this.receive(isOwn ? new Job(this, msg, noop, noop, true) : new Job(this, msg, send, done));
    });
    node.on('close', (removed: boolean, done: () => void) => {
      void this.close(removed).finally(done);
    });
  }

  /** Whatever prevents the node from working is reported when the flow is deployed, not only when the first message fails. */
  private showReadiness(): void {
    if (this.account === undefined)
      this.status.show('failed', missingAccount(this.RED, this.work.account).status);
    else if (this.fault === undefined) this.status.clear();
    if (this.fault === undefined) return;
    showFailure(this.RED, this.status, this.fault);
    // The account reports its own fault, once for all nodes.
    if (this.fault !== this.account?.fault) this.node.error(nodeError(this.RED, nothingSent(this.fault)));
  }

  private async receive(job: Job): Promise<void> {
    this.jobs.add(job);
    const { outcome, draft: left } = this.backlog.take(job.msg);
    if (outcome !== undefined) return this.finish(job, outcome);
    try {
      // What has begun waits for a deploy with a working account, as it may be sent already.
      if (this.cannotWork && this.isKept(job)) await this.wait(job, new Promise(noop));
      const prepare = async () => this.prepare(job.msg, left);
      const prepared = valueOf(await this.wait(job, this.inOrder(attemptToPrepare(prepare))));
      if (this.work.collects === true) this.showProgress();
      job.draft = this.work.draftOf?.(prepared);
      if (job.draft === undefined) this.finish(job, await this.work.act(prepared, job));
      else this.enqueue(job, job.draft, prepared);
    } catch (error) {
      this.finish(job, failed(asMessagingError(error)));
    }
  }

  private async prepare(msg: NodeMessage, left: Draft | undefined): Promise<Prepared> {
    const own = this.requiredAccount();
    if (left === undefined) return this.work.prepare(msg, own);
    // What an account has accepted stays with it when the node is given another one, unless it is gone.
    const account = findAccount(this.RED, left.accountId) ?? own;
    const request = account === left.account ? left.request : await checkedFor(account, left.request);
    return this.work.prepare(msg, own, { ...left, request, account });
  }

  /** Waits for the turn of a message. Nothing else is kept of it meanwhile, not even a suspended function: very many can wait. */
  private enqueue(job: Job, { request, account }: Draft, prepared: Prepared): void {
    job.isInQueue = true;
    if (account.mustWait) this.showProgress();
    account.start(() => this.takeTurn(job, account, prepared), conversationsOf(request));
  }

  private async takeTurn(job: Job, account: Account, prepared: Prepared): Promise<void> {
    // It was given up.
    if (!job.isInQueue) return;
    job.isInQueue = false;
    try {
      job.turn = await account.ready(this.stopping.signal);
      if (this.stopping.signal.aborted) throw stoppedBefore();
      this.finish(job, await this.work.act(prepared, job));
    } catch (error) {
      this.finish(job, failed(asMessagingError(error)));
    }
  }

  /** Messages go on in the order in which they came, however long it takes to read each. */
  private inOrder<Read>(reading: Promise<Read>): Promise<Read> {
    const read = this.lastRead.then(() => reading);
    this.lastRead = read;
    return read;
  }

  private finish(job: Job, outcome: Outcome): void {
    try {
      this.conclude(job, outcome);
    } catch (error) {
      // The message cannot be passed on: the next nodes in the flow cannot take it.
      job.done(nodeError(this.RED, notPassedOn(error)));
    }
  }

  notEnded(failure: unknown, error: Error | undefined): void {
    this.node.error(error ?? nodeError(this.RED, notPassedOn(failure)));
  }

  /** Whether the message goes on from its record when the node runs again. */
  private isKept({ msg }: Job): boolean {
    return this.work.outbox?.find(msg) !== undefined;
  }

  private get cannotWork(): boolean {
    return this.fault !== undefined || this.account === undefined;
  }

  private requiredAccount(): Account {
    if (this.fault !== undefined) throw this.fault;
    if (this.account !== undefined) return this.account;
    throw missingAccount(this.RED, this.work.account).error;
  }

  call<T>(
    jobs: readonly Job[],
    task: Task<T>,
    { conversations, account = this.requiredAccount() }: CallSetting,
  ): Promise<T> {
    const [{ turn } = { turn: undefined }] = jobs;
    if (turn !== undefined) return this.callNow(jobs, turn, task);
    if (this.stopping.signal.aborted) return Promise.reject(stoppedBefore());
    if (account.mustWait) this.showProgress();
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const giveUp = (error: MessagingError) => {
        isGivenUp = true;
        reject(error);
      };
      for (const job of jobs) job.waitsFor(giveUp);
      const callNow = (client: Client) => {
        for (const job of jobs) job.goesOn(giveUp);
        // It was given up, or somebody else has answered before its turn came.
        if (isGivenUp || this.stopping.signal.aborted) throw stoppedBefore();
        return this.callNow(jobs, client, task);
      };
      account.run(callNow, this.stopping.signal, conversations).then(resolve, reject);
    });
  }

  private async callNow<T>(jobs: readonly Job[], client: Client, task: Task<T>): Promise<T> {
    this.countCalls(jobs, 1);
    this.showProgress();
    try {
      return await task(client, this.givingUp.signal);
    } finally {
      this.countCalls(jobs, -1);
    }
  }

  /** Counts the messages that call the service. */
  private countCalls(jobs: readonly Job[], more: number): void {
    for (const job of jobs) {
      const before = job.calls;
      job.calls += more;
      this.calling += Number(job.calls > 0) - Number(before > 0);
    }
  }

  until<T>(job: Job, event: Promise<T>): Promise<T> {
    this.showProgress();
    return this.wait(job, event);
  }

  /** Not async: thousands can wait, and a suspended function takes more memory than a promise. */
  private wait<T>(job: Job, event: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.stopping.signal.aborted) reject(stoppedBefore());
      job.waitsFor(reject);
      event.then(resolve, reject).finally(() => job.goesOn(reject));
    });
  }

  private conclude(job: Job, outcome: Outcome): void {
    this.jobs.delete(job);
    if (this.jobs.size === 0) this.whenIdle?.();
    if (this.isClosing) {
      const isKept = this.isKept(job);
      if (wasStopped(outcome)) this.stopped[isKept ? 'kept' : 'others'] += 1;
      // It goes on from its record, which has what became of it. It may have come into the outbox only now.
      if (isKept) return this.backlog.leave(job.msg);
      if (!this.removed) return this.leave(job, outcome);
    }
    if (job.isOwn) {
      this.work.outbox?.end(job.msg);
      return;
    }
    this.finished += acceptedIn(outcome);
    const { failureOutput } = this.work;
    const shown = { count: this.finished, ...this.work.shown?.() };
    const reporting = { failureOutput, failurePort: this.work.failurePort, status: this.status, shown };
    try {
      report(this.RED, job, outcome, reporting);
    } finally {
      this.passing.set(job.msg, outcome);
      setImmediate(this.passed, job.msg);
      this.work.outbox?.end(job.msg);
    }
    if (!isFailed(outcome)) this.showProgress();
  }

  /** The next nodes get what was sent in the turn of the event loop after that. */
  private readonly passed = (msg: NodeMessage): void => {
    this.passing.delete(msg);
  };

  /** Leaves a message to the node that replaces this one. If Node-RED stops, there is none, and only the log still reports the outcome. */
  private leave({ msg, draft }: Job, outcome: Outcome): void {
    this.backlog.leave(msg, wasStopped(outcome) ? { draft } : { outcome });
    const ids = messageIdsIn(outcome);
    if (ids.length > 0) {
      const named = ids.slice(0, MOST_IDS_LOGGED).join(', ') + (ids.length > MOST_IDS_LOGGED ? ' …' : '');
      this.node.log(this.RED._(`${this.node.type}.errors.late`, { count: ids.length, ids: named }));
    }
    if (isFailed(outcome) && outcome.error.outcome === 'unknown')
      this.node.warn(nodeError(this.RED, outcome.error).message);
  }

  private showProgress(): void {
    this.status.showProgress(() => this.progress());
  }

  private progress(): Shown | undefined {
    const waiting = this.jobs.size - this.calling;
    const more = this.work.shown?.();
    const waitingForService = this.work.outbox?.shown();
    if (waitingForService !== undefined)
      return { look: 'warning', key: 'waitingForService', values: waitingForService };
    if (waiting > 0) return { look: 'waiting', key: 'waiting', values: { count: waiting, ...more } };
    if (this.calling > 0)
      return { look: 'working', key: 'working', values: { count: this.calling, ...more } };
    return undefined;
  }

  private async close(removed: boolean): Promise<void> {
    this.removed = removed;
    this.isClosing = true;
    if (!removed) for (const [msg, outcome] of this.passing) this.backlog.leave(msg, { outcome });
    this.status.close();
    if (this.work.collects !== true) this.stopWaiting();
    await Promise.race([this.settled(), sleep(CLOSING_MS)]);
    this.stopWaiting();
    this.givingUp.abort();
    await this.settled();
    const { kept, others } = this.stopped;
    this.tell(removed ? 'removedWhileWaiting' : 'closedWhileWaiting', others);
    if (removed) this.tell('waitsUntilBack', kept);
    await Promise.all([this.work.closed?.(), this.work.outbox?.close()]);
  }

  /** No call is made any more: messages that wait end here, or go to the node that replaces this one. */
  private stopWaiting(): void {
    this.stopping.abort();
    for (const job of this.jobs) {
      job.giveUp();
      if (job.isInQueue) this.finish(job, failed(stoppedBefore()));
      job.isInQueue = false;
    }
  }

  private tell(key: string, count: number): void {
    if (count > 0) this.node.warn(this.RED._(`${this.node.type}.errors.${key}`, { count }));
  }

  /** Resolves when nothing is under way. */
  private settled(): Promise<void> | undefined {
    return this.jobs.size === 0 ? undefined : new Promise((resolve) => (this.whenIdle = resolve));
  }
}

function noop(): void {}

const MOST_IDS_LOGGED = 50;
