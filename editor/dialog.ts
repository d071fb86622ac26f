import type { Description } from '../node-red/shared/describe';
import { isShown } from './checks/setting';
import { propertyEditor, type PropertyEditor } from './form/property';
import { catalogText, type EditorNode } from './red';
import { descriptionOf } from './settings';

/** The typed inputs of a dialog by their names. */
export type Properties = ReadonlyMap<string, PropertyEditor>;

const opened = new WeakMap<EditorNode, Properties>();

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sets up what the html of a dialog cannot: typed inputs, rows that are shown only sometimes, and the second output. */
export function openDialog(node: EditorNode): Properties {
  const description = descriptionOf(node.type);
  const properties = new Map<string, PropertyEditor>();
  opened.set(node, properties);
  if (description === undefined) return properties;
  for (const [name, row] of Object.entries(description.rows)) {
    const control = controlOf(description, name);
    if (row.kind === 'leaf' && row.withoutRow !== true) {
      const property = propertyEditor(row.text ?? name, node[name], row.value, quiet, row.required);
      document.querySelector(`#messaging-${name}`)?.append(property.element);
      properties.set(name, property);
    }
    if (row.kind === 'number' && node[name] === 0 && control !== null) control.value = '0';
    if ('secondOutput' in row && row.secondOutput === true) giveSecondOutput(control);
    if (row.shownWhen !== undefined) showAtTimes(description, name, row.shownWhen);
  }
  return properties;
}

/** Stores the typed inputs; Node-RED itself stores all other rows. */
export function saveDialog(node: EditorNode): void {
  for (const [name, property] of opened.get(node) ?? []) node[name] = property.read();
}

const quiet = { changed: () => undefined };

function idOf({ ports }: Description, name: string): string {
  return `${ports === undefined ? 'node-config-input' : 'node-input'}-${name}`;
}

function controlOf(description: Description, name: string): Control | null {
  return document.querySelector<Control>(`#${idOf(description, name)}`);
}

function showAtTimes(
  description: Description,
  name: string,
  shownWhen: Readonly<Record<string, readonly unknown[]>>,
): void {
  const row = document.querySelector<HTMLElement>(`#${idOf(description, name)}-row`);
  if (row === null) return;
  const show = () => {
    row.hidden = !isShown({ shownWhen }, (other) => valueOf(controlOf(description, other)));
  };
  for (const other of Object.keys(shownWhen)) onChange(controlOf(description, other), show);
  show();
}

/** Node-RED reads the number of outputs from the hidden field. */
function giveSecondOutput(control: Control | null): void {
  const outputs = document.querySelector<HTMLInputElement>('#node-input-outputs');
  const set = () => {
    const value = valueOf(control);
    if (outputs !== null)
      outputs.value = value === true || (typeof value === 'string' && value.trim() !== '') ? '2' : '1';
  };
  control?.addEventListener('input', set);
  onChange(control, set);
  set();
}

function valueOf(control: Control | null): unknown {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
    ? control.checked
    : control?.value;
}

/** Uses jQuery, because that is how Node-RED reports its own changes. */
function onChange(control: Control | null, changed: () => void): void {
  if (control !== null) $(control).on('change', changed);
}

/** Names the outputs of a node that can have a second one. */
export function outputLabel(node: EditorNode, index: number): string {
  return catalogText(`${node.type}.output.${index}`);
}

const NARROW = 400;

/** Below this width, labels stand above their fields. */
export function resize(size: { width: number }): void {
  for (const dialog of document.querySelectorAll('.messaging-editor')) {
    dialog.classList.toggle('messaging-narrow', size.width < NARROW);
  }
}
