import type { Channel } from '../service/wire';
import type { Person } from './addressBook';

/** States of a message. Delivered, Failed and Expired are final. */
export type State = 'Accepted' | 'Scheduled' | 'Sent' | 'Delayed' | 'Delivered' | 'Failed' | 'Expired';

/** What happens to a message after it was sent, one state after the other. */
export interface RecipientOutcome {
  does: string;
  states: State[];
  error?: { code: string; message: string };
  /** How many milliseconds it takes until the last state. */
  lastAfter?: number;
  /** The recipient only has SMS: the service refuses other channels at once, or finds out later. */
  onlySms?: 'refused' | 'failed';
}

const UNREACHABLE = { code: 'Undeliverable', message: 'The recipient cannot be reached.' };

/** Recipients that decide the outcome of their messages. All other messages are delivered. */
const OUTCOMES: Record<string, RecipientOutcome> = {
  '+41790000001': { does: 'stays sent, until you deliver or fail it', states: [] },
  '+41790000002': {
    does: 'fails',
    states: ['Failed'],
    error: UNREACHABLE,
  },
  '+41790000003': { does: 'is delayed, until you deliver or fail it', states: ['Delayed'] },
  '+41790000004': { does: 'is delayed, then delivered', states: ['Delayed', 'Delivered'] },
  '+41790000005': {
    does: 'is delayed, then fails',
    states: ['Delayed', 'Failed'],
    error: UNREACHABLE,
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

const SLOW = 30_000;

/** The outcome of a message to this number, which may belong to a person of the address book. */
export function outcomeFor(to: string, channel: Channel, person?: Person): RecipientOutcome {
  if (person?.channels?.includes(channel) === false) return NOT_ON_CHANNEL;
  const outcome = named(to) ?? outcomeOf(person);
  return outcome.onlySms === 'failed' && channel !== 'Sms' ? NOT_ON_CHANNEL : outcome;
}

/** Whether the service knows at once that this number does not have the channel. */
export function isRefusedOn(to: string, channel: Channel, person?: Person): boolean {
  if (person?.channels?.includes(channel) === false) return person.otherChannels === 'refused';
  return named(to)?.onlySms === 'refused' && channel !== 'Sms';
}

function outcomeOf(person: Person | undefined): RecipientOutcome {
  switch (person?.delivery) {
    case 'slow':
      return {
        does: 'is delayed, then delivered',
        states: ['Delayed', 'Delivered'],
        lastAfter: person.after ?? SLOW,
      };
    case 'fails':
      return { does: 'fails', states: ['Failed'], error: UNREACHABLE };
    case 'never':
      return { does: 'stays sent', states: [] };
    default:
      return DELIVERED;
  }
}

function named(to: string): RecipientOutcome | undefined {
  return Object.hasOwn(OUTCOMES, to) ? OUTCOMES[to] : undefined;
}

/** The outcomes for people to choose from. */
export const outcomeList = Object.entries(OUTCOMES).map(([recipient, { does }]) => ({ recipient, does }));
