import type { FormField, FormGroup, GroupField } from '../../core/forms';
import { make, uniqueId } from '../dom';
import { helpOn } from '../help';
import { formText } from '../texts';
import { fieldsOf, filledIn } from '../values';
import { typedEditor, markedLabel, type FieldEditor } from './typedInput';
import { listEditor } from './list';
import { oneOfEditor } from './oneOf';

/** The fields of an object, one below the other. */
export function groupEditor({ fields }: FormGroup, stored: unknown): FieldEditor {
  const values = fieldsOf(stored);
  const editors = fields.map((field) => ({ ...fieldEditor(field, values[field.name]), name: field.name }));
  return {
    element: make('div', { class: 'messaging-fields' }, ...editors.map(({ element }) => element)),
    read: () => filledIn(Object.fromEntries(editors.map(({ name, read }) => [name, read()]))),
  };
}

/** The editor of a field, with its label or heading. */
export function fieldEditor(field: FormField, stored: unknown): FieldEditor {
  switch (field.kind) {
    case 'group':
      return field.fields.length === 1 ? bare(field, stored) : framed(field, groupEditor(field, stored));
    case 'oneOf':
      return framed(field, oneOfEditor(field, stored));
    case 'list':
      return framed(field, listEditor(field, stored));
    default:
      return typedEditor(field, stored);
  }
}

/** A group of a single field needs no heading of its own. The field may be left empty if the group is optional. */
function bare(field: GroupField, stored: unknown): FieldEditor {
  const fields = field.fields.map((only) => ({ ...only, required: only.required && field.required }));
  const editor = groupEditor({ ...field, fields }, stored);
  editor.element.dataset['field'] = field.name;
  return editor;
}

/** A part with its own heading. */
function framed(field: FormField, { element, read }: FieldEditor): FieldEditor {
  const id = uniqueId();
  const { mark, help } = helpOn(id, formText(field.help));
  const label = make('span', { id: `${id}-label` }, ...markedLabel(field));
  const frame = make(
    'fieldset',
    { class: 'messaging-part', 'data-field': field.name },
    make('legend', {}, label, ' ', ...mark),
    ...help,
    element,
  );
  return { element: frame, read };
}
