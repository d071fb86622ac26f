import { isRecord } from '../../core/reading';
import type { ListField } from '../../core/forms';
import { icon, make } from '../dom';
import { translate } from '../red';
import { formText } from '../texts';
import type { Dialog, FieldEditor } from './editors';
import { groupEditor } from './group';
import { variantEditor } from './oneOf';
import { asList, isEmpty } from './values';

/** An entry of the list: its initial value, and its editor once it is shown. */
interface Entry {
  stored?: unknown;
  editor?: FieldEditor;
}

/** A list of objects, in an editableList. Empty entries are not stored. */
export function listEditor(field: ListField, stored: unknown, dialog: Dialog): FieldEditor {
  const label = formText(field.label);
  const list = make('ol', { class: 'messaging-list' });
  const element = make('div', { class: 'messaging-list-room', role: 'group', 'aria-label': label }, list);
  const widget = $(list);
  const entries = (): Entry[] =>
    [...list.children].map((row) => $(row).children('.red-ui-editableList-item-content').data('data'));

  const addItem = (row: JQuery, _index: number, entry: Entry) => {
    const editor = entryEditor(field, entry.stored, dialog);
    entry.editor = editor;
    row.append(editor.element);
    row.parent().append(moveButton(row.parent(), dialog));
    row
      .parent()
      .find('> .red-ui-editableList-item-remove')
      .attr('aria-label', translate('form.remove', { label }));
    dialog.changed();
  };
  widget.editableList<Entry>({
    height: 'auto',
    sortable: true,
    removable: true,
    scrollOnAdd: false,
    addButton: translate(`form.add.${field.name}`, { label }),
    addItem,
    removeItem: () => dialog.changed(),
    sortItems: () => dialog.changed(),
  });
  const start = asList(stored);
  const shown = start.length === 0 && field.required ? [undefined] : start;
  for (const value of shown) widget.editableList('addItem', { stored: value });

  return {
    element,
    read: () => {
      const values = entries().flatMap(({ editor }) => {
        const value = editor?.read();
        return isBlank(value) ? [] : [value];
      });
      return values.length === 0 ? undefined : values;
    },
  };
}

function entryEditor(field: ListField, stored: unknown, dialog: Dialog): FieldEditor {
  if (field.entry.kind === 'group') return groupEditor(field.entry, stored, dialog);
  return variantEditor(
    { label: formText(field.label), required: true, variants: field.entry.variants },
    stored,
    dialog,
  );
}

/** An entry in which only the kind was chosen counts as empty. */
function isBlank(value: unknown): boolean {
  if (!isRecord(value)) return isEmpty(value);
  const { type, ...rest } = value;
  return typeof type === 'string' ? isEmpty(rest) : isEmpty(value);
}

/** Moves an entry up, for people who use the keyboard instead of dragging. */
function moveButton(row: JQuery, dialog: Dialog): HTMLElement {
  const up = translate('form.moveUp');
  const button = make(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small messaging-move',
      title: up,
      'aria-label': up,
    },
    icon('fa-arrow-up'),
  );
  button.addEventListener('click', () => {
    row.insertBefore(row.prev());
    button.focus();
    dialog.changed();
  });
  return button;
}
