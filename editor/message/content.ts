import { contentForm, contentsOffered, channelOfForm } from '../checks/message';
import { accountRules } from '../checks/wholeMessage';
import { find, make, offer } from '../dom';
import { variantEditor } from '../form/oneOf';
import { translate, type EditorNode } from '../red';
import type { RowEditor } from '../rows';
import { namedChoices } from '../texts';
import { asValues, literal, textOrEmpty } from '../values';
import { linkAtEnd } from '../nodes/address';
import { countText } from './counter';

/** The fields of the content that is chosen above, with the length of a text. */
export function contentEditor(node: EditorNode): RowEditor {
  const type = find('select', '#node-input-contentType');
  const offerTypes = (channel: unknown, chosen?: string) =>
    offer(type, namedChoices(contentsOffered(channel)), chosen);
  offerTypes(node['channel'], textOrEmpty(node['contentType']));
  const fields = variantEditor('messaging-content', type.value, node['content']);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  return {
    element: fields.element,
    read: fields.read,
    update(now) {
      offerTypes(now['channel']);
      const channel = channelOfForm(now['channel'], type.value) ?? 'Sms';
      fields.show(contentForm(channel, type.value, translate('textPlaceholder')));
      // A file that comes with the message needs neither id nor address.
      fields.element.classList.toggle('messaging-file-from-message', now['mediaFrom'] === 'buffer');
      fields.element.querySelector('[data-field="text"] .messaging-below')?.append(counter);
      const text = type.value === 'Text' ? literal(asValues(fields.read())['text']) : undefined;
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
