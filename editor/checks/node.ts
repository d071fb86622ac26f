import type { Path } from '../../core/contract/sentences';
import {
  isShown,
  unitOf,
  type Description,
  type NodeCheck,
  type Rows,
  type SettingField,
} from '../../node-red/settings/describe';
import { isUnit, LONGEST_MS, UNITS } from '../../node-red/settings/duration';
import { effective } from '../../node-red/settings/readSettings';
import { isRecord } from '../../core/reading';
import { catalogText, translate } from '../red';
import { fromEnvironment, isEmpty, isTypedValue, textOrEmpty, type Values } from '../values';
import { explain, placeOfProblem, type EditorProblem } from './explain';
import { expressionProblem } from './expressions';
import { fallbackProblems } from './fallback';
import { checkNumber, typedChecks, textChecks } from './settings';
import { messageProblems } from './wholeMessage';
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
export function labelOf(type: string, name: string, rows: Rows): string {
  const row = rows[name];
  if (row === undefined || row.kind === 'place' || row.kind === 'note') return '';
  const text = row.text ?? name;
  return row.kind === 'typed' || row.shared === true
    ? translate(`label.${text}`)
    : catalogText(`${type}.label.${text}`);
}

/** A problem with its place in front, as a list of problems names it. */
export function sentence({ place, text }: RowProblem): string {
  return place === '' ? text : `${place}: ${text}`;
}

const nodeChecks: Record<NodeCheck, (node: Values) => EditorProblem[]> = {
  fallback: fallbackProblems,
  message: messageProblems,
  window: windowProblems,
  secret: (node) =>
    node['requireSecret'] === true && lacksSecret(node)
      ? [{ key: 'secretMissing', path: ['webhookSecret'] }]
      : [],
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
  const { type, rows } = description;
  const row = rows[name];
  if (row === undefined || !('value' in row) || !isShown(row, (other) => node[other])) return [];
  const problems =
    'check' in row && isNodeCheck(row.check)
      ? nodeChecks[row.check](effective(description, node))
      : problemsOf(row, node[name], node[unitOf(name)]);
  return problems.map((problem) => {
    const { path = [name], where } = problem;
    const label = where === undefined ? labelOf(type, String(path[0]), rows) : placeOfProblem(problem);
    return { path, place: label, text: explain(problem) };
  });
}

function isNodeCheck(check: string | undefined): check is NodeCheck {
  return check !== undefined && Object.hasOwn(nodeChecks, check);
}

function problemsOf(row: SettingField, value: unknown, unit: unknown): EditorProblem[] {
  const problem = problemOf(row, value, unit);
  return problem === undefined ? [] : [problem];
}

function problemOf(row: SettingField, value: unknown, unit: unknown): EditorProblem | undefined {
  if (fromEnvironment(value)) return undefined;
  const typed = String(value ?? '').trim();
  switch (row.kind) {
    case 'typed':
      if (isTypedValue(value) && value.v !== '')
        return expressionProblem(value) ?? (row.check && typedChecks[row.check](value));
      return row.required && { key: 'required' };
    case 'text':
      if (typed === '') return row.required && { key: 'required' };
      return row.check && textChecks[row.check](typed);
    case 'number':
      return typed === '' && row.blank !== undefined ? undefined : checkNumber(row, typed);
    case 'duration': {
      const longest = LONGEST_MS / UNITS[isUnit(unit) ? unit : row.unit];
      return checkNumber({ min: row.min ?? 0.001, max: longest }, typed);
    }
    default:
      return undefined;
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
