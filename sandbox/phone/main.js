import {
  askForConversation,
  conversationOf,
  conversations,
  keyOf,
  showConversations,
} from './conversations.js';
import { element } from './dom.js';
import { momentOf } from './formats.js';
import { showCalls } from './panels/calls.js';
import { messagePanel } from './panels/message.js';
import { showNotifications } from './panels/notifications.js';
import { showSettings } from './panels/settings.js';
import { changed, follow, onChange, state } from './state.js';
import { showThread } from './thread.js';

const VIEWS = {
  phone: 'Phone',
  message: 'Message',
  notifications: 'Notifications',
  calls: 'Calls',
  settings: 'Settings',
};
const $ = (selector) => document.querySelector(selector);

/** What a person has chosen on the page. */
const chosen = {
  key: keyInAddress(),
  messageId: undefined,
  view: 'phone',
  panel: 'message',
};

/** The conversation that the page's address names; undefined if it cannot be read. */
function keyInAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

function show() {
  // Nothing is shown before the first state is loaded: it would replace whatever the user enters.
  if (state.settings === undefined) return;
  const all = conversations(conversationOf(chosen.key));
  const current = all.find(({ key }) => key === chosen.key) ?? all[0];
  showConversations($('#conversation-list'), all, current.key, open);
  showThread($('#phone'), current, chosen.messageId, {
    choose,
    back: () => (document.body.dataset.inside = 'list'),
  });
  showPanel();
  $('#balance').textContent = state.settings?.points.toLocaleString() ?? '–';
}

/** Opens a conversation; on a narrow screen it replaces the list. */
function open(conversation) {
  chosen.key = keyOf(conversation);
  history.replaceState(null, '', `#${chosen.key}`);
  document.body.dataset.inside = 'thread';
  show();
}

/** Shows the details of a message. */
function choose(message) {
  chosen.messageId = message.messageId;
  view('message');
}

function view(name) {
  chosen.view = name;
  if (name !== 'phone') chosen.panel = name;
  document.body.dataset.view = name;
  for (const tab of $('.views').children) {
    const selected = tab.dataset.view === name || (tab.dataset.view === chosen.panel && isWide());
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
  show();
}

const SHOWN = { notifications: showNotifications, calls: showCalls, settings: showSettings };

function showPanel() {
  const panel = $('#panel');
  if (panel.dataset.panel !== chosen.panel) {
    panel.replaceChildren();
    panel.dataset.panel = chosen.panel;
    panel.dataset.shows = '';
    panel.className = 'panel';
    panel.setAttribute('aria-label', VIEWS[chosen.panel]);
  }
  if (chosen.panel !== 'message') return SHOWN[chosen.panel](panel);
  const message = state.messages.get(chosen.messageId) ?? state.inbound.get(chosen.messageId);
  const pushes = [...state.pushes.values()].filter(({ messageId }) => messageId === chosen.messageId);
  const shows = JSON.stringify([
    chosen.messageId,
    message?.state,
    pushes.map(({ outcome, attempts }) => [outcome, attempts.length]),
  ]);
  if (panel.dataset.shows !== shows)
    panel.replaceChildren(element('div', {}, messagePanel(chosen.messageId)));
  panel.dataset.shows = shows;
}

function isWide() {
  return matchMedia('(min-width: 1100px)').matches;
}

/** Tabs with the usual keyboard control: the arrow keys move from one to the next. */
function tabs() {
  const step = (event) => {
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    const move = moves[event.key];
    if (!move) return;
    const visible = [...$('.views').children].filter((tab) => tab.offsetParent !== null);
    const next = visible[(visible.indexOf(event.target) + move + visible.length) % visible.length];
    next.focus();
    view(next.dataset.view);
  };
  return Object.entries(VIEWS).map(([name, label]) =>
    element(
      'button',
      {
        type: 'button',
        role: 'tab',
        'data-view': name,
        'aria-controls': name === 'phone' ? 'phone' : 'panel',
        onclick: () => view(name),
        onkeydown: step,
      },
      label,
    ),
  );
}

$('.views').append(...tabs());
$('#new-conversation').addEventListener('click', () => askForConversation(open));
addEventListener('hashchange', () => {
  chosen.key = keyInAddress();
  show();
});
matchMedia('(min-width: 1100px)').addEventListener('change', () => view(chosen.view));
function tick() {
  const now = Date.now() + state.ahead;
  $('#clock').textContent = momentOf(now);
  setTimeout(tick, 1000 - (now % 1000));
}

tick();
// The settings are not updated while somebody edits one of them.
$('#panel').addEventListener('focusout', changed);
onChange(show);
follow((connected) => {
  $('#connection').textContent = connected ? '' : 'Not connected, trying again';
});
document.body.dataset.inside = chosen.key ? 'thread' : 'list';
view('phone');
