import type { MessageForm } from '../message/messageForm';
import { messageProblems } from '../message/problems';
import { translate, type EditorNode } from '../red';
import { secondOutputBySwitch, type Verdict } from './common';
import { openMessage } from './send';

const opened = new WeakMap<EditorNode, MessageForm>();

export function checkForm(node: EditorNode, form: unknown): Verdict {
  // Batches of older versions carried texts only, and did not say so.
  const { account, channel, contentType = 'Text' } = node;
  const problems = messageProblems({ account, channel, contentType, form });
  return problems.length === 0 ? true : problems;
}

export function label(node: EditorNode): string {
  return translate('nodeLabel.batch', { size: String(node['count']) });
}

export function open(node: EditorNode): void {
  opened.set(node, openMessage(node, { uploads: false }));
  secondOutputBySwitch('failureOutput');
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) node['form'] = form.read().form;
}
