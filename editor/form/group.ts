import type { FormField, FormGroup, GroupField } from '../../core/forms';
import { make } from '../dom';
import { foldHelp } from '../help';
import { formText } from '../texts';
import type { FieldEditor } from './editors';
import { markedLabel, leafEditor } from './leaf';
import { listEditor } from './list';
import { oneOfEditor } from './oneOf';
import { asValues, filledIn } from './values';

/** The fields of an object, one below the other. */
export function groupEditor({ fields }: FormGroup, stored: unknown): FieldEditor {
  const values = asValues(stored);
  const editors = fields.map((field) => ({ ...fieldEditor(field, values[field.name]), name: field.name }));
  return {
    element: make('div', { class: 'messaging-fields' }, ...editors.map(({ element }) => element)),
    read: () => filledIn(Object.fromEntries(editors.map(({ name, read }) => [name, read()]))),
  };
}

function fieldEditor(field: FormField, stored: unknown): FieldEditor {
  switch (field.kind) {
    case 'group':
      return field.fields.length === 1 ? bare(field, stored) : framed(field, groupEditor(field, stored));
    case 'oneOf':
      return framed(field, oneOfEditor(field, stored));
    case 'list':
      return framed(field, listEditor(field, stored));
    default:
      return leafEditor(field, stored);
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
  const frame = make(
    'fieldset',
    { class: 'messaging-part', 'data-field': field.name },
    make('legend', {}, ...markedLabel(field)),
    make('div', { class: 'messaging-help' }, formText(field.help)),
    element,
  );
  return { element: foldHelp(frame), read };
}
