import { rule } from '../../core/contract/sentences';
import { readSendingWindow, WindowFault } from '../../core/sendingWindow';
import { rowOfWindow } from '../../node-red/settings/guardRows';
import { fromEnvironment, literal, type Values } from '../values';
import type { EditorProblem } from './problem';

/** What is wrong with the sending window of a node. What is known only later, when the flow starts or a message arrives, counts as right. */
export function windowProblems(node: Values): EditorProblem[] {
  if (node['sendingWindow'] !== true) return [];
  const { windowDays: days, windowFrom: from, windowUntil: until } = node;
  const hours =
    fromEnvironment(from) || fromEnvironment(until) ? { from: '00:00', until: '24:00' } : { from, until };
  const window = readSendingWindow({
    ...hours,
    days,
    // That it is missing, its own row says.
    timeZone: literal(node['timeZone']) || 'UTC',
    exceptions: literal(node['exceptions']) ?? '',
    outside: 'plan',
  });
  if (!(window instanceof WindowFault)) return [];
  return [{ said: rule(window.rule, { got: window.got }), path: [rowOfWindow[window.field]] }];
}
