import { texts } from '../../../../core/ask/pageTexts';
import { checkMessage, invalidField, pagesOf, tidyRequest } from '../../../../core/client';
import type { LabelOf, MessageRequest } from '../../../../core/contract';
import { limits } from '../../../../core/contract/limits';
import { countCharacters } from '../../../../core/sms';
import { forms, fromForm, labelOnForm } from '../../../../core/forms';
import { asText, isRecord } from '../../../../core/reading';
import type { Path } from '../../../../core/contract/sentences';
import { rule } from '../../../../core/contract/sentences';
import { reportersOf } from '../../../callers';
import { labelIn, optionsIn } from '../../../parameters';
import { checkOneRecipient, layout } from '../../fields/messageForm';
import { read } from '../../fields/fieldParts';
import type { Item, NodeRun } from '../run';
import {
  answerBy,
  answersFrom,
  language,
  limitWaitTime,
  listButton,
  message,
  responseType as typeOfResponse,
  sendAs,
  severalPeople,
  tellOthers,
} from '../../wait/properties';
import { questionQuery, referenceOf, signedUrl } from '../../wait/reference';
import { isTriggerListening } from '../../wait/registry';
import type { AnswerChoice, Question, ResponseType, Terms, Wait } from '../../wait/wait';
import { draftOf, filesOfItem, type Draft } from './drafts';
import { addHints } from './output';
import { choicesOf } from './questionChoices';
import { say } from '../../../texts';

/** A question that meets the contract and is ready to be sent. */
export interface DraftedQuestion extends Draft {
  question: Question;
  /** The signed URL of the question: the target of a link, and of a plain answer or a report. */
  page: string;
}

/** What all people are asked for, by which run of the node, and when their time begins. */
export type Begun = Terms & Pick<Wait, 'run' | 'began'>;

/**
 * The message that an item's parameters describe, with the references that identify its answer.
 * @throws MessagingError that names the wrong field; nothing was sent
 */
export async function draftQuestion(
  begun: NodeRun,
  { run, began, responseType, waitFor, limitMs = Infinity }: Begun,
  item: Item,
): Promise<DraftedQuestion> {
  const { index, parameters, settings } = item;
  const options = optionsIn(parameters);
  const { context, credential } = begun;
  const files = filesOfItem(begun, index);
  const reading = { ...settings, mediaIdOf: files.mediaIdOf };
  const addresses = read([...layout.sender, ...layout.one], parameters, reading);
  checkOneRecipient(addresses.to, parameters);
  const head = tidyRequest(fromForm(forms.message, addresses), settings.countryCode);
  // As n8n's own nodes, takes \n and <br> for a new line: an AI agent may write them.
  const text = message.read(parameters).replace(/\\n|<br>/g, '\n');
  const spoken = language.read(parameters);
  const choices = choicesOf(responseType, parameters, spoken);
  const page = signedUrl(context, questionQuery(run, index));
  const isTemplate = head.channel === 'Whatsapp' && sendAs.read(parameters) === 'template';
  const canAddLink = !isTemplate && countCharacters(`${text}\n${page}`) <= limits.bodyText;
  const ways = waysToAnswer(responseType, head, answerBy.read(options) === 'link', canAddLink);
  const asked: Asked = {
    text: ways.linked ? [text, page].join(isTemplate ? ' ' : '\n') : text,
    choices,
    references: choices.map((_, choice) =>
      referenceOf(signedUrl(context, questionQuery(run, index, choice))),
    ),
  };
  const template = isTemplate
    ? templateEntered(read(layout.contents.get('Template') ?? [], parameters, reading))
    : undefined;
  const button = asText(listButton.read(options)) || texts[spoken].choose;
  if (responseType === 'delivery') reportersOf(credential);
  const notification = responseType === 'delivery' ? { notification: reportTo(page) } : {};
  const content = template === undefined ? contentOf(asked, head, button) : templateContent(asked, template);
  const draft = await draftOf(item, {
    request: { ...head, content, ...notification },
    ...{ files, place: 0 },
    labelOf: labelsOfQuestion(responseType, template),
  });
  const { request } = draft;
  const others = severalPeople.read(options);
  if (waitFor !== 'all' && others?.isKnownBefore === true && others.toOthers() !== '')
    await checkMessage(messageTo(request, others.toOthers()), {
      labelOf: () => labelIn({ within: severalPeople.label }, tellOthers.label),
      rules: item.options().rules,
    });
  if (ways.linked && template?.hasBody === true) throw invalidField('Message', say('linkLost'));
  if (ways.linked && pagesOf(request)?.truncated === true) throw invalidField('Message', rule('linkCutOff'));
  const { channel, from, to } = request;
  return {
    ...{ ...draft, page },
    question: { channel, from, to: to ?? '', text, choices, language: spoken, ...ways },
    // In turn, the time of a person begins when the message goes out.
    waitsUntil: waitFor === 'inTurn' ? undefined : began + limitMs,
  };
}

/**
 * What all people are asked for, and how long the node waits: the first item says it, as in n8n's own nodes.
 * @throws MessagingError that names the wrong field
 */
export function termsOf({ parameters, settings }: Item, began: number): Terms {
  const options = optionsIn(parameters);
  const several = severalPeople.read(options);
  const waitFor = several?.waitFor ?? 'all';
  const limitMs = limitWaitTime.read(options)?.(began, settings.timezone);
  if (waitFor === 'inTurn' && limitMs !== undefined)
    throw invalidField(limitWaitTime.label, say('noEndInTurn'));
  return {
    responseType: typeOfResponse.read(parameters),
    waitFor,
    answersFrom: answersFrom.read(options),
    limitMs: waitFor === 'inTurn' ? several?.eachMs() : limitMs,
  };
}

