import type { FormField, ListField } from '../../core/forms';
import { iconButton, make } from '../dom';
import { translate } from '../red';
import { formLabel } from '../texts';
import { asList, fieldsOf, isEmpty, type Values } from '../values';
import { groupEditor } from './group';
import type { FieldEditor } from './typedInput';
import { oneOfEditor } from './oneOf';

/** An entry that is not stored, and does not count in the path of a problem. */
export const BLANK = 'messaging-blank';

/** A list of objects, in an editableList. Empty entries are not stored. */
export function listEditor(field: ListField, stored: unknown): FieldEditor {
  const label = formLabel(field.label);
  const list = make('ol', { class: 'messaging-list' });
  const element = make('div', { class: 'messaging-list-room', role: 'group', 'aria-label': label }, list);
  const editors = new WeakMap<Element, FieldEditor>();
  const changed = () => void $(element).trigger('change');
  const widget = $(list).editableList<Values>({
    height: 'auto',
    sortable: true,
    removable: true,
    scrollOnAdd: false,
    addButton: translate(`form.add.${field.name}`, { label }),
    addItem: (content, _index, values) => {
      const editor = entryEditor(field, values);
      const row = content.append(editor.element).parent();
      for (const item of row) editors.set(item, editor);
      row.append(moveButton(row, changed));
      row
        .children('.red-ui-editableList-item-remove')
        .attr('aria-label', translate('form.remove', { label }));
      changed();
    },
    removeItem: changed,
    sortItems: changed,
  });
  const start = asList(stored).map(fieldsOf);
  const shown = start.length === 0 && field.required ? [{}] : start;
  for (const values of shown) widget.editableList('addItem', values);

  return {
    element,
    read: () => {
      const filled = [...list.children].flatMap((row) => {
        const value = editors.get(row)?.read();
        const blank = isBlank(value, field.entry);
        row.classList.toggle(BLANK, blank);
        return blank ? [] : [value];
      });
      return filled.length === 0 ? undefined : filled;
    },
  };
}

function entryEditor({ label, entry }: ListField, values: Values): FieldEditor {
  return entry.kind === 'group'
    ? groupEditor(entry, values)
    : oneOfEditor({ label, required: true, variants: entry.variants }, values);
}

/** An entry in which only its kind is chosen, or what a new one has, counts as empty. */
function isBlank(value: unknown, entry: ListField['entry']): boolean {
  const chosen = entry.kind === 'group' ? entry.fields.filter(hasUsual).map(({ name }) => name) : ['type'];
  return isEmpty(
    Object.fromEntries(Object.entries(fieldsOf(value)).filter(([name]) => !chosen.includes(name))),
  );
}

function hasUsual(field: FormField): boolean {
  return field.kind === 'choice' && field.usual !== undefined;
}

/** Moves an entry up, for people who use the keyboard instead of dragging. */
function moveButton(row: JQuery, changed: () => void): HTMLElement {
  const button = iconButton('fa-arrow-up', translate('form.moveUp'), () => {
    row.insertBefore(row.prev());
    button.focus();
    changed();
  });
  button.classList.add('messaging-move');
  return button;
}
