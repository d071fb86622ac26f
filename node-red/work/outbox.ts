import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { MessagingError, sleep } from '../../core/client';
import { afterAnswer, afterReport, next, runPlan, type PlanEnd, type Tried } from '../../core/plan';
import { personKey } from '../../core/contract/phoneNumber';
import { Deadlines } from '../calls/deadlines';
import { openMessagesOf, type Happening, type OpenMessages, type Owner } from '../calls/openMessages';
import { RecentEvents } from '../calls/recentEvents';
import type { Journal } from '../journal/journal';
import { journalOf } from '../journal/nodeJournal';
import { fault } from '../errors/texts';
import { cannotRecord, interrupted, stoppedBefore } from '../outcome/failure';
import { readableCopy } from '../outcome/jsonCopy';
import { localTime } from '../outcome/report';
import { findAccount, type Account } from '../service/account';
import { steadyNow } from '../service/clock';
import { nodeKeyOf } from '../service/lasting';
import type { Guards } from './guards';
import type { Job } from './job';
import { PlanRun, type RunHost } from './planRun';
import { publish } from './publish';
import { attemptsIn, recordPart, type Recorded } from './recorded';
import { gaveUp, Sender } from './sender';
import { submissionPart, type Submission } from './submission';

const KIND = 'sending';
const NOTHING_TRIED: Recorded = { tried: [] };
/** How many messages are cancelled before other work gets its turn. */
const AT_A_TIME = 50;

/** How the plan of a message has ended. */
export interface Ended {
  end: PlanEnd;
  tried: readonly Tried[];
  submission: Submission;
  /** Why the last attempt failed. */
  failure: MessagingError | undefined;
  /** Why attempts have failed, as long as that is known. */
  failures: ReadonlyMap<number, MessagingError>;
}

/**
 * Runs the plans of a node's messages: fallback channels, people in turn or at once, and each for as long as the service cannot be reached.
 * What cannot go out and end at once is in the journal, with how far it has come, so that it goes on after a deploy, a stop and a kill.
 */
export class Outbox implements Owner, RunHost {
  /** Resolves when what an earlier run has recorded was read. */
  readonly ready: Promise<void>;
  private readonly key: string;
  private readonly journal: Journal<Recorded, Submission>;
  readonly account: Account | undefined;
  private readonly open: OpenMessages;
  private readonly recent: RecentEvents;
  private readonly runs = new Map<string, PlanRun>();
  readonly due = new Deadlines<PlanRun>((run) => void run.timeUp());
  readonly sender: Sender;
  /** Called when a message has ended whose answer could not be recorded. */
  private readonly whenEnded = new Map<string, () => void>();

  constructor(
    readonly RED: NodeAPI,
    private readonly node: Node,
    accountId: string,
    private readonly rules: {
      guards: Guards;
      /** How many messages can be recorded; each is in memory and in the journal. */
      most: number;
      kept: 'messages' | 'questions';
      /** Sends the reply to the first answer of a person that does not fit. Resolves with whether it was the first. */
      misfit?(submission: Submission, target: number, msg: NodeMessage): Promise<boolean>;
    },
  ) {
    this.key = nodeKeyOf(node);
    this.account = findAccount(RED, accountId);
    this.open = openMessagesOf(RED, accountId);
    this.recent = new RecentEvents(RED, node, accountId);
    this.journal = journalOf<Recorded, Submission>(RED, node, {
      ...{ name: KIND, account: accountId, fixed: submissionPart },
      ...recordPart,
    });
    this.open.addOwner(this.key, this);
    this.publishAll();
    this.ready = this.journal.ready.then(() => this.publishAll());
    this.sender = new Sender(RED, accountId, rules.guards);
    node.on('close', () => this.stop());
  }

  /** What was recorded when the message arrived; the node may be set otherwise by now. */
  find(msg: NodeMessage): Submission | undefined {
    const found = this.journal.find(msg);
    return found && this.journal.fixedOf(found.id);
  }

