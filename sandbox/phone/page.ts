import { effect, signal } from '@preact/signals';
import { isChannel, type Channel } from './formats';
import { isInbound, type Message } from './state';

export const VIEWS = {
  phone: 'Phone',
  message: 'Message',
  notifications: 'Notifications',
  calls: 'Calls',
  tests: 'Tests',
  settings: 'Settings',
};
export type View = keyof typeof VIEWS;
export type PanelName = Exclude<View, 'phone'>;

/** A person on a channel. */
export interface Peer {
  channel: Channel;
  person: string;
}

const wideScreen = matchMedia('(min-width: 1100px)');

/** What a person has chosen on the page. */
export const conversationKey = signal(keyInAddress());
export const messageId = signal<string | undefined>(undefined);
export const view = signal<View>('phone');
export const panel = signal<PanelName>('message');
/** What a narrow screen shows of the view Phone. */
export const inside = signal<'list' | 'thread'>(conversationKey.value ? 'thread' : 'list');
/** A wide screen shows everything side by side. */
export const wide = signal(wideScreen.matches);

/** The conversation that the page's address names; empty if it cannot be read. */
function keyInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

export function peerKey({ channel, person }: Peer): string {
  return `${channel}/${person}`;
}

export function peerFromKey(key: string): Peer | undefined {
  const [channel, ...person] = key.split('/');
  return isChannel(channel) && person.length > 0 ? { channel, person: person.join('/') } : undefined;
}

export function messagePeer(message: Message): Peer {
  return { channel: message.channel, person: isInbound(message) ? message.from : message.to };
}

/** Opens a conversation; on a narrow screen it replaces the list. */
export function open(peer: Peer): void {
  conversationKey.value = peerKey(peer);
  history.replaceState(null, '', `#${peerKey(peer)}`);
  inside.value = 'thread';
}

export function showView(name: View): void {
  view.value = name;
  if (name !== 'phone') panel.value = name;
}

/** Shows the details of a message. */
export function choose(message: Message): void {
  messageId.value = message.messageId;
  showView('message');
}

/** Keeps up with the address and the size of the page, and tells the style sheet what to show. */
export function followPage(): void {
  addEventListener('hashchange', () => {
    conversationKey.value = keyInAddress();
  });
  wideScreen.addEventListener('change', () => {
    wide.value = wideScreen.matches;
  });
  effect(() => {
    document.body.dataset.view = view.value;
    document.body.dataset.inside = inside.value;
  });
}
