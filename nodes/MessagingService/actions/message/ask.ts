import { WAIT_INDEFINITELY, type IExecuteFunctions } from 'n8n-workflow';

import { attempt, errorOf, type Result } from '../../../../core/client';
import { steadyMoment } from '../../../../core/clock';
import {
  attemptAfter,
  growingPause,
  mayArrive,
  othersAsked,
  attemptResult,
  type Attempt,
} from '../../../../core/plan';
import { optionsIn, parametersOf } from '../../../parameters';
import { attemptInput, errorData } from '../../outcomes';
import { branchesOf } from '../../wait/outputs';
import { severalPeople } from '../../wait/properties';
import { referenceOf } from '../../wait/reference';
import { plainQuestions } from '../../wait/registry';
import { isAnswered, noteReport, planOf, sentBefore, type Person, type Wait } from '../../wait/wait';
import { NOT_BEGUN, runAtOnce, type NodeRun } from '../run';
import { drafted, draftOf, enteredAddressee, isMade, type Drafted } from './drafts';
import { draftQuestion, messageTo, type Begun, type DraftedQuestion } from './question';
import { sendDrafts } from './sending';

/** A question, or why it could not be made. */
export type Asked = Drafted<DraftedQuestion>;

/** Reads the question of an item. */
export async function readQuestion(run: NodeRun, begun: Begun, itemIndex: number): Promise<Asked> {
  const item = run.itemAt(itemIndex);
  const entry = { itemIndex, addressee: enteredAddressee(item.parameters) };
  return await drafted(entry, () => draftQuestion(run, begun, item));
}

/** The person of an item before anybody is asked. Whoever cannot be asked has an error. */
export function personOf(draft: Asked): Person {
  const { itemIndex, addressee = {} } = draft;
  const person: Person = { addressee };
  if (!isMade(draft)) note(person, itemIndex, draft.result, 0);
  return person;
}

/** Notes what became of the question, without the whole answer of the service, and why it was not accepted. */
function note(person: Person, item: number, result: Result, now = Date.now()): Attempt {
  const attempt = attemptAfter(item, result, now);
  person.attempt = { ...attempt, result: undefined };
  if (result.outcome !== 'accepted') person.error = errorData(errorOf(result));
  return attempt;
}

/**
 * Asks people, and notes what became of their questions. A failure does not keep the others from being asked once a question was accepted:
 * its answer must count. n8n accepts no answer while the node runs, and stores what it has done when it waits again: if n8n is killed in
 * between, it takes the execution for crashed, and nobody else is asked.
 * @param known the questions that were read already, by their items
 */
export async function askPeople(
  run: NodeRun,
  wait: Wait,
  items: readonly number[],
  known: readonly Asked[],
): Promise<void> {
  const drafts = await Promise.all(
    items.map(async (item) => known[item] ?? (await readQuestion(run, wait, item))),
  );
  const isOneAccepted = () => drafts.some(({ result }) => result?.outcome === 'accepted');
  await sendDrafts(run, drafts.filter(isMade), { goesOn: isOneAccepted });
  for (const draft of drafts) {
    const { itemIndex, result = NOT_BEGUN } = draft;
    const person = wait.people[itemIndex];
    if (person === undefined) continue;
    const attempt = note(person, itemIndex, result);
    // Whoever may have the question can answer it.
    if (!isMade(draft) || !mayArrive(attempt.state)) continue;
    person.question = draft.question;
    listen(attempt, draft);
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
        if (wait.execution !== run.context.getExecutionId()) throw sentBefore(wait, 'asked_before.told');
        const request = messageTo(question, text.value);
        return await draftOf(run.itemAt(itemIndex), { request, place: 0 });
      }),
    ),
  );
  await sendDrafts(run, drafts.filter(isMade), { goesOn: () => true });
  for (const [index, { person, item, to }] of others.entries()) {
    const result = drafts[index]?.result ?? NOT_BEGUN;
    person.told = { to, ...attemptResult(attemptAfter(item, result, Date.now())) };
  }
}

/** The next message of the person answers the question, until the wait is over; what is written before a scheduled one goes out does not. */
function listen({ at }: Attempt, { page, question }: DraftedQuestion): void {
  if (!question.plain) return;
  const { channel, to: person, from: sender } = question;
  const [reference, askedAt] = [referenceOf(page), steadyMoment(at)];
  const expects = { kind: 'text' as const, options: [] };
  plainQuestions.add({ channel, person, sender, reference, expects, askedAt, until: Infinity });
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

/** How long to wait before the status is asked for again. n8n looks every 60 seconds which executions are due. */
const PAUSES = { first: 30_000, longest: 3_600_000 };
/** n8n accepts no answer while the node runs; the trigger keeps trying for four seconds. */
const LONGEST_LOOK_MS = 3000;

/**
 * Asks for the status of each open message if it is time to, so that a message that fails after it was accepted ends its wait. Where the
 * delivery is waited for, asks whenever the node runs: n8n accepts no report meanwhile. If asking fails, nothing changes.
 */
export async function askForStatus(run: NodeRun, wait: Wait): Promise<void> {
  const now = Date.now();
  const { since = now, at = now + growingPause(0, PAUSES) } = wait.look ?? {};
  const isDue = now >= at - 1000;
  const open = wait.people.filter(canStillFail);
  if (open.length > 0 && (isDue || wait.responseType === 'delivery')) await askForAll(run, wait, open);
  wait.look = { since, at: isDue ? Date.now() + growingPause(now - since, PAUSES) : at };
}

/** When the node is to run again although nobody has answered: at `until` at the latest. n8n waits without a limit until a date of its own. */
export function nextRun(wait: Wait, until: number): Date {
  // When the time is up, the status is asked for as well.
  if (wait.look !== undefined) wait.look.at = Math.min(wait.look.at, until);
  const at = wait.people.some(canStillFail) ? (wait.look?.at ?? until) : until;
  return new Date(Math.min(at, WAIT_INDEFINITELY.getTime()));
}

function canStillFail({ attempt }: Person): boolean {
  return attempt?.state === 'accepted' && attempt.messageId !== undefined;
}

async function askForAll(
  { context, client, options, signal: cancel }: NodeRun,
  wait: Wait,
  open: readonly Person[],
): Promise<void> {
  const end = AbortSignal.timeout(LONGEST_LOOK_MS);
  const signal = cancel === undefined ? end : AbortSignal.any([cancel, end]);
  const pace = { atOnce: options.atOnce, goesOn: () => true, signal };
  await runAtOnce(open, pace, async (person) => {
    const messageId = String(person.attempt?.messageId);
    const report = await attempt(() => client.messageStatus(messageId, { signal }));
    // Otherwise the look is over, and the execution may be stored.
    if (report.ok && !signal.aborted && report.value.final) noteReport(wait, person, report.value);
    if (!report.ok) context.logger.debug(`The status of a message is not known: ${report.error.fact}`);
  });
}
