import type { Description, Row } from '../../node-red/settings/describe';
import { unitOf } from '../../node-red/settings/describe';
import { isLeaf } from '../form/values';
import { filledParts, partOf } from '../message/formParts';
import { messageFindings } from '../message/problems';
import type { EditorNode } from '../red';
import { labelOf } from '../settings';
import { explain } from './explain';
import { isShown, messageOf, settingProblems } from './setting';

/** Something that is wrong in a dialog: in which row, and what, as the user reads it. */
export interface RowProblem {
  row: string;
  text: string;
}

/** Everything that is wrong with a node, row by row. */
export function rowProblems({ type, rows }: Description, node: EditorNode): RowProblem[] {
  return Object.entries(rows).flatMap(([name, row]) => problemsOf(type, name, row, node));
}

function problemsOf(type: string, name: string, row: Row, node: EditorNode): RowProblem[] {
  if (row.kind === 'place' || row.kind === 'note' || row.kind === 'credential') return [];
  if (row.kind === 'own' && row.check === 'form') {
    if (!isShown(row, (other) => node[other])) return [];
    return messageFindings(messageOf(node, node[name])).map((problem) => ({
      row: problem.where === undefined ? name : partOf(problem.where),
      text: explain(problem),
    }));
  }
  // The problems of a form already name its fields.
  const label = row.kind === 'own' ? '' : `${labelOf(type, name, row)}: `;
  return settingProblems(row, name, node, node[name]).map((text) => ({ row: name, text: `${label}${text}` }));
}

/** The names of the rows that hold something other than their default. */
export function changedRows({ rows }: Description, node: EditorNode): string[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    if (row.kind === 'own' && row.check === 'form') return filledParts(node[name]);
    return differs(name, row, node) ? [name] : [];
  });
}

function differs(name: string, row: Row, node: EditorNode): boolean {
  if (!('value' in row) || row.kind === 'account') return false;
  const value = node[name];
  if (row.kind === 'duration' && String(node[unitOf(name)]) !== row.unit) return Number(value) !== 0;
  if (row.kind === 'leaf' && isLeaf(value) && value.v === '') return row.value.v !== '';
  return row.kind === 'leaf' || row.kind === 'own'
    ? JSON.stringify(value) !== JSON.stringify(row.value)
    : String(value ?? '') !== String(row.value);
}
