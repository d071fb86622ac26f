import { attempt } from '../client';
import type { DeliveryReport } from '../plan';

/** How to ask for the status of one of several messages. */
export interface Reporting {
  /** @throws MessagingError if the service does not tell the status at the moment */
  statusOf(messageId: string): Promise<DeliveryReport>;
  /** @throws MessagingError if the work is broken off */
  pause(ms: number): Promise<void>;
  /** When to give up, milliseconds since 1970. The status is asked for once more at this time. */
  until: number;
}

const REPORT_PAUSES: Pauses = { first: 1000, longest: 30_000 };

/** Asks for the status of messages, with growing pauses, until one of them is final; undefined once the time is up. */
export async function askForReport(
  messageIds: readonly string[],
  { statusOf, pause, until }: Reporting,
): Promise<DeliveryReport | undefined> {
  const since = performance.now();
  const end = since + until - Date.now();
  for (;;) {
    // First, as nothing is known right after sending.
    const now = performance.now();
    if (now < end) await pause(Math.min(growingPause(now - since, REPORT_PAUSES), end - now));
    for (const messageId of messageIds) {
      const report = await attempt(() => statusOf(messageId));
      if (report.ok && report.value.final) return { ...report.value, messageId };
    }
    if (performance.now() >= end) return undefined;
  }
}

/** The first and the longest pause between two questions for a status, in milliseconds. */
export interface Pauses {
  first: number;
  longest: number;
}

/** How long to wait before a status is asked for again, in milliseconds. Pauses double, also across a restart: they follow from the time waited. */
export function growingPause(waitedMs: number, { first, longest }: Pauses): number {
  return Math.min(waitedMs + first, longest);
}
