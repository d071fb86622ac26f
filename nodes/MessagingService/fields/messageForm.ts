import type { INodeProperties } from 'n8n-workflow';

import { invalidField, tidyRequest } from '../../../core/client';
import type { LabelOf } from '../../../core/contract';
import { channels, type Channel } from '../../../core/contract/names';
import { recipientAddress } from '../../../core/contract/phoneNumber';
import { valueShown } from '../../../core/errors/texts';
import { asSpecified, enteredJson, forms, fromForm, labelOnForm, messagesOfBatch } from '../../../core/forms';
import { labelOf } from '../../../core/forms/labels';
import { listEntered } from '../../../core/json';
import { isRecord } from '../../../core/reading';
import { rule } from '../../../core/contract/sentences';
import { filled, type Parameters } from '../../parameters';
import { choiceNamed, field, oneOf, propertyOf } from '../../settings';
import { momentText, optionsOf, read, render, type FormPart, type ReadContext } from './fieldParts';
import { groupPart, notRequired } from './groupParts';
import { collectionOf, layoutOf } from './layout';
import { isNoneOf, isOneOf, mayBe, shownByVariant, shownIf } from './visibility';
import { say } from '../../texts';

/** How a message is defined: by the fields of the form, or as a complete request in JSON. */
const defineUsing = oneOf(
  'defineUsing',
  'Define Using',
  {
    fields: ['Fields', 'Fill in a form'],
    json: ['JSON', 'Enter the complete request as the service specifies it'],
  },
  { usual: 'fields', noDataExpression: true, help: 'How to describe the message' },
);

const EXAMPLE_REQUEST = `{
  "channel": "Sms",
  "from": "MyCompany",
  "to": "+41791234567",
  "content": { "type": "Text", "text": "Hello" }
}`;

const requestJson = field('json', 'requestJson', 'Request', {
  ...{ usual: EXAMPLE_REQUEST, typeOptions: { rows: 10 }, required: true },
  help: 'A complete message request, checked by the same rules as the form. For a text from another node, write <code>{{ JSON.stringify($json.text) }}</code> without quotation marks around it.',
});

/** Whether a message goes to one recipient or to several. */
const sendTo = oneOf(
  'sendTo',
  'Send To',
  {
    one: 'One Recipient',
    several: ['Several Recipients', 'Numbers, people and groups of the address book: each item sends to all'],
  },
  { usual: 'one', noDataExpression: true, help: 'Whether this message goes to one recipient or to several' },
);

/** The parameter for the type of content. */
const CONTENT_TYPE = 'contentType';
const CONTENT_TYPE_LABEL = 'Content Type';

const partsNamed = (...names: string[]): FormPart[] =>
  layoutOf({ fields: forms.message.fields.filter(({ name }) => names.includes(name)) });

const addressFields = ['channel', 'from', 'to', 'toList'];

const notification = {
  label: 'Status Notification',
  help:
    'Who is notified of the status of the message (status callback). To start a workflow, paste the production URL of a Messaging Service Trigger (or its ' +
    'test URL while you listen for a test event) as an address of type URL (POST).',
};

/** The layout of a message, in the parts in which it is read. */
export const layout = {
  sender: partsNamed('channel', 'from'),
  one: layoutOf({
    fields: forms.message.fields.flatMap((each) => (each.name === 'to' ? [{ ...each, required: true }] : [])),
  }),
  several: partsNamed('toList'),
  contents: new Map(forms.contents.map((content) => [content.value, layoutOf(content)])),
  smsOptions: collectionOf(
    'smsOptions',
    { label: 'SMS Options', help: 'Settings for this SMS that override those of the account' },
    forms.smsOptions.fields,
  ),
  notification: [groupPart('notification', notification, layoutOf(forms.notification))],
  additional: collectionOf(
    'additionalFields',
    { label: 'Additional Fields', help: 'More fields of the message' },
    forms.message.fields.filter(({ name }) => !addressFields.includes(name)),
  ),
};

const namesOf = (...values: Channel[]) => values.map((value) => ({ value, label: labelOf(value) }));
/** An SMS is always a text, so nobody chooses a type. */
const isSms = isOneOf(namesOf('Sms'));

