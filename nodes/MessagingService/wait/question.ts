import type { IExecuteFunctions } from 'n8n-workflow';

import { checkCountryCode, checkMessage, invalidRequest, pagesOf, tidyRequest } from '../../../core/client';
import type { MessageRequest } from '../../../core/contract';
import { limits } from '../../../core/contract/limits';
import { forms, fromForm } from '../../../core/forms';
import { asText, isRecord } from '../../../core/reading';
import type { Part } from '../fields/layout';
import { layout } from '../fields/messageForm';
import { read, type Parameters } from '../fields/read';
import type { ReadSettings } from '../fields/readSettings';
import { APPROVE, DISAPPROVE } from './answers';
import { choiceQuery, questionQuery, referenceOf } from './reference';
import { isTriggerListening } from './registry';
import type { Choice, Question, ResponseType } from './state';

/** A question that keeps the contract and is ready to go. */
export interface DraftedQuestion {
  question: Question;
  request: MessageRequest;
  /** The signed URL of the question: what a link leads to, and what a plain answer or a report is handed to. */
  page: string;
  /** Whether that link stands in the message. */
  linked: boolean;
}

export function responseTypeOf(parameters: Parameters): ResponseType {
  const type = parameters('responseType');
  return type === 'choice' || type === 'freeText' || type === 'delivery' ? type : 'approval';
}

/**
 * The message that an item's parameters describe, with the references by which its answer is known.
 * @throws MessagingError naming the field that is wrong; nothing was sent.
 */
export async function draftQuestion(
  context: IExecuteFunctions,
  settings: ReadSettings,
  parameters: Parameters,
  run: number,
  item: number,
): Promise<DraftedQuestion> {
  const reading = { ...settings, mediaIdOf: String };
  const head = tidyRequest(
    fromForm(forms.message, read([...layout.sender, ...layout.one], parameters, reading)),
    checkCountryCode(settings.defaultCountry),
  );
  const responseType = responseTypeOf(parameters);
  const text = asText(parameters('message'))?.trim() ?? '';
  if (text === '') throw wrong('Message', 'is required');
  const choices = choicesOf(responseType, parameters);
  const page = context.getSignedResumeUrl(questionQuery(run, item));
  const plain = isPlain(head, responseType, parameters);
  const linked = needsLink(head, responseType, plain);
  const asked: Asked = {
    head,
    // n8n's own nodes take \n and <br> for a new line, which an AI agent may write.
    text: text.replace(/\\n|<br>/g, '\n'),
    choices,
    link: linked ? page : undefined,
    references: choices.map((_, choice) =>
      referenceOf(context.getSignedResumeUrl(choiceQuery(run, item, choice))),
    ),
  };
  const request = await checkMessage({
    ...head,
    content: contentOf(asked, parameters, (parts) => read(parts, parameters, reading)),
    ...(responseType === 'delivery' ? { notification: reportTo(page) } : {}),
  });
  if (linked && pagesOf(request)?.truncated === true) {
    throw wrong('Message', 'is too long: the link at its end would be cut off');
  }
  const { channel, from, to } = request;
  return {
    question: { item, channel, from, to: to ?? '', text: asked.text, choices, plain, sent: {} },
    request,
    page,
    linked,
  };
}

interface Asked {
  head: unknown;
  text: string;
  choices: Choice[];
  link: string | undefined;
  references: string[];
}

const channelOf = (head: unknown) => (isRecord(head) ? head.channel : undefined);
const isTemplate = (head: unknown, parameters: Parameters) =>
  channelOf(head) === 'Whatsapp' && parameters('sendAs') === 'template';

/** Buttons are in the chat, except on SMS, which has none. */
function needsLink(head: unknown, responseType: ResponseType, plain: boolean): boolean {
  if (responseType === 'delivery') return false;
  return responseType === 'freeText' ? !plain : channelOf(head) === 'Sms';
}

/** A plain answer needs a trigger in this process that would get it, and a sender that one can write to. */
function isPlain(head: unknown, responseType: ResponseType, parameters: Parameters): boolean {
  if (responseType !== 'freeText' || parameters('options.answerBy') === 'link') return false;
  const { channel, from } = isRecord(head) ? head : {};
  const canBeWrittenTo = channel !== 'Sms' || /^\+?\d+$/.test(String(from));
  return canBeWrittenTo && isTriggerListening();
}

