import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isBetween } from '../../../core/ask/answer';
import { pageOf, readPageForm, type PageContent } from '../../../core/ask/page';
import { languageOf } from '../../../core/ask/pageTexts';
import { isAbout } from '../../../core/client';
import { channels } from '../../../core/contract/names';
import { readWanted, type StatusEvent } from '../../../core/receive';
import { asText, isRecord } from '../../../core/reading';
import { CREDENTIAL } from '../../account';
import { refusalOfAddress, refuse, reportersOf } from '../../callers';
import { bodyOf } from '../../webhookCall';
import { answerOfReport, type HandedAnswer } from './answers';
import { DISAPPROVE } from './choices';
import { isProven } from './proof';
import { questionQuery, readQuery } from './reference';
import { ANSWER, resume, VERDICT, type AnswerVerdict } from './resume';
import { signedUrl } from './signedUrl';
import {
  addAnswersSeen,
  contextInWebhook,
  isAnswered,
  isOver,
  runAgain,
  waitIn,
  type RecordedAnswer,
  type SentQuestion,
  type WaitState,
} from './state';

/**
 * Handles a call to the waiting execution: a person opens the page or answers on it, this package hands on an answer, or the service
 * reports. n8n has already checked the signature of the URL.
 */
export async function answerWaiting(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const { method, query, body }: { method: string; query: unknown; body: unknown } =
    context.getRequestObject();
  const asked = askedBy(context, query);
  if (asked?.wait.responseType === 'delivery') return await takeReport(context, asked, method);
  const given = method === 'POST' ? comingAnswer(context, query, body) : undefined;
  if (given === undefined) return await showPage(context, asked, method === 'POST' ? body : undefined);
  const verdict = asked === undefined ? 'over' : judge(asked, given);
  if (verdict !== 'recorded' || asked === undefined) return { webhookResponse: { [VERDICT]: verdict } };
  const workflowData = record(context, asked, answerFrom(asked, given));
  return { workflowData, webhookResponse: { [VERDICT]: isOver(asked.wait) ? 'recorded' : 'pending' } };
}

interface Asked {
  wait: WaitState;
  question: SentQuestion;
  choice: number | undefined;
}

function askedBy(context: IWebhookFunctions, query: unknown): Asked | undefined {
  const named = readQuery(query);
  const nodeContext = contextInWebhook(context, context.getNode());
  const wait = nodeContext === undefined ? undefined : waitIn(nodeContext);
  if (named === undefined || wait === undefined || wait.run !== named.run) return undefined;
  const question = wait.questions.find(({ item }) => item === named.item);
  return question === undefined ? undefined : { wait, question, choice: named.choice };
}

/** An answer as it comes in, and whether this n8n has handed it on. If not, all that is known is that somebody has the link. */
interface ComingAnswer extends HandedAnswer {
  proven: boolean;
}

/** The answer, if it is in the form in which this package hands it on; undefined for anything that a browser sends. */
function comingAnswer(context: IWebhookFunctions, query: unknown, body: unknown): ComingAnswer | undefined {
  const given = isRecord(body) ? body[ANSWER] : undefined;
  if (!isRecord(given)) return undefined;
  const answer: HandedAnswer = {
    id: asText(given.id) ?? '',
    at: typeof given.at === 'number' ? given.at : Number.NaN,
    by: asText(given.by),
    channel: channels.find((channel) => channel === given.channel),
    to: asText(given.to),
    text: asText(given.text),
    messageId: asText(given.messageId),
    choice: typeof given.choice === 'number' ? given.choice : undefined,
  };
  return { ...answer, proven: isProven(context, query, { ...answer, proof: asText(given.proof) }) };
}

function judge(asked: Asked, given: ComingAnswer): AnswerVerdict {
  const { wait, question, choice } = asked;
  if (!given.proven && !question.linked) return 'refused';
  if (given.proven && !mayAnswer(asked, given)) return 'stranger';
  const { answer } = question;
  if (answer !== undefined && isAnswered(question))
    return answer.id !== undefined && answer.id === given.id ? 'repeated' : 'answered';
  if (isOver(wait)) return 'over';
  if (wait.responseType === 'freeText') return given.text === undefined ? 'wrong' : 'recorded';
  return question.choices[choice ?? given.choice ?? -1] === undefined ? 'wrong' : 'recorded';
}

