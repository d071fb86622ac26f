import type { PlannedFault, WebhookFault } from './service/faults';
import type { Channel } from './service/wire';
import type { Person } from './state/addressBook';
import type { Template } from './state/templates';

/** A number or sender id that belongs to the account: people can write to it. */
interface OwnNumber {
  number: string;
  channel: Channel;
}

/** The settings that can be changed while the sandbox runs, on the phone page or with `PUT /sandbox/settings`. */
export interface Settings {
  /** After how many milliseconds a sent message is delivered automatically; `manual` leaves it to a person or a test. */
  automaticDelivery: number | 'manual';
  /** Points left on the account. */
  points: number;
  /** The account's limit of pages per SMS, 1 to 10. */
  pageLimit: number;
  /** Where inbound messages are forwarded to, by own number; `default` for all others. An empty text turns forwarding off. */
  inboundUrls: Record<string, string>;
  /** The numbers of the account. */
  numbers: OwnNumber[];
  /** Waits in milliseconds before a webhook that was not answered with 200 is repeated. */
  retryDelays: number[];
  /** Faults for the next calls of the service: the first of the list until it has happened `times` times, then the next. */
  faults: PlannedFault[];
  /** The fault of all webhooks. */
  webhookFault: WebhookFault | null;
  /** How many milliseconds the fault `slow` takes. */
  slowAnswer: number;
  /** Whether templates, and senders on WhatsApp and RCS, are accepted that the account does not have. The service refuses them. */
  acceptUnknown: boolean;
}

/** Messages of the past between a person and a number of the account, the oldest first. */
export interface PastConversation {
  /** A name of the address book, or a number. */
  with: string;
  channel: Channel;
  /** The number of the account. */
  sender: string;
  messages: ({ account: string } | { person: string })[];
}

/** How a sandbox starts. Everything has a default. */
export interface SandboxOptions extends Partial<Settings> {
  /** Port to listen on; 0 takes any free one. Default 8026. */
  port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** The address book. Default: that of the demo account. */
  people?: Person[];
  groups?: Record<string, string[]>;
  /** The templates whose wording is known. Default: those of the demo account. */
  templates?: Template[];
  /** Messages that are there from the start. Default: none. */
  conversations?: PastConversation[];
  /** Passwords by user name. Default `demo` with `demo`. */
  users?: Record<string, string>;
  /** The real time in milliseconds since 1970. Default `Date.now`. */
  clock?: () => number;
  /** File that keeps the account from one start to the next. Default: nothing is kept. */
  data?: string;
  /** Gets what is worth a word about the data file: that it was repaired, or is locked. */
  warn?: (text: string) => void;
  /** Folder of the tests that the phone page records. Default: they are kept in memory. */
  tests?: string;
  /** How many messages are kept; beyond that, the oldest is dropped. Default 100,000. */
  messageLimit?: number;
}

export const DEFAULT_PORT = 8026;

export const defaultSettings: Settings = {
  automaticDelivery: 1000,
  points: 10_000,
  pageLimit: 10,
  inboundUrls: { default: 'http://127.0.0.1:1880/api/webhooks/receivedmessage' },
  numbers: [
    { number: '+41795550100', channel: 'Sms' },
    { number: '+41795550100', channel: 'Whatsapp' },
    { number: 'sandbox-agent', channel: 'Rcs' },
  ],
  retryDelays: [1000, 5000, 15_000],
  faults: [],
  webhookFault: null,
  slowAnswer: 5000,
  acceptUnknown: false,
};
