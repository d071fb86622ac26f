import type { Duration } from '../duration';

type Channel = 'Sms' | 'Whatsapp' | 'Rcs';

/** What the sandbox starts with, as a seed file says it. A missing field keeps its default. `seed.schema.json` checks it. */
export interface Seed {
  account?: {
    user?: string;
    password?: string;
    balance?: number;
    pageLimit?: number;
    acceptUnknown?: boolean;
  };
  senders?: Sender[];
  people?: Person[];
  /** Names of people, by the name of the group. */
  groups?: Record<string, string[]>;
  templates?: Template[];
  conversations?: Conversation[];
}

/** A number or sender ID of the account: people can write to it. */
export interface Sender {
  number: string;
  channels: Channel[];
  /** Where the sandbox forwards what people write to this sender. */
  inboundUrl?: string;
}

/** A person of the address book, and how messages to that person end. */
export interface Person {
  /** As `<Lastname> <Firstname>`. */
  name: string;
  number: string;
  /** The channels that the person has; all of them by default. */
  channels?: Channel[];
  /** A message on another channel fails after it was accepted (the default), or is refused at once. */
  otherChannels?: 'fail' | 'refused';
  delivery?: 'normal' | 'slow' | 'fails' | 'never';
  /** How long a slow delivery takes; 30 seconds by default. */
  after?: Duration;
}

/** A WhatsApp template as it was approved: placeholders `{{1}}`, `{{2}}` are filled with the parameters of the body, in their order. */
export interface Template {
  name: string;
  header?: { type: 'Text' | 'Image' | 'Video' | 'Document'; text?: string };
  body: string;
  footer?: string;
  buttons?: { type: 'QuickReply' | 'Url'; text: string; url?: string }[];
}

/** Messages that are there from the start, the oldest first. */
export interface Conversation {
  /** A name of the people, or a number. */
  with: string;
  /** `Sms` by default. */
  channel?: Channel;
  /** The first sender of the channel by default. */
  sender?: string;
  messages: ({ account: string } | { person: string })[];
}