/** Whether an answer in the chat comes from the person who was asked, or the node takes it from anybody. */
function mayAnswer({ wait, question }: Asked, { by, channel, to }: ComingAnswer): boolean {
  if (wait.answersFrom === 'anybody') return true;
  const { channel: asked, to: person, from: sender } = question;
  return isBetween({ channel, from: by, to }, { channel: asked, person, sender });
}

function answerFrom({ choice }: Asked, given: ComingAnswer): RecordedAnswer {
  const { id, proven, by, text, messageId } = given;
  return {
    id,
    respondedAt: new Date().toISOString(),
    via: proven ? 'chat' : 'page',
    choice: choice ?? given.choice,
    text,
    // Whoever has a link can write anything into a call.
    ...(proven ? { by, messageId } : {}),
  };
}

/** Stores the answer in the execution and has the node run again: it continues, or waits for the other answers. */
function record(
  context: IWebhookFunctions,
  { wait, question }: Asked,
  answer: RecordedAnswer,
): INodeExecutionData[][] {
  question.answer = answer;
  addAnswersSeen(`${context.getExecutionId()} ${context.getNode().id} ${wait.run}`, wait);
  runAgain(context);
  const input: unknown = context.evaluateExpression('{{ $input.all() }}');
  return [Array.isArray(input) ? input : []];
}

/** Handles a report of the service about the message: a final one ends the wait; any other is acknowledged and changes nothing. */
async function takeReport(
  context: IWebhookFunctions,
  asked: Asked,
  method: string,
): Promise<IWebhookResponseData> {
  const reporters = reportersOf(await context.getCredentials(CREDENTIAL));
  const refusal = refusalOfAddress(context, reporters);
  if (refusal !== undefined) return refuse(context, refusal);
  const read = method === 'POST' ? bodyOf(context) : undefined;
  const { events } = readWanted('status', { body: read?.ok === true ? read.body : undefined });
  const { question, wait } = asked;
  const report = events.find(
    (event): event is StatusEvent =>
      event.event === 'status' && event.final && isAboutQuestion(question, event),
  );
  if (report === undefined || question.answer !== undefined || isOver(wait)) return {};
  return { workflowData: record(context, asked, answerOfReport(report)) };
}

function isAboutQuestion({ sent, to: recipient }: SentQuestion, report: StatusEvent): boolean {
  return isAbout(report, { messageId: asText(sent.messageId), recipient });
}

async function showPage(
  context: IWebhookFunctions,
  asked: Asked | undefined,
  form: unknown,
): Promise<IWebhookResponseData> {
  const content = form === undefined ? contentFor(asked) : await contentAfter(context, asked, form);
  // The text and the buttons of a question are in its language, so the page is, too.
  const language = asked?.question.language ?? languageOf(context.getHeaderData()['accept-language']);
  const page = pageOf(content, language);
  // Written here, because n8n would replace the page's content security policy by its own, which allows scripts.
  context.getResponseObject().status(page.status).set(page.headers).send(page.html);
  return { noWebhookResponse: true };
}

function contentFor(asked: Asked | undefined, empty = false): PageContent {
  if (asked === undefined) return { kind: 'over' };
  const { wait, question } = asked;
  if (isAnswered(question)) return { kind: 'answered' };
  if (isOver(wait)) return { kind: 'over' };
  if (!question.linked) return { kind: 'chat' };
  const { from, text } = question;
  if (wait.responseType === 'freeText') return { kind: 'text', from, text, empty };
  const choices = question.choices.map((each) => ({ ...each, declines: each.value === DISAPPROVE }));
  return { kind: 'choices', from, text, choices };
}

/** What the page shows after a person has pressed one of its buttons. */
async function contentAfter(
  context: IWebhookFunctions,
  asked: Asked | undefined,
  form: unknown,
): Promise<PageContent> {
  const content = contentFor(asked);
  if (asked === undefined || (content.kind !== 'text' && content.kind !== 'choices')) return content;
  const { text, choice } = readPageForm(form);
  const chosen = asked.question.choices[choice ?? -1];
  if (content.kind === 'text' ? !text : chosen === undefined) return contentFor(asked, true);
  const { wait, question } = asked;
  const url = new URL(signedUrl(context, questionQuery(wait.run, question.item)));
  const resumption = await resume(context, { url, calledAt: url.href }, { text, choice });
  if (resumption === 'recorded') return { kind: 'thanks', chosen: chosen?.label };
  if (resumption === 'answered' || resumption === 'over') return { kind: resumption };
  return { kind: 'busy' };
}
