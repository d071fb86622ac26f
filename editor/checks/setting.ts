import { isRecord } from '../../core/reading';
import type { NodeCheck, RowPlacement, SettingField } from '../../node-red/settings/describe';
import { unitOf } from '../../node-red/settings/describe';
import { isUnit, LONGEST_MS, UNITS } from '../../node-red/settings/duration';
import { expressionProblem } from '../form/expressions';
import { fromEnvironment, isEmpty, isLeaf, textOrEmpty } from '../form/values';
import { questionOf } from '../message/askProblems';
import { fallbackProblems } from '../message/fallbackProblems';
import { messageProblems, type NodeMessage } from '../message/problems';
import { windowProblems } from '../message/windowProblems';
import { type EditorNode } from '../red';
import { explain } from './explain';
import type { EditorProblem } from './problem';
import { checkNumber, leafChecks, textChecks } from './settings';

const nodeChecks: Record<NodeCheck, (node: EditorNode, value: unknown) => string[]> = {
  fallback: fallbackProblems,
  form: (node, form) => messageProblems(messageOf(node, form)),
  window: windowProblems,
  secret: (node, required) =>
    required === true && lacksSecret(node) ? [explain({ key: 'secretMissing' })] : [],
};

/** The message of a node. */
export function messageOf(node: EditorNode, form: unknown): NodeMessage {
  const { account, channel, contentType, mediaFrom } = node;
  return { account, channel, contentType, mediaFrom, form, question: questionOf(node) };
}

/** Of a stored secret, the editor knows only that it exists, and only once the dialog has been opened. */
function lacksSecret({ credentials }: EditorNode): boolean {
  return (
    isRecord(credentials) &&
    credentials['has_webhookSecret'] !== true &&
    textOrEmpty(credentials['webhookSecret']) === ''
  );
}

/** Whether a row is visible, given the node's other settings. */
export function isShown({ shownWhen = {} }: RowPlacement, valueOf: (name: string) => unknown): boolean {
  return Object.entries(shownWhen).every(([name, condition]) => {
    const value = valueOf(name);
    if (typeof condition === 'object') return condition.includes(value);
    return isNothing(value) === (condition === 'empty');
  });
}

/** Whether a setting has no effect: it is empty, or the number 0. */
function isNothing(value: unknown): boolean {
  return isEmpty(value) || String(value).trim() === '0';
}

/** What is wrong with a setting of a node, in the user's language. */
export function settingProblems(
  field: SettingField,
  name: string,
  node: EditorNode,
  value: unknown,
): string[] {
  if (!isShown(field, (other) => node[other])) return [];
  if (field.kind === 'own' || field.kind === 'flag')
    return field.check === undefined ? [] : nodeChecks[field.check](node, value);
  const problem = problemOf(field, value, node[unitOf(name)]);
  return problem === undefined ? [] : [explain(problem)];
}

function problemOf(field: SettingField, value: unknown, unit: unknown): EditorProblem | undefined {
  if (fromEnvironment(value)) return undefined;
  const typed = String(value ?? '').trim();
  switch (field.kind) {
    case 'leaf':
      if (isLeaf(value) && value.v !== '')
        return expressionProblem(value) ?? (field.check && leafChecks[field.check](value));
      return field.required && { key: 'required' };
    case 'text':
      if (typed === '') return field.required && { key: 'required' };
      return field.check && textChecks[field.check](typed);
    case 'number':
      return typed === '' && field.blank !== undefined ? undefined : checkNumber(field, typed);
    case 'duration': {
      const longest = LONGEST_MS / UNITS[isUnit(unit) ? unit : field.unit];
      return checkNumber({ min: field.min ?? 0.001, max: longest }, typed);
    }
    default:
      return undefined;
  }
}
