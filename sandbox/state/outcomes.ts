import type { Channel } from '../service/wire';

/** States of a message. Delivered, Failed and Expired are final. */
export type State = 'Accepted' | 'Scheduled' | 'Sent' | 'Delayed' | 'Delivered' | 'Failed' | 'Expired';

/** What happens to a message after it was sent, one state after the other. */
export interface RecipientOutcome {
  does: string;
  states: State[];
  error?: { code: string; message: string };
  /** The recipient only has SMS: the service refuses other channels at once, or finds out later. */
  onlySms?: 'refused' | 'failed';
}

/** Recipients that decide the outcome of their messages. All other messages are delivered. */
const OUTCOMES: Record<string, RecipientOutcome> = {
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
  '+41790000006': {
    does: 'is refused at once on WhatsApp and RCS, and delivered as an SMS',
    states: ['Delivered'],
    onlySms: 'refused',
  },
  '+41790000007': {
    does: 'fails on WhatsApp and RCS, and is delivered as an SMS',
    states: ['Delivered'],
    onlySms: 'failed',
  },
};

const NOT_ON_CHANNEL: RecipientOutcome = {
  does: 'fails',
  states: ['Failed'],
  error: { code: 'NotOnChannel', message: 'The recipient does not have this channel.' },
};

const DELIVERED: RecipientOutcome = { does: 'is delivered', states: ['Delivered'] };

/** The outcome of a message to this number. */
export function outcomeFor(to: string, channel: Channel): RecipientOutcome {
  const outcome = named(to) ?? DELIVERED;
  return outcome.onlySms === 'failed' && channel !== 'Sms' ? NOT_ON_CHANNEL : outcome;
}

/** Whether the service knows at once that this number does not have the channel. */
export function isRefusedOn(to: string, channel: Channel): boolean {
  return named(to)?.onlySms === 'refused' && channel !== 'Sms';
}

function named(to: string): RecipientOutcome | undefined {
  return Object.hasOwn(OUTCOMES, to) ? OUTCOMES[to] : undefined;
}

/** The outcomes for people to choose from. */
export const outcomeList = Object.entries(OUTCOMES).map(([recipient, { does }]) => ({ recipient, does }));
