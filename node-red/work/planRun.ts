import { attempt, failed, isSkipped, skippedError } from '../../core/client';
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
import { cannotRecord, isStopped, stoppedBefore } from '../outcome/failure';
import { steadyNow } from '../service/clock';
import type { Entry } from './entry';
import type { Call } from './outgoing';
import type { Job } from './job';
import { attemptsIn } from './recorded';
import { Target, type Sender } from './target';
import type { Submission } from './submission';

/** A report that may be lost is asked for; of a question that waits for an answer, only whether it has failed. */
const PAUSES: Record<'report' | 'answer', Pauses> = {
  report: { first: 1000, longest: 30_000 },
  answer: { first: 2000, longest: 3_600_000 },
};
const ONE_TRY = { retry: { retries: 0, longestWaitMs: 0 } };

/** A message on its way, while a node works on it. */
export class PlanRun implements PlanWork {
  private readonly targets = new Map<number, Target>();
  /** Something has happened to it. */
  wake: () => void = () => undefined;
  /** When to ask for its status, on the steady clock. */
  private pollAt = 0;
  private readonly sends = new Map<number, Promise<void>>();

  constructor(
    private readonly entry: Entry,
    private readonly job: Job,
    private readonly sender: Sender,
    /** If the turn of its first call has come. */
    private readonly call?: Call,
  ) {}

  /** Whether it waits for the service. */
  get isWaiting(): boolean {
    return this.entry.tried.length === 0 || [...this.targets.values()].some(({ isInLine }) => isInLine);
  }

  attempts(): readonly Attempt[] {
    return attemptsIn(this.entry.state);
  }

  now(): number {
    return steadyNow();
  }

  send(target: number): Promise<void> {
    const sent = this.sendTo(target);
    if (this.entry.submission.plan.order === 'parts') this.sends.set(target, sent);
    return sent;
  }

  private async sendTo(number: number): Promise<void> {
    const { entry, job, sender, targets, call } = this;
    const { plan, question } = entry.submission;
    const wasNotReached = entry.tried.some(
      ({ target, state }) => target === number && state === 'not_reached',
    );
    const target = targets.get(number) ?? new Target(entry, number, sender);
    targets.set(number, target);
    const sent = await attempt(() => target.send(job, () => this.begin(number), call));
    const result = sent.ok ? sent.value : failed(sent.error);
    const failure = isSkipped(result) ? skippedError(result) : result.outcome === 'failed' && result.error;
    if (failure !== false && isStopped(failure)) throw failure;
    if (failure !== false) entry.failures = new Map([...entry.failures, [number, failure]]);
    const notReached =
      result.outcome === 'failed' ? target.notReached(result.error, wasNotReached) : undefined;
    const outcome = { now: steadyNow(), notReached, retryMs: plan.retryMs };
    const written = await entry.change((tried) =>
      afterResult(tried, number, result, outcome).map((each) =>
        question === undefined ? each : withoutResult(each),
      ),
    );
    if (!written && !entry.isRecorded && notReached === 'try_again') throw cannotRecord();
  }

  /** Records that a message is being sent, so that no restart sends it again. @throws MessagingError `not_sent` if it must not be sent */
  private async begin(target: number): Promise<void> {
    const { entry } = this;
    // What became of the part before it may not be recorded yet.
    await this.sends.get(target - 1)?.catch(() => undefined);
    if (entry.isOver) throw stoppedBefore();
    const begun = await attempt(() => entry.begin((tried) => whileSending(tried, target, steadyNow())));
    if (!begun.ok && entry.isRecorded) throw begun.error;
    if (!entry.isOver) return;
    // Somebody has answered meanwhile.
    await entry.change((tried) => tried.filter((each) => each.target !== target || each.state !== 'sending'));
    throw stoppedBefore();
  }

  wait(until: number, isSending: boolean): Promise<void> {
    const now = steadyNow();
    if (this.pollAt <= now || this.pollAt === Infinity) this.pollAt = this.nextPoll(now);
    this.entry.outbox.due.set(this, Math.min(until, this.pollAt));
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
    const { success } = this.entry.submission.plan;
    if (success === 'accepted') return Infinity;
    const pauses = PAUSES[success === 'answered' ? 'answer' : 'report'];
    const due = ({ at }: Tried) => Math.max(at, now) + growingPause(Math.max(0, now - at), pauses);
    return Math.min(Infinity, ...this.unreported().map(due));
  }

  private unreported(): Tried[] {
    const { entry, sender } = this;
    const { RED, account } = sender;
    if (account === undefined) return [];
    return entry.tried.filter(({ state, target, messageId }) => {
      const request = entry.submission.messages[target]?.request ?? {};
      return state === 'accepted' && messageId !== undefined && !isReported(RED, account, request);
    });
  }

  private async poll(): Promise<void> {
    for (const { messageId = '', target } of this.unreported()) {
      const recipient = recipientOf(this.entry.submission, target);
      // Asked for again after the next pause; the time limit ends it.
      const asked = this.sender.account?.run((client) =>
        client.messageStatus(messageId, { ...ONE_TRY, recipient }),
      );
      const status = await asked?.catch(() => undefined);
      if (status?.final === true && this.entry.run === this)
        await this.entry.change((tried) => afterReport(tried, { ...status, messageId }));
    }
  }

  /** The time is up. A report may have been lost, so the service's status counts. */
  async check(indexes: readonly number[]): Promise<void> {
    const { entry, job, sender } = this;
    for (const index of indexes) {
      const { messageId, target = 0 } = entry.tried[index] ?? {};
      if (messageId === undefined) continue;
      const recipient = recipientOf(entry.submission, target);
      const status = await attempt(() =>
        job.call((client, signal) => client.messageStatus(messageId, { signal, recipient }), {
          account: sender.account,
        }),
      );
      if (status.ok) await entry.change((tried) => afterReport(tried, { ...status.value, messageId }));
      else if (isStopped(status.error)) throw status.error;
    }
    await entry.change((tried) => afterCheck(tried, indexes));
  }

  /** Nothing more is sent for it. */
  giveUp(): void {
    this.job.giveUp();
  }

  /** Call this when it has ended, or its node closes. */
  leave(): void {
    for (const target of this.targets.values()) target.leave();
    this.entry.outbox.due.delete(this);
  }
}

/** The answer of the service to a question says nothing that its record does not. */
function withoutResult(attempt: Tried): Tried {
  return { ...attempt, result: undefined };
}

function recipientOf({ messages }: Submission, target: number): string | undefined {
  return readText(messages[target]?.request, 'to');
}
