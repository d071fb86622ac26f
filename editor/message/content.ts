import { type Channel } from '../../core/contract';
import { channelNamed } from '../../core/contract/names';
import type { Variant } from '../../core/forms';
import { forms } from '../../core/forms/forms';
import { channelOfForm } from '../checks/draft';
import { accountRules } from '../checks/wholeMessage';
import { find, make, offer } from '../dom';
import { variantEditor } from '../form/oneOf';
import { translate, type EditorNode } from '../red';
import type { RowEditor } from '../rows';
import { namedChoices } from '../texts';
import { fieldsOf, literal, textOrEmpty } from '../values';
import { linkAtEnd } from '../nodes/address';
import { countText } from './counter';

/** The fields of the content that is chosen above, with the length of a text. */
export function contentEditor(node: EditorNode): RowEditor {
  const type = find('select', '#node-input-contentType');
  const offerTypes = (channel: unknown, chosen?: string) =>
    offer(type, namedChoices(contentsOffered(channel)), chosen);
  offerTypes(node['channel'], textOrEmpty(node['contentType']));
  const fields = variantEditor('messaging-content', type.value, node['content']);
  /** Shows the fields for a channel, as the node stores it; returns it. */
  const show = (chosen: unknown): Channel => {
    const channel = channelOfForm(chosen, type.value) ?? 'Sms';
    fields.show(contentForm(channel, type.value, translate('textPlaceholder')));
    return channel;
  };
  // From the beginning: the dialog opens with the tab on which something is missing.
  show(node['channel']);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  return {
    element: fields.element,
    read: fields.read,
    update(now) {
      offerTypes(now['channel']);
      const channel = show(now['channel']);
      // A file that comes with the message needs neither id nor address.
      fields.element.classList.toggle('messaging-file-from-message', now['mediaFrom'] === 'buffer');
      fields.element.querySelector('[data-field="text"] .messaging-below')?.append(counter);
      const text = type.value === 'Text' ? literal(fieldsOf(fields.read())['text']) : undefined;
      const whole = text === undefined ? undefined : `${text}${linkAtEnd(now)}`;
      const { text: count, warning } = countText(
        channel,
        whole,
        now['smsOptions'],
        accountRules(now['account']),
      );
      counter.textContent = count;
      counter.classList.toggle('messaging-warning', warning);
    },
  };
}

/** The types of content that a form offers; all of them if the message names the channel. */
function contentsOffered(channel: unknown): string[] {
  return channel === ''
    ? forms.contents.map(({ value }) => value)
    : forms.contentsOfChannel[channelNamed(channel) ?? 'Sms'];
}

/** The form of a content, if the channel carries it. `usualText` says what an empty text stands for. */
function contentForm(channel: Channel, name: unknown, usualText: string): Variant | undefined {
  const content = forms.contents.find(({ value }) => value === name);
  if (content === undefined || !forms.contentsOfChannel[channel].includes(content.value)) return undefined;
  if (content.value !== 'Text') return content;
  const fields = content.fields.map((field) =>
    field.name === 'text' ? { ...field, required: false, placeholder: usualText } : field,
  );
  return { ...content, fields };
}
