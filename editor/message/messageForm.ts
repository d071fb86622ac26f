import { channels } from '../../core/contract';
import { groupWithout } from '../../core/forms/describe';
import { forms } from '../../core/forms/forms';
import { hasFile } from '../checks/draft';
import { channelNamed, contentForm, namesNobody } from '../checks/message';
import { find, make, offer } from '../dom';
import { groupEditor } from '../form/group';
import { variantEditor } from '../form/oneOf';
import { asValues, filledIn, isEmpty, literal, textOrEmpty, type Values } from '../form/values';
import { translate, type EditorNode } from '../red';
import { namedChoices } from '../texts';
import { questionOf } from './askProblems';
import { recipientEditor, senderEditor } from './addresses';
import { countText, showCount } from './counter';
import { fileEditor } from './file';
import { notificationEditor } from './notification';
import { accountRules, lacksSender, messageProblems } from './problems';
import { fold, part } from './sections';

/**
 * Shows the form of a message: sender, recipients and content, with rarely needed parts folded away below. It follows the account, the
 * channel and the content that are chosen above it.
 */
export function openMessage(node: EditorNode): () => Values {
  const chosen = selectsAbove(node);
  const { account, channel, contentType } = chosen;
  const { from, content, file, smsFold, notification, parts, read } = messageFields(node, chosen);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  const todo = make('div', { class: 'messaging-todo', role: 'status' });
  const element = make('div', { class: 'messaging-message' }, ...parts, todo);

  const update = () => {
    const values = read();
    const { message } = values.form;
    element.classList.toggle('messaging-file-from-message', values.mediaFrom === 'buffer');
    notification.count();
    const text = contentType.value === 'Text' ? literal(values.form.content['text']) : undefined;
    showCount(
      counter,
      countText(chosen.channelName(), text, values.form.smsOptions, accountRules(account.value)),
    );
    // If the node names the recipient, a missing sender is a mistake and is listed under "Still to do".
    const lacks = namesNobody(message) && lacksSender(account.value, channel.value, message['from']);
    from.below.textContent = lacks ? translate('senderOfMessage') : '';
    const selection = {
      ...{ account: account.value, channel: channel.value, contentType: contentType.value },
      question: questionOf({
        ...node,
        waitFor: $('#node-input-waitFor').val(),
        words: $('#node-input-words').val(),
      }),
    };
    todo.replaceChildren(...todoList(messageProblems({ ...selection, ...values })));
  };
  const choose = () => {
    offer(contentType, namedChoices(forms.contentsOfChannel[chosen.channelName()]));
    const shown = contentForm(chosen.channelName(), contentType.value, translate('textPlaceholder'));
    content.show(shown);
    file.element.hidden = node['mediaFrom'] === undefined || !hasFile(shown);
    smsFold.hidden = channel.value !== 'Sms';
    content.element.querySelector('[data-field="text"] .messaging-below')?.append(counter);
    update();
  };
  choose();
  find('div', '#messaging-form').append(element);
  $(element).on('input change', oncePerFrame(update));
  // Uses jQuery, because that is how Node-RED reports that it has added another account.
  $([account, channel, contentType]).on('change', choose);
  $('#node-input-waitFor, #node-input-words').on('input change', oncePerFrame(update));
  return read;
}

type Selects = ReturnType<typeof selectsAbove>;

function selectsAbove(node: EditorNode) {
  const account = find('select', '#node-input-account');
  const channel = find('select', '#node-input-channel');
  const contentType = find('select', '#node-input-contentType');
  const channelName = () => channelNamed(channel.value) ?? 'Sms';
  offer(channel, namedChoices(channels), textOrEmpty(node['channel']));
  const contents = namedChoices(forms.contentsOfChannel[channelName()]);
  offer(contentType, contents, textOrEmpty(node['contentType']));
  return { account, channel, contentType, channelName };
}

/** The parts of the form with what the node stores. */
function messageFields(node: EditorNode, { account, contentType, channelName }: Selects) {
  const form = asValues(node['form']);
  const message = asValues(form['message']);
  const from = senderEditor(message['from'], channelName);
  const recipients = recipientEditor(message, {
    country: () => accountRules(account.value).countryCode,
    onlyOne: questionOf(node) !== undefined,
  });
  const content = variantEditor('messaging-content', contentType.value, form['content']);
  const file = fileEditor(node);
  const smsOptions = groupEditor(forms.smsOptions, form['smsOptions']);
  const rest = groupEditor(groupWithout(forms.message, 'channel', 'from', 'to', 'toList'), message);
  const notification = notificationEditor(form['notification']);
  const smsFold = fold(translate('part.smsOptions'), !isEmpty(form['smsOptions']), smsOptions.element);
  const parts = [
    part(translate('part.addresses'), from.element, recipients.element),
    part(translate('part.content'), file.element, content.element),
    smsFold,
    fold(translate('part.schedule'), !isEmpty(rest.read()), rest.element),
    fold(translate('part.notification'), !isEmpty(form['notification']), notification.element),
  ];
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
        smsOptions: smsFold.hidden ? {} : asValues(smsOptions.read()),
        notification: asValues(notification.read()),
      },
    };
  };
  return { from, content, file, smsFold, notification, parts, read };
}

function oncePerFrame(update: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    window.requestAnimationFrame(() => {
      isDue = false;
      update();
    });
  };
}

/** Lists what is missing or wrong, so that the red triangle after closing the dialog is no surprise. */
function todoList(problems: string[]): HTMLElement[] {
  if (problems.length === 0) return [];
  const items = problems.map((problem) => make('li', {}, problem));
  return [make('strong', {}, translate('todo')), make('ul', {}, ...items)];
}
