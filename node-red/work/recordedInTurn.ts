import type { Step } from '../../core/journey';
import { inTurn, type NodeMessageOnItsWay } from './inTurn';

interface Recording<M> {
  /** Records that the call of a message is made, see `Journal.begin()`. */
  begin(message: M): Promise<void>;
}

/** Messages wait for the turn of a call that a restart must not repeat: it is recorded in its turn. */
export function recordedInTurn<M extends NodeMessageOnItsWay<unknown>>({ begin }: Recording<M>): Step<M> {
  return (messages, next) =>
    inTurn(messages, async (begun) => {
      await Promise.all(begun.map(begin));
      await next(begun);
    });
}
