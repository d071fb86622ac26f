import type { FormField } from '../../core/forms';
import type { TypedValue } from '../../node-red/settings/describe';
import { make, uniqueId } from '../dom';
import { helpOn } from '../help';
import { translate } from '../red';
import { formLabel, formText } from '../texts';
import { isTypedValue } from '../values';
import { COMPUTED, literalType, type TypedField } from './inputTypes';

/** A part of a form on the screen. Whenever something was typed, chosen, added, moved or removed in it, its element reports `input` or `change`. */
export interface FieldEditor {
  element: HTMLElement;
  /** The value to store; undefined if nothing was filled in. */
  read(): unknown;
}

/** The editor of a single value. */
export interface TypedEditor extends FieldEditor {
  read(): TypedValue | undefined;
  /** Shows another value as if it had been entered. */
  write(value: TypedValue): void;
}

/** A typedInput, and for long texts a text area below it. */
export function typedEditor(field: TypedField, stored: unknown): TypedEditor {
  const id = uniqueId();
  const literal = literalType(field);
  const usual = field.kind === 'choice' ? field.usual : undefined;
  const shown = isTypedValue(stored) ? stored : { t: literal.value, v: usual ?? '' };
  const placeholder = formText(field.placeholder);
  const input = make('input', { type: 'text', style: 'width: 100%', value: shown.v, placeholder });
  const control = make('div', { class: 'messaging-control' }, input);
  const { mark, help } = helpOn(id, formText(field.help));
  const element = make(
    'div',
    { class: 'messaging-field', 'data-field': field.name },
    make('label', { for: id, id: `${id}-label`, title: formText(field.help) }, ...markedLabel(field)),
    control,
    make(
      'div',
      { class: 'messaging-below-control' },
      make('div', { class: 'messaging-below' }),
      make('div', { class: 'messaging-problem', id: `${id}-problem`, role: 'alert' }),
      ...help,
    ),
    ...mark,
  );
  const typed = $(input);
  typed.typedInput({ types: [literal, ...COMPUTED], default: shown.t });
  const isText = () => typed.typedInput('type') === 'str';
  const area =
    field.kind === 'text' && field.long ? make('textarea', { id, rows: '3', placeholder }) : undefined;
  if (area !== undefined) {
    area.value = shown.t === 'str' ? shown.v : '';
    area.hidden = !isText();
    typed.on('change', () => {
      area.hidden = !isText();
    });
    control.append(area);
  }
  nameForScreenReaders(control, id, formLabel(field.label));
  return {
    element,
    read: () => {
      const v = area !== undefined && isText() ? area.value : typed.typedInput('value');
      return v === '' ? undefined : { t: typed.typedInput('type'), v };
    },
    write: ({ t, v }) => {
      typed.typedInput('type', t);
      typed.typedInput('value', v);
    },
  };
}

/** The label of a field. A star for the eye, a word for screen readers, say that it is required. */
export function markedLabel({ label, required }: FormField): Array<Node | string> {
  const text = translate('form.required');
  const mark = { class: 'messaging-required', title: text, 'aria-label': text };
  return [formLabel(label), ...(required ? [make('span', mark, '\u00a0*')] : [])];
}

/** typedInput makes its own elements without names, so its field gets the id of the label, and its buttons get names. */
function nameForScreenReaders(control: HTMLElement, id: string, label: string): void {
  const area = control.querySelector('textarea');
  const inner = control.querySelector('.red-ui-typedInput-input');
  if (area === null) inner?.setAttribute('id', id);
  for (const each of [area, inner]) each?.setAttribute('aria-describedby', `${id}-help ${id}-problem`);
  const names = {
    '.red-ui-typedInput-input': label,
    '.red-ui-typedInput-type-select': translate('form.typeOf', { label }),
    '.red-ui-typedInput-option-trigger': label,
    '.red-ui-typedInput-option-expand': translate('form.larger'),
  };
  for (const [selector, name] of Object.entries(names))
    control.querySelector(selector)?.setAttribute('aria-label', name);
}
