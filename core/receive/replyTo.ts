import { isSmsSender, tidySmsSender } from '../contract/patterns';
import { asInternationalNumber, isWhatsappUserId, tidyNumber } from '../contract/phoneNumber';
import type { Channel, InboundEvent, ReplyAddresses } from './events';

/**
 * The channel, sender and recipient of an answer, as a send request needs them (specification 2.1); undefined if the message cannot be answered.
 * An SMS sender has digits only (see `tidySmsSender`).
 * @example replyTo({ channel: 'Sms', from: '+41791234567', to: '+41795550100' })
 *   // { channel: 'Sms', from: '0041795550100', to: '+41791234567' }
 */
export function replyTo(inbound: Pick<InboundEvent, 'channel' | 'from' | 'to'>): ReplyAddresses | undefined {
  const { channel } = inbound;
  if (channel === undefined || channel === 'other' || inbound.from === undefined || inbound.to === undefined)
    return undefined;
  const to =
    channel === 'Whatsapp' && isWhatsappUserId(inbound.from)
      ? inbound.from
      : asInternationalNumber(inbound.from);
  const from = senderOn(channel, inbound.to);
  return to === undefined || from === undefined ? undefined : { channel, from, to };
}

function senderOn(channel: Channel, address: string): string | undefined {
  if (channel === 'Whatsapp') return asInternationalNumber(address);
  if (channel === 'Rcs') return address;
  const sender = tidySmsSender(tidyNumber(address));
  return isSmsSender(sender) ? sender : undefined;
}
