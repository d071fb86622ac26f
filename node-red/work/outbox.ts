import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError, failed, MessagingError, sleep, type Result } from '../../core/client';
import { askForReport, type Keyed } from '../../core/steps';
import {
  runFallback,
  type ChannelAttempt,
  type DeliveryReport,
  type FallbackProgress,
  type FallbackWork,
} from '../../core/plan';
import { isRecord } from '../../core/reading';
import { reportAddress } from '../calls/accountPaths';
import type { Waits } from '../calls/waits';
import { waitsOf } from '../calls/waitsOf';
import type { Journal } from '../journal/journal';
import { journalOf } from '../journal/nodeJournal';
import { fault } from '../errors/texts';
import { interrupted, isStopped, notRecorded } from '../outcome/failure';
import { findAccount, type Account } from '../service/account';
import { localTime } from '../outcome/report';
import type { Guards } from './guards';
import type { Job } from './job';
import { gaveUp, Sender, type Target } from './sender';
import { submissionPart, type Submission } from './submission';

const KIND = 'sending';
/** How many messages of a node can be recorded; each is in memory and in the journal. */
const MOST_RECORDED = 100_000;

/** A message that may take more than one attempt. */
export interface Submitted extends Keyed {
  submission: Submission;
  job: Job;
}

/** A message that this node works on. */
interface Active {
  job: Job;
  submission: Submission;
  progress: FallbackProgress;
  isRecorded: boolean;
  /** The channel that is tried now. */
  target?: Target;
}

/**
 * Sends a node's messages: on further channels until they get through, and for as long as the service cannot be reached. What cannot go out
 * and end at once is in the journal, with how far it has come, so that it goes on after a deploy, a stop and a kill.
 */
export class Outbox {
  private readonly journal: Journal<FallbackProgress, Submission>;
  private readonly account: Account | undefined;
  private readonly waits: Waits;
  private readonly active = new Map<Job, Active>();
  private readonly sender: Sender;

  constructor(
    private readonly RED: NodeAPI,
    node: Node,
    accountId: string,
    guards: Guards,
  ) {
    this.account = findAccount(RED, accountId);
    this.waits = waitsOf(RED, accountId);
    this.journal = journalOf(RED, node, {
      name: KIND,
      account: accountId,
      read: readProgress,
      fixed: submissionPart,
    });
    this.sender = new Sender(RED, accountId, guards);
    node.on('close', () => this.stop());
  }

  /** What is recorded of a message, whatever the node is set to by now. */
  find(msg: NodeMessage): Submission | undefined {
    const found = this.journal.find(msg);
    return found && this.journal.fixedOf(found.id);
  }

  /** Values for the status while messages wait for the service; undefined while it can be reached. */
  shown(): Record<string, string | number> | undefined {
    if (!this.sender.isAway) return undefined;
    const waiting = [...this.active.values()].filter(
      ({ target, progress }) => target?.place !== undefined || progress.attempts.length === 0,
    );
    const [oldest] = waiting;
    return oldest && { count: waiting.length, since: localTime(oldest.submission.since) };
  }

  /** From here on, a message that must not be lost is recorded; `next` sets its result. It never rejects. */
  async submit(message: Submitted, next: () => Promise<void>): Promise<void> {
    const { job, submission } = message;
    const before = this.journal.find(job.msg);
    const progress = before?.state ?? { attempts: [], results: [] };
    const active: Active = { job, submission, progress, isRecorded: before !== undefined };
    this.active.set(job, active);
    try {
      if (!(await this.record(active)) && this.mustRecord(submission)) throw cannotRecord();
      await next();
    } catch (error) {
      message.result = failed(asMessagingError(error));
    } finally {
      if (active.target !== undefined) this.sender.leave(active.target);
      this.active.delete(job);
    }
  }

  /** Sends a message that was submitted, or goes on with it. */
  async send({ job }: Submitted): Promise<Result> {
    const active = this.active.get(job);
    if (active === undefined) throw new RangeError('The message is not in the outbox');
    const { submission, progress } = active;
    const { rules } = submission;
    if (rules.channels.length === 1 && progress.attempts.at(-1)?.state === 'unknown')
      return failed(interrupted());
    const work: FallbackWork = {
      send: (index, begin) => this.sendTo(active, index, begin),
      report: (ids, until) => this.report(active, ids, until),
      begin: (next) => this.begin(active, next),
      keep: (next) => this.keep(active, next),
      interrupted: isStopped,
      notReached: (error) => active.target && this.sender.notReached(active.target, error),
      gaveUp: (last, reason) => gaveUp(submission.since, last, reason),
    };
    return runFallback(rules, work, progress);
  }

