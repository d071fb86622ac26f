import { find } from '../dom';
import { propertyEditor, type PropertyEditor } from '../form/property';
import type { Leaf } from '../form/values';
import type { EditorNode } from '../red';

/** A property of a node that is a typedInput: what it starts with, and whether it may be left empty. */
export interface PropertyOfNode {
  usual: Leaf;
  required: boolean;
}

const opened = new WeakMap<EditorNode, Map<string, PropertyEditor>>();

const quiet = { changed: () => undefined };

/** Puts the typedInputs of a node into the places its template has for them (`#messaging-property-<name>`). */
export function openProperties(
  node: EditorNode,
  properties: Record<string, PropertyOfNode>,
): ReadonlyMap<string, PropertyEditor> {
  const editors = new Map<string, PropertyEditor>();
  for (const [name, { usual, required }] of Object.entries(properties)) {
    const editor = propertyEditor(name, node[name], usual, quiet, required);
    find('div', `#messaging-property-${name}`).append(editor.element);
    editors.set(name, editor);
  }
  opened.set(node, editors);
  return editors;
}

export function saveProperties(node: EditorNode): void {
  for (const [name, editor] of opened.get(node) ?? []) node[name] = editor.read();
}
