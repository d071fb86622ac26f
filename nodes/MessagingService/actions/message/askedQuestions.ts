import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { MessagingError, type Result } from '../../../../core/client';
import { asText } from '../../../../core/reading';
import { asData } from '../../../data';
import { asInputError, errorData, type Addressee } from '../../errors';
import type { ReadSettings } from '../../fields/read';
import { windowOptionReader } from '../../fields/sendingWindow';
import { parametersOf } from '../../items';
import { draftQuestion, type DraftedQuestion } from '../../wait/question';
import { waitForText } from '../../wait/registry';
import type { FailedQuestion, SentQuestion, WaitState } from '../../wait/state';
import type { Draft } from './draft';
import { comparisonWithList } from './optedOut';

/** Makes the questions of items; a failure if its parameters cannot be read, or break the contract. */
export function draftsOf(
  context: IExecuteFunctions,
  settings: ReadSettings,
  run: number,
): (item: number) => Promise<Result<DraftedQuestion>> {
  const compare = comparisonWithList(settings);
  const windowOf = windowOptionReader(context);
  const parametersFor = parametersOf(context);
  return async (item) => {
    const parameters = parametersFor(item);
    try {
      const drafted = await draftQuestion(context, settings, parameters, run, item);
      const compared = compare(parameters, drafted.request);
      return { ok: true, value: { ...drafted, compared, window: windowOf(parameters) } };
    } catch (error) {
      return { ok: false, error: asInputError(error) };
    }
  };
}

/** A question as a message that is sent like any other. */
export function asMessage(drafted: DraftedQuestion): Draft {
  const { question, request, files, compared, window, terms, oddNumbers } = drafted;
  const { item } = question;
  const asSent = { position: item, itemIndex: item, request, files, compared, window, oddNumbers };
  // In turn, the time of a person begins when the message goes out.
  const waitsUntil = terms.eachMs === undefined ? terms.until : undefined;
  return { ...asSent, waitsUntil, key: undefined, validateOnly: false };
}

/** A question that was sent; none for a message that failed. */
export function questionAsked(
  outcome: Result<IDataObject> | undefined,
  draft: Result<DraftedQuestion> | undefined,
  isInTurn: boolean,
): SentQuestion[] {
  if (outcome?.ok !== true || draft?.ok !== true) return [];
  const { messageId, requestId, sendDate, sms, unreadable } = outcome.value;
  const sent = asData({ messageId, requestId, sendDate, sms, unreadable });
  const { question } = draft.value;
  return [
    { ...question, sent, ...(isInTurn ? { askedAt: asText(sendDate) ?? new Date().toISOString() } : {}) },
  ];
}

/** The failure of a message that was not accepted; none for one that was. */
export function failureOf(
  outcome: Result<unknown> | undefined,
  item: number,
  addressee: Addressee,
  draft: Result<DraftedQuestion> | undefined,
): FailedQuestion[] {
  if (outcome?.ok === true) return [];
  const error = outcome?.ok === false ? outcome.error : notBegun();
  const failure = { item, error: errorData(error), addressee: asData(addressee) };
  if (draft?.ok !== true || error.outcome !== 'unknown') return [failure];
  const { channel, from, to } = draft.value.question;
  return [{ ...failure, asked: { channel, from, to } }];
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
  drafts: Array<Result<DraftedQuestion>>,
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
