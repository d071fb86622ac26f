import { sleepUntil } from '../../core/client';
import type { StatusEvent } from '../../core/receive';

/** What a report says about a message that was sent. */
export type Report = Pick<
  StatusEvent,
  'messageId' | 'recipient' | 'status' | 'statusText' | 'errorText' | 'final'
>;

/** How many reports are remembered whose message is not known yet: they can overtake the service's answer. */
const REMEMBERED_REPORTS = 1000;

/** The final reports about an account's messages, for those who wait for one. */
export class Reports {
  private readonly listeners = new Set<(messageId: string, report: Report) => void>();
  private readonly remembered = new Map<string, Report>();

  /** @param remembers whether the message is not known yet */
  tell(messageId: string, report: Report, remembers: boolean): void {
    for (const listener of this.listeners) listener(messageId, report);
    if (!remembers) return;
    this.remembered.set(messageId, report);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > REMEMBERED_REPORTS && oldest !== undefined) this.remembered.delete(oldest);
  }

  /** The report that came before its message was known. */
  early(messageId: string): Report | undefined {
    return this.remembered.get(messageId);
  }

  /** Waits for a report about one of these messages; undefined once `until` has passed (milliseconds since 1970). */
  async next(messageIds: readonly string[], until: number): Promise<Report | undefined> {
    const early = messageIds.map((id) => this.early(id)).find((report) => report !== undefined);
    if (early !== undefined) return early;
    const over = new AbortController();
    let found: Report | undefined;
    const listener = (messageId: string, report: Report) => {
      if (!messageIds.includes(messageId)) return;
      found = report;
      over.abort();
    };
    this.listeners.add(listener);
    await sleepUntil(until, over.signal);
    this.listeners.delete(listener);
    return found;
  }
}
