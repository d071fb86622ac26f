import { unitOf, type Row } from '../node-red/settings/describe';
import { isShown } from './checks/setting';
import { find, oncePerFrame } from './dom';
import { propertyEditor } from './form/property';
import type { Values } from './form/values';
import { openFallback } from './message/fallback';
import { foldHelp } from './help';
import { openMessage } from './message/messageForm';
import { openWindow } from './message/sendingWindow';
import { openSecret, openTest } from './nodes/account';
import { openReach } from './nodes/ask';
import { openId } from './nodes/status';
import { openAddress, openChannels } from './nodes/triggers';
import { openOverview } from './overview';
import { catalogText, type EditorNode } from './red';
import { descriptionOf } from './settings';

/** Reads settings that Node-RED itself does not store, by name. */
type Read = () => Values;

/** What the description of a row cannot say, by the name of the row. */
const openers: Readonly<Record<string, (node: EditorNode) => Read | void>> = {
  calledAddress: openAddress,
  channels: openChannels,
  fallbackChannels: openFallback,
  form: openMessage,
  messageId: openId,
  reach: openReach,
  requireSecret: openSecret,
  sendingWindow: openWindow,
  test: openTest,
};

const opened = new WeakMap<EditorNode, Read[]>();

/** Sets up what the html of a dialog cannot: typed inputs, tabs, rows that are shown only sometimes, and the second output. */
export function open(node: EditorNode): void {
  const description = descriptionOf(node.type);
  if (description === undefined) return;
  const { ports, rows } = description;
  const entries = Object.entries(rows);
  const reads = entries.flatMap(([name, row]) => {
    const read = (openers[name] ?? openRow(name, row))(node);
    return read === undefined ? [] : [{ row, read }];
  });
  opened.set(
    node,
    reads.map(({ read }) => read),
  );
  const prefix = ports === undefined ? '#node-config-input-' : '#node-input-';
  const valueOf = (name: string) => {
    const control = $(`${prefix}${name}`);
    return control.is(':checkbox') ? control.prop('checked') : control.val();
  };
  const valuesOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const secrets = entries.flatMap(([name, row]) => (row.kind === 'credential' ? [name] : []));
  const entered = (): EditorNode => ({
    ...node,
    // A stored secret shows as dots.
    credentials: valuesOf(secrets),
    ...valuesOf(entries.flatMap(([name, row]) => namesOf(name, row))),
    ...Object.assign({}, ...reads.map(({ row, read }) => (hasOwnEditor(row) ? read() : {}))),
  });
  for (const [name, row] of entries)
    if (row.kind === 'number' && node[name] === 0) $(`${prefix}${name}`).val('0');
  const root = $(`${prefix}name`).closest('.messaging-editor');
  for (const part of root.find('.messaging-field[id], .messaging-part[id]').get()) foldHelp(part);
  const overview = openOverview(description, root, entered());
  const second = entries.find(([, row]) => 'secondOutput' in row && row.secondOutput === true)?.[0];
  const update = () => {
    const node = entered();
    for (const [name, row] of entries)
      $(hasPlace(row) ? `#messaging-${name}` : `${prefix}${name}-row`).prop(
        'hidden',
        !isShown(row, (other) => node[other]),
      );
    // Node-RED reads the number of outputs from the hidden field.
    if (second !== undefined) find('input', '#node-input-outputs').value = isOn(node[second]) ? '2' : '1';
    overview(node);
  };
  // Uses jQuery, because that is how Node-RED reports its own changes.
  root.on('input change', oncePerFrame(update));
  update();
}

/** Node-RED itself shows and stores all rows but typed inputs. */
function openRow(name: string, row: Row): (node: EditorNode) => Read | void {
  return (node) => {
    if (row.kind !== 'leaf' || row.withoutRow === true) return;
    const property = propertyEditor(row.text ?? name, node[name], row.value, row.required);
    find('div', `#messaging-${name}`).append(property.element);
    return () => ({ [name]: property.read() });
  };
}

function hasOwnEditor({ kind }: Row): boolean {
  return kind === 'own' || kind === 'leaf';
}

/** Whether code of the editor fills the row. */
function hasPlace(row: Row): boolean {
  return hasOwnEditor(row) || row.kind === 'place';
}

/** The names of the settings that Node-RED itself shows in a row. */
function namesOf(name: string, row: Row): string[] {
  if (!('value' in row) || hasOwnEditor(row) || row.withoutRow === true) return [];
  return row.kind === 'duration' ? [name, unitOf(name)] : [name];
}

function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.trim() !== '');
}

export function save(node: EditorNode): void {
  for (const read of opened.get(node) ?? []) Object.assign(node, read());
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
