import { send } from './api.js';
import { bubble, shownOf } from './bubble.js';
import { isInbound, keyOf } from './conversations.js';
import { element, reconcile } from './dom.js';
import { CHANNELS, dayOf, nameOf, numberOf } from './formats.js';
import { state } from './state.js';

let shownKey;

/**
 * Shows a conversation on the phone.
 * @param actions `choose(message)` for its details, `back()` to the list on a narrow screen.
 */
export function showThread(phone, conversation, chosenId, actions) {
  const { channel, person, messages } = conversation;
  const key = keyOf(conversation);
  if (shownKey !== key) {
    shownKey = key;
    phone.replaceChildren(head(conversation, actions), messageList(), composer(conversation));
    phone.dataset.channel = channel;
  }
  fillReceivers(phone.querySelector('select'), channel, messages);
  const thread = phone.querySelector('.thread');
  reconcile(thread, entriesOf(messages, person, chosenId, actions));
  if (thread.dataset.atEnd === 'true') thread.scrollTop = thread.scrollHeight;
}

/** The list stays scrolled to its end when something is added or an image has loaded, unless the person has scrolled up. */
function messageList() {
  const list = element('ol.thread', { tabindex: '0', 'aria-label': 'Messages', 'data-at-end': 'true' });
  list.addEventListener('scroll', () => {
    list.dataset.atEnd = String(list.scrollHeight - list.scrollTop - list.clientHeight < 60);
  });
  // Captured, because the load event of an image does not bubble.
  const follow = () => list.dataset.atEnd === 'true' && (list.scrollTop = list.scrollHeight);
  list.addEventListener('load', follow, true);
  return list;
}

function head({ channel, person }, { back }) {
  const name = nameOf(person);
  return element(
    'header',
    {},
    element('button.back', { type: 'button', onclick: back, 'aria-label': 'Back to the conversations' }, '‹'),
    element(
      'div',
      {},
      element('h2', {}, name ?? numberOf(person)),
      name && element('p.small', {}, numberOf(person)),
    ),
    element(`span.channel.${channel}`, {}, CHANNELS[channel]),
  );
}

/** Days, senders and messages. A sender is named where it changes, because one person may receive messages from several. */
function entriesOf(messages, person, chosenId, { choose }) {
  let day;
  let sender;
  return messages.flatMap((message) => {
    const entries = [];
    const today = dayOf(message.at ?? message.acceptedAt);
    if (today !== day) entries.push(line(`day ${today}`, 'day', today));
    const from = isInbound(message) ? `to ${numberOf(message.to)}` : numberOf(message.from);
    if (today !== day || from !== sender)
      entries.push(line(`${message.messageId} sender`, isInbound(message) ? 'sender own' : 'sender', from));
    day = today;
    sender = from;
    const chosen = message.messageId === chosenId;
    const answer = (reply) =>
      send('inbound', {
        from: person,
        to: message.from,
        channel: message.channel,
        reply,
        replyTo: message.messageId,
      });
    entries.push({
      key: message.messageId,
      shows: shownOf(message, chosen),
      make: () => bubble(message, { chosen, choose: () => choose(message), answer }),
    });
    return entries;
  });
}

function line(key, classes, text) {
  return { key, shows: text, make: () => element('li', { class: classes }, text) };
}

function composer({ channel, person }) {
  const text = element('textarea', {
    name: 'text',
    rows: '1',
    required: true,
    'aria-label': 'Message',
    placeholder: 'Write as this person',
  });
  const form = element(
    'form.composer',
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const { to, text: words } = Object.fromEntries(new FormData(form));
        if (words.trim() === '') return;
        text.value = '';
        text.focus();
        try {
          await send('inbound', { from: person, to, channel, text: words });
        } catch (error) {
          text.value ||= words; // so that the person need not write it again
          throw error;
        }
      },
    },
    element('label', {}, 'To ', element('select', { name: 'to' })),
    text,
    element('button.main', {}, 'Send'),
  );
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  return form;
}

/** The account's numbers on the channel; the one that wrote last is chosen, as on a phone. */
function fillReceivers(select, channel, messages) {
  const numbers = [
    ...new Set(
      (state.settings?.numbers ?? []).filter((own) => own.channel === channel).map(({ number }) => number),
    ),
  ];
  const last = messages.findLast((message) => !isInbound(message))?.from;
  const shows = [last, ...numbers].join();
  if (select.dataset.shows === shows) return;
  select.dataset.shows = shows;
  const digits = (number) => number?.replace(/^(\+|00)/, '');
  select.replaceChildren(
    ...numbers.map((number) =>
      element('option', { value: number, selected: digits(number) === digits(last) }, numberOf(number)),
    ),
  );
}
