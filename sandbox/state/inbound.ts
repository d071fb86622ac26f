import { randomUUID } from 'node:crypto';
import type { ServiceAccount } from './account';
import { BoundedList } from './boundedList';
import { sameNumber } from './numbers';
import type { Push } from './pushes';
import type { InboundInput } from '../options';
import { timestamp } from '../service/dates';
import type { Channel, InboundContent } from '../service/wire';

/** A message from a person to one of the account's numbers. */
export interface InboundMessage {
  messageId: string;
  /** Position in the order of all messages, sent and received. */
  sequence: number;
  channel: Channel;
  from: string;
  to: string;
  /** Milliseconds since 1970. */
  at: number;
  content: InboundContent;
  /** Id of the message that this one replies to. */
  replyTo: string | null;
}

/** The inbound messages, each forwarded to the URL for its number (chapter 6.2). */
export class Inbound {
  private readonly list: BoundedList<InboundMessage>;

  constructor(
    private readonly account: ServiceAccount,
    limit: number,
  ) {
    this.list = new BoundedList(limit);
  }

  /** Records a message from a person and forwards it. Resolves after the first attempt; `push` is missing without a URL. */
  async receive(input: InboundInput): Promise<{ inbound: InboundMessage; push?: Push }> {
    const inbound: InboundMessage = {
      messageId: randomUUID(),
      sequence: this.account.nextSequence(),
      channel: input.channel ?? 'Sms',
      from: input.from,
      to: input.to ?? this.ownNumber(input.channel ?? 'Sms'),
      at: this.account.clock.now(),
      content: input.reply
        ? { type: 'InteractiveReply', reply: input.reply }
        : { type: 'Text', text: input.text ?? '' },
      replyTo: input.replyTo ?? null,
    };
    this.list.push(inbound);
    this.account.changes.announce({ kind: 'inbound', inbound });
    const address = this.urlFor(inbound.to);
    if (address === '') return { inbound };
    return {
      inbound,
      push: await this.account.pushes.send(
        'inbound',
        inbound.messageId,
        { type: 'UrlPost', address },
        receivedMessage(inbound),
      ),
    };
  }

  get count(): number {
    return this.list.length;
  }

  /** Restores inbound messages of an earlier run. */
  restore(messages: InboundMessage[]): void {
    for (const message of messages) this.list.push(message);
  }

  all(): InboundMessage[] {
    return this.list.all();
  }

  clear(): void {
    this.list.clear();
  }

  private ownNumber(channel: Channel): string {
    return this.account.settings.numbers.find((own) => own.channel === channel)?.number ?? '';
  }

  private urlFor(number: string): string {
    const { default: fallback = '', ...urls } = this.account.settings.inboundUrls;
    return Object.entries(urls).find(([own]) => sameNumber(own, number))?.[1] ?? fallback;
  }
}

/** The body of an inbound message (own choice of the fields, see `ReceivedMessage` in openapi.yaml). */
function receivedMessage({ messageId, channel, from, to, at, content, replyTo }: InboundMessage): object {
  return { messageId, channel, from, to, timestamp: timestamp(at, 2), content, replyTo };
}
