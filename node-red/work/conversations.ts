import { createLimiter } from '../../core/client';

/** A message that waits in a line. Earlier ones have smaller ids. */
interface Waiting {
  readonly id: string;
  readonly conversations: readonly string[];
}

/**
 * Messages of one conversation that leave a line go out one after the other. If one of them goes back in line, so do those that left it
 * behind it, as they must not overtake it.
 */
export class ConversationOrder {
  private readonly limiter = createLimiter(Infinity);
  /** The first message of a conversation that is back in line, until it has an outcome. */
  private readonly back = new Map<string, string>();

  run(message: Waiting, send: () => Promise<void>): Promise<void> {
    return this.limiter.run(send, message.conversations);
  }

  isBehind({ id, conversations }: Waiting): boolean {
    return conversations.some((conversation) => (this.back.get(conversation) ?? id) < id);
  }

  goesBack(message: Waiting): void {
    if (this.isBehind(message)) return;
    for (const conversation of message.conversations) this.back.set(conversation, message.id);
  }

  ends({ id, conversations }: Waiting): void {
    for (const conversation of conversations)
      if (this.back.get(conversation) === id) this.back.delete(conversation);
  }
}
