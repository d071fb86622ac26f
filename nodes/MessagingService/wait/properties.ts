import type { INodeProperties } from 'n8n-workflow';

import type { Language } from '../../../core/ask/pageTexts';
import { invalidField } from '../../../core/client';
import { isDateTime } from '../../../core/contract/patterns';
import { rule } from '../../../core/contract/sentences';
import { valueShown } from '../../../core/errors/texts';
import { asText } from '../../../core/reading';
import { readAboveZero } from '../../../core/steps';
import { expressionIn } from '../../parameters';
import { entries, field, group, number, oneOf, propertyOf, requiredText, text } from '../../settings';
import { contentOfType, layout } from '../fields/messageForm';
import { excludeRecipients, ifTooLong } from '../fields/options';
import { momentText, render } from '../fields/fieldParts';
import { sendingWindow } from '../fields/sendingWindow';
import { shownIf } from '../fields/visibility';
import type { ResponseType, Terms } from './wait';
import { say } from '../../texts';

/** The values of the choices of an approval. */
export const APPROVE = 'approve';
export const DISAPPROVE = 'disapprove';

export const responseType = oneOf<ResponseType>(
  'responseType',
  'Response Type',
  {
    approval: ['Approval', 'The person approves or declines'],
    choice: ['Choice', 'The person chooses one of up to ten answers'],
    delivery: ['Delivery', 'The message is delivered, or fails'],
    freeText: ['Free Text', 'The person writes an answer'],
  },
  { usual: 'approval', noDataExpression: true, required: true, help: 'What to wait for' },
);

const approvalType = oneOf(
  'approvalType',
  'Type of Approval',
  { single: 'Approve Only', double: 'Approve and Disapprove' },
  { usual: 'single' },
);

const approveLabel = text('approveLabel', 'Approve Button Label', {
  placeholder: 'e.g. Approve',
  help: 'Leave empty for "Approve" in the language of the question',
});
const disapproveLabel = text('disapproveLabel', 'Disapprove Button Label', {
  placeholder: 'e.g. Decline',
  when: { approvalType: ['double'] },
  help: 'Leave empty for "Decline" in the language of the question',
});

export const sendAs = oneOf(
  'sendAs',
  'Send As',
  {
    message: ['Message', 'Only within 24 hours after the person last wrote to you'],
    template: [
      'Template',
      'At any time: an approved template whose quick replies are the choices, in the same order',
    ],
  },
  {
    ...{ usual: 'message', noDataExpression: true, when: { channel: ['Whatsapp'] } },
    help: 'How to send the message. If the template below has no body component, the message becomes the parameter of its body.',
  },
);

const limitType = oneOf(
  'limitType',
  'Limit Type',
  { afterTimeInterval: 'After Time Interval', atSpecifiedTime: 'At Specified Time' },
  { usual: 'afterTimeInterval', help: 'How to set the end of the wait' },
);
const amount = field('number', 'resumeAmount', 'Amount', {
  ...{ usual: 45, typeOptions: { minValue: 0, numberPrecision: 2 } },
  ...{ help: 'How long to wait', when: { limitType: ['afterTimeInterval'] } },
});
const resumeUnit = oneOf(
  'resumeUnit',
  'Unit',
  { minutes: 'Minutes', hours: 'Hours', days: 'Days' },
  { usual: 'minutes', help: 'The unit of the amount', when: { limitType: ['afterTimeInterval'] } },
);
const endDate = field('dateTime', 'maxDateAndTime', 'Max Date and Time', {
  help: 'When to continue at the latest',
  when: { limitType: ['atSpecifiedTime'] },
});

const MINUTE_MS = 60_000;
const UNITS_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 1440 * MINUTE_MS };

/** When the time is up, as in n8n's own nodes: after so many milliseconds, or at a moment. */
export const limitWaitTime = group(
  'limitWaitTime',
  'Limit Wait Time',
  {
    help: 'When to continue without an answer; not with One After Another. The time is checked once a minute.',
    fields: [limitType, amount, resumeUnit, endDate],
    shown: [limitType, amount, resumeUnit],
  },
  (within) =>
    /** From `now` on, milliseconds since 1970. */
    (now: number, timezone: string): number => {
      const label = 'Limit Wait Time';
      if (limitType.read(within) === 'afterTimeInterval')
        return readAboveZero(amount.read(within), label, label) * UNITS_MS[resumeUnit.read(within)];
      const given = momentText(endDate.read(within), timezone);
      const end = typeof given === 'string' && isDateTime(given) ? Date.parse(given) : Number.NaN;
      if (Number.isNaN(end)) throw invalidField(label, rule('dateTime', { got: valueShown(given) }));
      if (end <= now) throw invalidField(label, say('past', { got: new Date(end).toISOString() }));
      return end - now;
    },
);

export const answerBy = oneOf(
  'answerBy',
  'Answer By',
  {
    automatic: ['Message Where Possible', "The person's next message, or a link where n8n cannot receive it"],
    link: ['Link', 'A page with a text field'],
  },
  { usual: 'automatic', help: 'How the person answers' },
);

export const answersFrom = oneOf<Terms['answersFrom']>(
  'answersFrom',
  'Answers From',
  {
    recipient: ['Recipient Only', 'The person who was asked, on the same channel and number'],
    anybody: ['Anybody', 'Whoever taps a button, such as somebody to whom the message was forwarded'],
  },
  {
    ...{ usual: 'recipient', noDataExpression: true },
    help: 'Whose taps on a button or row count. Anybody who has a link can use it.',
  },
);

