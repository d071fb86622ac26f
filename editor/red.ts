/** The parts of Node-RED's editor that the forms use. */
interface NodeRedEditor {
  _(key: string, values?: Record<string, string | number>): string;
  i18n: { lang(): string };
  settings: { apiRootUrl: string; httpNodeRoot?: string | false };
  events: {
    on(event: 'registry:node-type-added', listener: (type: string) => void): void;
    on(event: 'nodes:add', listener: (node: EditorNode) => void): void;
  };
  notify(text: string | HTMLElement, options: { type: 'warning'; timeout: number }): void;
  view: { redraw(updateActive?: boolean): void };
  nodes: {
    eachConfig(visit: (node: EditorNode) => boolean | void): void;
    /** Whether there is something to deploy. */
    dirty(): boolean;
    getType(type: string): NodeDefinition | undefined;
    remove(id: string): unknown;
    filterNodes(filter: { type: string }): EditorNode[];
    /** Nothing, or null, where there is none. */
    node(id: string): EditorNode | null | undefined;
  };
  editor: {
    validateNode(node: EditorNode): boolean;
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

/** What a node's HTML file registered. */
export interface NodeDefinition {
  category: string;
  paletteLabel?: string | (() => string);
}

declare const RED: NodeRedEditor;

export const red: NodeRedEditor = RED;

const CATALOG = '@messaging-service/n8n-nodes-messaging-service/messaging-account:editor.';

/** A text of the shared catalog (`editor` in locales/<language>/messaging-account.json), in the language of the editor. */
export function translate(key: string, values?: Record<string, string | number>): string {
  return red._(`${CATALOG}${key}`, values);
}
