import type { MessageRequest } from '../contract';
import { personKey } from '../contract/phoneNumber';
import { recipientsOf } from './outgoing';

/**
 * The conversations that a message belongs to, one for each recipient: the messages of a sender to a person arrive in their order. The
 * lines of a limiter.
 */
export function conversationsOf(request: MessageRequest): string[] {
  const sender = personKey(request.from);
  return recipientsOf(request).map((address) => `${sender} ${personKey(address)}`);
}
