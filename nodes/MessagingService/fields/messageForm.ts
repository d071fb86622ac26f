import type { INodeProperties } from 'n8n-workflow';

import { forms, type Variant, type GroupField } from '../../../core/forms';
import { channels, type Channel } from '../../../core/contract/names';
import { labelOf } from '../../../core/forms/labels';
import { oneOf } from '../../settings';
import { isNoneOf, isOneOf, mayBe, render, shownIf, type FormPart, type Visibility } from './parts/formPart';
import { collectionOf, layoutOf } from './layout';
import { FieldPart, optionsOf, select } from './parts/fieldParts';
import { fieldsOfVariants } from './parts/groupParts';

/** How a message is defined: by the fields of the form, or as a complete request in JSON. */
export const defineUsing = oneOf(
  'defineUsing',
  'Define Using',
  {
    fields: ['Fields', 'Fill in a form'],
    json: ['JSON', 'Enter the complete request as the service specifies it'],
  },
  { usual: 'fields', fixed: true, help: 'How to describe the message' },
);

/** Whether a message goes to one recipient or to several. */
export const sendTo = oneOf(
  'sendTo',
  'Send To',
  {
    one: 'One Recipient',
    several: ['Several Recipients', 'Numbers, or people and groups from the address book'],
  },
  { usual: 'one', fixed: true, help: 'Whether this message goes to one recipient or to several' },
);

/** The parameters for a complete request in JSON and for the type of content. */
export const REQUEST_JSON = 'requestJson';
export const CONTENT_TYPE = 'contentType';
export const CONTENT_TYPE_LABEL = 'Content Type';

const messageParts = layoutOf(forms.message);
const partsNamed = (...names: string[]): FormPart[] =>
  messageParts.filter(({ name }) => names.includes(name));

const addressFields = ['channel', 'from', 'to', 'toList'];

/** Who is notified, and when. */
const notification: GroupField = {
  kind: 'group',
  name: 'notification',
  label: 'Status Notification',
  help:
    'Who is notified of the status of the message. To start a workflow, paste the production URL of a Messaging Service Trigger (or its ' +
    'test URL while you listen for a test event) as an address of type URL (POST).',
  placeholder: undefined,
  required: false,
  ...forms.notification,
};

/** The layout of a message, in the parts in which it is read. */
export const layout = {
  sender: partsNamed('channel', 'from'),
  one: partsNamed('to').map((part) =>
    part instanceof FieldPart ? new FieldPart(part.name, part.path, part.field, true) : part,
  ),
  several: partsNamed('toList'),
  contents: new Map(forms.contents.map((content) => [content.value, layoutOf(content)])),
  smsOptions: collectionOf(
    'smsOptions',
    { label: 'SMS Options', help: 'Settings for this SMS that override those of the account' },
    forms.smsOptions,
  ),
  notification: layoutOf({ fields: [notification], fixed: {} }),
  additional: collectionOf(
    'additionalFields',
    { label: 'Additional Fields', help: 'More fields of the message' },
    { ...forms.message, fields: forms.message.fields.filter(({ name }) => !addressFields.includes(name)) },
  ),
};

/** The only type of content that a channel carries; undefined if there are several. */
export function soleContentOf(channel: unknown): string | undefined {
  const known = channels.find((each) => each === channel);
  const types = known === undefined ? [] : forms.contentsOfChannel[known];
  return types.length === 1 ? types[0] : undefined;
}

const namesOf = (values: readonly Channel[]) => values.map((value) => ({ value, label: labelOf(value) }));
const mayBeChannel = (value: Channel) => mayBe(value, namesOf(channels));
const channelsWithoutChoice = channels.filter((channel) => soleContentOf(channel) !== undefined);

