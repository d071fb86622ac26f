import { setImmediate as nextTurn } from 'timers/promises';
import type { Node, NodeAPI, NodeMessage, NodeMessageInFlow } from 'node-red';

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
import { findAccount, type Account } from '../service/account';
import { missingAccount } from '../service/missingAccount';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import type { Deployed } from '../settings/registerNode';
import { nodeError, notPassedOn, settingsFault, stoppedBefore, wasStopped } from '../outcome/failure';
import { Journals } from '../journal/journals';
import { connected, deploysOf, nextNodes } from '../service/deploys';
import { memoryOf, runtimeOf } from '../service/lasting';
import { sharedAbort } from '../service/sharedAbort';
import {
  acceptedIn,
  isFailed,
  logLate,
  report,
  showFailure,
  type Outcome,
  type Receiver,
} from '../outcome/report';
import { StatusLine, type Shown } from '../outcome/statusLine';
import { Backlog, type Left } from './backlog';
import type { Entry } from './entry';
import { Draft, type Several } from './outgoing';
import { Job } from './job';
import type { Reporter } from './reporter';

export interface Work<Prepared> {
  /** The node collects messages: when it is closed, it sends those that wait itself, instead of leaving them to its successor. */
  collects?: boolean;
  /** Goes on with the messages of the node that are in the outbox of its account when Node-RED runs again. */
  reporter?: Pick<Reporter, 'resume' | 'shown'>;
  /** The output for failures, if its setting does not say whether the second one is. */
  failurePort?: number;
  /** Further values for the texts of the status. */
  shown?(): Record<string, number | string>;
  /** Reads everything needed from the message, as it is when it arrives; of several messages that a deploy has left in part, it is read already. */
  prepare(msg: NodeMessage, account: Account, several: Several | undefined): Promise<Prepared | Draft>;
  /** Sends a message that makes one call, in its turn; a deploy passes on what waits for that. */
  send?(draft: Draft, job: Job): Promise<Outcome>;
  act(prepared: Prepared, job: Job): Promise<Outcome>;
}

/** The faults that a node has reported when it was deployed. */
const reported = new WeakSet<MessagingError>();

/** How long a closed node waits for the answers to its calls; Node-RED gives it 15 seconds. */
const CLOSING_MS = 10_000;

/**
 * Gives a node its input. Every message is prepared when it arrives, processed in its turn, and ends with exactly one `done()`, whatever it
 * contains. A node that a deploy closes leaves waiting messages to the node that replaces it and waits for the answers to its calls.
 */
export class Worker<Prepared> {
  private readonly RED: NodeAPI;
  private readonly node: Node;
  private readonly accountId: string;
  /** Undefined if they have no output. */
  private readonly failurePort: number | undefined;
  private readonly account: Account | undefined;
  /** Why no message can be sent; undefined if messages can be sent. */
  private readonly fault: MessagingError | undefined;
  readonly status: StatusLine;
  private readonly backlog: Backlog;
  private readonly jobs = new Set<Job>();
  /** Once aborted, no message waits and no call is made any more. */
  readonly stopping = sharedAbort();
  /** Aborted if the calls that are under way take too long. */
  readonly givingUp = sharedAbort();
  private lastRead: Promise<unknown> = Promise.resolve();
  private finished = 0;
  private isClosing = false;
  private removed = false;
  private whenIdle: (() => void) | undefined;
  /** How many messages have ended because the node was closed: those that go on from their records, and the others. */
  private readonly stopped = { kept: 0, others: 0 };

