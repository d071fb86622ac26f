import { computed, signal } from '@preact/signals';
import { CHANNELS, numberOf, searchFor } from './formats';
import { nameOf } from './names';
import { conversationKey, keyOf, peerOf, peerOfMessage, type Peer } from './page';
import { summaryOf, wordsOf } from './content/words';
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
    const peer = peerOfMessage(message);
    const key = keyOf(peer);
    const conversation = all.get(key);
    if (conversation) conversation.messages.push(message);
    else all.set(key, { key, ...peer, messages: [message] });
  }
  const chosen = peerOf(conversationKey.value);
  const started = chosen ?? FIRST;
  const key = keyOf(started);
  if ((chosen || all.size === 0) && !all.has(key)) all.set(key, { key, ...started, messages: [] });
  return [...all.values()].sort((one, other) => newest(other) - newest(one));
});

/** The conversation on the phone. */
export const current = computed<Conversation>(() => {
  const [first] = conversations.value;
  const chosen = conversations.value.find(({ key }) => key === conversationKey.value);
  return chosen ?? first ?? { key: keyOf(FIRST), ...FIRST, messages: [] };
});

function newest({ messages }: Conversation): number {
  return messages.at(-1)?.sequence ?? Infinity;
}

/** What is searched for in the conversations. */
export const search = signal('');

export interface Hit extends Conversation {
  /** The newest message with the words. Missing if they are in the name or the number. */
  found?: Message;
}

/** The conversations with the words of the search, or all without a search. */
export const hits = computed<Hit[]>(() => {
  const words = search.value.trim();
  if (words === '') return conversations.value;
  const matches = searchFor(words);
  return conversations.value.flatMap((conversation): Hit[] => {
    if (matches(headOf(conversation))) return [conversation];
    const found = conversation.messages.findLast((message) => matches(textOf(message)));
    return found ? [{ ...conversation, found }] : [];
  });
});

function headOf({ person, channel }: Peer): string {
  return `${nameOf(person) ?? ''} ${person} ${numberOf(person)} ${CHANNELS[channel]}`.toLowerCase();
}

const texts = new WeakMap<Message, string>();

/** The text that a message is found by. */
function textOf(message: Message): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = `${summaryOf(message)} ${wordsOf(message.content)}`.toLowerCase();
  texts.set(message, text);
  return text;
}

/** How many messages of a conversation have been seen, by its key. */
const seen = new Map<string, number>();

/** How many messages are new. Those of the conversation on the phone have been seen. */
export function unseenOf({ key, messages }: Conversation): number {
  if (key === current.value.key) seen.set(key, messages.length);
  return messages.length - Math.min(seen.get(key) ?? 0, messages.length);
}