  /** Values for the status while messages wait for the service; undefined while it can be reached. */
  shown(): Record<string, string | number> | undefined {
    if (!this.sender.isAway) return undefined;
    const waiting = [...this.runs.values()].filter(
      ({ targets, tried }) =>
        tried.length === 0 || [...targets.values()].some(({ place }) => place !== undefined),
    );
    const [oldest] = waiting;
    return oldest && { count: waiting.length, since: localTime(oldest.submission.since) };
  }

  /**
   * From here on, a message that must not be lost is recorded; `work` runs its plan. It goes on with what a record says.
   * @throws MessagingError `not_recorded`, `too_many_waiting`, and what `work` throws
   */
  async submit<T>(job: Job, submission: Submission, work: () => Promise<T>): Promise<T> {
    const { id } = submission;
    const isRecorded = this.journal.find(job.msg) !== undefined;
    const run = new PlanRun(this, job, submission, isRecorded);
    this.runs.set(id, run);
    try {
      if (isRecorded) await this.resume(id);
      else if (!(await this.record(run)) && this.mustRecord(submission)) throw cannotRecord();
      return await work();
    } finally {
      run.leave();
      this.due.delete(run);
      this.runs.delete(id);
    }
  }

  /** Runs the plan of a message that was submitted. @throws MessagingError `stopped`: then it goes on in the node that replaces this one */
  async run(submission: Submission): Promise<Ended> {
    const run = this.runs.get(submission.id);
    if (run === undefined) throw new RangeError('The message is not in the outbox');
    const end = await runPlan(submission.plan, run);
    run.job.giveUp(stoppedBefore());
    const { tried, failures } = run;
    return { end, tried, submission, failure: failureOf(run), failures };
  }

  /** Something has happened to a message, whether the node works on it at the moment or not. */
  async happened(id: string, happening: Happening): Promise<boolean> {
    const submission = this.journal.fixedOf(id);
    const state = this.journal.stateOf(id);
    if (submission === undefined || state === undefined) return false;
    if (happening.what === 'reported')
      return this.change(id, (tried) => afterReport(tried, happening.report));
    const { target } = happening;
    if (this.isOver(id)) return false;
    if (happening.what === 'answered') {
      const { value, event } = happening;
      const written = await this.change(id, (tried) => afterAnswer(tried, target, { value, event }));
      // Without a record, an answer is taken when the flow has it.
      if (!written) await new Promise<void>((resolve) => this.whenEnded.set(id, resolve));
      return true;
    }
    return (await this.rules.misfit?.(submission, target, this.journal.messageOf(id) ?? {})) === true;
  }

  knows(key: string | undefined): Promise<boolean> {
    return this.recent.knows(key);
  }

  remember(key: string | undefined): Promise<void> {
    return this.recent.remember(key);
  }

  /**
   * Sends a text of the node itself; nobody waits for it. Resolves with whether it was not said before, when that and the text are recorded.
   * @param about the question beside which it is said
   */
  async post(submission: Submission, msg: NodeMessage, about: Submission): Promise<boolean> {
    const { id } = submission;
    const state = this.stateOf(about.id);
    const said = state.said ?? [];
    if (said.includes(id)) return false;
    const own: NodeMessage = readableCopy(msg);
    await Promise.all([
      this.journal.append(id, own, NOTHING_TRIED, submission),
      this.journal.change(about.id, { ...state, said: [...said, id] }),
    ]);
    this.node.receive(own);
    return true;
  }

  /** Ends messages of the node, to some persons or to all: none of them takes an answer any more, but only so many are passed on at a time. */
  async cancel(persons?: readonly string[]): Promise<void> {
    const keys = persons && new Set(persons.map(personKey));
    const cancelled = this.journal.ids.filter((id) => {
      const people = this.journal.fixedOf(id)?.question?.people;
      return people?.some(({ person }) => keys?.has(personKey(person)) ?? true);
    });
    for (const id of cancelled) {
      const state = this.journal.stateOf(id);
      if (state === undefined || this.isOver(id)) continue;
      void this.journal.change(id, { ...state, isCancelled: true });
      this.publish(id);
    }
    for (const [index, id] of cancelled.entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await sleep(1);
      this.runs.get(id)?.wake();
    }
  }

