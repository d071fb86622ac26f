import { catalogOf, EDITOR_CATALOG } from '../node-red/settings/editorNames';
import { textOrEmpty } from './values';

/** The parts of Node-RED's editor that the forms use. */
interface NodeRedEditor {
  _(key: string, values?: Record<string, string | number>): string;
  settings: {
    apiRootUrl: string;
    httpNodeRoot?: string | false;
  };
  events: {
    on(event: 'registry:node-type-added', listener: (type: string) => void): void;
    on(event: 'nodes:add', listener: (node: EditorNode) => void): void;
    /** The workspace is emptied; the editor has loaded the deployed flows. */
    on(event: 'workspace:clear' | 'flows:loaded', listener: () => void): void;
  };
  /** Shows an element; a text would be taken for HTML. */
  notify(element: HTMLElement, options: NoteOptions): { close(): void };
  view: { redraw(updateActive?: boolean): void };
  /** What can be undone, the latest last. */
  history: { list(): HistoryEvent[] };
  nodes: {
    eachConfig(visit: (node: EditorNode) => boolean | void): void;
    /** Whether there is something to deploy. */
    dirty(): boolean;
    getType(type: string): NodeDefinition | undefined;
    remove(id: string): unknown;
    filterNodes(filter: { type: string }): EditorNode[];
    /** Undefined or null if there is none. */
    node(id: string): EditorNode | null | undefined;
  };
  tabs: {
    create(options: { id: string; onchange(tab: { id: string }): void }): {
      addTab(tab: { id: string; label: string }): void;
      activateTab(id: string): void;
    };
  };
  editor: {
    validateNode(node: EditorNode): boolean;
  };
  utils: { validateTypedProperty(value: string, type: string): boolean | string };
}

interface NoteOptions {
  type: 'warning';
  timeout?: number;
  /** It stays until it is closed, and nothing else can be clicked. */
  fixed?: boolean;
  modal?: boolean;
  buttons?: Array<{ text: string; class?: 'primary'; click(): void }>;
}

/** What was done: the nodes that were added by their ids, or several events. */
export interface HistoryEvent {
  nodes?: unknown;
  events?: HistoryEvent[];
}

/** A node of the workspace as the editor keeps it. It has whatever was saved, so no property is certain. */
export interface EditorNode {
  id: string;
  type: string;
  [property: string]: unknown;
}

/** The account that a node uses; undefined if it is not there. */
export function accountOf({ account }: Readonly<Record<string, unknown>>): EditorNode | undefined {
  return red.nodes.node(textOrEmpty(account)) ?? undefined;
}

/** What a node's HTML file registered. */
interface NodeDefinition {
  paletteLabel?: string | (() => string);
}

declare const RED: NodeRedEditor;

export const red: NodeRedEditor = RED;

/** A text of a node's own catalog; `messaging-send.label.name` is in the catalog of messaging-send. */
export function catalogText(key: string): string {
  return red._(`${catalogOf(key.split('.')[0] ?? '')}${key}`);
}

/** A text of the shared catalog (`editor` in node-red/texts.json) in the editor's language. */
export function translate(key: string, values?: Record<string, string | number>): string {
  return red._(`${EDITOR_CATALOG}${key}`, values);
}
