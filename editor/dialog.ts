import { isShown, unitOf, type Row } from '../node-red/settings/describe';
import { effective } from '../node-red/settings/readSettings';
import { nodeProblems, type RowProblem } from './checks/node';
import { find, oncePerFrame } from './dom';
import { BLANK } from './form/list';
import { watchHelp } from './help';
import { openSecret, saveSecret } from './nodes/account';
import { openOverview } from './overview';
import { catalogText, type EditorNode } from './red';
import { openRow } from './rows';
import { descriptionOf } from './settings';

const opened = new WeakMap<EditorNode, () => Record<string, unknown>>();

/** Sets up what the html of a dialog cannot: forms, tabs, rows that are shown only sometimes, and the second output. */
export function open(node: EditorNode): void {
  const description = descriptionOf(node.type);
  if (description === undefined) return;
  const { ports, rows } = description;
  const prefix = ports === undefined ? '#node-config-input-' : '#node-input-';
  const root = find('div', `.messaging-editor:has(${prefix}name)`);
  const placeOf = (name: string) => find('div', `.messaging-editor:has(${prefix}name) [data-row="${name}"]`);
  const entries = Object.entries(rows);
  const editors = entries.flatMap(([name, row]) => {
    const editor = openRow(name, row, node, placeOf(name));
    return editor === undefined ? [] : [{ name, ...editor }];
  });
  const own = () => Object.fromEntries(editors.flatMap(({ name, read }) => (read ? [[name, read()]] : [])));
  opened.set(node, own);
  for (const [name, row] of entries)
    if (row.kind === 'number' && node[name] === 0) $(`${prefix}${name}`).val('0');
  if (node.type === 'messaging-account') openSecret(node);

  const valueOf = (name: string) => {
    const control = $(`${prefix}${name}`);
    return control.is(':checkbox') ? control.prop('checked') : control.val();
  };
  const valuesOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const plain = entries.flatMap(([name, row]) => namesOf(name, row));
  const secrets = entries.flatMap(([name, row]) => (row.kind === 'credential' ? [name] : []));
  const entered = (): EditorNode => ({
    ...node,
    // A stored secret shows as dots.
    credentials: valuesOf(secrets),
    ...valuesOf(plain),
    ...own(),
  });
  const overview = openOverview(description, root, entered());
  watchHelp(root);
  const second = entries.find(([, row]) => 'secondOutput' in row && row.secondOutput === true)?.[0];
  const update = () => {
    const now = entered();
    for (const { update: tell } of editors) tell?.({ ...now, ...effective(description, now) });
    for (const [name, row] of entries) placeOf(name).hidden = !isShown(row, (other) => now[other]);
    for (const section of root.querySelectorAll<HTMLElement>('.messaging-section'))
      section.hidden = section.querySelector('[data-row]:not([hidden])') === null;
    // Node-RED reads the number of outputs from the hidden field.
    if (second !== undefined) find('input', '#node-input-outputs').value = isOn(now[second]) ? '2' : '1';
    const problems = nodeProblems(description, now);
    markFields(root, problems);
    overview(now, problems);
  };
  // Uses jQuery, because that is how Node-RED reports its own changes.
  $(root).on('input change', oncePerFrame(update));
  update();
}

/** The names of the settings that Node-RED itself shows in a row. */
function namesOf(name: string, row: Row): string[] {
  if (!('value' in row) || row.kind === 'form' || row.kind === 'typed' || row.kind === 'boxes') return [];
  return row.kind === 'duration' ? [name, unitOf(name)] : [name];
}

function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.trim() !== '');
}

/** Shows what is wrong below the fields. */
function markFields(root: HTMLElement, problems: RowProblem[]): void {
  const shown = new Map(problems.map((problem) => [placeAt(root, problem), problem.text]));
  for (const field of root.querySelectorAll('.messaging-field:has(.messaging-problem)')) {
    const text = shown.get(field) ?? '';
    field.classList.toggle('messaging-wrong', text !== '');
    const place = field.querySelector('.messaging-problem');
    if (place !== null && place.textContent !== text) place.textContent = text;
  }
}

/** The field of a problem, from the names and numbers on the way to it. */
function placeAt(root: HTMLElement, { path: [row, ...names] }: RowProblem): Element | null | undefined {
  const place = names.reduce<Element | null | undefined>(
    (around, name) =>
      typeof name === 'number'
        ? around?.querySelector('.messaging-list')?.querySelectorAll(`:scope > li:not(.${BLANK})`)[name]
        : around?.querySelector(`[data-field="${name}"]`),
    root.querySelector(`[data-row="${row}"]`),
  );
  return place?.classList.contains('messaging-field') === true ? place : place?.firstElementChild;
}

export function save(node: EditorNode): void {
  Object.assign(node, opened.get(node)?.());
  if (node.type === 'messaging-account') saveSecret();
}

/** Names the outputs of a node that can have a second one. */
export function outputLabel(node: EditorNode, index: number): string {
  return catalogText(`${node.type}.output.${index}`);
}
