import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTED_CALLERS } from '../../../../core/receive';
import { layout } from '../../fields/messageForm';
import { render } from '../../fields/render';
import type { Choice } from '../../../choice';
import type { ResponseType } from '../../wait/state';
import { optionFields, optionsProperty } from '../options';

/** The channel decides which fields are shown, so it takes no expression. */
const addresses = render([...layout.sender, ...layout.one]).map((property) =>
  property.name === 'channel' ? { ...property, noDataExpression: true } : property,
);

const message: INodeProperties = {
  displayName: 'Message',
  name: 'message',
  type: 'string',
  typeOptions: { rows: 4 },
  required: true,
  default: '',
  placeholder: 'e.g. Invoice 4711 for CHF 250: OK to pay?',
  description: 'The text of the message. An SMS ends with a link to the page for the answer.',
};

export const responseType: Choice<ResponseType> = {
  displayName: 'Response Type',
  name: 'responseType',
  type: 'options',
  noDataExpression: true,
  default: 'approval',
  options: [
    { name: 'Approval', value: 'approval', description: 'The person approves or declines' },
    { name: 'Choice', value: 'choice', description: 'The person chooses one of up to ten answers' },
    { name: 'Delivery', value: 'delivery', description: 'The message is delivered, or fails' },
    { name: 'Free Text', value: 'freeText', description: 'The person writes an answer' },
  ],
  description: 'What to wait for',
};

export const approvalType: Choice<'single' | 'double'> = {
  displayName: 'Type of Approval',
  name: 'approvalType',
  type: 'options',
  default: 'single',
  options: [
    { name: 'Approve Only', value: 'single' },
    { name: 'Approve and Disapprove', value: 'double' },
  ],
};

const approvalOptions: INodeProperties = {
  displayName: 'Approval Options',
  name: 'approvalOptions',
  type: 'fixedCollection',
  placeholder: 'Add option',
  default: {},
  displayOptions: { show: { responseType: ['approval'] } },
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        approvalType,
        {
          displayName: 'Approve Button Label',
          name: 'approveLabel',
          type: 'string',
          default: 'Approve',
        },
        {
          displayName: 'Disapprove Button Label',
          name: 'disapproveLabel',
          type: 'string',
          default: 'Decline',
          displayOptions: { show: { approvalType: ['double'] } },
        },
      ],
    },
  ],
  description: 'The buttons, with up to 20 characters on WhatsApp and RCS',
};

const choices: INodeProperties = {
  displayName: 'Choices',
  name: 'choices',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true, sortable: true },
  placeholder: 'Add Choice',
  default: {},
  displayOptions: { show: { responseType: ['choice'] } },
  options: [
    {
      displayName: 'Choice',
      name: 'values',
      values: [
        {
          displayName: 'Label',
          name: 'label',
          type: 'string',
          default: '',
          placeholder: 'e.g. Tuesday, 9:00',
          description: 'What the person sees: up to 20 characters on a button, 24 in a list',
        },
        {
          displayName: 'Value',
          name: 'value',
          type: 'string',
          default: '',
          placeholder: 'e.g. slot-0900',
          description: 'What the workflow receives; if empty, the label',
        },
        {
          displayName: 'Description',
          name: 'description',
          type: 'string',
          default: '',
          description: 'A second line of up to 72 characters; turns the buttons into a list',
        },
      ],
    },
  ],
  description:
    'Up to three choices become buttons, up to ten a list. For an SMS, the page behind the link shows them.',
};

export const sendAs: Choice<'message' | 'template'> = {
  displayName: 'Send As',
  name: 'sendAs',
  type: 'options',
  noDataExpression: true,
  default: 'message',
  displayOptions: { show: { channel: ['Whatsapp'] } },
  options: [
    {
      name: 'Message',
      value: 'message',
      description: 'Within 24 hours after the person wrote to you',
    },
    {
      name: 'Template',
      value: 'template',
      description: 'At any time: an approved template whose quick replies are the choices, in the same order',
    },
  ],
  description:
    'How to send the message. If you add no body component to a template below, the message is the parameter of its body.',
};

export const limitType: Choice<'afterTimeInterval' | 'atSpecifiedTime'> = {
  displayName: 'Limit Type',
  name: 'limitType',
  type: 'options',
  default: 'afterTimeInterval',
  options: [
    { name: 'After Time Interval', value: 'afterTimeInterval' },
    { name: 'At Specified Time', value: 'atSpecifiedTime' },
  ],
  description: 'How to set the end of the wait',
};

