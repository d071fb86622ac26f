import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isBetween } from '../../../core/ask/answer';
import { contentOf, pageOf, type PageQuestion } from '../../../core/ask/page';
import { languageOf } from '../../../core/ask/pageTexts';
import { isAbout } from '../../../core/client';
import { readEvents, type StatusEvent } from '../../../core/receive';
import { isRecord } from '../../../core/reading';
import { CREDENTIAL, idFieldOf } from '../../account';
import { refusalOfAddress, refuse, refuseUnhandled, reportersOf } from '../../callers';
import { readCall } from '../../webhookCall';
import { contextInWebhook, runAgain } from './execution';
import { DISAPPROVE } from './properties';
import { isHandedOn, questionQuery, readQuery } from './reference';
import { ANSWER, resume, VERDICT, type AnswerVerdict } from './resume';
import { isAnswered, isOver, noteReport, readWait, type Answer } from './wait';

/** Handles a call to the waiting execution. n8n ends an execution whose node throws here, and nobody could answer any more. */
export async function answerWaiting(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  try {
    return await takeCall(context);
  } catch (error) {
    return refuseUnhandled(context, error);
  }
}

/**
 * A person opens the page or answers on it, this package hands on an answer, or the service reports. n8n has already checked the signature
 * of the URL.
 */
async function takeCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const { method, query, body }: { method: string; query: object; body: unknown } =
    context.getRequestObject();
  const asked = askedBy(context, query);
  if (asked?.wait.responseType === 'delivery') return await takeReport(context, asked);
  const handed = method === 'POST' && isRecord(body) ? body[ANSWER] : undefined;
  if (handed === undefined) return await showPage(context, asked, method === 'POST' ? body : undefined);
  const before = asked?.person.answer;
  const verdict = takeAnswer(context, asked, query, String(handed));
  const workflowData = asked?.person.answer === before ? undefined : runAgain(context);
  return { ...(workflowData && { workflowData }), webhookResponse: { [VERDICT]: verdict } };
}

/** Records an answer that this n8n hands on. */
function takeAnswer(
  context: IWebhookFunctions,
  asked: Asked | undefined,
  query: object,
  handed: string,
): AnswerVerdict {
  if (!isHandedOn(context, query, handed)) return 'refused';
  // n8n has signed it, so this package has written it.
  const given: Answer = JSON.parse(handed);
  if (asked === undefined) return 'over';
  const { wait, person, attempt } = asked;
  if (!mayAnswer(asked, given)) return 'stranger';
  // It has come before, and stayed.
  if (given.id !== undefined && person.answer?.id === given.id) return 'recorded';
  const closed = closedBy(asked);
  if (closed !== undefined) return closed;
  if (!fits(asked, given)) return 'refused';
  person.answer = given;
  person.attempt = { ...attempt, state: 'answered' };
  return isOver(wait) ? 'recorded' : 'pending';
}

type Asked = NonNullable<ReturnType<typeof askedBy>>;

function askedBy(context: IWebhookFunctions, query: object) {
  const named = readQuery(query);
  const wait = readWait(contextInWebhook(context, context.getNode()), named?.run);
  const person = wait?.people[named?.item ?? -1];
  const { question, attempt } = person ?? {};
  if (named === undefined || !wait || !person || !question || !attempt) return undefined;
  return { wait, person, item: named.item, question, attempt };
}

/** Why a question takes no answer; undefined if it takes one. */
function closedBy({ wait, person }: Asked): 'answered' | 'over' | undefined {
  if (isAnswered(wait, person)) return 'answered';
  return isOver(wait) ? 'over' : undefined;
}

function fits({ wait, question }: Asked, { text, choice }: Pick<Answer, 'text' | 'choice'>): boolean {
  return wait.responseType === 'freeText' ? text !== undefined : question.choices[choice ?? -1] !== undefined;
}

/** Whether an answer in the chat comes from the person who was asked, or the node takes it from anybody. Anybody can have a link. */
function mayAnswer({ wait, question }: Asked, { via, by, channel, to }: Answer): boolean {
  if (via === 'page' || wait.answersFrom === 'anybody') return true;
  const { channel: asked, to: person, from: sender } = question;
  return isBetween({ channel, from: by, to }, { channel: asked, person, sender });
}

/** Handles a report of the service about the message: a final one ends the wait; any other is acknowledged and changes nothing. */
async function takeReport(context: IWebhookFunctions, asked: Asked): Promise<IWebhookResponseData> {
  const credential = await context.getCredentials(CREDENTIAL);
  const refusal = refusalOfAddress(context, reportersOf(credential));
  if (refusal !== undefined) return refuse(context, refusal);
  const read = readCall(context, credential);
  if (!read.ok) return refuse(context, { reason: read.reason, status: 400 });
  const events = readEvents('status', { body: read.body, idField: idFieldOf(credential) });
  const { question, person, wait, attempt } = asked;
  const message = { messageId: attempt.messageId, recipient: question.to };
  const report = events.find(
    (event): event is StatusEvent => event.event === 'status' && event.final && isAbout(event, message),
  );
  if (report === undefined || person.answer !== undefined || isOver(wait)) return {};
  noteReport(wait, person, report);
  return { workflowData: runAgain(context) };
}

async function showPage(
  context: IWebhookFunctions,
  asked: Asked | undefined,
  form: unknown,
): Promise<IWebhookResponseData> {
  const content = await contentOf(asked && pageQuestion(context, asked), form);
  // The text and the buttons of a question are in its language, so the page is, too.
  const language = asked?.question.language ?? languageOf(context.getHeaderData()['accept-language']);
  const page = pageOf(content, language);
  // Written here, because n8n would replace the page's content security policy by its own, which allows scripts.
  context.getResponseObject().status(page.status).set(page.headers).send(page.html);
  return { noWebhookResponse: true };
}

function pageQuestion(context: IWebhookFunctions, asked: Asked): PageQuestion {
  const { wait, item, question } = asked;
  const { from, text, linked, choices } = question;
  const shown = choices.map((each) => ({ ...each, declines: each.value === DISAPPROVE }));
  return {
    closed: closedBy(asked) ?? (linked ? undefined : 'chat'),
    ...{ from, text, choices: wait.responseType === 'freeText' ? undefined : shown },
    take: async (entered) => {
      const query = questionQuery(wait.run, item);
      const here = { execution: wait.execution, node: context.getNode().id, query };
      // Each person has a link of their own.
      const given = { via: 'page', by: question.to, ...entered } as const;
      const resumption = await resume(context, here, given);
      return resumption === 'recorded' || resumption === 'answered' || resumption === 'over'
        ? resumption
        : 'busy';
    },
  };
}