  constructor(
    deployed: Deployed<{ account: string; failureOutput?: boolean }>,
    private readonly work: Work<Prepared>,
  ) {
    const { RED, node, setting } = deployed;
    this.RED = RED;
    this.node = node;
    this.accountId = setting.account;
    this.failurePort = work.failurePort ?? (setting.failureOutput === true ? 1 : undefined);
    this.account = findAccount(RED, setting.account);
    this.account?.loadAhead();
    this.status = new StatusLine(RED, node);
    this.fault = settingsFault(deployed) ?? this.account?.fault;
    this.showReadiness();
    this.backlog = memoryOf(RED, node).part(Backlog);
    this.backlog.use(node);
    node.on('input', (msg: NodeMessageInFlow, send: Receiver['send'], done: Receiver['done']) => {
      const left = this.backlog.take(msg);
      if (this.isClosing) deploysOf(RED).gotWhileClosing.add(msg._msgid);
      void this.receive(new Job(this, msg, send, done, left?.entry), left);
    });
    node.on('close', (removed: boolean, done: () => void) => {
      void this.close(removed).finally(done);
    });
  }

  /** Whatever prevents the node from working is reported when the flow is deployed, not only when the first message fails. */
  private showReadiness(): void {
    const fault = this.fault ?? this.account?.sendFault;
    if (this.account === undefined)
      this.status.show('failed', missingAccount(this.RED, this.accountId).status);
    else if (fault === undefined) this.status.clear();
    if (fault === undefined) return;
    showFailure(this.status, fault);
    // That of an account once for all nodes that need it.
    if (!reported.has(fault)) this.node.error(nodeError(this.RED, nothingSent(fault)));
    reported.add(fault);
  }

  private async receive(job: Job, left?: Left): Promise<void> {
    const { work } = this;
    this.jobs.add(job);
    job.draft = left?.draft;
    job.several = left?.several;
    job.polling = left?.polling;
    if (left?.outcome !== undefined) return this.finish(job, left.outcome);
    try {
      // What has begun waits for a deploy with a working account, as it may be sent already.
      const hasBegun = left?.entry !== undefined || left?.several !== undefined;
      if (hasBegun && this.cannotWork) await job.wait(new Promise(() => undefined));
      if (left?.entry !== undefined) return await this.resume(job, left.entry);
      const read = attemptToPrepare(() => this.prepare(job));
      const prepared = valueOf(await job.wait(this.inOrder(read)));
      if (work.collects === true) this.showProgress();
      if (!(prepared instanceof Draft)) return this.finish(job, await work.act(prepared, job));
      job.enqueue(prepared);
    } catch (error) {
      this.finish(job, failed(asMessagingError(error)));
    }
  }

  private async resume(job: Job, entry: Entry): Promise<void> {
    const { reporter } = this.work;
    if (reporter === undefined) throw new RangeError('The node has no messages in an outbox');
    await job.wait(this.inOrder(Promise.resolve()));
    this.finish(job, await reporter.resume(job, entry));
  }

  private prepare({ msg, draft, several }: Job): Promise<Prepared | Draft> {
    const own = this.requiredAccount();
    return draft === undefined ? this.work.prepare(msg, own, several) : this.checked(draft, own);
  }

  /** What an account has accepted stays with it when the node is given another one, unless it is gone. */
  private checked(draft: Draft, own = draft.account): Promise<Draft> {
    return draft.by(findAccount(this.RED, draft.accountId) ?? own);
  }

  /** Sends a message in its turn, once the service may be called. */
  async send(job: Job, client: Promise<Client>): Promise<void> {
    const { draft } = job;
    try {
      job.client = await client;
      if (draft === undefined || this.work.send === undefined)
        throw new RangeError('There is nothing to send');
      // A deploy may have replaced the account while it waited.
      this.finish(job, await this.work.send(await this.checked(draft), job));
    } catch (error) {
      this.finish(job, failed(asMessagingError(error)));
    }
  }

