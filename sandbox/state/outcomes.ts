import type { State } from './messages';

/** What becomes of a message by itself after it was sent, one state after the other. */
export interface Outcome {
  does: string;
  states: State[];
  error?: { code: string; message: string };
}

/** Recipients that decide what becomes of their messages. All others are delivered. */
const OUTCOMES: Record<string, Outcome> = {
  '+41790000001': { does: 'stays sent, until you deliver or fail it', states: [] },
  '+41790000002': {
    does: 'fails',
    states: ['Failed'],
    error: { code: 'Undeliverable', message: 'The recipient cannot be reached.' },
  },
  '+41790000003': { does: 'is delayed, until you deliver or fail it', states: ['Delayed'] },
  '+41790000004': { does: 'is delayed, then delivered', states: ['Delayed', 'Delivered'] },
  '+41790000005': {
    does: 'is delayed, then fails',
    states: ['Delayed', 'Failed'],
    error: { code: 'Undeliverable', message: 'The recipient cannot be reached.' },
  },
};

const DELIVERED: Outcome = { does: 'is delivered', states: ['Delivered'] };

/** What becomes of a message to this number. */
export function outcomeFor(to: string): Outcome {
  return Object.hasOwn(OUTCOMES, to) ? (OUTCOMES[to] ?? DELIVERED) : DELIVERED;
}

/** The outcomes for people to choose from. */
export const outcomeList = Object.entries(OUTCOMES).map(([recipient, { does }]) => ({ recipient, does }));
