import type { Channel } from '../../contract/names';

/**
 * What became of a message that was not accepted (docs/architecture.md, invariant 5).
 * - `rejected`: the service refused it; it was not sent.
 * - `not_sent`: it never reached the service; sending again is safe.
 * - `unknown`: it may have been sent; sending again could send it twice.
 */
export type Outcome = 'rejected' | 'not_sent' | 'unknown';

/** Why a message was skipped. */
export type SkipReason = 'opted_out' | 'outside_window' | 'over_limit' | 'sent_before';

/** What became of the message on one channel. Plain data, so that it can be stored and put in an output. */
export interface FallbackAttempt {
  /** The channel of this attempt. */
  channel: Channel;
  /** What became of it: `accepted`, `delivered`, `failed`, `rejected`, `not_sent`, `opted_out`, `outside_window`, `over_limit` or `unknown`, also if it is still on its way. */
  state: 'accepted' | 'delivered' | 'failed' | Outcome | SkipReason;
  /** ID of the message on this channel. */
  messageId?: string;
  /** ID of the request, to quote to support. */
  requestId?: string;
  /** When the service sends it, if the sending window decided that. */
  sendDate?: string;
  /** Why the message did not get through on this channel. */
  reason?: string;
  /** The message was delivered here after it had been sent on a further channel: the person receives it twice. */
  late?: true;
}

/** What became of a question to one of several people. Plain data, so that it can be stored and put in an output. */
export interface AskedPerson {
  /** The number. */
  to: string;
  /**
   * `answered`, `delivered`, `no_answer`, `not_asked`, `failed` (reported as not delivered), `rejected`, `not_sent`, `opted_out`,
   * `over_limit`, `outside_window`, or `unknown` if it may have been sent.
   */
  outcome: string;
  /** When the person was asked. */
  askedAt?: string;
  /** ID of the question. */
  messageId?: string;
  /** Why the question did not reach the person. */
  reason?: string;
  /** ID of the request that failed, to quote to support. */
  requestId?: string;
}
