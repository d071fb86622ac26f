import type { INodeProperties } from 'n8n-workflow';

import type { Language } from '../../../core/ask/pageTexts';
import type { Choice } from '../../choice';
import { layout } from '../fields/messageForm';
import { OptionGroup } from '../fields/optionGroup';
import { optionFields, optionsProperty } from '../fields/options';
import { render } from '../fields/parts/formPart';
import type { ResponseType, Terms } from './wait';

/** The values of the choices of an approval. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'disapprove';

export const responseType: Choice<ResponseType> = {
  displayName: 'Response Type',
  name: 'responseType',
  type: 'options',
  required: true,
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

/** The labels of the buttons; see `approvalType`. */
export const approveLabel: INodeProperties = {
  displayName: 'Approve Button Label',
  name: 'approveLabel',
  type: 'string',
  default: '',
  placeholder: 'e.g. Approve',
  description: 'If empty, Approve in the language of the question',
};
export const disapproveLabel: INodeProperties = {
  displayName: 'Disapprove Button Label',
  name: 'disapproveLabel',
  type: 'string',
  default: '',
  placeholder: 'e.g. Decline',
  description: 'If empty, Decline in the language of the question',
  displayOptions: { show: { approvalType: ['double'] } },
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

export const amount: INodeProperties = {
  displayName: 'Amount',
  name: 'resumeAmount',
  type: 'number',
  typeOptions: { minValue: 0, numberPrecision: 2 },
  default: 45,
  description: 'How long to wait',
  displayOptions: { show: { limitType: ['afterTimeInterval'] } },
};

export const resumeUnit: Choice<'minutes' | 'hours' | 'days'> = {
  displayName: 'Unit',
  name: 'resumeUnit',
  type: 'options',
  default: 'minutes',
  options: [
    { name: 'Minutes', value: 'minutes' },
    { name: 'Hours', value: 'hours' },
    { name: 'Days', value: 'days' },
  ],
  description: 'The unit of the amount',
  displayOptions: { show: { limitType: ['afterTimeInterval'] } },
};

export const endDate: INodeProperties = {
  displayName: 'Max Date and Time',
  name: 'maxDateAndTime',
  type: 'dateTime',
  default: '',
  description: 'When to continue at the latest',
  displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
};

/** When the time is up, as in n8n's own nodes. */
export const limitWaitTime = new OptionGroup(
  {
    displayName: 'Limit Wait Time',
    name: 'limitWaitTime',
    description: 'When to continue without an answer. The time is checked once a minute.',
  },
  [limitType, amount, resumeUnit, endDate],
  [limitType, amount, resumeUnit],
);

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

export const answersFrom: Choice<Terms['answersFrom']> = {
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

export const language: Choice<Language> = {
  displayName: 'Language',
  name: 'language',
  type: 'options',
  default: 'en',
  displayOptions: { show: { responseType: ['approval', 'choice', 'freeText'] } },
  options: [
    { name: 'English', value: 'en' },
    { name: 'French', value: 'fr' },
    { name: 'German', value: 'de' },
    { name: 'Italian', value: 'it' },
  ],
  description:
    'The language of the question: of the buttons whose labels you leave empty, and of the page behind a link',
};

export const waitFor: Choice<Terms['waitFor']> = {
  displayName: 'Wait For',
  name: 'waitFor',
  type: 'options',
  default: 'first',
  options: [
    { name: 'All Answers', value: 'all', description: 'Continue when every item has its answer' },
    {
      name: 'First Answer',
      value: 'first',
      description: 'Continue with the first answer; later ones have no effect',
    },
    {
      name: 'One After Another',
      value: 'inTurn',
      description:
        'Ask the person of the first item, then that of the next one if nobody has answered, and continue with the first answer',
    },
  ],
  description: 'Which answers to wait for',
};

/** Shown where only the first answer counts. */
export const tellOthers: INodeProperties = {
  displayName: 'Tell the Others',
  name: 'tellOthers',
  type: 'string',
  typeOptions: { rows: 2 },
  default: '',
  placeholder: 'e.g. {{ $json.answeredBy }} takes care of it. Thank you.',
  displayOptions: { show: { waitFor: ['first', 'inTurn'] } },
  description:
    'A text for those who were asked and have not answered, when somebody else has. It goes out on the channel of the question. An expression sees the item as it comes out, with answeredBy.',
};

/** A longer time is a mistake. */
const LONGEST_MINUTES = 525_600;

export const minutesEach: INodeProperties = {
  displayName: 'Minutes for Each',
  name: 'minutesEach',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: LONGEST_MINUTES },
  default: 5,
  displayOptions: { show: { waitFor: ['inTurn'] } },
  description:
    'How long each person has before the next one is asked. The time is checked once a minute. A message that fails lets the next one be asked at once.',
};

/** How several people are asked; without it, all of them at once, and the node waits for all answers. */
export const severalPeople = new OptionGroup(
  {
    displayName: 'Several People',
    name: 'severalPeople',
    description:
      'Whose answer to wait for when several items are asked. Without it, for all of them. A sub-workflow that runs once for each item gives its parent only the first answer, a limit of n8n: run it once with all items.',
  },
  [waitFor, minutesEach, tellOthers],
  [waitFor],
);

export const listButton: INodeProperties = {
  displayName: 'List Button',
  name: 'listButton',
  type: 'string',
  default: '',
  placeholder: 'e.g. Choose',
  description:
    'The text on the button that opens a list, up to 20 characters. If empty, Choose in the language of the question.',
};

/** The channel decides which fields are shown, so it takes no expression. */
const addresses = render([...layout.sender, ...layout.one]).map((property) =>
  property.name === 'channel' ? { ...property, noDataExpression: true } : property,
);

export const message: INodeProperties = {
  displayName: 'Message',
  name: 'message',
  type: 'string',
  typeOptions: { rows: 4 },
  required: true,
  default: '',
  placeholder: 'e.g. Invoice 4711 for CHF 250: OK to pay?',
  description: 'The text of the message. An SMS ends with a link to the page for the answer.',
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
      values: [approvalType, approveLabel, disapproveLabel],
    },
  ],
  description: 'The buttons. On WhatsApp and RCS, labels of 21 to 24 characters turn them into a list.',
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
    'Up to three choices with up to 20 characters become buttons, up to ten a list. For an SMS, the page behind the link shows them.',
};

const choicesFromList: INodeProperties = {
  displayName: 'Choices From List',
  name: 'choicesFromList',
  type: 'string',
  default: '',
  placeholder: 'e.g. {{ $json.appointments }}',
  displayOptions: { show: { responseType: ['choice'] } },
  description:
    'An array of labels or of objects with label, value and description, or text with its entries separated by commas. They are added after the choices above.',
};

const options = optionsProperty(
  answerBy,
  answersFrom,
  optionFields.excludeRecipients,
  optionFields.ifTooLong,
  optionFields.atOnce,
  limitWaitTime.property,
  listButton,
  optionFields.sendingWindow,
  severalPeople.property,
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
  choicesFromList,
  language,
  options,
];
