import { read } from './api.js';

/** How many messages the page keeps; the sandbox may have a hundred times as many. */
const MESSAGES_SHOWN = 2000;
const OTHERS_SHOWN = 300;

/** What the page knows about the sandbox, kept up to date by its events. */
export const state = {
  messages: new Map(),
  inbound: new Map(),
  pushes: new Map(),
  calls: new Map(),
  settings: undefined,
  /** How many milliseconds the sandbox's clock is ahead of the browser's. */
  ahead: 0,
  people: {},
  templates: [],
  faults: [],
  outcomes: [],
};

const listeners = new Set();
let announced = false;

/** Calls the listener after changes, at most once per frame. */
export function onChange(listener) {
  listeners.add(listener);
}

export function changed() {
  if (announced) return;
  announced = true;
  // Not only with requestAnimationFrame, which does not run in a background tab: the tab would fall further and further behind.
  setTimeout(() => {
    announced = false;
    for (const listener of listeners) listener();
  }, 16);
}

/** Events that arrive while the whole state is being read. They are applied afterwards, because that state may not contain them yet. */
let meanwhile;

/** Reads the whole state, then follows the events; after a lost connection or a reset, reads the whole state again. */
export function follow(showConnection) {
  const events = new EventSource('/sandbox/events');
  events.addEventListener('open', () => void load().then(() => showConnection(true)));
  events.addEventListener('error', () => showConnection(false));
  events.addEventListener('reset', () => void load());
  on(events, 'message', ({ message }) => keep(state.messages, message.messageId, message, MESSAGES_SHOWN));
  on(events, 'inbound', ({ inbound }) => keep(state.inbound, inbound.messageId, inbound, MESSAGES_SHOWN));
  on(events, 'push', ({ push }) => keep(state.pushes, push.id, push, OTHERS_SHOWN));
  on(events, 'call', ({ call }) => keep(state.calls, call.id, call, OTHERS_SHOWN));
  on(events, 'settings', ({ settings }) => (state.settings = settings));
  on(events, 'clock', ({ now }) => (state.ahead = now - Date.now()));
}

/** Messages and inbound messages of the page, in order. */
export function everything() {
  return [...state.messages.values(), ...state.inbound.values()].sort(
    (one, other) => one.sequence - other.sequence,
  );
}

/** The forwarding of an inbound message, or the notifications of a message. */
export function pushesOf(messageId) {
  return [...state.pushes.values()].filter((push) => push.messageId === messageId);
}

async function load() {
  const happened = [];
  meanwhile = happened;
  const { messages, inbound, pushes, calls, now, ...others } = await read(
    `overview?messages=${MESSAGES_SHOWN}&others=${OTHERS_SHOWN}`,
  );
  Object.assign(state, others, {
    messages: new Map(messages.map((message) => [message.messageId, message])),
    inbound: new Map(inbound.map((message) => [message.messageId, message])),
    pushes: new Map(pushes.map((push) => [push.id, push])),
    calls: new Map(calls.map((call) => [call.id, call])),
    ahead: now - Date.now(),
  });
  for (const apply of happened) apply();
  // A later read has its own list.
  if (meanwhile === happened) meanwhile = undefined;
  changed();
}

function on(events, kind, take) {
  events.addEventListener(kind, ({ data }) => {
    const apply = () => take(JSON.parse(data));
    if (meanwhile) meanwhile.push(apply);
    else apply();
    changed();
  });
}

function keep(map, key, value, limit) {
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value);
}
