import { asMessagingError, type Client, type StatusResult } from '../../core/client';
import { growingPause } from '../../core/steps';
import { Deadlines } from '../calls/deadlines';
import type { Wait, WaitEnd } from '../calls/wait';
import type { Waits } from '../calls/waits';
import { isStopped } from '../outcome/failure';
import type { Account } from '../service/account';
import type { Job } from '../work/job';

const FIRST_PAUSE_MS = 2000;
/** A report that is waited for is asked for at least once a minute; whether a question without an answer has failed, once an hour. */
const LONGEST_PAUSE_MS = { report: 60_000, answer: 3_600_000 };

/** A query that fails is made again later, or not at all. */
const ONE_TRY = { retry: { retries: 0, longestWaitMs: 0 } };

/** Asks for the status of questions of which no report can come, and may have come. */
export class StatusQueries {
  /** When to ask for each question, by its reference. */
  private readonly due = new Deadlines<string>((reference) => void this.askFor(reference));

  constructor(
    private readonly waits: Waits,
    private readonly account: Account | undefined,
    private readonly closing: AbortSignal,
  ) {
    closing.addEventListener('abort', () => this.due.clear());
  }

  /** Asks for the status with growing pauses, until the question has ended or was delivered. */
  follow(reference: string): void {
    const wait = this.waits.find(reference);
    if (wait?.messageId === undefined || wait.delivered === true || this.closing.aborted) return;
    const now = Date.now();
    const pauses = { first: FIRST_PAUSE_MS, longest: LONGEST_PAUSE_MS[wait.endsWith] };
    const waited = now - wait.askedAt;
    // Nothing is known of a question that the service asks later.
    const due = waited < 0 ? wait.askedAt + pauses.first : now + growingPause(waited, pauses);
    this.due.set(reference, due);
  }

  private async askFor(reference: string): Promise<void> {
    const { messageId, person } = this.waits.find(reference) ?? {};
    if (messageId === undefined || person === undefined) return;
    // Tried again after the next pause; the time limit ends it.
    const status = await this.account
      ?.run((client) => statusOf(client, messageId, person))
      .catch(() => undefined);
    if (status !== undefined && !this.closing.aborted) this.waits.report({ ...status, messageId });
    this.follow(reference);
  }

  /** How a question has ended. If its time is up, a report may have been lost, so the service's status at the end counts. */
  async checked(end: WaitEnd, { wait, job }: { wait: Wait; job: Job }): Promise<WaitEnd> {
    const { endsWith, messageId, delivered, person } = wait;
    if (end.how !== 'timeUp' || messageId === undefined || delivered === true) return end;
    try {
      const status = await job.call((client, signal) => statusOf(client, messageId, person, signal));
      const ends = status.status === 'failed' || (status.final && endsWith === 'report');
      return ends ? { how: 'reported', report: { ...status, messageId } } : end;
    } catch (error) {
      const failure = asMessagingError(error);
      if (isStopped(failure)) throw failure;
      return end;
    }
  }
}

function statusOf(
  client: Client,
  messageId: string,
  recipient: string,
  signal?: AbortSignal,
): Promise<StatusResult> {
  return client.messageStatus(messageId, { ...ONE_TRY, recipient, ...(signal && { signal }) });
}
