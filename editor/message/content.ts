import type { Variant } from '../../core/forms';
import { make } from '../dom';
import type { Dialog, FieldEditor, GroupEditor } from '../form/editors';
import { groupEditor } from '../form/group';
import { asValues, type Values } from '../form/values';

export interface ContentEditor {
  element: HTMLElement;
  /** Shows the fields of a content with the values entered earlier. */
  show(content: Variant | undefined): void;
  /** The values of the content that is shown, without those of other contents. */
  read(): Values;
  field(name: string): FieldEditor | undefined;
}

/** The fields of the chosen content. What was entered for another content reappears when the user comes back to it. */
export function contentEditor(contentType: string, stored: unknown, dialog: Dialog): ContentEditor {
  const drafts = new Map([[contentType, asValues(stored)]]);
  const element = make('div', { class: 'messaging-content' });
  let shown: { type: string; editor: GroupEditor } | undefined;
  const read = () => asValues(shown?.editor.read());
  return {
    element,
    show: (content) => {
      if (shown?.type === content?.value) return;
      if (shown !== undefined) drafts.set(shown.type, read());
      shown = content && {
        type: content.value,
        editor: groupEditor(content, drafts.get(content.value), dialog),
      };
      element.replaceChildren(...(shown === undefined ? [] : [shown.editor.element]));
    },
    read,
    field: (name) => shown?.editor.fields.get(name),
  };
}
