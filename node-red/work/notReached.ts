import { MessagingError, pauseAskedFor } from '../../core/client';
import type { Said, Sentence } from '../../core/errors/sentence';
import { fault } from '../errors/texts';
import { localTime } from '../outcome/report';

const TOO_LONG = 'kept_too_long';

/**
 * What became of a message that waited as long as it may.
 * @param since when it arrived, milliseconds since 1970
 * @param reason why the service was not reached, if that is known
 */
export function waitedTooLong(since: number, reason: Said | undefined): MessagingError {
  const values = { since: localTime(since) };
  return new MessagingError(
    reason === undefined ? fault(TOO_LONG, values) : fault('kept_too_long.last', { ...values, reason }),
  );
}

export function hasWaitedTooLong({ code }: MessagingError): boolean {
  return code === TOO_LONG;
}

/** Others of the account were not reached meanwhile, so that a message was not tried. */
export class NotTried extends MessagingError {
  constructor(message?: Sentence) {
    const meanwhile = fault('unreachable.meanwhile');
    super({ ...meanwhile, message: message ?? meanwhile.message });
  }
}

const PASSING = ['unreachable', 'proxy_unreachable', 'proxy_refused', 'timed_out', 'not_recorded'];

/** Whether the service was not reached or asks to call later, or the disk is full, so that another attempt is of use and cannot send twice. */
export function canWait(error: MessagingError): boolean {
  const { outcome, code } = error;
  const passes = outcome === 'not_sent' && PASSING.includes(code);
  return passes || (outcome !== 'unknown' && pauseAskedFor(error) !== undefined);
}
