import { randomUUID } from 'node:crypto';
import type { ServiceAccount } from './account';
import type { InboundMessage } from './inbound';
import type { SandboxMessage } from './messages';
import { withPlus } from './numbers';
import { smsPages } from './smsPages';
import type { Conversation } from '../seed/seed';
import type { Channel } from '../service/wire';

const MINUTE = 60_000;

/** The messages of the conversations, a minute apart, the last one of each a minute ago. */
export function pastMessages(
  { addressBook, settings, newest, clock }: ServiceAccount,
  conversations: Conversation[],
): { messages: SandboxMessage[]; inbound: InboundMessage[] } {
  const now = clock.now();
  const entries = conversations
    .flatMap((conversation) =>
      conversation.messages.map((message, index) => ({
        conversation,
        message,
        at: now - (conversation.messages.length - index) * MINUTE,
      })),
    )
    .sort((one, other) => one.at - other.at);
  const messages: SandboxMessage[] = [];
  const inbound: InboundMessage[] = [];
  for (const [index, { conversation, message, at }] of entries.entries()) {
    const { channel = 'Sms', with: name } = conversation;
    const sender =
      conversation.sender ?? settings.numbers.find((own) => own.channel === channel)?.number ?? '';
    const person = addressBook.findNumber(name) ?? withPlus(name);
    const common = { messageId: randomUUID(), sequence: newest + index + 1, channel };
    if ('account' in message)
      messages.push({ ...common, ...sent(channel, sender, person, message.account, at) });
    else {
      const content = { type: 'Text' as const, text: message.person };
      inbound.push({ ...common, from: person, to: sender, at, content, replyTo: null });
    }
  }
  return { messages, inbound };
}

function sent(
  channel: Channel,
  from: string,
  to: string,
  text: string,
  at: number,
): Omit<SandboxMessage, 'messageId' | 'sequence' | 'channel'> {
  const content = { type: 'Text' as const, text };
  const sms = channel === 'Sms' ? smsPages(content) : undefined;
  return {
    requestId: randomUUID(),
    version: 2,
    from,
    to,
    recipient: { type: 'Number', address: to },
    customerid: null,
    content,
    request: { channel, from, to, content },
    sms,
    points: sms?.pages ?? 1,
    state: 'Delivered',
    acceptedAt: at,
    changedAt: at,
    history: [{ state: 'Delivered', at }],
  };
}