/** The parameters of one message, for the operations that send. */
export function messageProperties(base: Visibility['show']): INodeProperties[] {
  const always: Visibility = { show: base };
  const inFields: Visibility = { show: { ...base, [defineUsing.name]: ['fields'] } };
  const given = (name: string, ...values: string[]): Visibility => ({
    show: { ...inFields.show, [name]: values },
  });
  return [
    { ...defineUsing.property, displayOptions: always },
    {
      displayName: 'Request',
      name: REQUEST_JSON,
      type: 'json',
      typeOptions: { rows: 10 },
      required: true,
      default: EXAMPLE_REQUEST,
      description: 'A complete message request, checked by the same rules as the form',
      displayOptions: { show: { ...base, [defineUsing.name]: ['json'] } },
    },
    ...render(layout.sender, inFields),
    { ...sendTo.property, displayOptions: inFields },
    ...render(layout.one, given(sendTo.name, 'one')),
    ...render(layout.several, given(sendTo.name, 'several')),
    ...contentAndMore(inFields),
  ];
}

/** The parameters of a reply, which is addressed with the trigger's output. */
export function replyProperties(base: Visibility['show']): INodeProperties[] {
  const addresses = render([...layout.sender, ...layout.one], { show: base }).map((property) => ({
    ...property,
    default: `={{ $json.reply?.${property.name} }}`,
  }));
  return [...addresses, ...contentAndMore({ show: base })];
}

/** What a message says, and the fields that a person adds. */
function contentAndMore(visibility: Visibility): INodeProperties[] {
  return [
    ...contentTypeProperties(visibility),
    ...contentProperties(visibility),
    ...render([layout.smsOptions], { show: { ...visibility.show, channel: [mayBeChannel('Sms')] } }),
    ...render(layout.notification, visibility),
    ...render([layout.additional], visibility),
  ];
}

const EXAMPLE_REQUEST = `{
  "channel": "Sms",
  "from": "MyCompany",
  "to": "+41791234567",
  "content": { "type": "Text", "text": "Hello" }
}`;

/** The types of content: those that the channel carries, or all of them where the channel is not known yet. */
function contentTypeProperties({ show }: Visibility): INodeProperties[] {
  const withChoice = channels.filter((channel) => !channelsWithoutChoice.includes(channel));
  const ofChannel = withChoice.map((channel) => ({
    types: forms.contentsOfChannel[channel],
    condition: isOneOf(namesOf([channel])),
  }));
  const ofAny = { types: forms.contents.map(({ value }) => value), condition: isNoneOf(namesOf(channels)) };
  return [...ofChannel, ofAny].map(({ types, condition }) =>
    select({
      displayName: CONTENT_TYPE_LABEL,
      name: CONTENT_TYPE,
      default: types[0] ?? '',
      options: optionsOf(forms.contents.filter(({ value }) => types.includes(value))),
      description: 'The type of the message',
      displayOptions: { show: { ...show, channel: [condition] } },
    }),
  );
}

/** The fields of each content: for the chosen type, or at once if the channel carries only one. */
function contentProperties({ show }: Visibility): INodeProperties[] {
  const byChannel = channelsWithoutChoice.flatMap((channel) =>
    render(partsOfContent(soleContentOf(channel)), {
      show: { ...show, channel: [isOneOf(namesOf([channel]))] },
    }),
  );
  const hide = { channel: [isOneOf(namesOf(channelsWithoutChoice))] };
  // An expression may give another channel, whose content has no such field.
  return [...byChannel.map(notRequired), ...contentFields.map((field) => shownIf({ show, hide }, field))];
}

/** The field, which the contract requires when the message is made, and not n8n before. */
function notRequired(property: INodeProperties): INodeProperties {
  const field = { ...property };
  delete field.required;
  return field;
}

/** Rendered once for all operations: it takes a large part of the time to load the node. */
const contentFields = fieldsOfAllContents();

/**
 * The fields of each type of content, shown when it is chosen. None of them is required in n8n: if an expression gives the type, n8n would
 * require the fields of all types. The contract requires them when the message is made.
 */
function fieldsOfAllContents(): INodeProperties[] {
  const variants = forms.contents.map(({ value, label }: Variant) => ({
    value,
    label,
    parts: partsOfContent(value),
  }));
  return fieldsOfVariants(CONTENT_TYPE, variants, { show: {} }, true).map(notRequired);
}

function partsOfContent(type: string | undefined): readonly FormPart[] {
  return (type === undefined ? undefined : layout.contents.get(type)) ?? [];
}
