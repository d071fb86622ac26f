import { asMessagingError, changed, type MessagingError } from './errors';

/** How a task ended: with a value or with an error. What became of a message is one, on both platforms. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: MessagingError };

/** Runs a task and catches whatever it throws. */
export async function attempt<T>(task: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}

/** As `attempt`, for a message that is being prepared: nothing is sent meanwhile, whatever goes wrong. */
export async function attemptToPrepare<T>(task: () => Promise<T>): Promise<Result<T>> {
  const prepared = await attempt(task);
  return prepared.ok || prepared.error.outcome !== 'unknown'
    ? prepared
    : { ok: false, error: changed(prepared.error, { outcome: 'not_sent' }) };
}
