import type { OneOfField, Variant } from '../../core/forms';
import { make, offer } from '../dom';
import { translate } from '../red';
import { formLabel, namedChoices } from '../texts';
import { fieldsOf, textOrEmpty, type Values } from '../values';
import { groupEditor } from './group';
import type { FieldEditor } from './typedInput';

/** The fields of one of several objects. */
interface VariantEditor {
  element: HTMLElement;
  /** Shows the fields of a variant with what was entered for it earlier. */
  show(variant: Variant | undefined): void;
  /** The values of the variant that is shown, without those of others. */
  read(): Values;
}

/** @param type the variant that the stored values belong to */
export function variantEditor(name: string, type: unknown, stored: unknown): VariantEditor {
  const drafts = new Map([[type, fieldsOf(stored)]]);
  const element = make('div', { class: name });
  let shown: { type: string; editor: FieldEditor } | undefined;
  const read = () => fieldsOf(shown?.editor.read());
  const show = (variant: Variant | undefined) => {
    if (shown?.type === variant?.value) return;
    if (shown !== undefined) drafts.set(shown.type, read());
    const editor = variant && groupEditor(variant, drafts.get(variant.value));
    shown = variant && editor && { type: variant.value, editor };
    element.replaceChildren(...(editor === undefined ? [] : [editor.element]));
  };
  return { element, show, read };
}

/** One of several objects: a select for which one, and its fields. */
export function oneOfEditor(
  { label, required, variants }: Pick<OneOfField, 'label' | 'required' | 'variants'>,
  stored: unknown,
): FieldEditor {
  const type = textOrEmpty(fieldsOf(stored)['type']);
  const none: Record<string, string> = required ? {} : { '': translate('form.none') };
  const options = namedChoices(variants.map(({ value }) => value));
  const select = make('select', { class: 'messaging-variant', 'aria-label': formLabel(label) });
  offer(select, { ...none, ...options }, type);
  const fields = variantEditor('messaging-variant-fields', type, stored);
  const show = () => fields.show(variants.find(({ value }) => value === select.value));
  select.addEventListener('change', show);
  show();
  return {
    element: make('div', { class: 'messaging-one-of' }, select, fields.element),
    read: () => (select.value === '' ? undefined : { type: select.value, ...fields.read() }),
  };
}
