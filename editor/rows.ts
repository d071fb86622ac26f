import type { FormField } from '../core/forms';
import type { FormRow, Row, TypedRow } from '../node-red/settings/describe';
import { fieldEditor, groupEditor } from './form/group';
import { typedEditor, type TypedEditor } from './form/typedInput';
import { listEditor } from './form/list';
import { contentEditor } from './message/content';
import { notificationEditor } from './message/notification';
import { testRow } from './nodes/account';
import { addressRow } from './nodes/address';
import { deletedFilesRow } from './nodes/deletedFiles';
import { translate, type EditorNode } from './red';
import { asList, isEmpty } from './values';

/** A row that code of the editor shows, in the place that the html has for it. */
export interface RowEditor {
  element: HTMLElement;
  /** The value to store, unless the row only shows something. */
  read?(): unknown;
  /** Called with what is entered in the dialog, at first and after each change. */
  update?(node: EditorNode): void;
}

/** What the description of a row cannot say, by the name of the row. */
const editors: Readonly<Record<string, (node: EditorNode) => RowEditor>> = {
  calledAddress: (node) => addressRow('calledAddress', node),
  content: contentEditor,
  deletedFiles: deletedFilesRow,
  inboundAddress: (node) => addressRow('inboundAddress', node),
  notification: notificationEditor,
  statusAddress: (node) => addressRow('statusAddress', node),
  test: testRow,
};

/** What code of the editor does in a row; undefined for one that Node-RED itself fills and stores. */
export function openRow(
  name: string,
  row: Row,
  node: EditorNode,
  place: HTMLElement,
): Pick<RowEditor, 'read' | 'update'> | undefined {
  if (row.kind === 'boxes') return openBoxes(place, node[name]);
  const editor = editors[name]?.(node) ?? generalEditor(name, row, node);
  if (editor !== undefined) place.append(editor.element);
  return editor;
}

function openBoxes(place: HTMLElement, stored: unknown) {
  const boxes = [...place.querySelectorAll('input')];
  for (const box of boxes) box.checked = asList(stored).includes(box.value);
  return { read: () => boxes.filter(({ checked }) => checked).map(({ value }) => value) };
}

function generalEditor(name: string, row: Row, node: EditorNode): RowEditor | undefined {
  if (row.kind === 'typed') {
    const editor = typedRow(name, row, node);
    return name === 'timeZone' ? withOwnZone(editor, node) : editor;
  }
  if (row.kind !== 'form' || row.field === undefined) return undefined;
  const { element, read } = formEditor(row, row.field, node[name]);
  return { element, read: () => read() ?? row.value };
}

/** The clock is most often that of the person who switches the window on. */
function withOwnZone(editor: TypedEditor, node: EditorNode): RowEditor {
  let wasOn = node['sendingWindow'];
  return {
    ...editor,
    update({ sendingWindow: isOn, timeZone }) {
      if (isOn === true && wasOn !== true && isEmpty(timeZone))
        editor.write({ t: 'str', v: new Intl.DateTimeFormat().resolvedOptions().timeZone });
      wasOn = isOn;
    },
  };
}

/** The heading of a section is that of the only form in it. */
function formEditor({ section, help }: FormRow, field: FormField, stored: unknown) {
  if (section !== undefined && field.kind === 'group') return groupEditor(field, stored);
  if (section !== undefined && field.kind === 'list') return listEditor(field, stored);
  return fieldEditor(help === undefined ? field : { ...field, help: translate(`help.${help}`) }, stored);
}

/**
 * A typed input. If left empty, it keeps its own type: an empty `msg.` must not become a text, in which the name of a property typed later
 * is a constant.
 */
function typedRow(name: string, { text = name, value, required }: TypedRow, node: EditorNode) {
  const texts = (kind: string) => translate(`${kind}.${text}`);
  const editor = typedEditor(
    {
      kind: 'text',
      name,
      label: texts('label'),
      help: texts('help'),
      placeholder: texts('placeholder'),
      required: required === true,
      long: false,
      media: false,
      moment: false,
    },
    node[name] === undefined ? value : isEmpty(node[name]) ? { ...value, v: '' } : node[name],
  );
  return { ...editor, read: () => editor.read() ?? { ...value, v: '' } };
}
