import { channels } from '../../core/contract';
import { forms } from '../../core/forms/forms';
import { hasFile } from '../checks/draft';
import { channelOfForm, contentForm, contentsOffered, namesNobody } from '../checks/message';
import { find, make, offer, oncePerFrame } from '../dom';
import { groupEditor } from '../form/group';
import { variantEditor } from '../form/oneOf';
import { asValues, filledIn, isEmpty, literal, textOrEmpty, type Values } from '../form/values';
import { translate, type EditorNode } from '../red';
import { namedChoices } from '../texts';
import { linkInDialog } from './answerLink';
import { asksOne, questionOf } from './askProblems';
import { recipientEditor, senderEditor } from './addresses';
import { countText, showCount } from './counter';
import { fileEditor } from './file';
import { notificationEditor } from './notification';
import { scheduleFields } from './formParts';
import { accountRules, lacksSender } from './problems';
import { fold, part } from './sections';

/**
 * Shows the form of a message: sender, recipients and content, and in places of their own what is rarely needed. It follows the account,
 * the channel and the content that are chosen above it.
 */
export function openMessage(node: EditorNode): () => Values {
  const chosen = selectsAbove(node);
  const { account, channel, contentType } = chosen;
  const { from, recipients, content, file, smsPart, notification, read, places } = messageFields(
    node,
    chosen,
  );
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  const link = linkInDialog(node);

  const update = () => {
    const values = read();
    const { message } = values.form;
    places.form.classList.toggle('messaging-file-from-message', values.mediaFrom === 'buffer');
    notification.count();
    const text = contentType.value === 'Text' ? literal(values.form.content['text']) : undefined;
    const whole = text === undefined ? undefined : `${text}${link.text()}`;
    showCount(
      counter,
      countText(chosen.channelName(), whole, values.form.smsOptions, accountRules(account.value)),
    );
    // If the node names the recipient, a missing sender is a mistake and is listed under "Still to do".
    const lacks = namesNobody(message) && lacksSender(account.value, channel.value, message['from']);
    from.below.textContent = lacks ? translate('senderOfMessage') : '';
  };
  const choose = () => {
    offer(contentType, namedChoices(contentsOffered(channel.value)));
    const shown = contentForm(chosen.channelName(), contentType.value, translate('textPlaceholder'));
    content.show(shown);
    file.element.hidden = node['mediaFrom'] === undefined || !hasFile(shown);
    smsPart.hidden = !['Sms', ''].includes(channel.value);
    content.element.querySelector('[data-field="text"] .messaging-below')?.append(counter);
    update();
  };
  choose();
  for (const [name, place] of Object.entries(places)) find('div', `#messaging-${name}`).append(place);
  $(Object.values(places)).on('input change', oncePerFrame(update));
  // Uses jQuery, because that is how Node-RED reports that it has added another account.
  $([account, channel, contentType]).on('change', choose);
  link.onChange(update);
  $('#node-input-order').on('change', recipients.show);
  return read;
}

type Selects = ReturnType<typeof selectsAbove>;

function selectsAbove(node: EditorNode) {
  const account = find('select', '#node-input-account');
  const channel = find('select', '#node-input-channel');
  const contentType = find('select', '#node-input-contentType');
  const channelName = () => channelOfForm(channel.value, contentType.value) ?? 'Sms';
  const named = { ...namedChoices(channels), '': translate('channelOfMessage') };
  offer(channel, named, textOrEmpty(node['channel']));
  offer(contentType, namedChoices(contentsOffered(channel.value)), textOrEmpty(node['contentType']));
  return { account, channel, contentType, channelName };
}

/** The parts of the form with what the node stores. */
function messageFields(node: EditorNode, { account, contentType, channelName }: Selects) {
  const form = asValues(node['form']);
  const message = asValues(form['message']);
  const from = senderEditor(message['from'], channelName);
  const recipients = recipientEditor(message, {
    country: () => accountRules(account.value).countryCode,
    onlyOne: () => questionOf(node) !== undefined && asksOne($('#node-input-order').val()),
  });
  const content = variantEditor('messaging-content', contentType.value, form['content']);
  const file = fileEditor(node);
  const smsOptions = groupEditor(forms.smsOptions, form['smsOptions']);
  const rest = groupEditor(scheduleFields, message);
  const notification = notificationEditor(form['notification']);
  const smsPart = part(translate('part.smsOptions'), smsOptions.element);
  const hasNotification = !isEmpty(form['notification']);
  // By the rows in which they are.
  const places = {
    form: make('div', {}, from.element, recipients.element, file.element, content.element),
    schedule: part(translate('part.schedule'), rest.element),
    notification: fold(translate('part.notification'), hasNotification, notification.element),
    smsOptions: smsPart,
  };
  const read = () => {
    const fromBuffer = !file.element.hidden && file.read().mediaFrom === 'buffer';
    const filled = content.read();
    return {
      // Not every node uploads files.
      ...(node['mediaFrom'] !== undefined && { ...file.read(), mediaFrom: fromBuffer ? 'buffer' : 'form' }),
      form: {
        message: filledIn({ from: from.read(), ...recipients.read(), ...asValues(rest.read()) }) ?? {},
        // The buffer replaces whatever was entered for the file.
        content: fromBuffer ? (filledIn({ ...filled, mediaId: '', url: '' }) ?? {}) : filled,
        smsOptions: smsPart.hidden ? {} : asValues(smsOptions.read()),
        notification: asValues(notification.read()),
      },
    };
  };
  return { from, recipients, content, file, smsPart, notification, read, places };
}
