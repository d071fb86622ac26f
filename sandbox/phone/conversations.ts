import { computed } from '@preact/signals';
import { conversationKey, peerKey, peerFromKey, messagePeer, type Peer } from './page';
import { everything, type Message } from './state';

/** A person of the address book, so that the user can write as somebody before the first message has come. */
export const FIRST: Peer = { channel: 'Sms', person: '+41795550111' };

export interface Conversation extends Peer {
  key: string;
  messages: Message[];
}

/** All conversations, the one with the newest message first. */
export const conversations = computed<Conversation[]>(() => {
  const all = new Map<string, Conversation>();
  for (const message of everything.value) {
    const peer = messagePeer(message);
    const key = peerKey(peer);
    const conversation = all.get(key);
    if (conversation) conversation.messages.push(message);
    else all.set(key, { key, ...peer, messages: [message] });
  }
  const chosen = peerFromKey(conversationKey.value);
  const started = chosen ?? FIRST;
  const key = peerKey(started);
  if ((chosen || all.size === 0) && !all.has(key)) all.set(key, { key, ...started, messages: [] });
  return [...all.values()].sort((one, other) => newest(other) - newest(one));
});

/** The conversation on the phone. */
export const current = computed<Conversation>(() => {
  const [first] = conversations.value;
  const chosen = conversations.value.find(({ key }) => key === conversationKey.value);
  return chosen ?? first ?? { key: peerKey(FIRST), ...FIRST, messages: [] };
});

function newest({ messages }: Conversation): number {
  return messages.at(-1)?.sequence ?? Infinity;
}
