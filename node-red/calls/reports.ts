import { isAbout } from '../../core/client';
import { BoundedMap } from '../../core/boundedMap';
import type { StatusEvent } from '../../core/receive';
import { Deadlines } from './deadlines';

/** What a report says about a message that was sent. */
export type Report = Pick<
  StatusEvent,
  'messageId' | 'recipient' | 'status' | 'statusText' | 'errorText' | 'final'
>;

/** How many reports are remembered whose message is not known yet: they can overtake the service's answer. */
const REMEMBERED_REPORTS = 1000;

/** Somebody who waits for the report about one of several messages to a person. */
interface Waiter {
  messageIds: readonly string[];
  recipient: string | undefined;
  tell(report: Report | undefined): void;
}

/** The final reports about an account's messages, for those who wait for one. */
export class Reports {
  /** By the id of each of its messages. After a deploy, only the node that waits now is told. */
  private readonly waiting = new Map<string, Waiter>();
  private readonly deadlines = new Deadlines<Waiter>((waiter) => this.end(waiter, undefined));
  private readonly remembered = new BoundedMap<string, Report>(REMEMBERED_REPORTS);

  /** @param remembers whether the message is not known yet */
  tell(messageId: string, report: Report, remembers: boolean): void {
    const waiter = this.waiting.get(messageId);
    if (waiter !== undefined && isFor(waiter, messageId, report)) this.end(waiter, report);
    // What is delivered stays so, whatever is reported later.
    if (remembers && this.early(messageId)?.status !== 'delivered') this.remembered.set(messageId, report);
  }

  /** The report that came before its message was known. */
  early(messageId: string): Report | undefined {
    return this.remembered.get(messageId);
  }

  /** Waits for a report about one of these messages; undefined once `until` has passed (milliseconds since 1970). */
  next(
    messageIds: readonly string[],
    until: number,
    recipient?: string | undefined,
  ): Promise<Report | undefined> {
    return new Promise((resolve) => {
      const waiter: Waiter = { messageIds, recipient, tell: resolve };
      for (const id of messageIds) {
        const early = this.early(id);
        if (early !== undefined && isFor(waiter, id, early)) return resolve(early);
      }
      for (const id of messageIds) this.waiting.set(id, waiter);
      this.deadlines.set(waiter, until);
    });
  }

  private end(waiter: Waiter, report: Report | undefined): void {
    for (const id of waiter.messageIds) if (this.waiting.get(id) === waiter) this.waiting.delete(id);
    this.deadlines.delete(waiter);
    waiter.tell(report);
  }
}

function isFor({ recipient }: Waiter, messageId: string, report: Report): boolean {
  return isAbout(report, { messageId, recipient });
}
