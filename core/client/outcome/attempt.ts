import { asMessagingError, type MessagingError } from './errors';

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
