import { asMessagingError, MessagingError } from '../../core/client';

/** What became of a message: what the node puts out, or why not. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: MessagingError };

/** Runs a task and keeps whatever it throws. */
export async function attempt<T>(task: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}

/**
 * The error for `done()`: its text tells a person what happened and what to do, and it carries `code`, `outcome`, `status`, `details`,
 * `requestId`, `advice` and `description`. Catch nodes copy only message, code and cause, so `cause` holds all of it once more.
 */
export function nodeError(error: MessagingError): Error {
  const data = error.toData();
  const text = `${error.message}. ${error.description}`.replace(/\s*\n\s*/g, ' ').trim();
  return Object.assign(new Error(text), { ...data, message: text, advice: error.advice, cause: data });
}

const STOPPED = 'stopped';

/** The node was stopped before the message's turn: nothing was sent. */
export function stoppedBefore(): MessagingError {
  return new MessagingError({
    message: 'The node was removed before the message had its turn',
    advice: 'Send the message again if it is still wanted.',
    outcome: 'not_sent',
    code: STOPPED,
  });
}

/** Whether this is what became of a message of a node that was stopped before its turn. */
export function wasStopped(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.error.code === STOPPED;
}
