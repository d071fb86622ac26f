import { asMessagingError, attempt, type Result } from '../client';

/** A message on its way to the service. `result` is what became of it, set as soon as that is known; a message that was not begun has none. */
export interface OnItsWay<T> {
  result?: Result<T> | undefined;
}

/** Takes messages further. */
export type Next<M> = (messages: readonly M[]) => Promise<void>;

/** A part of a message's journey: gives `next` the messages that go on, and sets the result of the others. A batch sends many in one call. */
export type Step<M> = (messages: readonly M[], next: Next<M>) => Promise<void>;

/** The steps that messages take, in order, and the call at the end. Never rejects: if a step throws, its messages fail. */
export function journey<M extends OnItsWay<unknown>>(steps: ReadonlyArray<Step<M>>, send: Next<M>): Next<M> {
  return steps.reduceRight<Next<M>>((next, step) => caught((messages) => step(messages, next)), caught(send));
}

/** Not async: very many messages can wait in a step, and a suspended function for each would take most of the memory. */
function caught<M extends OnItsWay<unknown>>(send: Next<M>): Next<M> {
  return (messages) => {
    const fail = (error: unknown) => {
      const open = messages.filter(({ result }) => result?.ok !== true);
      end(open, { ok: false, error: asMessagingError(error) });
    };
    try {
      return send(messages).catch(fail);
    } catch (error) {
      fail(error);
      return Promise.resolve();
    }
  };
}

/** Ends messages with the same result. */
export function end<T>(messages: ReadonlyArray<OnItsWay<T>>, result: Result<T>): void {
  for (const message of messages) message.result = result;
}

/** The call at the end of a journey, or a step before it, that takes each message by itself. */
export function alone<T, M extends OnItsWay<T>>(task: (message: M) => Promise<T>): Next<M> {
  const takeOne = async (message: M): Promise<void> => {
    message.result = await attempt(() => task(message));
  };
  return async (messages) => {
    await Promise.all(messages.map(takeOne));
  };
}

/** What became of a message after its journey. */
export function resultOf<T>({ result }: OnItsWay<T>): Result<T> {
  // Only seen if this package has a fault.
  return result ?? { ok: false, error: asMessagingError('a message has no result') };
}

/**
 * Sends one message, and gives the value that it ends with. Not async, as `caught`.
 * @throws MessagingError if it failed
 */
export function sendOne<T, M extends OnItsWay<T>>(send: Next<M>, message: M & OnItsWay<T>): Promise<T> {
  return send([message]).then(() => valueOf<T>(resultOf<T>(message)));
}

/** @throws MessagingError of a message that failed */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw result.error;
}
