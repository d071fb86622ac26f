import type { FormField } from '../../core/forms';
import type { TypedValue } from '../../node-red/settings/describe';
import { explain } from '../checks/explain';
import { checkLeaf } from '../checks/leaf';
import type { EditorProblem } from '../checks/problem';
import { iconButton, make, uniqueId } from '../dom';
import { foldHelp } from '../help';
import { red, translate } from '../red';
import { formLabel, formText } from '../texts';
import type { FieldEditor, LeafField } from './editors';
import { expressionProblem } from './expressions';
import { COMPUTED, literalType, optionMeant } from './leafTypes';
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
 * @param check says what is wrong with the value; the result is shown after the first change
 */
export function leafEditor(
  field: LeafField,
  stored: unknown,
  check = (leaf: TypedValue | undefined): EditorProblem | undefined => checkLeaf(field, leaf),
): LeafEditor {
  const id = uniqueId();
  const literal = literalType(field);
  const usual = field.kind === 'choice' ? field.usual : undefined;
  const leaf = isLeaf(stored) ? stored : { t: literal.value, v: usual ?? '' };
  const placeholder = formText(field.placeholder);
  const input = make('input', { type: 'text', style: 'width: 100%', value: leaf.v, placeholder });
  const area = field.kind === 'text' && field.long ? textArea(placeholder, leaf, id) : undefined;
  const control = make('div', { class: 'messaging-control' }, input);
  const below = make('div', { class: 'messaging-below' });
  const problem = make('div', { class: 'messaging-problem', id: `${id}-problem`, role: 'alert' });
  const help = make('div', { class: 'messaging-help', id: `${id}-help` }, formText(field.help));
  const element = make(
    'div',
    { class: 'messaging-field', 'data-field': field.name },
    make('label', { for: id, title: formText(field.help) }, ...markedLabel(field)),
    control,
    make('div', { class: 'messaging-below-control' }, below, problem, help),
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
    problem.textContent = found === undefined ? '' : explain(found);
    element.classList.toggle('messaging-wrong', found !== undefined);
  };

  typed.typedInput({ types: [literal, ...COMPUTED], default: leaf.t });
  if (area !== undefined) {
    control.append(area.element);
    area.element.hidden = leaf.t !== 'str';
  }
  foldHelp(element);
  nameForScreenReaders(control, id, formLabel(field.label));
  typed.on('change', changed);
  element.addEventListener('input', changed);
  // If a person has typed the name of a choice, the field then shows its value on the wire.
  element.addEventListener('focusout', () => {
    const leaf = read();
    if (field.kind === 'choice' && leaf !== undefined && leaf.v !== typed.typedInput('value')) write(leaf);
  });
  return { element, read, write, below };
}

/** The label of a field. A star for the eye, a word for screen readers, say that it is required. */
export function markedLabel({ label, required }: FormField): Array<Node | string> {
  const text = translate('form.required');
  const mark = { class: 'messaging-required', title: text, 'aria-label': text };
  return [formLabel(label), ...(required ? [make('span', mark, '\u00a0*')] : [])];
}

function textArea(placeholder: string, leaf: TypedValue, id: string) {
  const text = make('textarea', {
    id,
    rows: '3',
    placeholder,
    'aria-describedby': `${id}-help ${id}-problem`,
  });
  text.value = leaf.t === 'str' ? leaf.v : '';
  const complete = (value: string) => {
    text.value = value;
    text.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const larger = iconButton('fa-expand', translate('form.larger'), () =>
    red.editor.editText({ value: text.value, focus: true, complete }),
  );
  larger.classList.add('messaging-larger');
  return { text, element: make('div', { class: 'messaging-text' }, text, larger) };
}

/** typedInput makes its own elements without names, so its field gets the id of the label, and its buttons get names. */
function nameForScreenReaders(control: HTMLElement, id: string, label: string): void {
  const inner = control.querySelector('.red-ui-typedInput-input');
  if (control.querySelector('textarea') === null) inner?.setAttribute('id', id);
  inner?.setAttribute('aria-describedby', `${id}-help ${id}-problem`);
  const names = {
    '.red-ui-typedInput-input': label,
    '.red-ui-typedInput-type-select': translate('form.typeOf', { label }),
    '.red-ui-typedInput-option-trigger': label,
    '.red-ui-typedInput-option-expand': translate('form.larger'),
  };
  for (const [selector, name] of Object.entries(names))
    control.querySelector(selector)?.setAttribute('aria-label', name);
}
