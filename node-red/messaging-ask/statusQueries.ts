import { Deadlines } from '../calls/deadlines';
import type { Waits } from '../calls/waits';

const FIRST_PAUSE_MS = 2000;
/** A report that is waited for is asked for at least once a minute; whether a question without an answer has failed, once an hour. */
const LONGEST_PAUSE_MS = { report: 60_000, answer: 3_600_000 };

/**
 * Asks for the status of questions of which no report can come. The pauses are as long as the time since the question was asked, so they
 * grow, also after a deploy or a restart.
 */
export class StatusQueries {
  /** When to ask for each question, by its reference. */
  private readonly due = new Deadlines<string>((reference) => void this.askFor(reference));

  constructor(
    private readonly waits: Waits,
    /** Asks for the status of the message of a question, and tells `waits` what it is. */
    private readonly ask: (messageId: string, person: string) => Promise<void>,
    private readonly closing: AbortSignal,
  ) {
    closing.addEventListener('abort', () => this.due.clear());
  }

  /** A question that has ended or was delivered is not followed any more. */
  follow(reference: string): void {
    const wait = this.waits.find(reference);
    if (wait?.messageId === undefined || wait.delivered === true || this.closing.aborted) return;
    const now = Date.now();
    const pause = Math.min(Math.max(now - wait.askedAt, FIRST_PAUSE_MS), LONGEST_PAUSE_MS[wait.endsWith]);
    this.due.set(reference, now + pause);
  }

  private async askFor(reference: string): Promise<void> {
    const { messageId, person } = this.waits.find(reference) ?? {};
    if (messageId === undefined || person === undefined) return;
    // Tried again after the next pause; the time limit ends it.
    await this.ask(messageId, person).catch(() => undefined);
    this.follow(reference);
  }
}
