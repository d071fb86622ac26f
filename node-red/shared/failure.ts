import { asMessagingError, invalidSettings, MessagingError } from '../../core/client';
import type { UnsetVariable } from './settings';

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
 * What is said about `${NAME}` where there is no such variable; undefined where all of them are set.
 * @param place where the value is entered: the node or the account
 */
export function notSet(unset: readonly UnsetVariable[], place: string): MessagingError | undefined {
  if (unset.length === 0) return undefined;
  const [names, are] = unset.length === 1 ? ['variable', 'is'] : ['variables', 'are'];
  const list = unset.map(({ variable, path }) => `${variable} (${path})`).join(', ');
  return invalidSettings(
    `The environment ${names} ${list} of the ${place} ${are} not set`,
    'Set it for Node-RED, the flow or the group, or enter the value itself.',
  );
}

/**
 * The error for `done()`: its text tells a person what happened and what to do, and it carries `code`, `outcome`, `status`, `details`,
 * `requestId`, `advice` and `description`. Catch nodes copy only message, code and cause, so `cause` holds all of it once more.
 */
export function nodeError(error: MessagingError): Error {
  const data = error.toData();
  const text = sentences(error.message, ...error.description.split('\n'));
  return Object.assign(new Error(text), { ...data, message: text, advice: error.advice, cause: data });
}

/** Everything once, with a full stop after each: what a message says already needs no line of its own. */
function sentences(message: string, ...more: string[]): string {
  const [first = '', ...rest] = [message, ...more]
    .flatMap((text) => text.split('\n'))
    .map((text) => text.trim());
  const others = rest.filter((line) => line !== '' && !first.includes(withoutStop(line)));
  return [first, ...others].map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`)).join(' ');
}

function withoutStop(line: string): string {
  return line.endsWith('.') ? line.slice(0, -1) : line;
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