  /** Without a journal, only what can go out at once, and ends with that, is sent. */
  private mustRecord({ rules }: Submission): boolean {
    return rules.channels.length > 1 || this.sender.mustWait;
  }

  /**
   * Resolves with whether a message is recorded, so that a restart does not lose it.
   * @throws MessagingError `not_sent` if there is no room
   */
  private async record(active: Active): Promise<boolean> {
    if (active.isRecorded) return true;
    const { job, progress, submission } = active;
    if (this.journal.size >= MOST_RECORDED)
      throw new MessagingError(fault('too_many_waiting.messages', { most: MOST_RECORDED }));
    active.isRecorded = await this.journal.append(submission.id, job.msg, progress, submission);
    return active.isRecorded;
  }

  private async begin(active: Active, next: FallbackProgress): Promise<void> {
    active.progress = next;
    if (active.isRecorded) await this.journal.begin([[active.submission.id, () => next]]);
  }

  private async keep(active: Active, next: FallbackProgress): Promise<void> {
    active.progress = next;
    if (active.isRecorded) await this.journal.change(active.submission.id, next);
    else if (next.attempts.at(-1)?.state === 'not_reached' && !(await this.record(active)))
      throw cannotRecord();
  }

  private sendTo(active: Active, index: number, begin: () => Promise<void>): Promise<Result> {
    const { job, submission } = active;
    const message = submission.messages[index];
    if (message === undefined) throw new RangeError('There is no message for this channel');
    const last = active.progress.attempts.at(-1);
    const wasNotReached = last?.state === 'not_reached';
    if (active.target === undefined || !wasNotReached) active.target = targetOf(submission, last);
    active.target.wasNotReached = wasNotReached;
    return this.sender.send(active.target, { message, job, begin });
  }

  private async report(
    { job, submission }: Active,
    ids: readonly string[],
    until: number,
  ): Promise<DeliveryReport | undefined> {
    const recipient = submission.messages[0]?.request['to'];
    const to = typeof recipient === 'string' ? recipient : undefined;
    const asking = {
      statusOf: (id: string) =>
        job.call((client, signal) => client.messageStatus(id, { signal, recipient: to })),
      pause: (ms: number) => job.until(sleep(ms)),
      isOver: isStopped,
    };
    if (this.account === undefined || reportAddress(this.RED, this.account) === undefined)
      return askForReport(ids, { ...asking, until, notBefore: until - submission.rules.afterMs });
    const report = await job.until(this.waits.reportOn(ids, until, to));
    // A report may have been lost, so the service is asked once before the next channel is tried.
    return report ?? askForReport(ids, { ...asking, until: 0 });
  }

  /** Call this when the outcome of a message was passed on. */
  end(msg: NodeMessage): void {
    this.journal.end(msg);
  }

  /** The node closes: what has not begun goes on in the node that replaces it, or after a restart. */
  private stop(): void {
    for (const active of this.active.values()) {
      if (active.target !== undefined) this.sender.leave(active.target);
      const isBeingSent = active.progress.attempts.at(-1)?.state === 'unknown';
      if (!isBeingSent) void this.record(active).catch(() => undefined);
    }
  }

  /** Call this when nothing of the node is under way any more. */
  close(removed: boolean): Promise<void> {
    return this.journal.close(removed);
  }
}

function cannotRecord(): MessagingError {
  return notRecorded('the journal cannot be written');
}

/** The channel that comes after the last attempt. */
function targetOf({ since, rules }: Submission, last: ChannelAttempt | undefined): Target {
  const { retryMs = 0 } = rules;
  const begun = last === undefined ? since : last.state === 'not_reached' ? last.at : Date.now();
  return { since, until: retryMs === 0 ? undefined : begun + retryMs, wasNotReached: false };
}

/** Only this package writes it, so a short check is enough. */
function readProgress(stored: unknown): FallbackProgress | undefined {
  return isRecord(stored) && isProgress(stored) ? stored : undefined;
}

function isProgress(stored: Record<string, unknown>): stored is Record<string, unknown> & FallbackProgress {
  const { attempts, results } = stored;
  return Array.isArray(attempts) && attempts.every(isRecord) && Array.isArray(results);
}
