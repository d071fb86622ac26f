import type { Waits } from '../calls/waits';
import { isOver, withPerson, type Chain } from './chain';

/** Lets the account know the people of a chain who can still be asked, or can answer. */
export function beginChain(chain: Chain, waits: Waits): void {
  if (isOver(chain)) return;
  for (const { wait, failure } of chain.people) {
    const canAnswer = failure === undefined || failure.outcome === 'unknown';
    if (canAnswer && waits.find(wait.reference) === undefined) waits.begin({ ...wait });
  }
}

/** The chain as its waits have it: who was only waiting for their turn when somebody else took it has not been asked. */
export function asSent(chain: Chain, waits: Waits): Chain {
  return chain.people.reduce((before, { wait }) => {
    const known = waits.find(wait.reference);
    return known?.stage === 'queued' && wait.stage === 'sending'
      ? withPerson(before, wait.reference, { wait: { ...wait, stage: 'queued' } })
      : before;
  }, chain);
}
