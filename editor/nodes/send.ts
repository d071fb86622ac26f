import type { Channel } from '../../core/contract';
import { channelNamed, contentNamed } from '../checks/message';
import { forms } from '../../core/forms/forms';
import { find } from '../dom';
import { textOrEmpty } from '../form/values';
import { channelLabel, contentLabel } from '../names';
import { openFallback, type FallbackEditor } from '../message/fallback';
import { messageForm, type Abilities, type MessageSelection, type MessageForm } from '../message/messageForm';
import type { EditorNode } from '../red';
import { offerContextStores } from './contextStore';

const opened = new WeakMap<EditorNode, MessageForm>();
const fallbacks = new WeakMap<EditorNode, FallbackEditor>();

/** `SMS Text`, `WhatsApp Template`. */
export function label(node: EditorNode): string {
  const channel = textOrEmpty(node['channel']);
  const content = textOrEmpty(node['contentType']);
  return `${channelLabel(channel)} ${contentLabel(content)}`;
}

export function open(node: EditorNode): void {
  offerContextStores(node);
  opened.set(node, openMessage(node, { uploads: true }));
  fallbacks.set(node, openFallback(node['fallbackChannels']));
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) Object.assign(node, form.read());
  const fallback = fallbacks.get(node);
  if (fallback !== undefined) node['fallbackChannels'] = fallback.read();
}

/** Shows the form of a message, and updates it when account, channel or content change above it. */
export function openMessage(node: EditorNode, abilities: Abilities): MessageForm {
  const account = find('select', '#node-input-account');
  const channel = find('select', '#node-input-channel');
  const content = find('select', '#node-input-contentType');
  const choice = (): MessageSelection => {
    const chosen = channelNamed(forms, channel.value) ?? 'Sms';
    offerContents(content, chosen);
    return { account: account.value, channel: chosen, contentType: content.value };
  };
  offerChannels(channel, node['channel']);
  content.replaceChildren(new Option('', textOrEmpty(node['contentType'])));
  const form = messageForm(node, choice(), abilities);
  find('div', '#messaging-form').append(form.element);
  // Uses jQuery, because that is how Node-RED reports that it has added another account.
  for (const select of [account, channel, content]) $(select).on('change', () => form.choose(choice()));
  return form;
}

/** Fills the select of the channels. */
function offerChannels(select: HTMLSelectElement, stored: unknown): void {
  const offered = Object.keys(forms.contentsOfChannel);
  select.replaceChildren(...offered.map((value) => new Option(channelLabel(value), value)));
  select.value = channelNamed(forms, stored) ?? 'Sms';
}

/** Fills the select with the contents that the channel carries; the chosen one stays if the channel carries it. */
function offerContents(select: HTMLSelectElement, channel: Channel): void {
  const chosen = contentNamed(forms, channel, select.value)?.value ?? 'Text';
  const offered = forms.contentsOfChannel[channel];
  select.replaceChildren(...offered.map((value) => new Option(contentLabel(value), value)));
  select.value = chosen;
}