/** The types of content: those that the channel carries, or all of them where the channel is not known yet. */
function contentTypeProperties(): INodeProperties[] {
  const { Whatsapp, Rcs } = forms.contentsOfChannel;
  const lists = [
    { types: Whatsapp, condition: isOneOf(namesOf('Whatsapp')) },
    { types: Rcs, condition: isOneOf(namesOf('Rcs')) },
    { types: forms.contents.map(({ value }) => value), condition: isNoneOf(namesOf(...channels)) },
  ];
  return lists.map(({ types, condition }) =>
    propertyOf('options', CONTENT_TYPE, CONTENT_TYPE_LABEL, {
      ...{ usual: types[0] ?? '', help: 'The type of the message', when: { channel: [condition] } },
      options: optionsOf(forms.contents.filter(({ value }) => types.includes(value))),
    }),
  );
}

/** The parameters for the content of a type. */
export const contentOfType = (type: string): INodeProperties[] => render(layout.contents.get(type) ?? []);

/**
 * The fields of each content: for the chosen type, hidden where it surely is not chosen, or at once for an SMS. None of them is required in
 * n8n: an expression may give another channel or type, whose content has no such field.
 */
function contentProperties(): INodeProperties[] {
  const ofTypes = forms.contents.map(
    ({ value }) => [mayBe(value, forms.contents), contentOfType(value)] as const,
  );
  const byType = shownByVariant(CONTENT_TYPE, ofTypes).map((each) => ({
    ...each,
    displayOptions: { ...each.displayOptions, hide: { channel: [isSms] } },
  }));
  return [...shownIf({ channel: [isSms] }, contentOfType('Text')), ...byType].map(notRequired);
}

/** What a message says, and the fields that a person adds. */
const contentAndMore = [
  ...contentTypeProperties(),
  ...contentProperties(),
  ...shownIf({ channel: [mayBe('Sms', namesOf(...channels))] }, render([layout.smsOptions])),
  ...render([...layout.notification, layout.additional]),
];

/** The parameters of one message, for the operations that send. */
export const messageProperties: INodeProperties[] = [
  defineUsing.property,
  ...shownIf({ [defineUsing.name]: ['json'] }, [requestJson.property]),
  ...shownIf({ [defineUsing.name]: ['fields'] }, [
    ...render(layout.sender),
    sendTo.property,
    ...shownIf({ [sendTo.name]: ['one'] }, render(layout.one)),
    ...shownIf({ [sendTo.name]: ['several'] }, render(layout.several)),
    ...contentAndMore,
  ]),
];

/** The parameters of a reply, which is addressed with the trigger's output. */
export const replyProperties: INodeProperties[] = [
  ...render([...layout.sender, ...layout.one]).map((property) => ({
    ...property,
    default: `={{ $json.reply?.${property.name} }}`,
    description:
      "As the trigger gives it. If other nodes, such as an AI agent, come between, write <code>$('Messaging Service Trigger').item.json</code> in place of <code>$json</code>.",
  })),
  ...contentAndMore,
];

/** Whether an item gives its request as JSON instead of filling in the form. */
const isJson = (parameters: Parameters) => defineUsing.read(parameters) === 'json';

const labelOfField: LabelOf = (path, request) =>
  path[0] === 'content' && (path[1] ?? 'type') === 'type' ? CONTENT_TYPE_LABEL : labelOnForm(path, request);

/** Gives the labels of the form; undefined for a request in JSON, whose fields are named by their paths. */
export function labelsOf(parameters: Parameters): LabelOf | undefined {
  return isJson(parameters) ? undefined : labelOfField;
}

/**
 * The request that an item's parameters describe, as it would go to the service. It is not validated here; the contract does that.
 * @throws MessagingError if the JSON is invalid, or recipients would be lost
 */
