import { sleep } from '../../core/client';
import type { Wait, Waits } from '../shared/waits';

const TICK_MS = 500;
const FIRST_PAUSE_MS = 2000;
/** A report that is waited for is asked for at least once a minute; whether a question without an answer has failed, once an hour. */
const LONGEST_PAUSE_MS = { report: 60_000, answer: 3_600_000 };

/**
 * Asks for the status of questions of which no report can come. The pauses are as long as the time since the question was asked, so they
 * grow, also after a deploy or a restart.
 */
export class StatusQueries {
  /** When to ask for each question, by its reference; milliseconds since 1970. */
  private readonly due = new Map<string, number>();
  private isRunning = false;

  constructor(
    private readonly waits: Waits,
    /** Asks for the status of the message of a question, and tells `waits` what it is. */
    private readonly ask: (messageId: string, person: string) => Promise<void>,
    private readonly closing: AbortSignal,
  ) {}

  follow(reference: string): void {
    this.plan(reference);
    if (this.isRunning || this.due.size === 0) return;
    this.isRunning = true;
    void this.run();
  }

  /** A question that has ended or was delivered is not followed any more. */
  private plan(reference: string): void {
    this.due.delete(reference);
    const wait = this.waits.find(reference);
    if (wait?.messageId === undefined || wait.delivered === true) return;
    const age = Date.now() - wait.askedAt;
    this.due.set(
      reference,
      Date.now() + Math.min(Math.max(age, FIRST_PAUSE_MS), LONGEST_PAUSE_MS[wait.endsWith]),
    );
  }

  private async run(): Promise<void> {
    while (this.due.size > 0) {
      await sleep(TICK_MS, this.closing);
      if (this.closing.aborted) return;
      for (const [reference, at] of this.due) {
        const wait = this.waits.find(reference);
        if (wait === undefined) this.due.delete(reference);
        else if (at <= Date.now()) void this.askFor(reference, wait);
      }
    }
    this.isRunning = false;
  }

  private async askFor(reference: string, { messageId = '', person }: Wait): Promise<void> {
    // Asked again only when this answer has come, however long that takes.
    this.due.set(reference, Infinity);
    // Tried again after the next pause; the time limit ends it.
    await this.ask(messageId, person).catch(() => undefined);
    if (!this.closing.aborted) this.plan(reference);
  }
}
