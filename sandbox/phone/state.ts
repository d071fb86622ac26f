import { batch, computed, signal } from '@preact/signals';
import { get } from './api';
import { Entries } from './entries';
import type { Settings } from '../options';
import type { Template } from '../seed/seed';
import type { FaultName } from '../service/faults';
import type { Call } from '../state/callLog';
import type { InboundMessage } from '../state/inbound';
import type { SandboxMessage as SentMessage } from '../state/messages';
import type { Push } from '../state/pushes';

export type { Call, InboundMessage, Push, SentMessage, Settings };

/** A message to a person or from one. */
export type Message = SentMessage | InboundMessage;

/** Numbers with a meaning: people, faults and fixed outcomes. */
interface Book {
  people: Record<string, string>;
  templates: Template[];
  faults: { name: FaultName; does: string; recipient?: string }[];
  outcomes: { recipient: string; does: string }[];
}

interface Overview extends Book {
  messages: SentMessage[];
  inbound: InboundMessage[];
  pushes: Push[];
  calls: Call[];
  settings: Settings;
  now: number;
}

/** How many of the newest messages, and of the other entries, the page keeps. */
const MESSAGES_KEPT = 5000;
const OTHERS_KEPT = 500;

/** What the page knows about the sandbox, kept up to date by its events. */
export const sent = new Entries<string, SentMessage>(MESSAGES_KEPT, ({ messageId }) => messageId);
export const received = new Entries<string, InboundMessage>(MESSAGES_KEPT, ({ messageId }) => messageId);
export const pushes = new Entries<number, Push>(OTHERS_KEPT, ({ id }) => id);
export const calls = new Entries<number, Call>(OTHERS_KEPT, ({ id }) => id);
/** Missing before the first state is loaded. */
export const settings = signal<Settings | undefined>(undefined);
export const book = signal<Book>({ people: {}, templates: [], faults: [], outcomes: [] });
/** How many milliseconds the sandbox's clock is ahead of the browser's. */
export const ahead = signal(0);
export const connected = signal(true);

export function isInbound(message: Message): message is InboundMessage {
  return !('state' in message);
}

/** When a message was accepted or written. */
export function messageTime(message: Message): number {
  return isInbound(message) ? message.at : message.acceptedAt;
}

/** Messages to people and from them, in order. */
export const everything = computed<Message[]>(() =>
  [...sent.all, ...received.all].sort((one, other) => one.sequence - other.sequence),
);

export function findMessage(messageId: string | undefined): Message | undefined {
  return messageId === undefined ? undefined : (sent.get(messageId) ?? received.get(messageId));
}

const pushesByMessage = computed(() => Map.groupBy(pushes.all, ({ messageId }) => messageId));

/** The forwarding of an inbound message, or the notifications of a message. */
export function findPushes(messageId: string): Push[] {
  return pushesByMessage.value.get(messageId) ?? [];
}

const clockListeners: ((from: number, to: number) => void)[] = [];

/** Calls the listener when the sandbox's clock was moved. */
export function onClock(listener: (from: number, to: number) => void): void {
  clockListeners.push(listener);
}

/** How often the page is shown anew while much happens, in milliseconds. */
const FRAME = 16;
/** Events that are not applied yet. Those that arrive while the state is being read wait for it, because it may not contain them. */
let waiting: (() => void)[] = [];
let reading = 0;

function applyWaiting(): void {
  if (reading > 0) return;
  const events = waiting;
  waiting = [];
  batch(() => events.forEach((apply) => apply()));
}

/** Reads the whole state, then follows the events; after a lost connection or a reset, reads the whole state again. */
export function follow(): void {
  const events = new EventSource('/sandbox/events');
  events.addEventListener('open', () => {
    void load().then(() => {
      connected.value = true;
    });
  });
  events.addEventListener('error', () => {
    connected.value = false;
  });
  events.addEventListener('reset', () => void load());
  on<{ message: SentMessage }>(events, 'message', ({ message }) => sent.keep(message));
  on<{ inbound: InboundMessage }>(events, 'inbound', ({ inbound }) => received.keep(inbound));
  on<{ push: Push }>(events, 'push', ({ push }) => pushes.keep(push));
  on<{ call: Call }>(events, 'call', ({ call }) => calls.keep(call));
  on<{ settings: Settings }>(events, 'settings', (change) => {
    settings.value = change.settings;
  });
  on<{ now: number }>(events, 'clock', ({ now }) => {
    const before = Date.now() + ahead.value;
    ahead.value = now - Date.now();
    for (const listener of clockListeners) listener(before, now);
  });
}

async function load(): Promise<void> {
  reading += 1;
  try {
    const overview = await get<Overview>(`overview?messages=${MESSAGES_KEPT}&others=${OTHERS_KEPT}`);
    batch(() => {
      sent.replace(overview.messages);
      received.replace(overview.inbound);
      pushes.replace(overview.pushes);
      calls.replace(overview.calls);
      settings.value = overview.settings;
      book.value = overview;
      ahead.value = overview.now - Date.now();
    });
  } finally {
    reading -= 1;
    applyWaiting();
  }
}

function on<Data>(events: EventSource, kind: string, take: (data: Data) => void): void {
  events.addEventListener(kind, ({ data }: MessageEvent<string>) => {
    // Not with requestAnimationFrame, which does not run in a background tab: the tab would fall further and further behind.
    if (waiting.length === 0) setTimeout(applyWaiting, FRAME);
    waiting.push(() => take(JSON.parse(data)));
  });
}