function choicesOf(responseType: ResponseType, parameters: Parameters): Choice[] {
  if (responseType === 'approval') return approvalChoices(parameters('approvalOptions.values'));
  if (responseType !== 'choice') return [];
  const entries = parameters('choices.values');
  const choices = (Array.isArray(entries) ? entries : []).filter(isRecord).map((entry) => {
    const label = asText(entry.label)?.trim() ?? '';
    const description = asText(entry.description)?.trim();
    const value = asText(entry.value) ?? label;
    return { label, value, ...(description === undefined ? {} : { description }) };
  });
  if (choices.length === 0) throw wrong('Choices', 'must hold at least one choice');
  if (choices.length > limits.rows) throw wrong('Choices', `at most ${limits.rows}, got ${choices.length}`);
  if (choices.some(({ label }) => label === '')) throw wrong('Choices', 'each choice needs a label');
  return choices;
}

function approvalChoices(values: unknown): Choice[] {
  const { approvalType, approveLabel, disapproveLabel } = isRecord(values) ? values : {};
  const approve = { label: asText(approveLabel) ?? 'Approve', value: APPROVE };
  if (approvalType !== 'double') return [approve];
  return [approve, { label: asText(disapproveLabel) ?? 'Decline', value: DISAPPROVE }];
}

type ReadForm = (parts: readonly Part[]) => Record<string, unknown>;

function contentOf(asked: Asked, parameters: Parameters, readForm: ReadForm): unknown {
  const { head, text, link, choices } = asked;
  if (isTemplate(head, parameters)) return templateContent(asked, readForm);
  if (choices.length > 0 && channelOf(head) !== 'Sms') {
    const action =
      choices.length > limits.replyButtons || choices.some(({ description }) => description !== undefined)
        ? listAction(asked, asText(parameters('options.listButton')) ?? 'Choose')
        : buttonAction(asked);
    return { type: 'Interactive', body: { text }, action };
  }
  return { type: 'Text', text: link === undefined ? text : `${text}\n${link}` };
}

function buttonAction({ choices, references }: Asked) {
  const buttons = choices.map(({ label }, index) => ({ type: 'Reply', id: references[index], title: label }));
  return { type: 'Button', buttons };
}

function listAction({ choices, references }: Asked, button: string) {
  const rows = choices.map(({ label, description }, index) => ({
    id: references[index],
    title: label,
    ...(description === undefined ? {} : { description }),
  }));
  return { type: 'List', button, sections: [{ rows }] };
}

/** A template as it was entered; the choices are its quick replies. Without a body in it, the message is the body's parameter. */
function templateContent({ text, link, references }: Asked, readForm: ReadForm): unknown {
  const form = forms.contents.find(({ value }) => value === 'Template');
  if (form === undefined) return { type: 'Template' };
  const content = fromForm(form, readForm(layout.contents.get('Template') ?? []));
  const entered = Array.isArray(content.components) ? content.components.filter(isRecord) : [];
  const hasBody = entered.some(({ type }) => type === 'Body');
  const body = { type: 'Body', parameters: [{ type: 'Text', text: link ? `${text} ${link}` : text }] };
  const replies = references.map((payload, index) => ({
    type: 'QuickReplyButton',
    index,
    parameters: [{ type: 'Payload', payload }],
  }));
  return { ...content, components: [...(hasBody ? [] : [body]), ...entered, ...replies] };
}

/** The final report goes to the waiting execution itself, by a URL that only it has. */
function reportTo(url: string) {
  if (url.length > limits.notificationAddresses) {
    throw wrong(
      'Delivery',
      `the address that the report goes to has ${url.length} characters, and the service takes ${limits.notificationAddresses}: give n8n a shorter address (WEBHOOK_URL)`,
    );
  }
  return { forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost', address: url }] };
}

function wrong(field: string, rule: string) {
  return invalidRequest([{ path: field, rule, message: `${field}: ${rule}` }]);
}
