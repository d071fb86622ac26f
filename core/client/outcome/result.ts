import type { Channel } from '../../contract/names';
import type { Fault } from '../../errors/texts';
import type { PageCount } from '../../sms';
import { MessagingError } from './errors';
import type { AttemptResult } from './outcome';

/** What became of a message, on both platforms. */
export type Result = Accepted | Skipped | Failed;

/** The service has accepted it for at least one of its recipients. */
export interface Accepted {
  /** `accepted`. */
  outcome: 'accepted';
  /** ID of the first accepted recipient; missing if the answer contains none. */
  messageId: string | undefined;
  /** The IDs of all accepted recipients. */
  messageIds: string[];
  /** What became of each recipient. */
  recipients: RecipientResult[];
  /** The batch in which it was sent. */
  batchId?: string | undefined;
  /** When the service sends it: the date that was asked for, or when the sending window opens; missing if at once. */
  sendDate?: string;
  /** Only for an SMS: its encoding, its pages and the part that is cut off. */
  pages: PageCount | undefined;
  /** What a person should know about its texts and files, such as what was changed in them; missing if there is nothing. */
  notes?: string[];
  /** The `status` of the answer as the service wrote it; missing if it has none. It does not decide whether the message counts as accepted, unless it is a word of failure. */
  statusText?: string;
  /** ID of the request, to quote to support. */
  requestId: string | undefined;
  /** The answer of the service. */
  raw: unknown;
  /** The IDs of the files that were uploaded for it. */
  mediaIds?: string[];
  /** With fallback channels: the one that got through; null if no delivery was reported in time. */
  channel?: Channel | null;
  /** With fallback channels: what became of each. */
  attempts?: readonly AttemptResult[];
  /** The result of each message, if the text went out as several. */
  parts?: readonly Accepted[];
}

/** One recipient of an accepted message. */
export interface RecipientResult {
  /** The number or name, as in the request. */
  address: string | undefined;
  /** Whether the service accepted the message to this recipient. */
  accepted: boolean;
  /** ID of the message to this recipient. */
  messageId: string | undefined;
  /** Why this recipient was refused or skipped (`opted_out`, `over_limit`), or that the answer does not say (`no_result`). */
  error: { code: string | undefined; message: string } | undefined;
}

/** Nobody gets it, because the user wants it so: no failure. */
export type Skipped =
  /** Everybody is on the exclude list. */
  | { outcome: 'opted_out'; recipients: readonly RecipientResult[]; reason: Fault }
  /** The sending window is closed until then, an ISO date. */
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

export function isSkipped(result: Result): result is Skipped {
  return result.outcome !== 'accepted' && result.outcome !== 'failed';
}

/** What a flow gets of a message that was skipped. */
export function skippedOutput(skipped: Skipped): object {
  return Object.fromEntries(Object.entries(skipped).filter(([name]) => name !== 'reason'));
}

/** Why nobody gets it, as the error of something that cannot do without its message, such as a question. */
export function errorOf(result: Skipped | Failed): MessagingError {
  return result.outcome === 'failed' ? result.error : new MessagingError(result.reason);
}