/** The text that somebody else has taken it, to a person who was asked. */
export function messageTo(
  { channel, from, to }: Pick<MessageRequest, 'channel' | 'from' | 'to'>,
  text: string,
) {
  return { channel, from, to, content: { type: 'Text', text } };
}

/** How the person can answer: by the next message, or by a link; by a tap in all other cases. */
function waysToAnswer(
  responseType: ResponseType,
  { channel, from }: Record<string, unknown>,
  isLinkWanted: boolean,
  canAddLink: boolean,
): Pick<Question, 'plain' | 'linked'> {
  const isHeard = isTriggerListening();
  if (responseType === 'delivery') return { plain: false, linked: false };
  if (responseType === 'freeText') {
    // It needs a trigger in this process that receives it, and a sender that one can write to.
    const plain = !isLinkWanted && isHeard && (channel !== 'Sms' || /^\+?\d+$/.test(String(from)));
    return { plain, linked: !plain };
  }
  // An SMS has no buttons. A tap on one comes by a trigger.
  return { plain: false, linked: channel === 'Sms' || (!isHeard && canAddLink) };
}

/** What a person should know about the ways to answer. */
export function warnOf(run: NodeRun, { responseType }: Terms, asked: readonly DraftedQuestion[]): void {
  const linked = asked.find(({ question }) => question.linked);
  const needsTrigger =
    responseType !== 'delivery' &&
    asked.some(({ question }) => responseType === 'freeText' || question.channel !== 'Sms');
  addHints(run.context, [
    linked && localHint(linked.page),
    needsTrigger && !isTriggerListening() ? UNHEARD : undefined,
  ]);
}

/** In queue mode, the triggers are in other processes. */
const UNHEARD =
  'No Messaging Service Trigger for inbound messages is active in the process that runs this workflow. Unless one is active in another process of this n8n (queue mode), only the link in a message takes an answer. If there is none, publish a workflow with a trigger.';

/** A link that only this machine can open. */
function localHint(page: string): string | undefined {
  const { hostname, origin } = new URL(page);
  if (!/^(?:localhost|127\.|\[::1\])/.test(hostname)) return undefined;
  return `The link begins with ${origin}, which only this machine can open. Set WEBHOOK_URL to the address at which others reach n8n.`;
}

interface Asked {
  /** With the link at its end. */
  text: string;
  choices: AnswerChoice[];
  references: string[];
}

function contentOf(
  { text, choices, references }: Asked,
  { channel }: Record<string, unknown>,
  button: string,
) {
  if (choices.length === 0 || channel === 'Sms') return { type: 'Text', text };
  const fit = choices.length <= limits.replyButtons && choices.every(fitsButton);
  const options = choices.map(({ label, description }, index) => ({
    ...{ id: references[index], title: label },
    ...(fit ? { type: 'Reply' } : { description }),
  }));
  const action = fit
    ? { type: 'Button', buttons: options }
    : { type: 'List', button, sections: [{ rows: options }] };
  return { type: 'Interactive', body: { text }, action };
}

/** A row of a list takes a description, and a label of 24 characters instead of 20. */
function fitsButton({ label, description }: AnswerChoice): boolean {
  return description === undefined && countCharacters(label) <= limits.buttonTitle;
}

type EnteredTemplate = ReturnType<typeof templateEntered>;

function templateEntered(values: Record<string, unknown>) {
  const form = forms.contents.find(({ value }) => value === 'Template');
  const content = form === undefined ? { type: 'Template' } : fromForm(form, values);
  const components = Array.isArray(content.components) ? content.components.filter(isRecord) : [];
  return { content, components, hasBody: components.some(({ type }) => type === 'Body') };
}

/** A template as entered; the choices are its quick replies. If it has no body, the message becomes the body's parameter. */
function templateContent({ text, references }: Asked, { content, components, hasBody }: EnteredTemplate) {
  const body = { type: 'Body', parameters: [{ type: 'Text', text }] };
  const replies = references.map((payload, index) => ({
    type: 'QuickReplyButton',
    index,
    parameters: [{ type: 'Payload', payload }],
  }));
  return { ...content, components: [...(hasBody ? [] : [body]), ...components, ...replies] };
}

/** The final report goes to the waiting execution itself, by a URL that no other execution has. */
function reportTo(url: string) {
  const { length } = url;
  const max = limits.notificationAddresses;
  if (length > max) throw invalidField('Delivery', say('reportAddressTooLong', { length, max }));
  return { forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost', address: url }] };
}

/** The labels in the form of *Send and Wait* for the fields of the message that is made from it. */
function labelsOfQuestion(responseType: ResponseType, template: EnteredTemplate | undefined): LabelOf {
  return (path, request) => {
    const [part, field, index] = path;
    if (part !== 'content') return labelOnForm(path, request);
    if (template === undefined) return labelInMessage(path, responseType);
    if (field !== 'components' || typeof index !== 'number') return labelOnForm(path, request);
    const entered = template.hasBody ? index : index - 1;
    if (entered < 0) return 'Message';
    return labelOnForm(['content', field, entered, ...path.slice(3)], { content: template.content });
  };
}

function labelInMessage(path: Path, responseType: ResponseType): string {
  const [, part, field] = path;
  if (part !== 'action') return 'Message';
  const index = path.filter((key) => typeof key === 'number').at(-1);
  if (index === undefined) return field === 'button' ? 'List Button' : 'Choices';
  if (responseType === 'choice')
    return `Choices ${index + 1} › ${path.at(-1) === 'description' ? 'Description' : 'Label'}`;
  return index === 0 ? 'Approve Button Label' : 'Disapprove Button Label';
}
