import type { OneOfField, Variant } from '../../core/forms';
import { make } from '../dom';
import { translate } from '../red';
import { choiceLabel, formText } from '../texts';
import type { Dialog, FieldEditor, GroupEditor } from './editors';
import { groupEditor } from './group';
import { textOrEmpty, asValues, type Values } from './values';

interface Choice {
  label: string;
  required: boolean;
  variants: Variant[];
}

/**
 * One of several objects: a select for which one, and its fields. What was entered for one variant reappears when the user comes back to
 * it, but only the chosen variant is read.
 */
export function variantEditor(choice: Choice, stored: unknown, dialog: Dialog): FieldEditor {
  const values = asValues(stored);
  const drafts = new Map<string, Values>([[textOrEmpty(values.type), values]]);
  const select = make('select', { class: 'messaging-variant', 'aria-label': choice.label });
  const room = make('div', { class: 'messaging-variant-fields' });
  let shown: { variant: Variant; editor: GroupEditor } | undefined;

  if (!choice.required) select.append(new Option(translate('form.none'), ''));
  for (const { value, label } of choice.variants) select.append(new Option(choiceLabel(value, label), value));

  const show = () => {
    if (shown !== undefined) drafts.set(shown.variant.value, asValues(shown.editor.read()));
    const variant = choice.variants.find(({ value }) => value === select.value);
    const editor = variant && groupEditor(variant, drafts.get(variant.value), dialog);
    shown = variant && editor && { variant, editor };
    room.replaceChildren(...(editor === undefined ? [] : [editor.element]));
  };

  select.value = textOrEmpty(values.type);
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  show();
  select.addEventListener('change', () => {
    show();
    dialog.changed();
  });
  return {
    element: make('div', { class: 'messaging-one-of' }, select, room),
    read: () => shown && { type: shown.variant.value, ...asValues(shown.editor.read()) },
  };
}

export function oneOfEditor(field: OneOfField, stored: unknown, dialog: Dialog): FieldEditor {
  return variantEditor({ ...field, label: formText(field.label) }, stored, dialog);
}
