import type { Channel } from '../../core/contract';
import type { FormField, ListField, TextField, Variant } from '../../core/forms';
import { explain } from '../checks/explain';
import { senderProblem } from '../checks/settings';
import { contentNamed, hasFile, groupWithout } from '../checks/message';
import { forms } from '../../core/forms/forms';
import { make } from '../dom';
import type { Dialog } from '../form/editors';
import { groupEditor } from '../form/group';
import { leafEditor, type LeafEditor } from '../form/leaf';
import { asValues, filledIn, isEmpty, literal, type Values } from '../form/values';
import { translate } from '../red';
import { formText } from '../texts';
import { contentEditor } from './content';
import { countText } from './counter';
import { fileEditor, type FileSource } from './file';
import { notificationEditor } from './notification';
import { countryOf, lacksSender, messageProblems } from './problems';
import { recipientEditor } from './recipients';
import { fold, part } from './sections';

/** The choices in the dialog around the form. */
export interface MessageSelection {
  /** The id of its config node. */
  account: string;
  channel: Channel;
  contentType: string;
}

/** Abilities that not every node has. */
export interface Abilities {
  /** Whether the file of a content may come with the message, because the node uploads it. */
  uploads: boolean;
}

/** The values of the form as the node stores them. */
export interface MessageValues extends FileSource {
  form: { message: Values; content: Values; smsOptions: Values; notification: Values };
}

export interface MessageForm {
  element: HTMLElement;
  /** Shows the form of another channel or content. */
  choose(choice: MessageSelection): void;
  read(): MessageValues;
}

interface Stored {
  form?: unknown;
  contentType?: unknown;
  mediaFrom?: unknown;
  bufferProperty?: unknown;
  fileNameProperty?: unknown;
  [property: string]: unknown;
}

/** The form of a message: sender, recipients and content, with rarely needed parts folded away below. */
export function messageForm(stored: Stored, start: MessageSelection, { uploads }: Abilities): MessageForm {
  let choice = start;
  let updateIsDue = false;
  const form = asValues(stored.form);
  const message = asValues(form['message']);
  const dialog: Dialog = {
    changed: () => {
      if (updateIsDue) return;
      updateIsDue = true;
      window.requestAnimationFrame(() => {
        updateIsDue = false;
        update();
      });
    },
  };

  const from = senderEditor(message['from'], dialog, () => choice.channel);
  const recipients = recipientEditor(textField('to'), listField('toList'), message, dialog, () =>
    countryOf(choice.account),
  );
  const content = contentEditor(start.contentType, form['content'], dialog);
  const file = fileEditor(stored, dialog);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  const smsOptions = groupEditor(forms.smsOptions, form['smsOptions'], dialog);
  const rest = groupEditor(groupWithout(forms.message, 'channel', 'from', 'to', 'toList'), message, dialog);
  const notification = notificationEditor(forms.notification, form['notification'], dialog);
  const todo = make('div', { class: 'messaging-todo', role: 'status' });

  const smsFold = fold(translate('part.smsOptions'), !isEmpty(form['smsOptions']), smsOptions.element);
  const element = make(
    'div',
    { class: 'messaging-message' },
    part(translate('part.addresses'), from.element, recipients.element),
    part(translate('part.content'), file.element, content.element),
    smsFold,
    fold(translate('part.schedule'), !isEmpty(rest.read()), rest.element),
    fold(translate('part.notification'), !isEmpty(form['notification']), notification.element),
    todo,
  );

  const contentShown = () => contentNamed(forms, choice.channel, choice.contentType);
  const read = (): MessageValues => {
    const shown = contentShown();
    const source = file.read();
    const fromBuffer = uploads && shown !== undefined && hasFile(shown) && source.mediaFrom === 'buffer';
    const filled = content.read();
    // The buffer replaces whatever was entered for the file.
    const otherContent = Object.fromEntries(
      Object.entries(filled).filter(([name]) => name !== 'mediaId' && name !== 'url'),
    );
    return {
      ...source,
      mediaFrom: fromBuffer ? 'buffer' : 'form',
      form: {
        message: filledIn({ from: from.read(), ...recipients.read(), ...asValues(rest.read()) }) ?? {},
        content: fromBuffer ? otherContent : filled,
        smsOptions: choice.channel === 'Sms' ? asValues(smsOptions.read()) : {},
        notification: asValues(notification.read()),
      },
    };
  };

  const update = () => {
    const values = read();
    element.classList.toggle('messaging-file-from-message', values.mediaFrom === 'buffer');
    notification.count();
    showCount(values.form);
    showSender(values.form);
    todo.replaceChildren(...todoList(messageProblems({ ...choice, ...values })));
  };

  const showSender = ({ message: values }: MessageValues['form']) => {
    const isMissing = lacksSender(choice.account, choice.channel, values['from']);
    const isNamed = !isEmpty(values['to']) || !isEmpty(values['toList']);
    // If the node names the recipient, a missing sender is a mistake and is listed under "Still to do".
    from.below.textContent = isMissing && !isNamed ? translate('senderOfMessage') : '';
  };

  const showCount = ({ content: values, smsOptions: options }: MessageValues['form']) => {
    const text = choice.contentType === 'Text' ? literal(values['text']) : undefined;
    const count =
      text === undefined ? { text: '', warning: false } : countText(choice.channel, text, options);
    counter.textContent = count.text;
    counter.classList.toggle('messaging-warning', count.warning);
  };

  const choose = (next: MessageSelection) => {
    choice = next;
    const shown = contentShown();
    content.show(shown && withUsualTextHelp(shown));
    file.element.hidden = !uploads || shown === undefined || !hasFile(shown);
    smsFold.hidden = choice.channel !== 'Sms';
    content.element.querySelector('[data-field="text"] .messaging-below')?.append(counter);
    update();
  };
  choose(start);
  return { element, choose, read };
}

/** Lists what is missing or wrong, so that the red triangle after closing the dialog is no surprise. */
function todoList(problems: string[]): HTMLElement[] {
  if (problems.length === 0) return [];
  const items = problems.map((problem) => make('li', {}, problem));
  return [make('strong', {}, translate('todo')), make('ul', {}, ...items)];
}

/** Explains what an empty text stands for. */
function withUsualTextHelp(content: Variant): Variant {
  if (content.value !== 'Text') return content;
  const fields = content.fields.map((field) =>
    field.name === 'text' ? { ...field, required: false, placeholder: translate('textPlaceholder') } : field,
  );
  return { ...content, fields };
}

function senderEditor(stored: unknown, dialog: Dialog, channel: () => Channel): LeafEditor {
  const field = { ...textField('from'), required: false };
  return leafEditor(
    { ...field, help: `${formText(field.help)} ${translate('senderHelp')}` },
    stored,
    dialog,
    (leaf) => {
      const typed = literal(leaf);
      return typed === undefined ? undefined : explain(senderProblem(channel(), typed));
    },
  );
}

function textField(name: string): TextField {
  const field = messageField(name);
  if (field.kind !== 'text') throw new Error(`${name} is no text in the contract`);
  return field;
}

function listField(name: string): ListField {
  const field = messageField(name);
  if (field.kind !== 'list') throw new Error(`${name} is no list in the contract`);
  return field;
}

function messageField(name: string): FormField {
  const field = forms.message.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`The contract has no field ${name}`);
  return field;
}
