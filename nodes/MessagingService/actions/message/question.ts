import type { IExecuteFunctions } from 'n8n-workflow';

import { texts } from '../../../../core/ask/pageTexts';
import { checkWithNotes, invalidField, pagesOf, tidyRequest } from '../../../../core/client';
import type { LabelOf } from '../../../../core/contract';
import { limits } from '../../../../core/contract/limits';
import { countCharacters } from '../../../../core/contract/patterns';
import { forms, fromForm, labelOnForm } from '../../../../core/forms';
import { textOf } from '../../../../core/errors/sentence';
import { asText, isRecord } from '../../../../core/reading';
import type { Path } from '../../../../core/contract/sentences';
import { filesOfItem } from '../../transport/upload';
import { answerBy, language, listButton, message, sendAs } from '../../wait/properties';
import { layout } from '../../fields/messageForm';
import { optionsIn, type Parameters } from '../../../parameters';
import { read } from '../../fields/parts/formPart';
import { checkOneRecipient } from '../../fields/readMessage';
import type { Item } from '../../fields/item';
import { questionQuery, referenceOf } from '../../wait/reference';
import { isTriggerListening } from '../../wait/registry';
import { signedUrl } from '../../wait/signature';
import { termsOf } from '../../wait/terms';
import type { AnswerChoice, Question, ResponseType, Terms } from '../../wait/wait';
import { choicesOf } from './questionChoices';
import { checkTextForOthers } from './tellTheOthers';
import type { Draft } from './drafts';

/** A question that meets the contract and is ready to be sent. */
export interface DraftedQuestion extends Draft {
  question: Question;
  /** The signed URL of the question: the target of a link, and of a plain answer or a report. */
  page: string;
  /** Whether a tap would have to come by a trigger, and none listens in this process. */
  unheard: boolean;
  terms: Terms;
}

/**
 * The message that an item's parameters describe, with the references that identify its answer.
 * @param now when its time begins, milliseconds since 1970
 * @throws MessagingError that names the wrong field; nothing was sent
 */
export async function draftQuestion(
  context: IExecuteFunctions,
  { run, now }: { run: number; now: number },
  { index: item, parameters, settings, rules: readRules, sourceOf, compare, options }: Item,
): Promise<DraftedQuestion> {
  const files = filesOfItem(context, item);
  const reading = { ...settings, mediaIdOf: files.mediaIdOf };
  const addresses = read([...layout.sender, ...layout.one], parameters, reading);
  checkOneRecipient(addresses.to, parameters);
  const head = tidyRequest(fromForm(forms.message, addresses), settings.countryCode);
  const terms = termsOf(parameters, settings.timezone, now);
  const { responseType } = terms;
  const text = asText(message.read(parameters))?.trim() ?? '';
  if (text === '') throw invalidField(message.label, 'is required');
  const spoken = language.read(parameters);
  const choices = choicesOf(responseType, parameters, spoken);
  const page = signedUrl(context, questionQuery(run, item));
  const plain = isPlain(head, responseType, parameters);
  const template = isTemplate(head, parameters)
    ? templateEntered(read(layout.contents.get('Template') ?? [], parameters, reading))
    : undefined;
  const unheard = needsTrigger(head, responseType) && !isTriggerListening();
  const linked =
    needsLink(head, responseType, plain) || (unheard && template === undefined && fits(text, page));
  const asked: Asked = {
    head,
    // As n8n's own nodes, takes \n and <br> for a new line: an AI agent may write them.
    text: text.replace(/\\n|<br>/g, '\n'),
    choices,
    link: linked ? page : undefined,
    references: choices.map((_, choice) => referenceOf(signedUrl(context, questionQuery(run, item, choice)))),
  };
  const drafted = {
    ...head,
    content:
      template === undefined
        ? contentOf(asked, asText(listButton.read(optionsIn(parameters))) || texts[spoken].choose)
        : templateContent(asked, template),
    ...(responseType === 'delivery' ? { notification: reportTo(page) } : {}),
  };
  const rules = readRules();
  const labelOf = labelsOfQuestion(responseType, template);
  const { request, notes } = await checkWithNotes(drafted, labelOf, rules, sourceOf);
  await checkTextForOthers(context, terms, request, rules);
  files.check(request);
  if (linked && pagesOf(request)?.truncated === true) {
    throw invalidField('Message', 'is too long: the link at its end would be cut off');
  }
  const { channel, from, to } = request;
  return {
    question: { channel, from, to: to ?? '', text: asked.text, choices, language: spoken, plain, linked },
    page,
    unheard,
    terms,
    position: item,
    itemIndex: item,
    request,
    files: [...files.fields],
    compared: compare(request),
    window: options().window,
    // In turn, the time of a person begins when the message goes out.
    waitsUntil: terms.waitFor === 'inTurn' ? undefined : now + (terms.limitMs ?? Infinity),
    notes: notes.map((note) => textOf(note)),
    key: undefined,
  };
}

interface Asked {
  head: unknown;
  text: string;
  choices: AnswerChoice[];
  link: string | undefined;
  references: string[];
}

const channelOf = (head: unknown) => (isRecord(head) ? head.channel : undefined);
const isTemplate = (head: unknown, parameters: Parameters) =>
  channelOf(head) === 'Whatsapp' && sendAs.read(parameters) === 'template';

