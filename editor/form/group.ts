import type { FormField, FormGroup, GroupField } from '../../core/forms';
import { checkLeaf } from '../checks/leaf';
import { explain } from '../checks/explain';
import { make } from '../dom';
import { formText } from '../texts';
import type { Dialog, FieldEditor, GroupEditor } from './editors';
import { leafEditor, requiredMark } from './leaf';
import { listEditor } from './list';
import { oneOfEditor } from './oneOf';
import { asValues, filledIn, storedFor, type Values } from './values';

/** The fields of an object, one below the other. */
export function groupEditor(group: FormGroup, stored: unknown, dialog: Dialog): GroupEditor {
  const values = asValues(stored);
  const element = make('div', { class: 'messaging-fields' });
  const fields = new Map<string, FieldEditor>();
  for (const field of group.fields) {
    const editor = fieldEditor(field, storedFor(field, values), dialog);
    fields.set(field.name, editor);
    element.append(editor.element);
  }
  return { element, fields, read: () => readAll(fields) };
}

/** The values of the editors by name; undefined if nothing was filled in. */
export function readAll(fields: Map<string, FieldEditor>): Values | undefined {
  return filledIn(Object.fromEntries([...fields].map(([name, editor]) => [name, editor.read()])));
}

function fieldEditor(field: FormField, stored: unknown, dialog: Dialog): FieldEditor {
  switch (field.kind) {
    case 'group':
      return field.fields.length === 1
        ? bare(field, stored, dialog)
        : framed(field, groupEditor(field, stored, dialog));
    case 'oneOf':
      return framed(field, oneOfEditor(field, stored, dialog));
    case 'list':
      return framed(field, listEditor(field, stored, dialog));
    default:
      return leafEditor(field, stored, dialog, (leaf) => explain(checkLeaf(field, leaf)));
  }
}

/** A group of a single field needs no heading of its own. The field may be left empty if the group is optional. */
function bare(field: GroupField, stored: unknown, dialog: Dialog): FieldEditor {
  const fields = field.fields.map((only) => ({ ...only, required: only.required && field.required }));
  const editor = groupEditor({ ...field, fields }, stored, dialog);
  editor.element.dataset['field'] = field.name;
  return editor;
}

/** A part with its own heading. */
function framed(field: FormField, editor: FieldEditor): FieldEditor {
  const legend = make('legend', {}, formText(field.label));
  if (field.required) legend.append(requiredMark());
  const help = make('div', { class: 'messaging-help' }, formText(field.help));
  const element = make(
    'fieldset',
    { class: 'messaging-part', 'data-field': field.name },
    legend,
    help,
    editor.element,
  );
  return { ...editor, element };
}
