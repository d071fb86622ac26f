import type { Channel } from '../../core/contract';
import { channelNamed, contentNamed } from '../checks/message';
import { forms } from '../../core/forms/forms';
import { find } from '../dom';
import { asText } from '../form/values';
import { channelLabel, contentLabel } from '../names';
import { openFallback, type FallbackEditor } from '../message/fallback';
import { messageForm, type Abilities, type Choice, type MessageForm } from '../message/messageForm';
import { messageProblems } from '../message/problems';
import type { EditorNode } from '../red';
import { checkProperty, secondOutputBySwitch, type ValidatorOptions, type Verdict } from './common';

const opened = new WeakMap<EditorNode, MessageForm>();
const fallbacks = new WeakMap<EditorNode, FallbackEditor>();

/** What is wrong with the form of a node, for its red triangle. */
export function checkForm(node: EditorNode, form: unknown): Verdict {
  const { account, channel, contentType, mediaFrom } = node;
  const problems = messageProblems({ account, channel, contentType, mediaFrom, form });
  return problems.length === 0 ? true : problems;
}

/** Where the file stands in the message, if it comes with it. */
export function checkBuffer(node: EditorNode, value: unknown, options?: ValidatorOptions): Verdict {
  return node['mediaFrom'] !== 'buffer' || checkProperty(value, options);
}

/** `SMS Text`, `WhatsApp Template`. */
export function label(node: EditorNode): string {
  const channel = asText(node['channel']);
  const content = asText(node['contentType']);
  return `${channelLabel(channel)} ${contentLabel(content)}`;
}

export function open(node: EditorNode): void {
  opened.set(node, openMessage(node, { uploads: true }));
  fallbacks.set(node, openFallback(node['fallback']));
  secondOutputBySwitch('failureOutput');
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) Object.assign(node, form.read());
  const fallback = fallbacks.get(node);
  if (fallback !== undefined) node['fallback'] = fallback.read();
}

/** Puts the form of a message into its place, and keeps it to what is chosen above it: account, channel and content. */
export function openMessage(node: EditorNode, abilities: Abilities): MessageForm {
  const account = find('select', '#node-input-account');
  const channel = find('select', '#node-input-channel');
  const content = find('select', '#node-input-contentType');
  const choice = (): Choice => {
    const chosen = channelNamed(forms, channel.value) ?? 'Sms';
    offerContents(content, chosen);
    return { account: account.value, channel: chosen, contentType: content.value };
  };
  offerChannels(channel, node['channel']);
  content.replaceChildren(new Option('', asText(node['contentType'])));
  const form = messageForm(node, choice(), abilities);
  find('div', '#messaging-message').append(form.element);
  // By jQuery, as Node-RED tells so that it has put another account there.
  for (const select of [account, channel, content]) $(select).on('change', () => form.choose(choice()));
  return form;
}

/** Fills the select of the channels. */
function offerChannels(select: HTMLSelectElement, stored: unknown): void {
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