  /** Messages go on in the order in which they came, however long it takes to read each. */
  private inOrder<Read>(reading: Promise<Read>): Promise<Read> {
    const read = this.lastRead.then(() => reading);
    // Not what was read, which can be a large file.
    this.lastRead = read.then(() => undefined);
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

  private get cannotWork(): boolean {
    return this.fault !== undefined || this.account === undefined;
  }

  /** @throws MessagingError if there is none that works */
  requiredAccount(): Account {
    if (this.fault !== undefined) throw this.fault;
    if (this.account !== undefined) return this.account;
    throw missingAccount(this.RED, this.accountId).error;
  }

  private conclude(job: Job, outcome: Outcome): void {
    const { msg, draft, several, polling, entry, isKept } = job;
    this.jobs.delete(job);
    if (this.jobs.size === 0) this.whenIdle?.();
    if (this.isClosing) {
      // Closing took too long: the node that replaces this one has it, or has ended it.
      if (entry !== undefined && !isKept) return;
      const goesOn = wasStopped(outcome) || several !== undefined;
      if (goesOn) this.stopped[isKept ? 'kept' : 'others'] += 1;
      // It goes on from its record, which has what became of it. It may have come into the outbox only now.
      if (isKept) return this.backlog.leave({ msg, entry });
      logLate(this.RED, this.node, outcome);
      if (!this.removed)
        return this.backlog.leave(goesOn ? { msg, draft, several, polling } : { msg, outcome });
    }
    if (job.isOwn) {
      if (isFailed(outcome)) this.node.error(nodeError(this.RED, outcome.error));
      return entry?.end();
    }
    // A deploy may be replacing the next nodes: then nobody would get it.
    if (!this.isClosing && deploysOf(this.RED).isReplacing)
      return this.backlog.leave({ msg, entry, outcome });
    this.finished += acceptedIn(outcome);
    const shown = { count: this.finished, ...this.work.shown?.() };
    const failurePort = connected(this.node, this.failurePort);
    const reporting = { failurePort, status: this.status, shown };
    const haveIt = nextNodes(this.RED, this.node);
    try {
      report(this.RED, job, outcome, reporting);
    } finally {
      setImmediate(this.passed, job, outcome, haveIt);
    }
    if (!isFailed(outcome)) this.showProgress();
  }

  /** In the turn of the event loop after a message came out, the next nodes have it. If they were closed before, it comes out again. */
  private readonly passed = (job: Job, outcome: Outcome, haveIt: ReturnType<typeof nextNodes>): void => {
    const { msg, entry } = job;
    if (haveIt(msg)) return entry?.end();
    if (!this.removed || entry !== undefined) this.backlog.leave({ msg, entry, outcome });
  };

  showProgress(): void {
    this.status.showProgress(() => this.progress());
  }

  private progress(): Shown | undefined {
    let calling = 0;
    for (const { calls } of this.jobs) if (calls > 0) calling += 1;
    const waiting = this.jobs.size - calling;
    const more = this.work.shown?.();
    const waitingForService = this.work.reporter?.shown();
    if (waitingForService !== undefined)
      return { look: 'warning', key: 'waitingForService', values: waitingForService };
    if (waiting > 0) return { look: 'waiting', key: 'waiting', values: { count: waiting, ...more } };
    if (calling > 0) return { look: 'working', key: 'working', values: { count: calling, ...more } };
    return undefined;
  }

  private async close(removed: boolean): Promise<void> {
    this.removed = removed;
    this.isClosing = true;
    this.status.close();
    if (this.work.collects !== true) this.stopWaiting();
    await Promise.race([this.settled(), sleep(CLOSING_MS)]);
    this.stopWaiting();
    this.givingUp.abort();
    await this.settled();
    await nextTurn();
    const { kept, others } = this.stopped;
    this.tell(removed ? 'removedWhileWaiting' : 'closedWhileWaiting', others);
    if (removed) this.tell('waitsUntilBack', kept);
    await runtimeOf(this.RED)
      .part(Journals)
      .flush([this.accountId, ...this.backlog.accounts]);
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
    if (count > 0) this.node.warn(this.RED._(`${ACCOUNT_CATALOG}waiting.${key}`, { count }));
  }

  /** Resolves when nothing is under way. */
  private settled(): Promise<void> | undefined {
    return this.jobs.size === 0 ? undefined : new Promise((resolve) => (this.whenIdle = resolve));
  }
}
