import { rule, type Path } from '../../core/contract/sentences';
import type { Said } from '../../core/errors/sentence';
import { placeText } from '../../core/forms/place';
import {
  isShown,
  labelKey,
  unitOf,
  type Description,
  type SettingField,
} from '../../node-red/settings/describe';
import { effective, settingProblem } from '../../node-red/settings/readSettings';
import { isRecord } from '../../core/reading';
import { say } from '../../node-red/errors/texts';
import { catalogText, translate } from '../red';
import { fromEnvironment, isEmpty, isTypedValue, textOrEmpty, type Values } from '../values';
import { errorText, formLabel } from '../texts';
import { expressionProblem } from './expressions';
import { fallbackProblems } from './fallback';
import type { EditorProblem } from './problem';
import { typedChecks, textChecks } from './settings';
import { messageProblems, recipientsOf } from './wholeMessage';
import { windowProblems } from './window';

/** Something that is wrong in a dialog, as the user reads it. */
export interface RowProblem {
  /** The row, and the field in what it stores. */
  path: Path;
  /** The label of the field. */
  place: string;
  text: string;
}

/** The label of a setting, as problems name it. */
export function labelOf({ type, rows }: Description, name: string): string {
  const { key, isShared } = labelKey(rows, name);
  return isShared ? translate(key) : catalogText(`${type}.${key}`);
}

/** A problem with its place in front, as a list of problems names it. */
export function sentence({ place, text }: RowProblem): string {
  return place === '' ? text : `${place}: ${text}`;
}

/** What is wrong with rows that other settings of the node are involved in. */
export const nodeChecks: Readonly<Partial<Record<string, (node: Values) => EditorProblem[]>>> = {
  content: messageProblems,
  fallbackChannels: fallbackProblems,
  recipientsAllowed: (node) => {
    const { recipients } = recipientsOf(node);
    return recipients.ok ? [] : [{ said: say('noRecipientOrBeginning', { got: recipients.entry }) }];
  },
  requireSecret: (node) =>
    node['requireSecret'] === true && lacksSecret(node)
      ? [{ said: rule('required'), path: ['webhookSecret'] }]
      : [],
  sendingWindow: windowProblems,
};

/** Of a stored secret, the editor knows only that it exists, and only once the dialog has been opened. */
function lacksSecret({ credentials }: Values): boolean {
  return (
    isRecord(credentials) &&
    credentials['has_webhookSecret'] !== true &&
    textOrEmpty(credentials['webhookSecret']) === ''
  );
}

/** Everything that is wrong with a node, row by row. */
export function nodeProblems(description: Description, node: Values): RowProblem[] {
  return Object.keys(description.rows).flatMap((name) => rowProblems(description, name, node));
}

/** Everything that is wrong with a row of a node. */
export function rowProblems(description: Description, name: string, node: Values): RowProblem[] {
  const row = description.rows[name];
  if (row === undefined || !('value' in row) || !isShown(row, (other) => node[other])) return [];
  const check = nodeChecks[name];
  const problems =
    check === undefined
      ? problemsOf(name, row, node[name], node[unitOf(name)])
      : check(effective(description, node));
  return problems.map(({ said, where, path = [name] }) => ({
    path,
    place: where === undefined ? labelOf(description, String(path[0])) : placeText(where, formLabel),
    text: errorText(said),
  }));
}

function problemsOf(name: string, row: SettingField, value: unknown, unit: unknown): EditorProblem[] {
  const said = fromEnvironment(value) ? undefined : problemOf(name, row, value, unit);
  return said === undefined ? [] : [{ said }];
}

function problemOf(name: string, row: SettingField, value: unknown, unit: unknown): Said | undefined {
  const typed = String(value ?? '').trim();
  const missing = row.required === true ? rule('required') : undefined;
  switch (row.kind) {
    case 'typed':
      if (!isTypedValue(value) || value.v === '') return missing;
      return expressionProblem(value) ?? typedChecks[name]?.(value);
    case 'text':
      return typed === '' ? missing : textChecks[name]?.(typed);
    case 'number':
    case 'duration':
      if (typed === '') return 'blank' in row && row.blank !== undefined ? undefined : rule('required');
      return settingProblem(row, typed, unit);
    default:
      return settingProblem(row, value, unit);
  }
}

/** The names of the rows that hold something other than their default. */
export function changedRows({ rows }: Description, node: Values): string[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    if (!('value' in row) || row.kind === 'account') return [];
    const value = node[name];
    if (row.kind === 'duration' && String(node[unitOf(name)]) !== row.unit)
      return Number(value) === 0 ? [] : [name];
    const isUsual =
      typeof row.value === 'object'
        ? (isEmpty(value) && isEmpty(row.value)) || JSON.stringify(value) === JSON.stringify(row.value)
        : String(value ?? '') === String(row.value);
    return isUsual ? [] : [name];
  });
}
