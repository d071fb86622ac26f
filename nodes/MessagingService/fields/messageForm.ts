import type { INodeProperties } from 'n8n-workflow';

import { forms, type FormField } from '../../../core/forms';
import { channels, type Channel } from '../../../core/contract/names';
import { labelOf } from '../../../core/forms/labels';
import { field, oneOf, propertyOf } from '../../settings';
import { optionsOf, render, type FormPart } from './fieldParts';
import { notRequired } from './groupParts';
import { collectionOf, layoutOf } from './layout';
import { isNoneOf, isOneOf, mayBe, shareEqual, shownIf } from './visibility';

/** How a message is defined: by the fields of the form, or as a complete request in JSON. */
export const defineUsing = oneOf(
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

export const requestJson = field('json', 'requestJson', 'Request', {
  ...{ usual: EXAMPLE_REQUEST, typeOptions: { rows: 10 }, required: true },
  help: 'A complete message request, checked by the same rules as the form',
});

/** Whether a message goes to one recipient or to several. */
export const sendTo = oneOf(
  'sendTo',
  'Send To',
  {
    one: 'One Recipient',
    several: ['Several Recipients', 'Numbers, or people and groups from the address book'],
  },
  { usual: 'one', noDataExpression: true, help: 'Whether this message goes to one recipient or to several' },
);

/** The parameter for the type of content. */
export const CONTENT_TYPE = 'contentType';
export const CONTENT_TYPE_LABEL = 'Content Type';

const partsNamed = (...names: string[]): FormPart[] =>
  layoutOf({ fields: forms.message.fields.filter(({ name }) => names.includes(name)) });

const addressFields = ['channel', 'from', 'to', 'toList'];

/** Who is notified, and when. */
const notification: FormField = {
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
  notification: layoutOf({ fields: [notification] }),
  additional: collectionOf(
    'additionalFields',
    { label: 'Additional Fields', help: 'More fields of the message' },
    forms.message.fields.filter(({ name }) => !addressFields.includes(name)),
  ),
};

/** The only type of content that a channel carries; undefined if there are several. */
export function soleContentOf(channel: unknown): string | undefined {
  const known = channels.find((each) => each === channel);
  const types = known === undefined ? [] : forms.contentsOfChannel[known];
  return types.length === 1 ? types[0] : undefined;
}

const namesOf = (values: readonly Channel[]) => values.map((value) => ({ value, label: labelOf(value) }));
const channelsWithoutChoice = channels.filter((channel) => soleContentOf(channel) !== undefined);

/** The types of content: those that the channel carries, or all of them where the channel is not known yet. */
function contentTypeProperties(): INodeProperties[] {
  const withChoice = channels.filter((channel) => !channelsWithoutChoice.includes(channel));
  const ofChannel = withChoice.map((channel) => ({
    types: forms.contentsOfChannel[channel],
    condition: isOneOf(namesOf([channel])),
  }));
  const ofAny = { types: forms.contents.map(({ value }) => value), condition: isNoneOf(namesOf(channels)) };
  return [...ofChannel, ofAny].map(({ types, condition }) =>
    propertyOf('options', CONTENT_TYPE, CONTENT_TYPE_LABEL, {
      ...{ usual: types[0] ?? '', help: 'The type of the message', when: { channel: [condition] } },
      options: optionsOf(forms.contents.filter(({ value }) => types.includes(value))),
    }),
  );
}

/** The parameters for the content of a type. */
export const contentOfType = (type = ''): INodeProperties[] => render(layout.contents.get(type) ?? []);

/**
 * The fields of each content: for the chosen type, hidden where it surely is not chosen, or at once if the channel carries only one. None of
 * them is required in n8n: an expression may give another channel or type, whose content has no such field.
 */
function contentProperties(): INodeProperties[] {
  const byChannel = channelsWithoutChoice.flatMap((channel) =>
    shownIf({ channel: [isOneOf(namesOf([channel]))] }, contentOfType(soleContentOf(channel))),
  );
  const ofTypes = forms.contents.map(({ value }) =>
    shownIf({ [CONTENT_TYPE]: [mayBe(value, forms.contents)] }, contentOfType(value)),
  );
  const hide = { channel: [isOneOf(namesOf(channelsWithoutChoice))] };
  const byType = shareEqual(ofTypes).map((each) => ({
    ...each,
    displayOptions: { ...each.displayOptions, hide },
  }));
  return [...byChannel, ...byType].map(notRequired);
}

/** What a message says, and the fields that a person adds. */
const contentAndMore = [
  ...contentTypeProperties(),
  ...contentProperties(),
  ...shownIf({ channel: [mayBe('Sms', namesOf(channels))] }, render([layout.smsOptions])),
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
  })),
  ...contentAndMore,
];