export const resumeUnit: Choice<'minutes' | 'hours' | 'days'> = {
  displayName: 'Unit',
  name: 'resumeUnit',
  type: 'options',
  default: 'hours',
  options: [
    { name: 'Minutes', value: 'minutes' },
    { name: 'Hours', value: 'hours' },
    { name: 'Days', value: 'days' },
  ],
  description: 'The unit of the amount',
  displayOptions: { show: { limitType: ['afterTimeInterval'] } },
};

const limitWaitTime: INodeProperties = {
  displayName: 'Limit Wait Time',
  name: 'limitWaitTime',
  type: 'fixedCollection',
  description: 'When to continue without an answer. N8n checks the time once a minute.',
  default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        limitType,
        {
          displayName: 'Amount',
          name: 'resumeAmount',
          type: 'number',
          typeOptions: { minValue: 0, numberPrecision: 2 },
          default: 1,
          description: 'How long to wait',
          displayOptions: { show: { limitType: ['afterTimeInterval'] } },
        },
        resumeUnit,
        {
          displayName: 'Max Date and Time',
          name: 'maxDateAndTime',
          type: 'dateTime',
          default: '',
          description: 'When to continue at the latest',
          displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
        },
      ],
    },
  ],
};

export const answerBy: Choice<'automatic' | 'link'> = {
  displayName: 'Answer By',
  name: 'answerBy',
  type: 'options',
  default: 'automatic',
  options: [
    {
      name: 'Message Where Possible',
      value: 'automatic',
      description: 'The next message of the person, or a link if n8n runs in several processes',
    },
    { name: 'Link', value: 'link', description: 'A page with a text field' },
  ],
  description: 'How the person enters the answer',
};

export const answersFrom: Choice<'recipient' | 'anybody'> = {
  displayName: 'Answers From',
  name: 'answersFrom',
  type: 'options',
  default: 'recipient',
  options: [
    {
      name: 'Recipient Only',
      value: 'recipient',
      description: 'The person who was asked, on the same channel and number',
    },
    {
      name: 'Anybody',
      value: 'anybody',
      description: 'Whoever taps a button, such as another phone to which the message was forwarded',
    },
  ],
  description: 'Whose taps on a button or row count. A link can be used by everybody who has it.',
};

const callers: INodeProperties[] = [
  {
    displayName: 'Allow Only Known Callers',
    name: 'checkCaller',
    type: 'boolean',
    default: true,
    description: `Whether only the addresses of the service (${DOCUMENTED_CALLERS.join(', ')}) and those you add may report the delivery`,
  },
];

const moreCallers: INodeProperties = {
  displayName: 'More Allowed Callers',
  name: 'allowedCallers',
  type: 'string',
  default: '',
  placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
  description: 'Further addresses and ranges that may report the delivery, separated by commas',
};

const listButton: INodeProperties = {
  displayName: 'List Button',
  name: 'listButton',
  type: 'string',
  default: 'Choose',
  description: 'The text on the button that opens a list, up to 20 characters',
};

export const waitFor: Choice<'all' | 'first'> = {
  displayName: 'Wait For',
  name: 'waitFor',
  type: 'options',
  default: 'all',
  options: [
    { name: 'All Answers', value: 'all', description: 'Continue when every item has its answer' },
    {
      name: 'First Answer',
      value: 'first',
      description: 'Continue with the first answer; later ones have no effect',
    },
  ],
  description: 'Which answers to wait for when there are several items',
};

const options = optionsProperty(
  ...callers,
  answerBy,
  answersFrom,
  optionFields.atOnce,
  limitWaitTime,
  listButton,
  moreCallers,
  optionFields.timeout,
  waitFor,
);

/** The parameters of *Send and Wait*. They have the names that n8n's own nodes use, so that a workflow can be switched over. */
export const sendAndWaitProperties: INodeProperties[] = [
  ...addresses,
  message,
  sendAs,
  ...render(layout.contents.get('Template') ?? [], {
    show: { channel: ['Whatsapp'], sendAs: ['template'] },
  }),
  responseType,
  approvalOptions,
  choices,
  options,
];
