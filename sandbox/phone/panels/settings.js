import { notify, send } from '../api.js';
import { element } from '../dom.js';
import { CHANNELS, momentOf } from '../formats.js';
import { state } from '../state.js';
import { faultSettings } from './faults.js';
import { field, save, section } from './fields.js';

const HOUR = 3_600_000;

/** Shows the settings. They are not updated while somebody edits one of them. */
export function showSettings(panel) {
  const shows = JSON.stringify([state.settings, state.faults.length]);
  if (!state.settings || panel.dataset.shows === shows) return keepClock(panel);
  if (panel.contains(document.activeElement) && document.activeElement.matches('input, select'))
    return keepClock(panel);
  panel.dataset.shows = shows;
  panel.replaceChildren(
    element('h2', {}, 'Settings'),
    delivery(state.settings),
    forwarding(state.settings),
    accountSettings(state.settings),
    faultSettings(state.settings),
    clock(),
    reset(),
  );
  return keepClock(panel);
}

function delivery({ automaticDelivery }) {
  const seconds = field('Seconds until it is delivered', {
    type: 'number',
    min: 0,
    max: 86400,
    step: 'any',
    value: automaticDelivery === 'manual' ? 1 : automaticDelivery / 1000,
    disabled: automaticDelivery === 'manual',
    onchange: ({ target }) => save(target, { automaticDelivery: Math.round(target.valueAsNumber * 1000) }),
  });
  const byHand = element('input', {
    type: 'checkbox',
    checked: automaticDelivery === 'manual',
    onchange: ({ target }) => {
      seconds.querySelector('input').disabled = target.checked;
      return save(target, { automaticDelivery: target.checked ? 'manual' : 1000 });
    },
  });
  return section(
    'Delivery',
    element('label.check', {}, byHand, 'By hand, with the buttons of each message'),
    seconds,
  );
}

function forwarding({ inboundUrls, numbers }) {
  const own = [...new Set(numbers.map(({ number }) => number))];
  const change =
    (name) =>
    ({ target }) => {
      const { [name]: _replaced, ...others } = state.settings.inboundUrls;
      const kept = target.value === '' && name !== 'default' ? others : { ...others, [name]: target.value };
      return save(target, { inboundUrls: kept });
    };
  const row = (name, label, hint) =>
    field(label, { type: 'url', value: inboundUrls[name] ?? '', placeholder: hint, onchange: change(name) });
  return section(
    'Inbound messages are forwarded to',
    row('default', 'All numbers', 'Nothing is forwarded'),
    own.map((number) => row(number, number, 'As for all numbers')),
    numberSettings(numbers),
  );
}

function numberSettings(numbers) {
  const add = (event) => {
    event.preventDefault();
    const { number, channel } = Object.fromEntries(new FormData(event.target));
    document.activeElement.blur();
    return save(event.target, { numbers: [...numbers, { number, channel }] });
  };
  const remove = (index) => save(undefined, { numbers: numbers.filter((_, place) => place !== index) });
  return element(
    'details',
    {},
    element('summary', {}, 'Numbers of the account'),
    element(
      'ul.plain',
      {},
      numbers.map(({ number, channel }, index) =>
        element(
          'li',
          {},
          `${number} (${CHANNELS[channel]}) `,
          element(
            'button',
            { type: 'button', disabled: numbers.length === 1, onclick: () => remove(index) },
            'Remove',
          ),
        ),
      ),
    ),
    element(
      'form.inline',
      { onsubmit: add },
      element('input', {
        name: 'number',
        required: true,
        'aria-label': 'Number or sender id',
        placeholder: '+41795550199',
      }),
      element(
        'select',
        { name: 'channel', 'aria-label': 'Channel' },
        Object.entries(CHANNELS).map(([value, label]) => element('option', { value }, label)),
      ),
      element('button', {}, 'Add'),
    ),
  );
}

function accountSettings({ points, pageLimit }) {
  return section(
    'Account',
    field('Balance in points', {
      type: 'number',
      value: points,
      onchange: ({ target }) => save(target, { points: target.valueAsNumber }),
    }),
    field('Maximum pages of an SMS', {
      type: 'number',
      min: 1,
      max: 10,
      value: pageLimit,
      onchange: ({ target }) => save(target, { pageLimit: target.valueAsNumber }),
    }),
  );
}

function clock() {
  const move = (label, advance) =>
    element('button', { type: 'button', onclick: () => send('clock', { advance }) }, label);
  return section(
    'Clock',
    element(
      'p',
      {},
      'In the sandbox it is ',
      element('strong.now', {}),
      '. What is due until the new time happens at once.',
    ),
    element(
      'div.actions',
      {},
      move('1 hour on', HOUR),
      move('1 day on', 24 * HOUR),
      move('7 days on', 168 * HOUR),
    ),
  );
}

function keepClock(panel) {
  const now = panel.querySelector('.now');
  if (now) now.textContent = momentOf(Date.now() + state.ahead);
}

function reset() {
  const forget = async () => {
    if (!confirm('Delete all messages, calls and files, and restore the initial settings?')) return;
    await send('reset');
    notify('Everything has been reset.');
  };
  const quick = element('button.danger', { type: 'button', onclick: forget }, 'Start over');
  return section('Reset', quick);
}
