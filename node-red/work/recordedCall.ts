import { stoppedBefore } from '../outcome/failure';
import type { Journal } from '../journal/journal';
import type { Task, Turn } from './turn';

/**
 * Makes a call that a restart must not repeat: it is recorded when its turn has come, or before that, if the store takes a while.
 * @param begin records that the call is made, see `Journal.begin()`
 * @param closing fires when the node is closed
 * @throws what `begin` and the call throw; `stopped` if the node is closed before the call
 */
export async function recordedCall<T>(
  journal: Pick<Journal<unknown>, 'writesAtOnce'>,
  turn: Turn,
  { begin, closing }: { begin: () => Promise<void>; closing: AbortSignal },
  task: Task<T>,
): Promise<T> {
  const recorded = async () => {
    try {
      await begin();
    } catch (error) {
      throw closing.aborted ? stoppedBefore() : error;
    }
  };
  // Nothing else of the account waits for the store.
  if (!journal.writesAtOnce) await turn.until(recorded());
  return turn.call(async (client, signal) => {
    if (journal.writesAtOnce) await recorded();
    return task(client, signal);
  });
}
