import { element, reconcile } from '../dom.js';
import { json, secondsOf } from '../formats.js';
import { state } from '../state.js';

const OUTCOMES = { pending: 'pending', taken: 'Taken', 'given up': 'Given up', shown: 'Shown here' };

/** Every notification and every forwarded inbound message, newest first. */
export function showNotifications(panel) {
  if (!panel.querySelector('ul.entries')) {
    panel.replaceChildren(
      element('h2', {}, 'Notifications'),
      element(
        'p.hint',
        {},
        'Status notifications and forwarded inbound messages, with every attempt. E-mails and SMS are shown only here.',
      ),
      element('ul.entries', {}),
    );
  }
  const pushes = [...state.pushes.values()].reverse();
  reconcile(
    panel.querySelector('ul.entries'),
    pushes.map((push) => ({
      key: String(push.id),
      shows: push.outcome + push.attempts.length,
      make: () => element('li', {}, pushEntry(push)),
    })),
  );
  panel.classList.toggle('empty', pushes.length === 0);
}

/** One push, which opens to show its payload and its attempts. */
export function pushEntry(push, open = false) {
  const { about, type, address, payload, attempts, outcome } = push;
  return element(
    'details',
    { open },
    element(
      'summary',
      {},
      element('span.tag', {}, about === 'inbound' ? 'Inbound' : (payload.status ?? '')),
      element('span.path', {}, `${type} ${address}`),
      element(`span.outcome.${outcome.replace(' ', '-')}`, {}, outcomeOf(outcome, attempts)),
    ),
    attempts.length > 0 &&
      element(
        'ol.history',
        {},
        attempts.map(({ at, status, problem }) =>
          element('li', {}, `${secondsOf(at)} ${status === 0 ? problem : `answered ${status}`}`),
        ),
      ),
    json(payload),
  );
}

function outcomeOf(outcome, attempts) {
  const last = attempts.at(-1);
  if (outcome === 'pending') return last ? 'Trying again' : 'Under way';
  return OUTCOMES[outcome];
}