export function readMessage(parameters: Parameters, context: ReadContext): Record<string, unknown> {
  if (isJson(parameters)) {
    const request = readJson(parameters);
    if (!isRecord(request))
      throw invalidField(requestJson.label, rule('notObject', { got: valueShown(request) }));
    return tidied(asSpecified(request), context);
  }
  const isOne = sendTo.read(parameters) === 'one';
  const recipient = isOne ? layout.one : layout.several;
  const values = read([...layout.sender, ...recipient, layout.additional], parameters, context);
  if (isOne) checkOneRecipient(values.to, parameters);
  else if (values.toList === undefined)
    throw invalidField('toList', rule('required'), { label: labelOnForm(['toList'], {}) });
  const { notification } = read(layout.notification, parameters, context);
  const request = {
    ...fromForm(forms.message, values),
    content: readContent(values.channel, parameters, context),
    ...(isRecord(notification) ? { notification: fromForm(forms.notification, notification) } : {}),
  };
  return tidyRequest(request, context.countryCode);
}

/**
 * The requests of an item whose JSON is a list of messages, each as `readMessage` gives it; undefined for an item with one message.
 * @throws MessagingError if the JSON is invalid or contains fields that a list of messages does not have
 */
export function readMessageList(
  parameters: Parameters,
  context: Pick<ReadContext, 'countryCode' | 'timezone'>,
): unknown[] | undefined {
  if (!isJson(parameters)) return undefined;
  const entered = readJson(parameters);
  const messages = messagesOfBatch(Array.isArray(entered) ? { messages: entered } : entered);
  return messages?.map((message) => (isRecord(message) ? tidied(message, context) : message));
}

/** A request in JSON, with the date of the workflow's time zone as in the form. */
function tidied(
  request: Record<string, unknown>,
  { countryCode, timezone }: Pick<ReadContext, 'countryCode' | 'timezone'>,
): Record<string, unknown> {
  const { sendDate } = request;
  const dated = sendDate === undefined ? request : { ...request, sendDate: momentText(sendDate, timezone) };
  return tidyRequest(dated, countryCode);
}

const readJson = (parameters: Parameters) => enteredJson(requestJson.read(parameters), '', requestJson.label);

/** @throws MessagingError if the field for one recipient is empty, or several were entered */
export function checkOneRecipient(to: unknown, parameters: Parameters): void {
  const label = labelOnForm(['to'], {});
  if (to === undefined || to === null || to === '') throw invalidField('to', rule('required'), { label });
  const operation = String(parameters('operation'));
  // A message can go to a list, a question cannot.
  const isList = Array.isArray(to) && operation === 'sendAndWait';
  if (!isList && (typeof to !== 'string' || !hasSeveral(to))) return;
  const broken = waysToSeveral.get(operation) ?? say('oneRecipientOrSeveral', { field: sendTo.label });
  throw invalidField('to', broken, { label, got: valueShown(to) });
}

const waysToSeveral = new Map([
  ['reply', say('oneRecipient')],
  ['sendAndWait', say('oneRecipientPerItem')],
]);

function hasSeveral(to: string): boolean {
  if (listEntered(to).length > 1) return true;
  return recipientAddress(to) === undefined && (to.match(WHOLE_NUMBERS) ?? []).length > 1;
}

/** Where numbers in international format can begin, however they are separated: in +1 202 555 0012, the second one is none. */
const WHOLE_NUMBERS = /(?:\+|\b00)[1-9]/g;

function readContent(channel: unknown, parameters: Parameters, context: ReadContext): unknown {
  // If the channel is computed, the form asks for a type of content, even for an SMS.
  const type =
    channel === 'Sms'
      ? parameters(CONTENT_TYPE) || 'Text'
      : filled(parameters, CONTENT_TYPE, CONTENT_TYPE_LABEL);
  const form = choiceNamed(forms.contents, type);
  if (form === undefined) return type === '' ? {} : { type };
  const inContent = { ...context, mayLose: true };
  const content = fromForm(form, read(layout.contents.get(form.value) ?? [], parameters, inContent));
  const smsOptions = channel === 'Sms' ? read([layout.smsOptions], parameters, context) : {};
  return Object.keys(smsOptions).length === 0
    ? content
    : { ...content, options: fromForm(forms.smsOptions, smsOptions) };
}
