import type { IExecuteFunctions } from 'n8n-workflow';

import { isSkipped, MessagingError, skippedError, type Result } from '../../../../core/client';
import { attemptAfter, mayArrive, othersAsked, toldOf, type Attempt } from '../../../../core/plan';
import { optionsIn, parametersOf } from '../../../parameters';
import { attemptInput, errorData } from '../../outcomes';
import { branchesOf } from '../../wait/outputs';
import { severalPeople } from '../../wait/properties';
import { referenceOf } from '../../wait/reference';
import { plainQuestions } from '../../wait/registry';
import { isAnswered, planOf, type Person, type Wait } from '../../wait/wait';
import { NOT_BEGUN, type NodeRun } from '../run';
import { drafted, draftOf, enteredAddressee, isMade, type Drafted } from './drafts';
import { acceptedOutput } from './output';
import { draftQuestion, messageTo, type DraftedQuestion } from './question';
import { oneByOne, sendDrafts } from './sending';

/** A question, or why it could not be made. */
type Asked = Drafted<DraftedQuestion>;

/** Gives the question of an item. */
export type QuestionOf = (item: number) => Promise<Asked>;

/** @param begun the run of the node that asks, and when the time of all people begins */
export function questionReader(run: NodeRun, begun: Pick<Wait, 'run' | 'began'>): QuestionOf {
  return async (itemIndex) => {
    const item = run.itemAt(itemIndex);
    const entry = { itemIndex, addressee: enteredAddressee(item.parameters) };
    return await drafted(entry, () => draftQuestion(run, begun, item));
  };
}

/** The person of an item before anybody is asked. Whoever cannot be asked has an error. */
export function personOf(draft: Asked): Person {
  const { itemIndex, addressee = {} } = draft;
  const person: Person = { addressee };
  if (!isMade(draft)) note(person, itemIndex, draft.result, 0);
  return person;
}

/** Notes what became of the question, with what comes out of it. The record does not keep the whole answer of the service. */
function note(person: Person, item: number, result: Result, now = Date.now()): Attempt {
  const attempt = attemptAfter(item, result, now);
  if (result.outcome === 'accepted') {
    person.attempt = { ...attempt, result: undefined };
    person.sms = acceptedOutput(result).sms;
  } else {
    person.attempt = attempt;
    person.error = errorData(isSkipped(result) ? skippedError(result) : result.error);
  }
  return attempt;
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
  const isOneAccepted = (all: readonly Drafted[]) => all.some(({ result }) => result?.outcome === 'accepted');
  await sendDrafts(run, drafts.filter(isMade), oneByOne(run, isOneAccepted));
  for (const draft of drafts) {
    const { itemIndex, result = NOT_BEGUN } = draft;
    const person = wait.people[itemIndex];
    if (person === undefined) continue;
    const attempt = note(person, itemIndex, result);
    // Whoever may have the question can answer it.
    if (!isMade(draft) || !mayArrive(attempt.state)) continue;
    person.question = draft.question;
    listen(wait, attempt, draft);
  }
  // The status of a new message is asked for as soon as that of the first one was.
  delete wait.look;
}

/**
 * Tells those who were asked that somebody else has taken it (*Tell the Others*), and notes what became of it, so that no further run of the
 * node tells them again. n8n resumes an execution only once with an answer. If it is killed meanwhile, the execution has crashed; one that
 * retries it may not tell anybody, as they may know. Whoever cannot be told is no failure of the answer.
 */
export async function tellTheOthers(run: NodeRun, wait: Wait): Promise<void> {
  const taken = wait.people.findIndex((person) => isAnswered(wait, person));
  const others = othersIn(wait);
  if (taken < 0 || others.length === 0 || others.some(({ person }) => person.told !== undefined)) return;
  const text = await attemptInput(async () => textFor(run.context, wait, taken));
  if (text.ok && text.value === '') return;
  const drafts = await Promise.all(
    others.map(({ item: itemIndex, question }) =>
      drafted({ itemIndex }, async () => {
        if (!text.ok) throw text.error;
        if (wait.execution !== run.context.getExecutionId()) throw maybeTold(wait);
        const request = messageTo(question, text.value);
        return await draftOf(run.itemAt(itemIndex), { request, place: 0 });
      }),
    ),
  );
  await sendDrafts(
    run,
    drafts.filter(isMade),
    oneByOne(run, () => true),
  );
  for (const [index, { person, item, to }] of others.entries()) {
    const result = drafts[index]?.result ?? NOT_BEGUN;
    person.told = { to, ...toldOf(attemptAfter(item, result, Date.now())) };
  }
}

/** n8n looks so often which executions are due. */
const ROUND_MS = 60_000;

/** The next message of the person answers the question; what is written before a planned one goes out does not. */
function listen(wait: Wait, { at }: Attempt, { page, question }: DraftedQuestion): void {
  if (!question.plain) return;
  const { channel, to: person, from: sender } = question;
  const { waitFor, began, people, limitMs = Infinity } = wait;
  // Whoever was asked can answer until the last one's time is up.
  const until = waitFor === 'inTurn' ? at + people.length * (limitMs + ROUND_MS) : began + limitMs;
  const reference = referenceOf(page);
  const expects = { kind: 'text' as const, options: [] };
  plainQuestions.add({ channel, person, sender, reference, expects, askedAt: at, until });
}

/** Those who have the question, or may have it, and have not answered, in the order of the items. */
function othersIn(wait: Wait) {
  if (wait.waitFor === 'all') return [];
  const asked = wait.people.flatMap((person, item) => {
    const { attempt, question } = person;
    if (attempt === undefined || question === undefined) return [];
    return [{ person, item, question, state: attempt.state, to: question.to }];
  });
  return othersAsked(planOf(wait), asked);
}

/** The text for the others, whose expressions see the item as it comes out, with who has answered. */
function textFor(context: IExecuteFunctions, wait: Wait, item: number): string {
  const input = context.getInputData();
  const entry = input[item];
  // The first answer.
  const [output] = branchesOf(wait, input)[0];
  if (entry === undefined || output === undefined) return '';
  const { json } = entry;
  entry.json = output.json;
  try {
    return severalPeople.read(optionsIn(parametersOf(context)(item)))?.toOthers() ?? '';
  } finally {
    entry.json = json;
  }
}

function maybeTold({ execution }: Wait): MessagingError {
  return new MessagingError({
    message: `Execution ${execution} may have told the others before it ended`,
    advice: 'Check the portal. They were not told again.',
    outcome: 'unknown',
    sends: false,
    code: 'asked_before',
  });
}
