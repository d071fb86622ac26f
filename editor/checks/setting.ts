import type { NodeCheck, RowPlacement, SettingField, TextCheck } from '../../node-red/shared/describe';
import { unitOf } from '../../node-red/shared/describe';
import { isUnit, LONGEST_MS, UNITS } from '../../node-red/shared/duration';
import { expressionProblem } from '../form/expressions';
import { fromEnvironment, isLeaf } from '../form/values';
import { fallbackProblems } from '../message/fallbackProblems';
import { messageProblems } from '../message/problems';
import { contextStoreProblem } from '../nodes/contextStore';
import type { EditorNode } from '../red';
import { explain } from './explain';
import type { EditorProblem } from './problem';
import {
  baseUrlProblem,
  callersProblem,
  checkNumber,
  countryProblem,
  publicAddressProblem,
  routePathProblem,
  secretProblem,
  senderProblem,
  servicePathProblem,
} from './settings';

const textChecks: Record<TextCheck, (text: string) => EditorProblem | undefined> = {
  baseUrl: baseUrlProblem,
  callers: callersProblem,
  contextStore: contextStoreProblem,
  countryCode: countryProblem,
  publicAddress: publicAddressProblem,
  routePath: routePathProblem,
  senderSms: (text) => senderProblem('Sms', text),
  senderWhatsapp: (text) => senderProblem('Whatsapp', text),
  servicePath: servicePathProblem,
};

const nodeChecks: Record<NodeCheck, (node: EditorNode, value: unknown) => string[]> = {
  fallback: fallbackProblems,
  form: ({ account, channel, contentType, mediaFrom }, form) =>
    messageProblems({ account, channel, contentType, mediaFrom, form }),
  secret: (node, required) => explained(secretProblem(node, required)),
};

/** Whether a row is visible, given the node's other settings. */
export function isShown({ shownWhen = {} }: RowPlacement, valueOf: (name: string) => unknown): boolean {
  return Object.entries(shownWhen).every(([name, values]) => values.includes(valueOf(name)));
}

/** What is wrong with a setting of a node, in the user's language. */
export function settingProblems(
  field: SettingField,
  name: string,
  node: EditorNode,
  value: unknown,
): string[] {
  if (!isShown(field, (other) => node[other])) return [];
  switch (field.kind) {
    case 'own':
    case 'flag':
      return field.check === undefined ? [] : nodeChecks[field.check](node, value);
    case 'leaf': {
      const isMissing = field.required === true && (!isLeaf(value) || value.v === '');
      const problem = isLeaf(value) ? expressionProblem(value) : undefined;
      return isMissing ? explained({ key: 'required' }) : problem === undefined ? [] : [problem];
    }
    case 'text':
    case 'number':
    case 'duration':
      return fromEnvironment(value)
        ? []
        : explained(typedProblem(field, String(value ?? '').trim(), node[unitOf(name)]));
    default:
      return [];
  }
}

function typedProblem(
  field: Extract<SettingField, { kind: 'text' | 'number' | 'duration' }>,
  typed: string,
  unit: unknown,
): EditorProblem | undefined {
  const mayBeEmpty =
    field.kind === 'text' ? field.required !== true : field.kind === 'number' && field.blank !== undefined;
  if (typed === '') return mayBeEmpty ? undefined : { key: 'required' };
  switch (field.kind) {
    case 'text':
      return field.check && textChecks[field.check](typed);
    case 'number':
      return checkNumber(field, typed);
    case 'duration':
      return checkNumber(
        { min: field.min ?? 0.001, max: LONGEST_MS / UNITS[isUnit(unit) ? unit : field.unit] },
        typed,
      );
  }
}

function explained(problem: EditorProblem | undefined): string[] {
  const text = explain(problem);
  return text === undefined ? [] : [text];
}
