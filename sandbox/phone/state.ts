import { batch, computed, signal } from '@preact/signals';
import { read } from './api';
import type { Content } from './content/shapes';
import { Entries } from './entries';
import type { Settings } from '../options';
import type { FaultName } from '../service/faults';
import type { Call } from '../state/callLog';
import type { InboundMessage } from '../state/inbound';
import type { SandboxMessage } from '../state/messages';
import type { Push } from '../state/pushes';
import type { Template } from '../state/templates';

export type { Call, InboundMessage, Push, Settings, Template };

/** A message to a person. */
export interface SentMessage extends Omit<SandboxMessage, 'content'> {
  content: Content;
}

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

/** How many messages the page keeps; the sandbox may have five times as many. */
const MESSAGES_KEPT = 20_000;
const OTHERS_KEPT = 1000;
/** How many are read first: what fits on the screen, and a few of the others, whose bodies are large. */
const SHOWN_AT_FIRST = 200;
const OTHERS_AT_FIRST = 20;

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
export function timeOfMessage(message: Message): number {
  return isInbound(message) ? message.at : message.acceptedAt;
}

/** Messages to people and from them, in order. */
export const everything = computed<Message[]>(() => {
  const [out, back] = [sent.all, received.all];
  const merged: Message[] = [];
  let next = 0;
  for (const message of out) {
    for (let other = back[next]; other && other.sequence < message.sequence; other = back[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(message);
  }
  return [...merged, ...back.slice(next)];
});

export function messageOf(messageId: string | undefined): Message | undefined {
  return messageId === undefined ? undefined : (sent.get(messageId) ?? received.get(messageId));
}

const pushesByMessage = computed(() => Map.groupBy(pushes.all, ({ messageId }) => messageId));

/** The forwarding of an inbound message, or the notifications of a message. */
export function pushesOf(messageId: string): Push[] {
  return pushesByMessage.value.get(messageId) ?? [];
}

const clockListeners: ((from: number, to: number) => void)[] = [];

/** Calls the listener when the sandbox's clock was moved. */
export function onClock(listener: (from: number, to: number) => void): void {
  clockListeners.push(listener);
}

/** Events that arrive while the whole state is being read. They are applied afterwards, because that state may not contain them yet. */
let meanwhile: (() => void)[] | undefined;

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

/** Reads the newest messages first, so that they are on the screen at once, then all that the page keeps. */
async function load(): Promise<void> {
  const first = await readNewest(SHOWN_AT_FIRST, OTHERS_AT_FIRST);
  const isAll =
    Math.max(first.messages.length, first.inbound.length) < SHOWN_AT_FIRST &&
    Math.max(first.pushes.length, first.calls.length) < OTHERS_AT_FIRST;
  if (!isAll) await readNewest(MESSAGES_KEPT, OTHERS_KEPT);
}

async function readNewest(count: number, others: number): Promise<Overview> {
  const happened: (() => void)[] = [];
  meanwhile = happened;
  const overview = await read<Overview>(`overview?messages=${count}&others=${others}`);
  // Otherwise, a later read has begun, which knows more.
  if (meanwhile === happened) {
    meanwhile = undefined;
    batch(() => {
      sent.replace(overview.messages);
      received.replace(overview.inbound);
      pushes.replace(overview.pushes);
      calls.replace(overview.calls);
      settings.value = overview.settings;
      book.value = overview;
      ahead.value = overview.now - Date.now();
      for (const apply of happened) apply();
    });
  }
  return overview;
}

function on<Data>(events: EventSource, kind: string, take: (data: Data) => void): void {
  events.addEventListener(kind, ({ data }: MessageEvent<string>) => {
    const apply = () => take(JSON.parse(data));
    if (meanwhile) meanwhile.push(apply);
    else apply();
  });
}
