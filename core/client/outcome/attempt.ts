import { asMessagingError, type MessagingError } from './errors';

/** How a task ended: with a value or with an error. */
export type Tried<T> = { ok: true; value: T } | { ok: false; error: MessagingError };

/** Runs a task and catches whatever it throws. */
export async function attempt<T>(task: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}

/** As `attempt`, for a message that is being prepared: nothing is sent meanwhile, whatever goes wrong. */
export async function attemptToPrepare<T>(task: () => Promise<T>): Promise<Tried<T>> {
  const tried = await attempt(task);
  if (tried.ok || tried.error.outcome !== 'unknown') return tried;
  return { ok: false, error: tried.error.with({ outcome: 'not_sent' }) };
}

/** @throws MessagingError of a task that failed */
export function valueOf<T>(tried: Tried<T>): T {
  if (tried.ok) return tried.value;
  throw tried.error;
}
