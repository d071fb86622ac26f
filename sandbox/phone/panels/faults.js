import { element } from '../dom.js';
import { state } from '../state.js';
import { field, save, section } from './fields.js';

/** Faults of the next calls, and of webhooks. */
export function faultSettings({ faults, webhookFault, slowAnswer }) {
  const webhook = (value, label) =>
    element('option', { value, selected: (webhookFault ?? '') === value }, label);
  return section(
    'Faults',
    element('p.hint', {}, 'The next calls of the service, one after the other:'),
    planned(faults),
    newFault(faults),
    element(
      'label',
      {},
      'All webhooks',
      element(
        'select',
        { onchange: ({ target }) => save(target, { webhookFault: target.value || null }) },
        webhook('', 'come once, in their order'),
        webhook('duplicate-webhooks', 'come twice'),
        webhook('out-of-order-webhooks', 'come in the wrong order'),
      ),
    ),
    field('Milliseconds that the fault slow takes', {
      type: 'number',
      min: 0,
      value: slowAnswer,
      onchange: ({ target }) => save(target, { slowAnswer: target.valueAsNumber }),
    }),
    recipients(),
  );
}

function planned(faults) {
  if (faults.length === 0) return element('p.hint', {}, 'None is planned.');
  const remove = (index) => save(undefined, { faults: faults.filter((_, place) => place !== index) });
  return element(
    'ol.plain',
    {},
    faults.map(({ fault, times }, index) =>
      element(
        'li',
        {},
        `${fault}, ${oftenOf(times)} `,
        element('button', { type: 'button', onclick: () => remove(index) }, 'Remove'),
      ),
    ),
  );
}

function oftenOf(times) {
  if (times === undefined) return 'until it is removed';
  return times === 1 ? 'once' : `${times} times`;
}

function newFault(faults) {
  const add = (event) => {
    event.preventDefault();
    const { fault, times } = Object.fromEntries(new FormData(event.target));
    document.activeElement.blur();
    return save(event.target, {
      faults: [...faults, { fault, ...(times === '' ? {} : { times: Number(times) }) }],
    });
  };
  const choices = state.faults.filter(({ name }) => !name.endsWith('-webhooks'));
  return element(
    'form.inline',
    { onsubmit: add },
    element(
      'select',
      { name: 'fault', 'aria-label': 'Fault' },
      choices.map(({ name, does }) => element('option', { value: name }, `${name}: ${does}`)),
    ),
    element('input', {
      name: 'times',
      type: 'number',
      min: 1,
      value: 1,
      'aria-label': 'Times',
      placeholder: 'always',
    }),
    element('button', {}, 'Add'),
  );
}

/** The recipients that cause faults, as a table to copy from. */
function recipients() {
  const row = (recipient, does) =>
    element('tr', {}, element('td', {}, element('code', {}, recipient)), element('td', {}, does));
  return element(
    'details',
    {},
    element('summary', {}, 'Recipients with a fixed outcome'),
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, element('th', {}, 'Send to'), element('th', {}, 'and'))),
      element(
        'tbody',
        {},
        state.outcomes.map(({ recipient, does }) => row(recipient, `the message ${does}`)),
        state.faults
          .filter(({ recipient }) => recipient)
          .map(({ recipient, does }) => row(recipient, `the service ${answering(does)}`)),
      ),
    ),
  );
}

function answering(does) {
  return /^\d/.test(does) ? `answers ${does}` : does;
}
