import { weekdays } from '../../core/sendingWindow';
import { find, make, offer } from '../dom';
import { foldHelp } from '../help';
import { propertyEditor } from '../form/property';
import { asList, asValues, isEmpty, textOrEmpty, type Values } from '../form/values';
import { translate, type EditorNode } from '../red';
import { labelOfField } from './windowProblems';
import { helpBelow, row } from './sections';

/** What a window has when it is switched on: the clock is most often the one of the person who sets it up. */
function usualWindow(): Values {
  return {
    days: weekdays.slice(0, 5),
    from: '08:00',
    until: '20:00',
    timeZone: { t: 'str', v: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    outside: 'plan',
  };
}

/** Fills the section *Sending window*. Nothing is stored while it is off. */
export function openWindow({ sendingWindow: stored }: EditorNode): () => Values {
  const isOn = !isEmpty(stored);
  const values = isOn ? asValues(stored) : usualWindow();
  const on = make('input', { type: 'checkbox', id: 'messaging-window-on', checked: isOn });
  const days = dayBoxes(asList(values['days']));
  const from = timeInput(values['from']);
  const until = timeInput(values['until']);
  const timeZone = propertyEditor('timeZone', values['timeZone'], { t: 'str', v: '' }, true);
  const exceptions = propertyEditor('exceptions', values['exceptions'], { t: 'str', v: '' });
  const outside = offer(
    make('select'),
    { plan: translate('window.plan'), refuse: translate('window.refuse') },
    textOrEmpty(values['outside']),
  );
  const outsideRow = row(labelOfField('outside'), outside);
  outsideRow.append(helpBelow(translate('window.help.outside')));
  const fields = make(
    'div',
    {},
    days.element,
    row(labelOfField('from'), from),
    row(labelOfField('until'), until),
    timeZone.element,
    exceptions.element,
    foldHelp(outsideRow),
  );
  const show = () => {
    fields.hidden = !on.checked;
  };
  on.addEventListener('change', show);
  show();
  const switched = make(
    'div',
    { class: 'messaging-field messaging-switch' },
    on,
    make('label', { for: on.id }, translate('window.on')),
    helpBelow(translate('window.help.on')),
  );
  find('div', '#messaging-sendingWindow').append(foldHelp(switched), fields);
  return () => ({
    sendingWindow: on.checked
      ? {
          days: days.read(),
          from: from.value.trim(),
          until: until.value.trim(),
          timeZone: timeZone.read(),
          exceptions: exceptions.read(),
          outside: outside.value,
        }
      : {},
  });
}

function timeInput(value: unknown): HTMLInputElement {
  return make('input', {
    type: 'text',
    class: 'messaging-time',
    value: textOrEmpty(value),
    spellcheck: 'false',
  });
}

function dayBoxes(chosen: readonly unknown[]): { element: HTMLElement; read(): string[] } {
  const named = new Intl.DateTimeFormat(translate('language'), { weekday: 'short', timeZone: 'UTC' });
  const boxes = weekdays.map((day, index) => {
    const box = make('input', { type: 'checkbox', value: day, checked: chosen.includes(day) });
    // 5 January 1970 was a Monday.
    const name = named.format(Date.UTC(1970, 0, 5 + index));
    return { box, label: make('label', { class: 'messaging-box' }, box, ` ${name}`) };
  });
  const title = labelOfField('days');
  const element = make(
    'div',
    { class: 'messaging-field', role: 'group', 'aria-label': title },
    make('span', { class: 'messaging-label' }, title),
    make('div', { class: 'messaging-control' }, ...boxes.map(({ label }) => label)),
  );
  return { element, read: () => boxes.flatMap(({ box }) => (box.checked ? [box.value] : [])) };
}
