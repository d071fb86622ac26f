import type { Channel } from '../../contract/names';
import type { SkipReason } from '../../errors/texts';

/**
 * What became of a message that was not accepted (docs/architecture.md, invariant 5).
 * - `rejected`: the service refused it; it was not sent.
 * - `not_sent`: it never reached the service; sending again is safe.
 * - `unknown`: it may have been sent; sending again could send it twice.
 */
export type Outcome = 'rejected' | 'not_sent' | 'unknown';

/** What became of one of several attempts, on a channel or with a person. Plain data, so that it can be stored and put in an output. */
export interface AttemptResult {
  /** Of attempts on several channels. */
  channel?: Channel;
  /** The number, of attempts with several people. */
  to?: string;
  /** `answered`, `no_answer` and `not_asked` of a question; `unknown` also if it is still on its way. */
  outcome:
    'accepted' | 'delivered' | 'answered' | 'no_answer' | 'not_asked' | 'failed' | Outcome | SkipReason;
  /** When the person was asked. */
  askedAt?: string;
  /** ID of the message. */
  messageId?: string;
  /** ID of the request, to quote to support. */
  requestId?: string;
  /** When the service sends it, if the sending window decided that. */
  sendDate?: string;
  /** Why the message did not get through. */
  reason?: string;
  /** The message was delivered here after it had been sent on a fallback channel: the person receives it twice. */
  late?: true;
}
