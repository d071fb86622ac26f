import type { NodeAPI } from 'node-red';

import { attempt, failed, isSkipped, skippedError, type MessagingError } from '../../core/client';
import {
  afterCheck,
  afterReport,
  afterResult,
  whileSending,
  type Attempt,
  type PlanWork,
  type Tried,
} from '../../core/plan';
import { readText } from '../../core/reading';
import { growingPause, type Pauses } from '../../core/steps';
import { isReported } from '../calls/addresses';
import type { Deadlines } from '../calls/deadlines';
import { cannotRecord, isStopped, stoppedBefore } from '../outcome/failure';
import type { Account } from '../service/account';
import { momentOf, steadyNow } from '../service/clock';
import type { Job } from './job';
import { attemptsIn, type Recorded } from './recorded';
import type { Sender, Target } from './sender';
import type { Submission } from './submission';

/** A report that may be lost is asked for; of a question that waits for an answer, only whether it has failed. */
const PAUSES: Record<'report' | 'answer', Pauses> = {
  report: { first: 1000, longest: 30_000 },
  answer: { first: 2000, longest: 3_600_000 },
};
const ONE_TRY = { retry: { retries: 0, longestWaitMs: 0 } };

/** What a run needs of its outbox. */
export interface RunHost {
  readonly RED: NodeAPI;
  readonly account: Account | undefined;
  readonly sender: Sender;
  /** Wakes runs. */
  readonly due: Deadlines<PlanRun>;
  stateOf(id: string): Recorded;
  /** Whether nothing changes any more what comes out. */
  isOver(id: string): boolean;
  /** Changes the attempts of a message. Resolves with whether that is recorded. */
  change(id: string, changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<boolean>;
  /** Changes them before something is sent. @throws MessagingError `not_recorded` */
  begin(id: string, changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<void>;
}

/** A message of this node on its way. */
export class PlanRun implements PlanWork {
  readonly targets = new Map<number, Target>();
  /** Why attempts have failed, as long as that is known. */
  readonly failures = new Map<number, MessagingError>();
  /** Something has happened to it. */
  wake: () => void = () => undefined;
  /** When to ask for its status, on the steady clock. */
  private pollAt = 0;
  private readonly sends = new Map<number, Promise<void>>();

  constructor(
    private readonly host: RunHost,
    readonly job: Job,
    readonly submission: Submission,
    public isRecorded: boolean,
  ) {}

  get tried(): readonly Tried[] {
    return this.host.stateOf(this.submission.id).tried;
  }

  attempts(): readonly Attempt[] {
    return attemptsIn(this.host.stateOf(this.submission.id));
  }

  now(): number {
    return steadyNow();
  }

  send(target: number): Promise<void> {
    const sent = this.sendTo(target);
    this.sends.set(target, sent);
    return sent;
  }

  private async sendTo(target: number): Promise<void> {
    const { host, job, targets, failures } = this;
    const { id, plan, messages, question } = this.submission;
    const message = messages[target];
    if (message === undefined) throw new RangeError('There is no message for this target');
    const before = this.tried.find((each) => each.target === target);
    const wasNotReached = before?.state === 'not_reached';
    const place = (wasNotReached && targets.get(target)) || this.newTarget(before);
    targets.set(target, place);
    place.wasNotReached = wasNotReached;
    const sent = await attempt(() =>
      host.sender.send(place, { message, job, begin: () => this.begin(target) }),
    );
    const result = sent.ok ? sent.value : failed(sent.error);
    const failure = isSkipped(result) ? skippedError(result) : result.outcome === 'failed' && result.error;
    if (failure !== false && isStopped(failure)) throw failure;
    if (failure !== false) failures.set(target, failure);
    const notReached = result.outcome === 'failed' ? host.sender.notReached(place, result.error) : undefined;
    const outcome = { now: steadyNow(), notReached, retryMs: plan.retryMs };
    const written = await host.change(id, (tried) =>
      afterResult(tried, target, result, outcome).map((each) =>
        question === undefined ? each : withoutResult(each),
      ),
    );
    if (!written && !this.isRecorded && notReached === 'try_again') throw cannotRecord();
  }

  /** The first target has waited since the message came. */
  private newTarget(before: Tried | undefined): Target {
    const { since, plan } = this.submission;
    const { retryMs = 0 } = plan;
    const now = steadyNow();
    const arrived = this.tried.length === 0 ? Math.min(now, momentOf(since)) : now;
    const until = retryMs === 0 ? undefined : (before?.at ?? arrived) + retryMs;
    return { since, until, wasNotReached: false };
  }

  /** Records that a message is being sent, so that no restart sends it again. @throws MessagingError `not_sent` if it must not be sent */
  private async begin(target: number): Promise<void> {
    const { host } = this;
    const { id, plan } = this.submission;
    // What became of the part before it may not be recorded yet.
    if (plan.order === 'parts') await this.sends.get(target - 1)?.catch(() => undefined);
    if (host.isOver(id)) throw stoppedBefore();
    const begun = await attempt(() => host.begin(id, (tried) => whileSending(tried, target, steadyNow())));
    if (!begun.ok && this.isRecorded) throw begun.error;
    this.isRecorded = begun.ok;
    if (!host.isOver(id)) return;
    // Somebody has answered meanwhile.
    await host.change(id, (tried) =>
      tried.filter((each) => each.target !== target || each.state !== 'sending'),
    );
    throw stoppedBefore();
  }

  wait(until: number, isSending: boolean): Promise<void> {
    const now = steadyNow();
    if (this.pollAt <= now || this.pollAt === Infinity) this.pollAt = this.nextPoll(now);
    this.host.due.set(this, Math.min(until, this.pollAt));
    const event = new Promise<void>((resolve) => (this.wake = resolve));
    return isSending ? event : this.job.until(event);
  }

  /** Its time is up, or the service is to be asked. */
  async timeUp(): Promise<void> {
    if (this.pollAt <= steadyNow()) await this.poll();
    this.wake();
  }

  /** When to ask for messages of which no report can come. */
  private nextPoll(now: number): number {
    const { success } = this.submission.plan;
    if (success === 'accepted') return Infinity;
    const pauses = PAUSES[success === 'answered' ? 'answer' : 'report'];
    const due = ({ at }: Tried) => Math.max(at, now) + growingPause(Math.max(0, now - at), pauses);
    return Math.min(Infinity, ...this.unreported().map(due));
  }

  private unreported(): Tried[] {
    const { RED, account } = this.host;
    if (account === undefined) return [];
    return this.tried.filter(({ state, target, messageId }) => {
      const request = this.submission.messages[target]?.request ?? {};
      return state === 'accepted' && messageId !== undefined && !isReported(RED, account, request);
    });
  }

  private async poll(): Promise<void> {
    for (const { messageId = '', target } of this.unreported()) {
      const recipient = recipientOf(this.submission, target);
      // Asked for again after the next pause; the time limit ends it.
      const asked = this.host.account?.run((client) =>
        client.messageStatus(messageId, { ...ONE_TRY, recipient }),
      );
      const status = await asked?.catch(() => undefined);
      if (status?.final === true && !this.job.over)
        await this.host.change(this.submission.id, (tried) => afterReport(tried, { ...status, messageId }));
    }
  }

  /** The time is up. A report may have been lost, so the service's status counts. */
  async check(indexes: readonly number[]): Promise<void> {
    const { host, job, submission } = this;
    const { id } = submission;
    for (const index of indexes) {
      const { messageId, target = 0 } = this.tried[index] ?? {};
      if (messageId === undefined) continue;
      const recipient = recipientOf(submission, target);
      const status = await attempt(() =>
        job.call((client, signal) => client.messageStatus(messageId, { signal, recipient })),
      );
      if (status.ok) await host.change(id, (tried) => afterReport(tried, { ...status.value, messageId }));
      else if (isStopped(status.error)) throw status.error;
    }
    await host.change(id, (tried) => afterCheck(tried, indexes));
  }

  /** Call this when it has ended, or its node closes. */
  leave(): void {
    for (const target of this.targets.values()) this.host.sender.leave(target);
  }
}

/** The answer of the service to a question says nothing that its record does not. */
function withoutResult(attempt: Tried): Tried {
  const kept = { ...attempt };
  delete kept.result;
  return kept;
}

function recipientOf({ messages }: Submission, target: number): string | undefined {
  return readText(messages[target]?.request, 'to');
}