export const language = oneOf<Language>(
  'language',
  'Language',
  { en: 'English', fr: 'French', de: 'German', it: 'Italian' },
  {
    ...{ usual: 'en', when: { responseType: ['approval', 'choice', 'freeText'] } },
    help: 'The language of the question: of the buttons whose labels you leave empty, and of the page behind a link',
  },
);

export const waitFor = oneOf<Terms['waitFor']>(
  'waitFor',
  'Wait For',
  {
    all: ['All Answers', 'Continue when every item has its answer'],
    first: ['First Answer', 'Continue with the first answer; later ones have no effect'],
    inTurn: [
      'One After Another',
      'Ask the person of the first item; without an answer in time, also the person of the next item, and so on. Continue with the first answer.',
    ],
  },
  { usual: 'first', noDataExpression: true, help: 'Which answers to wait for' },
);

/** Shown where only the first answer counts. */
export const tellOthers = text('tellOthers', 'Tell the Others', {
  ...{ typeOptions: { rows: 2 }, when: { waitFor: ['first', 'inTurn'] } },
  placeholder: 'e.g. {{ $json.answeredBy }} is taking care of it. Thank you.',
  help: 'A text to the others who were asked, once somebody has answered. It goes out on the channel of the question. Expressions see the output item, with answeredBy.',
});

const minutesEach = number('minutesEach', 'Minutes for Each', {
  // A longer time is a mistake.
  ...{ usual: 5, min: 1, max: 525_600, when: { waitFor: ['inTurn'] } },
  help: 'How long each person has before the next one is asked. The time is checked once a minute. If a message fails, the next person is asked at once.',
});

/** How several people are asked; without it, all of them at once, and the node waits for all answers. */
export const severalPeople = group(
  'severalPeople',
  'Several People',
  {
    help: 'Whose answers to wait for when there are several items. Without this option, the node waits for all of them. If a sub-workflow runs once for each item, n8n gives its parent only the first answer: run it once with all items.',
    fields: [waitFor, minutesEach, tellOthers],
    shown: [waitFor],
  },
  (within) => ({
    waitFor: waitFor.read(within),
    eachMs: () => minutesEach.read(within) * MINUTE_MS,
    /** The text for the others; an expression in it sees who has answered. */
    toOthers: () => asText(tellOthers.read(within))?.trim() ?? '',
    isKnownBefore: expressionIn(within.entered(tellOthers.name)) === undefined,
  }),
);

export const listButton = text('listButton', 'List Button', {
  placeholder: 'e.g. Choose',
  help: 'The text on the button that opens a list, up to 20 characters. If empty, Choose in the language of the question.',
});

/** The channel decides which fields are shown, so it takes no expression. */
const addresses = render([...layout.sender, ...layout.one]).map((property) =>
  property.name === 'channel' ? { ...property, noDataExpression: true } : property,
);

export const message = requiredText('message', 'Message', {
  typeOptions: { rows: 4 },
  placeholder: 'e.g. Invoice 4711 for CHF 250: OK to pay?',
  help: 'The text of the message. For an approval or a choice, an SMS ends with a link to a page with the answers.',
});

/** The labels of the buttons that are shown; '' for one that was left empty. */
export const approvalOptions = entries(
  'approvalOptions',
  'Approval Options',
  {
    ...{ entry: 'Values', placeholder: 'Add option', when: { responseType: ['approval'] } },
    fields: [approvalType, approveLabel, disapproveLabel],
    help: 'The buttons. On WhatsApp and RCS, labels of 21 to 24 characters turn them into a list.',
  },
  (within) => ({
    approve: asText(approveLabel.read(within)) ?? '',
    disapprove:
      approvalType.read(within) === 'double' ? (asText(disapproveLabel.read(within)) ?? '') : undefined,
  }),
);

const label = text('label', 'Label', {
  placeholder: 'e.g. Tuesday, 9:00',
  help: 'What the person sees: up to 20 characters on a button, 24 in a list',
});
const value = text('value', 'Value', {
  placeholder: 'e.g. slot-0900',
  help: 'What the workflow receives; if empty, the label',
});
const description = text('description', 'Description', {
  help: 'A second line of up to 72 characters; turns the buttons into a list',
});

export const choices = entries(
  'choices',
  'Choices',
  {
    ...{ entry: 'Choice', placeholder: 'Add Choice', when: { responseType: ['choice'] } },
    ...{ fields: [label, value, description], several: true },
    help: 'Up to three choices of up to 20 characters become buttons; more or longer ones become a list of up to ten. For an SMS, the page behind the link shows them.',
  },
  (within): unknown => ({
    label: label.read(within),
    value: value.read(within),
    // It may be lost.
    description: within(description.name),
  }),
);

export const choicesFromList = text('choicesFromList', 'Choices From List', {
  placeholder: 'e.g. {{ $json.appointments }}',
  when: { responseType: ['choice'] },
  help: 'An array of labels, an array of objects with label, value and description, or comma-separated text. They come after the choices above.',
});

export const sendAndWaitOptions = [
  ...[answerBy, answersFrom, excludeRecipients, ifTooLong],
  ...[limitWaitTime, listButton, sendingWindow, severalPeople],
];

/** The parameters of *Send and Wait*. They have the names that n8n's own nodes use, so that a workflow can be switched over. */
export const sendAndWaitProperties: INodeProperties[] = [
  ...addresses,
  message.property,
  propertyOf(
    'notice',
    'linkTakes',
    'With the link at its end, which has about 170 characters, the SMS takes 2 pages or more',
    { when: { channel: ['Sms'], responseType: ['approval', 'choice'] } },
  ),
  sendAs.property,
  ...shownIf({ channel: ['Whatsapp'], sendAs: ['template'] }, contentOfType('Template')),
  responseType.property,
  approvalOptions.property,
  choices.property,
  choicesFromList.property,
  language.property,
];
