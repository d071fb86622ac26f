import type { Next, Step } from '../../core/journey';
import { stoppedBefore } from '../outcome/failure';
import type { Journal } from '../journal/journal';
import { inTurn, type NodeMessageOnItsWay } from './inTurn';

interface Recording<M> {
  journal: Pick<Journal<unknown>, 'writesAtOnce'>;
  /** Records that the call of a message is made, see `Journal.begin()`. */
  begin(message: M): Promise<void>;
  /** Fires when the node is closed. */
  closing: AbortSignal;
}

/** Messages wait for the turn of a call that a restart must not repeat: it is recorded in its turn, or before that, if the store takes a while. */
export function recordedInTurn<M extends NodeMessageOnItsWay<unknown>>({
  journal,
  begin,
  closing,
}: Recording<M>): Step<M> {
  const record = async (message: M) => {
    try {
      await begin(message);
    } catch (error) {
      throw closing.aborted ? stoppedBefore() : error;
    }
  };
  const recordAll: Next<M> = async (messages) => {
    await Promise.all(messages.map(record));
  };
  return async (messages, next) => {
    if (journal.writesAtOnce)
      return inTurn(messages, async (begun) => {
        await recordAll(begun);
        await next(begun);
      });
    // Nothing else of the account waits for the store.
    await Promise.all(messages.map((message) => message.job.until(record(message))));
    return inTurn(messages, next);
  };
}
