/** The parts of Node-RED's editor that the forms use. */
interface NodeRedEditor {
  _(key: string, values?: Record<string, string | number>): string;
  i18n: { lang(): string };
  settings: { apiRootUrl: string; httpNodeRoot?: string | false };
  nodes: {
    filterNodes(filter: { type: string }): EditorNode[];
    node(id: string): EditorNode | null;
  };
  editor: {
    editText(options: { value: string; focus: boolean; complete(value: string): void }): void;
  };
  utils: { validateTypedProperty(value: string, type: string): boolean | string };
}

/** A node of the workspace as the editor keeps it: whatever was saved, so nothing in it is certain. */
export interface EditorNode {
  id: string;
  type: string;
  [property: string]: unknown;
}

declare const RED: NodeRedEditor;

export const red: NodeRedEditor = RED;

const CATALOG = '@messaging-service/n8n-nodes-messaging-service/messaging-account:editor.';

/** A text of the shared catalog (`editor` in locales/<language>/messaging-account.json), in the language of the editor. */
export function translate(key: string, values?: Record<string, string | number>): string {
  return red._(`${CATALOG}${key}`, values);
}
