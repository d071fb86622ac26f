import { z } from 'zod/v4';
import { faultNames } from '../service/faults';

/** The requests of the test API. Unknown fields are refused, so that typing errors are noticed. */

const channel = z.enum(['Sms', 'Whatsapp', 'Rcs']);
const faultName = z.enum(faultNames);
const milliseconds = z.number().int().min(0);
const url = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);

export const settingsInput = z.strictObject({
  automaticDelivery: z.union([milliseconds, z.literal('manual')]).optional(),
  points: z.number().optional(),
  pageLimit: z.number().int().min(1).max(10).optional(),
  inboundUrls: z.record(z.string(), url).optional(),
  numbers: z
    .array(z.strictObject({ number: z.string().min(1), channel }))
    .min(1)
    .optional(),
  retryDelays: z.array(milliseconds).max(10).optional(),
  faults: z.array(z.strictObject({ fault: faultName, times: z.number().int().min(1).optional() })).optional(),
  webhookFault: z.enum(['duplicate-webhooks', 'out-of-order-webhooks']).nullable().optional(),
  slowAnswer: milliseconds.optional(),
  acceptUnknown: z.boolean().optional(),
});

const reply = z.strictObject({
  type: z.enum(['Button', 'List']),
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
});

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

/** A text that a person wrote, or the button or row that a person chose, with its sender and receiver. */
export type InboundRequest = z.infer<typeof inboundInput>;

export type StateRequest = z.infer<typeof stateInput>;
