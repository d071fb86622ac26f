import { z } from 'zod/v4';
import type { Conversation, Person, Template } from './seed/seed';
import { faultNames, webhookFaults } from './service/faults';

/** What the sandbox takes: options, settings and the requests of the test API. Unknown fields are refused, so that typing errors are noticed. */

export const channel = z.enum(['Sms', 'Whatsapp', 'Rcs']);
const milliseconds = z.number().int().min(0);
const url = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);

/** The settings that can be changed while the sandbox runs, on the phone page or with `PUT /sandbox/settings`. */
const settings = z.strictObject({
  /** After how many milliseconds a sent message is delivered automatically; `manual` leaves it to a person or a test. */
  automaticDelivery: z.union([milliseconds, z.literal('manual')]),
  /** Points left on the account. */
  points: z.number(),
  /** The account's limit of pages per SMS. */
  pageLimit: z.number().int().min(1).max(10),
  /** Where inbound messages are forwarded to, by own number; `default` for all others. An empty text turns forwarding off. */
  inboundUrls: z.record(z.string(), url),
  /** The numbers and sender IDs of the account: people can write to them. */
  numbers: z.array(z.strictObject({ number: z.string().min(1), channel })).min(1),
  /** Waits in milliseconds before a webhook that was not answered with 200 is repeated. */
  retryDelays: z.array(milliseconds).max(10),
  /** Faults for the next calls of the service: the first of the list until it has happened `times` times, then the next. */
  faults: z.array(z.strictObject({ fault: z.enum(faultNames), times: z.number().int().min(1).optional() })),
  /** The fault of all webhooks. */
  webhookFault: z.enum(webhookFaults).nullable(),
  /** How many milliseconds the fault `slow` takes. */
  slowAnswer: milliseconds,
  /** Whether templates, and senders on WhatsApp and RCS, are accepted that the account does not have. The service refuses them. */
  acceptUnknown: z.boolean(),
});

export type Settings = z.infer<typeof settings>;

/** Some of the settings, to change them. */
export const settingsInput = settings.partial();

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

/** The settings that a sandbox starts with. */
export function settingsFrom(options: SandboxOptions): Settings {
  const own = Object.entries(options).filter(
    ([name, value]) => Object.hasOwn(defaultSettings, name) && value !== undefined,
  );
  return settings.parse({ ...defaultSettings, ...Object.fromEntries(own) });
}

const reply = z.strictObject({
  type: z.enum(['Button', 'List']),
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
});

/** What a person does on the phone: writes a text, or taps a button or row. `to` and `channel` default to the account's first number. */
export const inboundInput = z
  .strictObject({
    from: z.string().min(1),
    to: z.string().min(1).optional(),
    channel: channel.optional(),
    text: z.string().min(1).optional(),
    reply: reply.optional(),
    replyTo: z.string().optional(),
  })
  .refine(
    ({ text, reply: chosen }) => (text === undefined) !== (chosen === undefined),
    'Give either text or reply.',
  );

export const stateInput = z.strictObject({
  state: z.enum(['Delivered', 'Failed', 'Delayed']),
  errorCode: z.string().optional(),
  errorMessage: z.string().optional(),
});

export const clockInput = z.strictObject({ advance: milliseconds });

export type InboundInput = z.infer<typeof inboundInput>;
export type StateInput = z.infer<typeof stateInput>;

/** How a sandbox starts. Everything has a default. */
export interface SandboxOptions extends Partial<Settings> {
  /** Port to listen on; 0 takes any free one. Default 8026. */
  port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** The address book. Default: that of the demo account. */
  people?: Person[];
  groups?: Record<string, string[]>;
  /** Default: the templates of the demo account. */
  templates?: Template[];
  /** Messages that are there from the start. Default: none. */
  conversations?: Conversation[];
  /** Passwords by user name. Default `demo` with `demo`. */
  users?: Record<string, string>;
  /** The real time in milliseconds since 1970. Default `Date.now`. */
  clock?: () => number;
  /** File that keeps the account from one start to the next. Default: nothing is kept. */
  data?: string;
  /** Gets what is worth a word: that the data file cannot be written. */
  warn?: (text: string) => void;
  /** Folder of the tests that the phone page records. Default: they are kept in memory. */
  tests?: string;
  /** How many messages are kept; beyond that, the oldest is dropped. Default 100,000. */
  messageLimit?: number;
}

export const DEFAULT_PORT = 8026;
