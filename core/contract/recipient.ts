import { z } from 'zod/v4';

import { field, text } from './field';
import { recipientAddress } from './formats';
import { personKey } from './phoneNumber';

/** A recipient by number, or by a name in the service's address book (specification 2.3). */
export const recipientSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('Number'),
    address: field(recipientAddress(), {
      label: 'Number',
      help: 'Mobile number in international format, starting with + or 00.',
      placeholder: 'e.g. +41791234567',
    }),
  }),
  z.strictObject({
    type: z.literal('Person'),
    address: field(text(), {
      label: 'Person',
      help: 'Name in the address book of the service: last name, a space, first name.',
      placeholder: 'e.g. Muster Anna',
    }),
  }),
  z.strictObject({
    type: z.literal('Group'),
    address: field(text(), {
      label: 'Group',
      help: 'Name of a group in the address book of the service.',
      placeholder: 'e.g. On-call team',
    }),
  }),
]);

export type Recipient = z.infer<typeof recipientSchema>;

/** Recipients without those who are named before. */
export function withoutRepeats(recipients: readonly Recipient[]): Recipient[] {
  const seen = new Set<string>();
  return recipients.filter(({ type, address }) => {
    const key = `${type} ${type === 'Number' ? personKey(address) : address}`;
    return !seen.has(key) && seen.add(key);
  });
}
