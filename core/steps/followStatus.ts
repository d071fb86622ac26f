import { attempt, valueOf, type MessagingError } from '../client';
import type { DeliveryReport } from '../plan';
import { growingPause, type Pauses } from './growingPause';

/** How to ask for a status, and how to wait between two questions. */
export interface Following<S> {
  /** @throws MessagingError if the service does not tell the status */
  ask(): Promise<S>;
  pause(ms: number): Promise<void>;
  pauses: Pauses;
  /** How long the status was waited for before, in milliseconds. */
  waitedMs?: number;
  /** When to give up, milliseconds since 1970. The status is asked for once more at this time. */
  until: number;
  /** Whether it is of no use to ask again after this error. */
  endsWith(error: MessagingError): boolean;
  /** What is known already. */
  known?: S | undefined;
}

/**
 * Asks for a status until it is final. When the time is up, gives the last one that is known.
 * @throws MessagingError of the last question if none was answered, or if asking again is of no use
 */
export async function followStatus<S extends { final: boolean }>({
  ask,
  pause,
  pauses,
  waitedMs = 0,
  until,
  endsWith,
  known,
}: Following<S>): Promise<S> {
  const since = performance.now() - waitedMs;
  const end = performance.now() + until - Date.now();
  let last = known;
  for (;;) {
    const answer = await attempt(ask);
    if (answer.ok) last = answer.value;
    else if (endsWith(answer.error)) throw answer.error;
    if (last?.final === true) return last;
    const now = performance.now();
    if (now >= end) return last ?? valueOf(answer);
    await pause(Math.min(growingPause(now - since, pauses), end - now));
  }
}

const REPORT_PAUSES: Pauses = { first: 1000, longest: 30_000 };

/** How to ask for the status of one of several messages. */
export interface Reporting extends Pick<Following<unknown>, 'pause' | 'until'> {
  /** @throws MessagingError if the service does not tell the status at the moment */
  statusOf(messageId: string): Promise<DeliveryReport>;
  /** Whether an error means that the work is broken off. */
  isOver(error: MessagingError): boolean;
  /** When the messages are sent, milliseconds since 1970, if they are planned: nothing is known before. */
  notBefore?: number;
}

/** Asks for the status of messages, with growing pauses, until one of them is final; undefined once the time is up. */
export async function askForReport(
  messageIds: readonly string[],
  { statusOf, pause, until, isOver, notBefore = 0 }: Reporting,
): Promise<DeliveryReport | undefined> {
  const ask = async (): Promise<DeliveryReport | typeof open> => {
    for (const messageId of messageIds) {
      const report = await attempt(() => statusOf(messageId));
      if (report.ok && report.value.final) return { ...report.value, messageId };
      if (!report.ok && isOver(report.error)) throw report.error;
    }
    return open;
  };
  // One pause has a maximum.
  const begin = performance.now() + notBefore - Date.now();
  for (let now = performance.now(); now < begin; now = performance.now()) await pause(begin - now);
  // Nothing is known right after sending.
  const first = Math.max(0, Math.min(growingPause(0, REPORT_PAUSES), until - Date.now()));
  if (first > 0) await pause(first);
  const endsWith = () => true;
  const report = await followStatus({ ask, pause, pauses: REPORT_PAUSES, waitedMs: first, until, endsWith });
  return report.final ? report : undefined;
}

const open = { final: false } as const;
