import type { Message } from '../service/wire';
import { inMilliseconds } from '../duration';
import type { Person } from '../seed/seed';

/** States of a message. Delivered, Failed and Expired are final. */
export type State = 'Accepted' | 'Scheduled' | 'Sent' | 'Delayed' | 'Delivered' | 'Failed' | 'Expired';

/** States in which the person has not received the message, yet or ever. */
export const ABSENT: State[] = ['Scheduled', 'Failed', 'Expired'];

/** What happens to a message after it was sent, one state after the other. */
export interface RecipientOutcome {
  does: string;
  states: State[];
  error?: Obstacle;
  /** How many milliseconds it takes until the last state. */
  lastAfter?: number;
  /** What the recipient can get. The service refuses anything else at once, or finds out later. */
  only?: { gets: 'sms' | 'templates'; others: 'refused' | 'failed' };
}

/** Why a message does not arrive. */
interface Obstacle {
  code: string;
  message: string;
}

/** What decides the outcome of a message. */
type Sent = Pick<Message, 'channel' | 'content'>;

const UNREACHABLE = { code: 'Undeliverable', message: 'The recipient cannot be reached.' };
const NOT_ON_CHANNEL = { code: 'NotOnChannel', message: 'The recipient does not have this channel.' };
const WINDOW_CLOSED = {
  code: 'WindowClosed',
  message: 'The recipient has not written for 24 hours: only a template gets through.',
};

const DELIVERED: RecipientOutcome = { does: 'is delivered', states: ['Delivered'] };
const FAILING: RecipientOutcome = { does: 'fails', states: ['Failed'], error: UNREACHABLE };
const SLOW = 30_000;

/** Recipients that decide the outcome of their messages. All other messages are delivered. */
const OUTCOMES: Record<string, RecipientOutcome> = {
  '+41790000001': { does: 'stays sent, until you deliver or fail it', states: [] },
  '+41790000002': FAILING,
  '+41790000003': { does: 'is delayed, until you deliver or fail it', states: ['Delayed'] },
  '+41790000004': { does: 'is delayed, then delivered', states: ['Delayed', 'Delivered'] },
  '+41790000005': { does: 'is delayed, then fails', states: ['Delayed', 'Failed'], error: UNREACHABLE },
  '+41790000006': {
    ...DELIVERED,
    does: 'is refused at once on WhatsApp and RCS, and delivered as an SMS',
    only: { gets: 'sms', others: 'refused' },
  },
  '+41790000007': {
    ...DELIVERED,
    does: 'fails on WhatsApp and RCS, and is delivered as an SMS',
    only: { gets: 'sms', others: 'failed' },
  },
  '+41790000008': {
    ...DELIVERED,
    does: 'is refused at once on WhatsApp, unless it is a template: this person has not written for 24 hours',
    only: { gets: 'templates', others: 'refused' },
  },
  '+41790000009': {
    ...DELIVERED,
    does: 'fails on WhatsApp, unless it is a template: this person has not written for 24 hours',
    only: { gets: 'templates', others: 'failed' },
  },
};

/** The outcomes for people to choose from. */
export const outcomeList = Object.entries(OUTCOMES).map(([recipient, { does }]) => ({ recipient, does }));

/** The outcome of a message to this number, which may belong to a person of the address book. */
export function outcomeFor(to: string, sent: Sent, person?: Person): RecipientOutcome {
  const outcome = named(to) ?? personOutcome(person);
  const obstacle = obstacleTo(outcome, sent, person);
  return obstacle ? { ...FAILING, error: obstacle } : outcome;
}

/** Why the service refuses a message to this number at once; undefined if it does not. */
export function findRefusal(to: string, sent: Sent, person?: Person): string | undefined {
  const outcome = named(to);
  const refuses = person?.otherChannels === 'refused' || outcome?.only?.others === 'refused';
  switch (refuses ? obstacleTo(outcome, sent, person) : undefined) {
    case undefined:
      return undefined;
    case WINDOW_CLOSED:
      return 'has not written for 24 hours: only a template gets through.';
    default:
      return `does not have ${sent.channel}.`;
  }
}

function obstacleTo(
  outcome: RecipientOutcome | undefined,
  { channel, content }: Sent,
  person?: Person,
): Obstacle | undefined {
  const gets = outcome?.only?.gets;
  if (person?.channels?.includes(channel) === false) return NOT_ON_CHANNEL;
  if (gets === 'sms' && channel !== 'Sms') return NOT_ON_CHANNEL;
  const isClosed = gets === 'templates' && channel === 'Whatsapp' && content.type !== 'Template';
  return isClosed ? WINDOW_CLOSED : undefined;
}

function personOutcome(person: Person | undefined): RecipientOutcome {
  switch (person?.delivery) {
    case 'slow':
      return {
        does: 'is delayed, then delivered',
        states: ['Delayed', 'Delivered'],
        lastAfter: inMilliseconds(person.after ?? SLOW),
      };
    case 'fails':
      return FAILING;
    case 'never':
      return { does: 'stays sent', states: [] };
    default:
      return DELIVERED;
  }
}

function named(to: string): RecipientOutcome | undefined {
  return Object.hasOwn(OUTCOMES, to) ? OUTCOMES[to] : undefined;
}