/** Buttons are in the chat, except on SMS, which has none. */
function needsLink(head: unknown, responseType: ResponseType, plain: boolean): boolean {
  if (responseType === 'delivery') return false;
  return responseType === 'freeText' ? !plain : channelOf(head) === 'Sms';
}

/** Whether the answer is a tap in the chat, which reaches the execution by a trigger. */
function needsTrigger(head: unknown, responseType: ResponseType): boolean {
  return (responseType === 'approval' || responseType === 'choice') && channelOf(head) !== 'Sms';
}

function fits(text: string, link: string): boolean {
  return countCharacters(`${text}\n${link}`) <= limits.bodyText;
}

/** A plain answer needs a trigger in this process that would receive it, and a sender that one can write to. */
function isPlain(head: unknown, responseType: ResponseType, parameters: Parameters): boolean {
  const by = answerBy.read(optionsIn(parameters));
  if (responseType !== 'freeText' || by === 'link') return false;
  const { channel, from } = isRecord(head) ? head : {};
  const canBeWrittenTo = channel !== 'Sms' || /^\+?\d+$/.test(String(from));
  return canBeWrittenTo && isTriggerListening();
}

function contentOf(asked: Asked, listButton: string): unknown {
  const { head, text, link, choices } = asked;
  const whole = link === undefined ? text : `${text}\n${link}`;
  if (choices.length > 0 && channelOf(head) !== 'Sms') {
    const fit = choices.length <= limits.replyButtons && choices.every(fitsButton);
    const action = fit ? buttonAction(asked) : listAction(asked, listButton);
    return { type: 'Interactive', body: { text: whole }, action };
  }
  return { type: 'Text', text: whole };
}

/** A row of a list takes a description, and a label of 24 characters instead of 20. */
function fitsButton({ label, description }: AnswerChoice): boolean {
  return description === undefined && countCharacters(label) <= limits.buttonTitle;
}

function buttonAction({ choices, references }: Asked) {
  const buttons = choices.map(({ label }, index) => ({ type: 'Reply', id: references[index], title: label }));
  return { type: 'Button', buttons };
}

function listAction({ choices, references }: Asked, button: string) {
  const rows = choices.map(({ label, description }, index) => ({
    id: references[index],
    title: label,
    description,
  }));
  return { type: 'List', button, sections: [{ rows }] };
}

function templateEntered(values: Record<string, unknown>): EnteredTemplate {
  const form = forms.contents.find(({ value }) => value === 'Template');
  const content = form === undefined ? { type: 'Template' } : fromForm(form, values);
  const components = Array.isArray(content.components) ? content.components.filter(isRecord) : [];
  return { content, components, hasBody: components.some(({ type }) => type === 'Body') };
}

/** A template as entered; the choices are its quick replies. If it has no body, the message becomes the body's parameter. */
function templateContent({ text, link, references }: Asked, template: EnteredTemplate): unknown {
  const { content, components, hasBody } = template;
  const body = { type: 'Body', parameters: [{ type: 'Text', text: link ? `${text} ${link}` : text }] };
  const replies = references.map((payload, index) => ({
    type: 'QuickReplyButton',
    index,
    parameters: [{ type: 'Payload', payload }],
  }));
  return { ...content, components: [...(hasBody ? [] : [body]), ...components, ...replies] };
}

/** The final report goes to the waiting execution itself, by a URL that no other execution has. */
function reportTo(url: string) {
  if (url.length > limits.notificationAddresses) {
    throw invalidField(
      'Delivery',
      `the address for the report has ${url.length} characters, but the service accepts only ${limits.notificationAddresses}: give n8n a shorter address (WEBHOOK_URL)`,
    );
  }
  return { forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost', address: url }] };
}

/**
 * The labels in the form of *Send and Wait* for the fields of the message that is made from it.
 * @param template the components of a template as entered; if they have no body, the message is put before them
 */
function labelsOfQuestion(responseType: ResponseType, template: EnteredTemplate | undefined): LabelOf {
  return (path, request) => {
    const [part, field, index] = path;
    if (part !== 'content') return labelOnForm(path, request);
    if (template === undefined) return inMessage(path, responseType);
    if (field !== 'components' || typeof index !== 'number') return labelOnForm(path, request);
    const entered = template.hasBody ? index : index - 1;
    if (entered < 0) return 'Message';
    return labelOnForm(['content', field, entered, ...path.slice(3)], { content: template.content });
  };
}

interface EnteredTemplate {
  content: Record<string, unknown>;
  components: Array<Record<string, unknown>>;
  hasBody: boolean;
}

function inMessage(path: Path, responseType: ResponseType): string {
  const [, part, field] = path;
  if (part !== 'action') return 'Message';
  const index = path.filter((key) => typeof key === 'number').at(-1);
  if (index === undefined) return field === 'button' ? 'List Button' : 'Choices';
  if (responseType === 'choice')
    return `Choices ${index + 1} › ${path.at(-1) === 'description' ? 'Description' : 'Label'}`;
  return index === 0 ? 'Approve Button Label' : 'Disapprove Button Label';
}
