import type { RecipientResult } from '../client';
import { OptedOut } from './doNotSendTo';
import type { OnItsWay, Step } from './journey';
import { HeldBack } from './loopGuard';
import { OutsideWindow } from './sendingWindow';

/** What comes out of a node for a message that nobody gets. */
export type LeftOut =
  | { outcome: 'opted_out'; recipients: readonly RecipientResult[] }
  | { outcome: 'outside_window'; opensAt: string }
  | { outcome: 'held_back'; until: string; recipients: readonly RecipientResult[] };

/**
 * That nobody gets a message is no failure, so that the others go on. This step stands before those that leave messages out, and before all that
 * must know that a message was not sent, such as the keys of *Send Only Once Per*.
 */
export function leftOutIsNoFailure<T, M extends OnItsWay<T>>(output: (leftOut: LeftOut) => T): Step<M> {
  return async (messages, next) => {
    await next(messages);
    for (const message of messages) {
      const leftOut = message.result?.ok === false ? leftOutBy(message.result.error) : undefined;
      if (leftOut !== undefined) message.result = { ok: true, value: output(leftOut) };
    }
  };
}

function leftOutBy(error: unknown): LeftOut | undefined {
  if (error instanceof OptedOut) return { outcome: 'opted_out', recipients: error.recipients };
  if (error instanceof OutsideWindow)
    return { outcome: 'outside_window', opensAt: new Date(error.opens).toISOString() };
  if (!(error instanceof HeldBack)) return undefined;
  return { outcome: 'held_back', until: error.until, recipients: error.recipients };
}
