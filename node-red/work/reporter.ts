import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { MessagingError, sleep } from '../../core/client';
import { BoundedMap } from '../../core/boundedMap';
import { personKey } from '../../core/contract/phoneNumber';
import { runPlan, type PlanEnd, type Tried } from '../../core/plan';
import type { Subscriber } from '../calls/offer';
import { subscribe } from '../calls/webhooks';
import { fault } from '../errors/texts';
import { interrupted, warnOnce } from '../outcome/failure';
import { readableCopy } from '../outcome/jsonCopy';
import { localTime, type Outcome } from '../outcome/report';
import { findAccount, type Account } from '../service/account';
import { memoryOf, runtimeOf } from '../service/lasting';
import { Journals } from '../journal/journals';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { Backlog } from './backlog';
import type { Entry } from './entry';
import type { Guards } from './guards';
import type { Job } from './job';
import { outboxOf, type Outbox } from './outbox';
import { hasWaitedTooLong, waitedTooLong } from './notReached';
import { PlanRun } from './planRun';
import type { Submission } from './submission';

/** How many messages are cancelled before other work gets its turn. */
const AT_A_TIME = 50;
const MOST_TOLD = 1000;

/** How the plan of a message has ended. */
export interface Ended {
  entry: Entry;
  end: PlanEnd;
  /** What had become of it by then. */
  tried: readonly Tried[];
  /** Why the last attempt failed. */
  failure: MessagingError | undefined;
}

interface Rules {
  /** What the node does with a message; `run` runs its plan. */
  work(run: () => Promise<Ended>, job: Job, submission: Submission): Promise<Outcome>;
  /** Gets the events of the accounts that have messages of the node which wait for some. */
  subscriber(): Subscriber;
  guards: Guards;
  /** How many messages can be recorded; each is in memory and in the journal. */
  most: number;
  kept: 'messages' | 'questions';
  /** Sends the reply to the first answer of a person that does not fit. Resolves with whether it was the first. */
  misfit?(entry: Entry, target: number): Promise<boolean>;
}

/**
 * A node that sends, as it is set now. It submits messages to the outbox of its account, and reports what becomes of them; they stay there when a
 * deploy replaces it, or until it is back.
 */
export class Reporter {
  readonly account: Account | undefined;
  /** Warns once that the journal cannot be written. */
  readonly notKept: (error: unknown) => void;
  private readonly outbox: Outbox;
  private readonly backlog: Backlog;
  /** Accounts whose events the node gets. */
  private readonly heard = new Set<string>();
  /** The properties that the node has warned of. */
  private readonly told = new BoundedMap<string, true>(MOST_TOLD);

  constructor(
    readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly accountId: string,
    readonly rules: Rules,
  ) {
    this.backlog = memoryOf(RED, node).part(Backlog);
    this.backlog.reporter = this;
    this.account = findAccount(RED, accountId);
    this.notKept = warnOnce(RED, node, 'notKept');
    this.outbox = outboxOf(RED, accountId);
    this.outbox.file.ready.catch(this.notKept);
    // Messages may wait in the journals of accounts that no node has any more.
    void runtimeOf(RED)
      .part(Journals)
      .found.then((accounts) => accounts.forEach((account) => outboxOf(RED, account)));
    node.on('close', () => {
      if (this.backlog.reporter === this) this.backlog.reporter = undefined;
      this.outbox.keepTimes();
    });
  }

  private get entries(): ReadonlySet<Entry> {
    return this.backlog.entries;
  }

  /** Gives the node the events of its account, or of the one that it had when it accepted a message. */
  hear(account: string): void {
    if (this.heard.has(account)) return;
    this.heard.add(account);
    const isFormer = account !== this.accountId;
    subscribe(this.RED, this.node, account, { ...this.rules.subscriber(), isFormer });
  }

  /** What an account has accepted stays with it when the node is given another one, unless it is gone. */
  accountOf({ id }: Outbox): Account | undefined {
    return findAccount(this.RED, id) ?? this.account;
  }

  /** Values for the status while messages wait for the service; undefined while it can be reached. */
  shown(): Record<string, string | number> | undefined {
    if (!this.outbox.line.isAway) return undefined;
    const waiting = [...this.entries].filter(({ run }) => run?.isWaiting === true);
    const [oldest] = waiting;
    return oldest && { count: waiting.length, since: localTime(oldest.since) };
  }

  /**
   * Sends a message as its plan says. What must not be lost is recorded before.
   * @throws MessagingError `not_recorded`, `too_many_waiting`, and what the work of the node throws
   */
  async submit(job: Job, submission: Submission): Promise<Outcome> {
    job.entry = this.enter(job.msg, submission);
    return this.resume(job, job.entry);
  }

