import { failed, isSkipped, MessagingError, skippedError, type Tried } from '../../../../core/client';
import { reportersOf } from '../../../callers';
import { asData } from '../../../data';
import { acceptedOutput } from './output';
import { oneByOne, sendDrafts } from './sending';
import { enteredAddressee } from './drafts';
import { addresseeOf, attemptInput, errorData } from '../../errors';
import type { NodeRun } from '../operation';
import { draftQuestion, type DraftedQuestion } from './question';
import { referenceOf } from '../../wait/reference';
import { waitForText } from '../../wait/registry';
import type { Person, Wait } from '../../wait/wait';

/** Gives the question of an item; a failure if its parameters cannot be read, or break the contract. */
export type QuestionOf = (item: number) => Promise<Tried<DraftedQuestion>>;

/** @param begun the run of the node that asks, and when the time of all people begins, milliseconds since 1970 */
export function questionReader(run: NodeRun, begun: { run: number; now: number }): QuestionOf {
  return async (item) =>
    await attemptInput(async () => {
      const draft = await draftQuestion(run.context, begun, run.itemAt(item));
      if (draft.terms.responseType === 'delivery') reportersOf(run.credential);
      return draft;
    });
}

/** The person of an item before anybody is asked. Whoever cannot be asked has an error. */
export function personOf({ itemAt }: NodeRun, draft: Tried<DraftedQuestion>, item: number): Person {
  if (draft.ok) return { state: 'not_asked', at: 0, addressee: asData(addresseeOf(draft.value.request)) };
  const addressee = asData(enteredAddressee(itemAt(item).parameters));
  return { state: draft.error.outcome, at: 0, addressee, error: errorData(draft.error) };
}

/**
 * Asks people, and notes what became of their questions. A failure does not keep the others from being asked once a question was accepted:
 * its answer must count. n8n accepts no answer while the node runs, and stores what it has done when it waits again: if n8n is killed in
 * between, it takes the execution for crashed, and nobody else is asked.
 */
export async function askPeople(
  run: NodeRun,
  wait: Wait,
  items: readonly number[],
  questionOf: QuestionOf,
): Promise<void> {
  const drafts = await Promise.all(items.map(questionOf));
  const made = drafts.flatMap((draft) => (draft.ok ? [draft.value] : []));
  const hasAsked = oneByOne(run, (all) => all.some(({ result }) => result?.outcome === 'accepted'));
  await sendDrafts(run, made, hasAsked);
  for (const [index, item] of items.entries()) {
    const [draft, person] = [drafts[index], wait.people[item]];
    if (draft === undefined || person === undefined) continue;
    wait.people[item] = asked(person, draft);
    if (draft.ok) listen(wait, wait.people[item], draft.value);
  }
  // The status of a new message is asked for as soon as that of the first one was.
  delete wait.look;
}

/** What the answer of the service says about a question. A planned one is asked when the service sends it. */
function asked({ addressee }: Person, draft: Tried<DraftedQuestion>): Person {
  const at = Date.now();
  const result = draft.ok ? (draft.value.result ?? failed(notBegun())) : failed(draft.error);
  const question = draft.ok ? draft.value.question : undefined;
  if (result.outcome === 'accepted' && question !== undefined) {
    const { messageId, requestId, sendDate, sms, statusText } = acceptedOutput(result);
    const sent = asData({ messageId, requestId, sendDate, sms, statusText });
    const sentAt = Math.max(at, Date.parse(String(sendDate)) || 0);
    return { state: 'accepted', at: sentAt, addressee, question, sent };
  }
  // Nobody is asked whose message is skipped, so for a question that is an error.
  const error = isSkipped(result)
    ? skippedError(result)
    : result.outcome === 'failed'
      ? result.error
      : notBegun();
  const failure = { state: error.outcome, at, addressee, error: errorData(error) };
  // Whoever may have the question can answer it.
  return error.outcome === 'unknown' && question !== undefined ? { ...failure, question } : failure;
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

/** The next message of the person answers the question; what is written before a planned one goes out does not. */
function listen(wait: Wait, { at, question }: Person, { page }: DraftedQuestion): void {
  if (question?.plain !== true) return;
  const { channel, to: person, from: sender } = question;
  const { waitFor, began, people, limitMs = Infinity } = wait;
  // Whoever was asked can answer until the last one's time is up.
  const until = waitFor === 'inTurn' ? at + people.length * (limitMs + ROUND_MS) : began + limitMs;
  waitForText({ channel, person, sender, reference: referenceOf(page), askedAt: at, until });
}