  /** Call this when the outcome of a message was passed on. */
  end(msg: NodeMessage): void {
    const id = this.journal.find(msg)?.id;
    if (id === undefined) return;
    this.forget(id);
    void this.journal.end(msg).then(() => {
      this.whenEnded.get(id)?.();
      this.whenEnded.delete(id);
    });
  }

  /** Call this when nothing of the node is under way any more. */
  async close(removed: boolean): Promise<void> {
    this.open.removeOwner(this.key, this);
    await Promise.all([this.journal.close(removed), this.recent.close()]);
  }

  stateOf(id: string): Recorded {
    return this.journal.stateOf(id) ?? NOTHING_TRIED;
  }

  /** Whether nothing changes any more what comes out. */
  isOver(id: string): boolean {
    const submission = this.journal.fixedOf(id);
    return (
      submission === undefined ||
      next(submission.plan, attemptsIn(this.stateOf(id)), steadyNow()).do === 'end'
    );
  }

  change(id: string, changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<boolean> {
    const state = this.journal.stateOf(id);
    if (state === undefined) return Promise.resolve(true);
    const written = this.journal.change(id, { ...state, tried: changed(state.tried) });
    this.publish(id);
    this.runs.get(id)?.wake();
    return written;
  }

  begin(id: string, changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<void> {
    const written = this.journal.begin(id, (state) => ({ ...state, tried: changed(state.tried) }));
    this.publish(id);
    return written;
  }

  /** What was on its way when Node-RED was killed may have been sent. */
  private async resume(id: string): Promise<void> {
    if (!this.stateOf(id).tried.some(({ state }) => state === 'sending')) return;
    const { code, fact: reason } = interrupted();
    await this.change(id, (tried) =>
      tried.map((each) => (each.state === 'sending' ? { ...each, state: 'unknown', code, reason } : each)),
    );
  }

  /** Without a journal, only what can go out at once, and ends with that, is sent. */
  private mustRecord({ plan, question }: Submission): boolean {
    return question !== undefined || plan.targets > 1 || this.sender.mustWait;
  }

  /**
   * Resolves with whether a message is recorded, so that a restart does not lose it.
   * @throws MessagingError `not_sent` if there is no room
   */
  private async record(run: PlanRun): Promise<boolean> {
    if (run.isRecorded) return true;
    const { job, submission } = run;
    const { most, kept } = this.rules;
    if (this.journal.size >= most) throw new MessagingError(fault(`too_many_waiting.${kept}`, { most }));
    run.isRecorded = await this.journal.append(
      submission.id,
      job.msg,
      this.stateOf(submission.id),
      submission,
    );
    return run.isRecorded;
  }

  /** Lets the account know what can still happen to a message. */
  private publish(id: string): void {
    const submission = this.journal.fixedOf(id);
    const state = this.journal.stateOf(id);
    if (submission === undefined || state === undefined) return;
    const isUnderWay = this.runs.has(id);
    publish(this.open, { owner: this.key, id }, { submission, state, isUnderWay, isOver: this.isOver(id) });
  }

  private publishAll(): void {
    for (const id of this.journal.ids) this.publish(id);
  }

  private forget(id: string): void {
    const people = this.journal.fixedOf(id)?.question?.people ?? [];
    this.open.forget(
      people.map(({ reference }) => reference),
      this.stateOf(id).tried.flatMap(({ messageId }) => messageId ?? []),
    );
  }

  /** The node closes: what has not begun goes on in the node that replaces it, or after a restart. */
  private stop(): void {
    this.due.clear();
    for (const run of this.runs.values()) {
      run.leave();
      const isBeingSent = run.tried.some(({ state }) => state === 'sending');
      if (!isBeingSent) void this.record(run).catch(() => undefined);
    }
  }
}

/** Why the last attempt failed, as far as it is known. */
function failureOf({ failures, submission, tried }: PlanRun): MessagingError | undefined {
  const last = [...tried].reverse().find(({ target }) => failures.has(target));
  const failure = last && failures.get(last.target);
  const ended = tried.at(-1);
  if (ended?.state === 'not_reached') return gaveUp(submission.since, failure, ended.reason);
  return failure ?? (tried.length === 1 && ended?.code === interrupted().code ? interrupted() : undefined);
}
