import { readSendingWindow, WindowFault, type WindowField } from '../../core/sendingWindow';
import { explain } from '../checks/explain';
import { expressionProblem } from '../form/expressions';
import { asValues, fromEnvironment, isEmpty, isLeaf, literal } from '../form/values';
import { translate, type EditorNode } from '../red';

/** Stand for values that are known only later: when the flow starts, or a message arrives. */
const STAND_INS = { from: '00:00', until: '24:00', timeZone: 'UTC', exceptions: '' };

/** What is wrong with the sending window of a node, in the user's language; nothing if it has none. */
export function windowProblems(_: EditorNode, stored: unknown): string[] {
  const { days, from, until, timeZone, exceptions } = asValues(stored);
  if (isEmpty(stored)) return [];
  for (const [field, leaf] of [
    ['timeZone', timeZone],
    ['exceptions', exceptions],
  ] as const) {
    const problem = isLeaf(leaf) ? expressionProblem(leaf) : undefined;
    if (problem !== undefined) return [problemOf(field, explain(problem))];
  }
  const hours = fromEnvironment(from) || fromEnvironment(until) ? STAND_INS : { from, until };
  const window = readSendingWindow({
    days,
    from: hours.from,
    until: hours.until,
    timeZone: isEmpty(timeZone) ? '' : (literal(timeZone) ?? STAND_INS.timeZone),
    exceptions: literal(exceptions) ?? STAND_INS.exceptions,
    outside: 'plan',
  });
  if (!(window instanceof WindowFault)) return [];
  const { field, rule, got = '' } = window;
  return [problemOf(field, explain({ key: `window.${rule}`, values: { got } }))];
}

function problemOf(field: WindowField, problem: string): string {
  return `${translate('window.title')} › ${labelOfField(field)}: ${problem}`;
}

/** What the dialog calls a field of the window. */
export function labelOfField(field: WindowField | 'outside'): string {
  const isTyped = field === 'timeZone' || field === 'exceptions';
  return translate(isTyped ? `property.${field}.label` : `window.${field}`);
}
