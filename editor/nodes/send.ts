import type { Channel } from '../../core/contract';
import { explainAll } from '../checks/explain';
import { channelNamed, checkMessage, contentNamed } from '../checks/message';
import { forms } from '../../core/forms/forms';
import { find } from '../dom';
import { asText } from '../form/values';
import { channelLabel, contentLabel } from '../names';
import { messageForm, type Choice, type MessageForm } from '../message/messageForm';
import type { EditorNode } from '../red';
import { secondOutputBySwitch, type Verdict } from './common';

const opened = new WeakMap<EditorNode, MessageForm>();

/** What is wrong with the form of a node, for its red triangle. */
export function checkForm(node: EditorNode, form: unknown): Verdict {
  const { channel, contentType, mediaFrom } = node;
  const problems = explainAll(checkMessage(forms, { channel, contentType, mediaFrom, form }));
  return problems.length === 0 ? true : problems;
}

/** `SMS Text`, `WhatsApp Template`. */
export function label(node: EditorNode): string {
  const channel = asText(node['channel']);
  const content = asText(node['contentType']);
  return `${channelLabel(channel)} ${contentLabel(content)}`;
}

export function open(node: EditorNode): void {
  const channel = find('select', '#node-input-channel');
  const content = find('select', '#node-input-contentType');
  const choice = (): Choice => {
    const chosen = channelNamed(forms, channel.value) ?? 'Sms';
    offerContents(content, chosen);
    return { channel: chosen, contentType: content.value };
  };
  offerChannels(channel, node['channel']);
  content.append(new Option('', asText(node['contentType'])));
  const form = messageForm(node, choice());
  find('div', '#messaging-message').append(form.element);
  channel.addEventListener('change', () => form.choose(choice()));
  content.addEventListener('change', () => form.choose(choice()));
  secondOutputBySwitch('failureOutput');
  opened.set(node, form);
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) Object.assign(node, form.read());
}

/** Fills the select of the channels. */
export function offerChannels(select: HTMLSelectElement, stored: unknown): void {
  const offered = Object.keys(forms.contentsOfChannel);
  select.replaceChildren(...offered.map((value) => new Option(channelLabel(value), value)));
  select.value = channelNamed(forms, stored) ?? 'Sms';
}

/** Fills the select of the contents with what the channel carries; the one chosen stays if it can. */
function offerContents(select: HTMLSelectElement, channel: Channel): void {
  const chosen = contentNamed(forms, channel, select.value)?.value ?? 'Text';
  const offered = forms.contentsOfChannel[channel];
  select.replaceChildren(...offered.map((value) => new Option(contentLabel(value), value)));
  select.value = chosen;
}