  /**
   * Goes on with what its record says, as was fixed when the message arrived; the node may be set otherwise by now.
   * @throws as `submit`
   */
  async resume(job: Job, entry: Entry): Promise<Outcome> {
    // Node-RED may not wait for a node that closes until its call has an answer, which says what became of the message.
    const former = entry.run;
    if (former !== undefined) await job.until(former.untilLeft());
    const run = new PlanRun(entry, job, this);
    entry.run = run;
    try {
      await endInterrupted(entry);
      const unwritten = entry.tried.length === 0 ? await entry.record() : undefined;
      if (unwritten !== undefined && this.mustRecord(entry)) throw unwritten;
      return await this.rules.work(() => runToEnd(entry, run), job, entry.submission);
    } finally {
      run.leave();
      if (entry.run === run) entry.run = undefined;
    }
  }

  /**
   * Sends a text of the node itself; nobody waits for it. Resolves with whether it was not said before, when that and the text are recorded.
   * @param question beside which it is said
   */
  async post(submission: Submission, msg: NodeMessage, question: Entry): Promise<boolean> {
    const { id } = submission;
    const { said = [] } = question.state;
    if (question.hasEnded || said.includes(id)) return false;
    const own = this.enter(readableCopy(msg), submission, question.outbox);
    own.beside = question;
    question.state = { ...question.state, said: [...said, id] };
    const recorded = own.record();
    this.backlog.leave({ msg: own.msg, entry: own });
    await recorded;
    return true;
  }

  /** Ends messages of the node, to some persons or to all: none of them takes an answer any more, but only so many are passed on at a time. */
  async cancel(persons?: readonly string[]): Promise<void> {
    const keys = persons && new Set(persons.map(personKey));
    const cancelled = [...this.entries].filter(({ submission: { question }, isOver }) => {
      const isMeant = question?.people.some(({ person }) => keys?.has(personKey(person)) ?? true);
      return isMeant === true && !isOver;
    });
    for (const entry of cancelled) void entry.keep({ isCancelled: true });
    for (const [index, { run }] of cancelled.entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await sleep(1);
      run?.wake();
    }
  }

  /** Says once of each property of messages that a restart would lose it. */
  lost(names: readonly string[]): void {
    const untold = names.filter((name) => !this.told.has(name));
    if (untold.length === 0) return;
    for (const name of untold) this.told.set(name, true);
    const properties = untold.map((name) => `msg.${name}`).join(', ');
    this.node.warn(this.RED._(`${ACCOUNT_CATALOG}journal.notStored`, { properties }));
  }

  /** Without a journal, only what can go out at once, and ends with that, is sent. */
  private mustRecord({ outbox, submission: { plan, question } }: Entry): boolean {
    const mustWait = outbox.line.isAway || this.accountOf(outbox)?.mustWait === true;
    return question !== undefined || plan.targets > 1 || mustWait;
  }

  private enter(msg: NodeMessage, submission: Submission, outbox: Outbox = this.outbox): Entry {
    const { most, kept } = this.rules;
    // A text beside a question is never the one too many: it belongs to one that is there.
    if (submission.isOwn !== true && this.entries.size >= most)
      throw new MessagingError(fault(`too_many_waiting.${kept}`, { most }));
    const entry = outbox.add(this.backlog, msg, submission);
    entry.checkedBy = this.accountOf(outbox);
    return entry;
  }
}

/** Runs the plan. What has ended it is recorded before anybody acts on it. @throws MessagingError `stopped`: then it goes on in the node that replaces this one */
async function runToEnd(entry: Entry, run: PlanRun): Promise<Ended> {
  const end = await runPlan(entry.submission.plan, run);
  run.giveUp();
  const ended = { entry, end, tried: entry.tried, failure: failureOf(entry) };
  await entry.untilWritten();
  return ended;
}

/** What was on its way when Node-RED was killed may have been sent. */
async function endInterrupted(entry: Entry): Promise<void> {
  if (!entry.tried.some(({ state }) => state === 'sending')) return;
  const { code, fact: reason } = interrupted();
  await entry.change((tried) =>
    tried.map((each) => (each.state === 'sending' ? { ...each, state: 'unknown', code, reason } : each)),
  );
}

/** Why the last attempt failed, as far as it is known. */
function failureOf({ failures, since, tried }: Entry): MessagingError | undefined {
  const last = [...tried].reverse().find(({ target }) => failures.has(target));
  const failure = last && failures.get(last.target);
  const ended = tried.at(-1);
  if (ended?.state === 'not_reached')
    return failure !== undefined && hasWaitedTooLong(failure) ? failure : waitedTooLong(since, ended.reason);
  return failure ?? (tried.length === 1 && ended?.code === 'interrupted' ? interrupted() : undefined);
}
