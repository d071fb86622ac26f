import type { Channel } from '../contract/names';
import type { Fault } from '../errors/texts';
import { attempt } from './outcome/attempt';
import { MessagingError } from './outcome/errors';
import type { AttemptResult } from './outcome/outcome';
import type { MessageResult, RecipientResult } from './answers/results';

/** What became of a message, on both platforms. */
export type Result = Accepted | Skipped | Failed;

/** The service has accepted it for at least one of its recipients. */
export interface Accepted extends MessageResult {
  outcome: 'accepted';
  /** The batch in which it was sent. */
  batchId?: string | undefined;
  /** The IDs of the files that were uploaded for it. */
  mediaIds?: string[];
  /** With further channels: the one that got through; null if no delivery was reported in time. */
  channel?: Channel | null;
  attempts?: readonly AttemptResult[];
  /** The result of each message, if the text went out as several. */
  parts?: readonly Accepted[];
}

/** Nobody gets it, because the user wants it so: no failure. */
export type Skipped =
  /** Everybody is on the exclude list. */
  | { outcome: 'opted_out'; recipients: readonly RecipientResult[]; reason: Fault }
  /** The sending window is closed; `opensAt` is an ISO date. */
  | { outcome: 'outside_window'; opensAt: string; reason: Fault }
  /** The account allows no more messages to these people until then, an ISO date. */
  | { outcome: 'over_limit'; until: string; recipients: readonly RecipientResult[]; reason: Fault }
  /** A message with the same deduplication key was sent before. */
  | { outcome: 'sent_before'; key: string; messageId: string | undefined; reason: Fault };

/** It was refused, was not sent, or may have been sent: the error's own `outcome` says which. */
export interface Failed {
  outcome: 'failed';
  error: MessagingError;
}

export function failed(error: MessagingError): Failed {
  return { outcome: 'failed', error };
}

/** Sends a message, and says what became of it. */
export async function resultOf(send: () => Promise<MessageResult>): Promise<Accepted | Failed> {
  const sent = await attempt(send);
  return sent.ok ? { outcome: 'accepted', ...sent.value } : failed(sent.error);
}

export function isSkipped(result: Result): result is Skipped {
  return result.outcome !== 'accepted' && result.outcome !== 'failed';
}

/** What a flow gets of a message that was skipped. */
export function skippedOutput(skipped: Skipped): object {
  return Object.fromEntries(Object.entries(skipped).filter(([name]) => name !== 'reason'));
}

/** The error of something that cannot do without its message, such as a question. */
export function skippedError({ reason }: Skipped): MessagingError {
  return new MessagingError(reason);
}
