import type { IExecuteFunctions } from 'n8n-workflow';

import { isSkipped, MessagingError, skippedError, type Tried } from '../../../../core/client';
import { asText } from '../../../../core/reading';
import { credentialOf } from '../../../account';
import { reportersOf } from '../../../callers';
import { asData } from '../../../data';
import { errorData, type Addressee, attemptInput } from '../../errors';
import { cancelSignalOf } from '../../items';
import { waitForText } from '../../wait/registry';
import { type FailedQuestion, type SentQuestion, type WaitState, isOver, isTimeUp } from '../../wait/state';
import { itemReader } from '../../fields/itemReader';
import { draftQuestion, type DraftedQuestion } from './question';
import type { Draft } from './draft';
import { outputOf } from './output';
import { oneByOne } from './send.operation';
import { sendDrafts } from './sendDrafts';

/** Makes the questions of items; a failure if its parameters cannot be read, or break the contract. */
export async function draftsOf(
  context: IExecuteFunctions,
  run: number,
): Promise<(item: number) => Promise<Tried<DraftedQuestion>>> {
  const credential = await credentialOf(context);
  const readItem = itemReader(context, credential);
  return async (item) =>
    await attemptInput(async () => {
      const draft = await draftQuestion(context, run, readItem(item));
      if (draft.terms.responseType === 'delivery') reportersOf(credential);
      return draft;
    });
}

/** A question that was sent; none for a message that was not accepted. */
export function questionAsked(draft: Tried<DraftedQuestion> | undefined, isInTurn: boolean): SentQuestion[] {
  if (draft?.ok !== true || draft.value.result?.outcome !== 'accepted') return [];
  const output = outputOf(draft.value);
  if (output?.ok !== true) return [];
  const { messageId, requestId, sendDate, sms, statusText } = output.value;
  const sent = asData({ messageId, requestId, sendDate, sms, statusText });
  const { question } = draft.value;
  const askedAt = isInTurn ? (asText(sendDate) ?? new Date().toISOString()) : undefined;
  return [{ ...question, sent, askedAt }];
}

/** The failure of a message that was not accepted; none for one that was. */
export function failureOf(
  draft: Tried<DraftedQuestion>,
  item: number,
  addressee: Addressee,
): FailedQuestion[] {
  if (wasAccepted(draft)) return [];
  const error = draft.ok ? errorOf(draft.value) : draft.error;
  const failure = { item, error: errorData(error), addressee: asData(addressee) };
  if (!draft.ok || error.outcome !== 'unknown') return [failure];
  const { channel, from, to } = draft.value.question;
  return [{ ...failure, asked: { channel, from, to } }];
}

/** Nobody is asked whose message is skipped, so for a question that is an error. */
function errorOf({ result }: Draft): MessagingError {
  if (result?.outcome === 'failed') return result.error;
  return result !== undefined && isSkipped(result) ? skippedError(result) : notBegun();
}

/** Whether the service has accepted a question. */
export function wasAccepted(draft: Tried<Draft>): boolean {
  return draft.ok && draft.value.result?.outcome === 'accepted';
}

/** With few items at once, others may have failed before the first one was accepted. */
function notBegun(): MessagingError {
  return new MessagingError({
    message: 'The message was not sent, because the messages before it failed',
    outcome: 'not_sent',
    code: 'not_started',
  });
}

/** n8n looks so often which executions are due. */
const ROUND_MS = 60_000;

/** The next messages of these people answer their questions. */
export function waitForPlainAnswers(
  drafts: Array<Tried<DraftedQuestion>>,
  { questions, until, eachMs = 0, unasked = [] }: WaitState,
): void {
  const sent = new Map(questions.map(({ item, sent: { sendDate } }) => [item, sendDate]));
  for (const draft of drafts) {
    if (!draft.ok || !draft.value.question.plain) continue;
    const { question, page } = draft.value;
    const { channel, to: person, from: sender, item } = question;
    // Whoever was asked can answer until the last one's time is up.
    const end = until === undefined ? Infinity : Date.parse(until) + unasked.length * (eachMs + ROUND_MS);
    // What is written before a planned question goes out does not answer it.
    const askedAt = Date.parse(asText(sent.get(item)) ?? '') || Date.now();
    if (sent.has(item)) waitForText({ channel, person, sender, url: page, askedAt, until: end });
  }
}

/** Sends questions. A failure does not keep the others from being sent once one was accepted: its answer must count. */
export function sendQuestions(context: IExecuteFunctions, drafts: ReadonlyArray<Tried<Draft>>) {
  return sendDrafts(context, drafts, oneByOne(context, true));
}

/** Sends one message after the other until one is accepted. Returns those that were begun. */
export async function sendInTurn(
  context: IExecuteFunctions,
  messages: ReadonlyArray<Tried<Draft>>,
): Promise<Array<Tried<Draft>>> {
  const begun: Array<Tried<Draft>> = [];
  for (const message of messages) {
    begun.push(message);
    if (message.ok) await sendQuestions(context, [message]);
    if (message.ok && (wasAccepted(message) || cancelSignalOf(context)?.aborted === true)) break;
  }
  return begun;
}

/** Notes those who have not been asked: they are asked in later runs of the node, unless somebody answers. */
export function leaveOthers(wait: WaitState, others: ReadonlyArray<Tried<DraftedQuestion>>): void {
  wait.unasked = others
    .flatMap((draft) => (draft.ok ? [draft.value.question] : []))
    .map(({ item, to }) => ({ item, to }));
  startTime(wait);
}

/**
 * Asks the next person, or the one after if that fails. n8n accepts no answer while the node runs, and stores what it has done when it waits
 * again: if n8n is killed in between, it takes the execution for crashed, and nobody else is asked.
 */
export async function askNext(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const draftFor = await draftsOf(context, wait.run);
  const drafts: Array<Tried<DraftedQuestion>> = [];
  while (wait.unasked !== undefined && wait.unasked.length > 0) {
    const [next, ...others] = wait.unasked;
    wait.unasked = others;
    if (next === undefined) return;
    const draft = await draftFor(next.item);
    drafts.push(draft);
    await sendInTurn(context, [draft]);
    wait.questions.push(...questionAsked(draft, true));
    wait.failures.push(...failureOf(draft, next.item, { to: next.to }));
    if (wasAccepted(draft) || cancelSignalOf(context)?.aborted === true) break;
  }
  startTime(wait);
  waitForPlainAnswers(drafts, wait);
}

/** Whether people are asked one after another, and it is the next one's turn: the time is up, or the last message has failed. */
export function isNextAsked(wait: WaitState): boolean {
  if (isOver(wait) || (wait.unasked ?? []).length === 0) return false;
  const last = wait.questions.at(-1);
  return isTimeUp(wait) || last?.answer !== undefined;
}

/** The time of the person who was asked last begins, or will when the service sends a planned message. */
function startTime(wait: WaitState): void {
  const { eachMs, questions } = wait;
  const sendDate = asText(questions.at(-1)?.sent.sendDate);
  const begins = Math.max(Date.now(), Date.parse(sendDate ?? '') || 0);
  if (eachMs !== undefined) wait.until = new Date(begins + eachMs).toISOString();
  // The status of the new message is asked for as soon as that of the first one was.
  delete wait.look;
}
