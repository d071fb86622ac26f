import { explainAll } from '../checks/explain';
import { channelNamed, checkMessage } from '../checks/message';
import { forms } from '../../core/forms/forms';
import { find } from '../dom';
import { messageForm, type MessageForm } from '../message/messageForm';
import { translate, type EditorNode } from '../red';
import { secondOutputBySwitch, type Verdict } from './common';
import { offerChannels } from './send';

const opened = new WeakMap<EditorNode, MessageForm>();

/** A batch made of incoming texts carries texts; other contents come with the messages. */
const contentType = 'Text';

export function checkForm(node: EditorNode, form: unknown): Verdict {
  const problems = explainAll(checkMessage(forms, { channel: node['channel'], contentType, form }));
  return problems.length === 0 ? true : problems;
}

export function label(node: EditorNode): string {
  return translate('nodeLabel.batch', { size: String(node['count']) });
}

export function open(node: EditorNode): void {
  const channel = find('select', '#node-input-channel');
  const choice = () => ({ channel: channelNamed(forms, channel.value) ?? 'Sms', contentType }) as const;
  offerChannels(channel, node['channel']);
  const form = messageForm({ form: node['form'] }, choice());
  find('div', '#messaging-message').append(form.element);
  channel.addEventListener('change', () => form.choose(choice()));
  secondOutputBySwitch('failureOutput');
  opened.set(node, form);
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) node['form'] = form.read().form;
}
