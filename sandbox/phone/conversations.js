import { element, reconcile } from './dom.js';
import { CHANNELS, nameOf, numberOf, timeOf } from './formats.js';
import { summaryOf } from './content/index.js';
import { everything, state } from './state.js';

/** A person of the address book, so that the user can write as somebody before the first message has come. */
const FIRST = { channel: 'Sms', person: '+41795550111' };

/** How many messages of a conversation have been seen, by its key. */
const seen = new Map();

/** The conversations, the one with the newest message first. */
export function conversations(open) {
  const all = new Map();
  for (const message of everything()) {
    const person = isInbound(message) ? message.from : message.to;
    const key = keyOf({ channel: message.channel, person });
    const conversation = all.get(key) ?? { key, channel: message.channel, person, messages: [] };
    conversation.messages.push(message);
    all.set(key, conversation);
  }
  const started = open ?? FIRST;
  const key = keyOf(started);
  if ((open || all.size === 0) && !all.has(key)) all.set(key, { key, ...started, messages: [] });
  return [...all.values()].sort((one, other) => newest(other) - newest(one));
}

export function keyOf({ channel, person }) {
  return `${channel}/${person}`;
}

export function conversationOf(key) {
  const [channel, ...person] = key.split('/');
  return channel in CHANNELS && person.length > 0 ? { channel, person: person.join('/') } : undefined;
}

export function isInbound(message) {
  return message.state === undefined;
}

/** Shows the list. `open` is called with the conversation that a person chooses. */
export function showConversations(list, all, current, open) {
  const shown = all.find(({ key }) => key === current);
  if (shown) seen.set(shown.key, shown.messages.length);
  reconcile(
    list,
    all.map((conversation) => {
      const { key, channel, person, messages } = conversation;
      const unseen = messages.length - Math.min(seen.get(key) ?? 0, messages.length);
      const last = messages.at(-1);
      const name = nameOf(person);
      return {
        key,
        shows: [key === current, last?.messageId, unseen, name].join(),
        make: () =>
          element(
            'li',
            {},
            element(
              'button.conversation',
              {
                type: 'button',
                'aria-current': key === current ? 'true' : undefined,
                onclick: () => open(conversation),
              },
              element('span.name', {}, name ?? numberOf(person)),
              element('span.when', {}, last && timeOf(last.at ?? last.acceptedAt)),
              element('span.number', {}, name && numberOf(person)),
              element('span.summary', {}, last ? summaryOf(last) : 'No messages yet'),
              unseen > 0 && element('span.unseen', { 'aria-label': `${unseen} new` }, String(unseen)),
              element(`span.channel.${channel}`, {}, CHANNELS[channel]),
            ),
          ),
      };
    }),
  );
}

/** Asks for the person and the channel of a conversation. */
export function askForConversation(open) {
  const people = Object.entries(state.people);
  const [[, first] = ['', FIRST.person]] = people;
  const submit = (event) => {
    event.preventDefault();
    const { person, channel } = Object.fromEntries(new FormData(event.target));
    dialog.close();
    open({ channel, person: person.replace(/[\s-]/g, '').replace(/^00/, '+') });
  };
  const dialog = element(
    'dialog.ask',
    { 'aria-label': 'Write as a person', onclose: () => dialog.remove() },
    element(
      'form',
      { onsubmit: submit },
      element('h2', {}, 'Write as a person'),
      element(
        'label',
        {},
        'Number of the person',
        element('input', {
          name: 'person',
          list: 'people',
          required: true,
          value: first,
          pattern: '(\\+|00)[\\d\\s\\-]{5,24}',
          title: 'International format, such as +41791234567',
        }),
      ),
      element(
        'datalist',
        { id: 'people' },
        people.map(([name, number]) => element('option', { value: number }, name)),
      ),
      element(
        'label',
        {},
        'Channel',
        element(
          'select',
          { name: 'channel' },
          Object.entries(CHANNELS).map(([value, label]) => element('option', { value }, label)),
        ),
      ),
      element(
        'div.actions',
        {},
        element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        element('button.main', {}, 'Open'),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function newest({ messages }) {
  return messages.at(-1)?.sequence ?? Infinity;
}
