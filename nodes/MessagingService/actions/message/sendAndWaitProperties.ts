import type { INodeProperties } from 'n8n-workflow';

import { layout } from '../../fields/messageForm';
import { render } from '../../fields/parts/formPart';
import {
  answerBy,
  answersFrom,
  approvalType,
  approveLabel,
  disapproveLabel,
  language,
  limitType,
  listButton,
  responseType,
  resumeUnit,
  sendAs,
  severalPeople,
} from '../../wait/choices';
import { optionFields, optionsProperty } from '../../fields/options';

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

const limitWaitTime: INodeProperties = {
  displayName: 'Limit Wait Time',
  name: 'limitWaitTime',
  type: 'fixedCollection',
  description: 'When to continue without an answer. The time is checked once a minute.',
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

const options = optionsProperty(
  answerBy,
  answersFrom,
  optionFields.excludeRecipients,
  optionFields.ifTooLong,
  optionFields.atOnce,
  limitWaitTime,
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
