import type { TypedValue } from '../../node-red/shared/describe';
import { icon, make, uniqueId } from '../dom';
import { red, translate } from '../red';
import { formText } from '../texts';
import type { Dialog, FieldEditor, LeafField } from './editors';
import { expressionProblem } from './expressions';
import { literalTypeName, optionMeant, typesOf } from './leafTypes';
import { isLeaf } from './values';

/** The editor of a single value: a typedInput, and for long texts a text area below it. */
export interface LeafEditor extends FieldEditor {
  read(): TypedValue | undefined;
  /** Shows another value as if it had been entered. */
  write(leaf: TypedValue): void;
  /** Space below the field, for what only some dialogs show (the page counter). */
  below: HTMLElement;
}

/**
 * Makes the editor of a single value.
 *
 * @param check says what is wrong with the value, in the user's language; the result is shown after the first change
 */
export function leafEditor(
  field: LeafField,
  stored: unknown,
  dialog: Dialog,
  check: (leaf: TypedValue | undefined) => string | undefined,
): LeafEditor {
  const id = uniqueId();
  const leaf = isLeaf(stored) ? stored : { t: literalTypeName(field), v: '' };
  const input = make('input', {
    type: 'text',
    style: 'width: 100%',
    value: leaf.v,
    placeholder: formText(field.placeholder),
  });
  const area = field.kind === 'text' && field.long ? textArea(field, leaf, id) : undefined;
  const control = make('div', { class: 'messaging-control' }, input);
  const below = make('div', { class: 'messaging-below' });
  const problem = make('div', { class: 'messaging-problem', id: `${id}-problem`, role: 'alert' });
  const element = make(
    'div',
    { class: 'messaging-field', 'data-field': field.name },
    labelOf(field, id),
    control,
    make('div', { class: 'messaging-below-control' }, below, problem, helpOf(field, id)),
  );

  const typed = $(input);
  const read = (): TypedValue | undefined => {
    const t = typed.typedInput('type');
    const entered = area !== undefined && t === 'str' ? area.text.value : typed.typedInput('value');
    const v = t === 'str' ? optionMeant(field, entered) : entered;
    return v === '' ? undefined : { t, v };
  };
  const write = ({ t, v }: TypedValue) => {
    typed.typedInput('type', t);
    typed.typedInput('value', v);
  };
  // Checked while typing, not when the field is left: a line that appears then would move the button that is about to be clicked.
  const changed = () => {
    if (area !== undefined) area.element.hidden = typed.typedInput('type') !== 'str';
    const found = expressionProblem(read()) ?? check(read());
    problem.textContent = found ?? '';
    element.classList.toggle('messaging-wrong', found !== undefined);
    dialog.changed();
  };

  typed.typedInput({ types: typesOf(field), default: leaf.t });
  if (area !== undefined) {
    control.append(area.element);
    area.element.hidden = leaf.t !== 'str';
  }
  nameForScreenReaders(control, id, field);
  typed.on('change', changed);
  element.addEventListener('input', changed);
  // If a person has typed the name of a choice, the field then shows its value on the wire.
  element.addEventListener('focusout', () => {
    const leaf = read();
    if (field.kind === 'choice' && leaf !== undefined && leaf.v !== typed.typedInput('value')) write(leaf);
  });
  return { element, read, write, below };
}

function labelOf(field: LeafField, id: string): HTMLElement {
  const label = make('label', { for: id, title: formText(field.help) }, formText(field.label));
  if (field.required) label.append(requiredMark());
  return label;
}

/** Marks a field as required: a star for the eye, a word for screen readers. */
export function requiredMark(): HTMLElement {
  const required = translate('form.required');
  return make('span', { class: 'messaging-required', title: required, 'aria-label': required }, '\u00a0*');
}

function helpOf(field: LeafField, id: string): HTMLElement {
  return make('div', { class: 'messaging-help', id: `${id}-help` }, formText(field.help));
}

function textArea(field: LeafField, leaf: TypedValue, id: string) {
  const text = make('textarea', {
    id,
    rows: '4',
    placeholder: formText(field.placeholder),
    'aria-describedby': `${id}-help ${id}-problem`,
  });
  text.value = leaf.t === 'str' ? leaf.v : '';
  const larger = make(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small messaging-larger',
      title: translate('form.larger'),
      'aria-label': translate('form.larger'),
    },
    icon('fa-expand'),
  );
  larger.addEventListener('click', () => {
    red.editor.editText({
      value: text.value,
      focus: true,
      complete: (value) => {
        text.value = value;
        text.dispatchEvent(new Event('input', { bubbles: true }));
      },
    });
  });
  return { text, element: make('div', { class: 'messaging-text' }, text, larger) };
}

/** typedInput makes its own elements without names, so its field gets the id of the label, and its buttons get names. */
function nameForScreenReaders(control: HTMLElement, id: string, field: LeafField): void {
  const label = formText(field.label);
  const inner = control.querySelector('.red-ui-typedInput-input');
  if (control.querySelector('textarea') === null) inner?.setAttribute('id', id);
  inner?.setAttribute('aria-label', label);
  inner?.setAttribute('aria-describedby', `${id}-help ${id}-problem`);
  const name = (selector: string, text: string) =>
    control.querySelector(selector)?.setAttribute('aria-label', text);
  name('.red-ui-typedInput-type-select', translate('form.typeOf', { label }));
  name('.red-ui-typedInput-option-trigger', label);
  name('.red-ui-typedInput-option-expand', translate('form.larger'));
}
