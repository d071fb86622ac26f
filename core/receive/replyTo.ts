import { isSmsSender, tidyNumber } from '../contract/patterns';
import type { Channel, InboundEvent, ReplyAddresses } from './events';
import { internationalNumber } from './phoneNumber';

/**
 * The channel, sender and recipient of an answer to the person who wrote, as a send request wants them (specification 2.1).
 *
 * The sender of the answer is the number that was written to: on SMS with `00` instead of a leading `+`, as a sender may be up to
 * 16 digits only; on WhatsApp in international format. The recipient gets a leading `+`, whatever the service wrote.
 *
 * @returns undefined when the message cannot be answered: its channel, sender or receiver is missing, or one of them is not what a
 *   send request accepts (a name, a short or a national number as the recipient)
 */
export function replyTo(inbound: Pick<InboundEvent, 'channel' | 'from' | 'to'>): ReplyAddresses | undefined {
  const { channel } = inbound;
  if (channel === undefined || inbound.from === undefined || inbound.to === undefined) return undefined;
  const to = internationalNumber(inbound.from);
  const from = senderOn(channel, inbound.to);
  return to === undefined || from === undefined ? undefined : { channel, from, to };
}

function senderOn(channel: Channel, address: string): string | undefined {
  if (channel === 'Whatsapp') return internationalNumber(address);
  if (channel === 'Rcs') return address;
  const digits = tidyNumber(address).replace(/^\+/, '00');
  if (/^[0-9]{1,16}$/.test(digits)) return digits;
  return isSmsSender(address) ? address : undefined;
}
