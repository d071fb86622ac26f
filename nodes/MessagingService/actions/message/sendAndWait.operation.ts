import {
  NodeApiError,
  NodeOperationError,
  WAIT_INDEFINITELY,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';

import { MessagingError } from '../../../../core/client';
import { asData } from '../../../data';
import { forErrorOutput, toNodeError } from '../../errors';
import { hasTriesLeft } from '../../items';
import { hasNotFailed } from '../../transport/client';
import { askForStatus, nextRun } from '../../wait/askForStatus';
import { askPeople, personOf, questionReader, type QuestionOf } from './ask';
import { putToWait, runDataOf } from '../../wait/execution';
import { branchesOf, decisionsOf } from '../../wait/outputs';
import { sendAndWaitProperties } from '../../wait/properties';
import { markTaken } from '../../wait/resume';
import { tellTheOthers } from './tellTheOthers';
import { onCommonTerms, termsOfAll } from '../../wait/terms';
import { isForAgent, tellTheCall, withdrawCall } from '../../wait/toolCall';
import { isOpen, isOver, keepWait, nextStep, readWait, type Wait } from '../../wait/wait';
import { firstFailure, stopAtFailure } from '../entries';
import { beginRun, type NodeRun, type Operation } from '../operation';
import { warnOf } from './linkHints';
import { deliver, madeOf, outputsOf } from './sendAll';

/** Sends the message of each item and continues when it is answered, when its delivery is reported, or when the time is up. */
export const sendAndWait: Operation = {
  name: 'Send and Wait',
  action: 'Send message and wait for answer',
  description:
    'Send an SMS, WhatsApp or RCS message and wait until the person answers, until it is delivered, or until the time is up',
  properties: sendAndWaitProperties,
  branch,
};

/**
 * n8n runs the node again with each answer, and Retry On Fail runs it again if the first item of the output has an error. So a wait is kept
 * even when it is over, until the next run of the node: nothing is sent twice, and the output stays the same.
 */
async function branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const run = Number(context.getWorkflowDataProxy(0).$runIndex);
  const forAgent = isForAgent(context);
  const earlier = earlierWait(context, run);
  const isResumed = earlier !== undefined && earlier.tries === undefined;
  if (isResumed && !forAgent) restoreItems(context, earlier);
  const wait = isResumed ? earlier : await (forAgent ? askForAgent : ask)(context, run, earlier);
  if (isResumed) {
    markTaken(wait);
    const resumed = await beginRun(context);
    await takeSteps(resumed, wait, questionReader(resumed, { run, now: wait.began }));
  }
  if (isOver(wait)) await tellTheOthers(context, wait);
  const input = context.getInputData();
  // Nobody was asked: the input has the error for the agent.
  if (forAgent && wait.people.every(({ question }) => question === undefined)) return [input];
  // *Always Output Data* would add an item to the first output, as if somebody had answered.
  context.getExecuteData().node.alwaysOutputData = false;
  const branches = branchesOf(wait, forAgent ? input.map(() => ({ json: {} })) : input);
  const outputs = forAgent ? [decisionsOf(branches.flat())] : branches;
  const step = nextStep(wait, Date.now() + EARLY_MS);
  if (step.do === 'end')
    return outputs.map((items) => items.map((item) => forErrorOutput(context.getNode(), item)));
  // Should n8n pass over the node all the same, it passes on the input as it is then.
  input.splice(0, input.length, ...outputs.flat());
  hasNotFailed(context);
  await putToWait(
    context,
    run,
    nextRun(wait, step.do === 'wait' ? step.until : Infinity) ?? WAIT_INDEFINITELY,
  );
  // A copy: where failures have an output, n8n takes the items out of it.
  return [[...input]];
}

/**
 * What this run of the node has asked before: it goes on, or *Retry On Fail* tries again.
 * @throws NodeApiError for what another execution asked: its buttons and links lead there (*Executions > Retry*)
 */
function earlierWait(context: IExecuteFunctions, run: number): Wait | undefined {
  const wait = readWait(context.getContext('node'), run);
  if (wait === undefined || wait.execution === context.getExecutionId() || isOver(wait)) return wait;
  if (!wait.people.some((person) => isOpen(wait, person))) return undefined;
  // Also where the node goes on after failures: nobody has failed to answer, so no branch may run.
  context.getExecuteData().node.onError = 'stopWorkflow';
  const error = new MessagingError({
    message: `Execution ${wait.execution} has sent this message, and answers to it no longer count`,
    advice: 'Run the workflow anew to ask again.',
    outcome: 'unknown',
    sends: false,
    code: 'asked_before',
  });
  throw toNodeError(context.getNode(), error, 0);
}

/** The run before has written into the items what n8n passes on, over fields of the user's own such as `data`. */
function restoreItems(context: IExecuteFunctions, { items }: Wait): void {
  for (const [index, entry] of context.getInputData().entries()) entry.json = items[index] ?? entry.json;
}

/** n8n's timer may run the node a moment before the time is up. */
const EARLY_MS = 1000;

/** Takes the steps of the plan, until there is something to wait for, or nothing any more. */
async function takeSteps(run: NodeRun, wait: Wait, questionOf: QuestionOf): Promise<void> {
  for (;;) {
    await askForStatus(run, wait);
    const step = nextStep(wait, Date.now() + EARLY_MS);
    if (step.do === 'wait' || step.do === 'end' || run.signal?.aborted === true) return;
    if (step.do === 'send') await askPeople(run, wait, step.items, questionOf);
    else for (const item of step.items) Object.assign(wait.people[item] ?? {}, { checked: true });
  }
}

/** Asks those whom no earlier try has asked. If a question cannot be sent, its item gets the error and nothing waits for it. */
async function ask(context: IExecuteFunctions, runIndex: number, earlier: Wait | undefined): Promise<Wait> {
  checkHost(context);
  const began = Date.now();
  const run = await beginRun(context);
  const readQuestion = questionReader(run, { run: runIndex, now: began });
  const input = context.getInputData();
  const drafts = onCommonTerms(await Promise.all(input.map((_, item) => readQuestion(item))));
  const tries = (earlier?.tries ?? 0) + 1;
  const people = drafts.map((draft, item) => {
    const before = earlier?.people[item];
    return before?.question === undefined ? personOf(run, draft, item) : before;
  });
  const entries = drafts.map((outcome, itemIndex) => ({
    ...{ itemIndex, outcome },
    addressee: people[itemIndex]?.addressee ?? {},
  }));
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, entries);
  const execution = context.getExecutionId();
  const items = input.map(({ json }) => json);
  const terms = termsOfAll(drafts);
  const wait: Wait = { version: 1, run: runIndex, execution, began, tries, ...terms, people, items };
  await takeSteps(run, wait, async (item) => drafts[item] ?? (await readQuestion(item)));
  // At once, so that nothing is sent again if anything fails from here on.
  keepWait(context.getContext('node'), wait);
  const isAsked = people.some(({ question }) => question !== undefined);
  const isTriedAgain = hasTriesLeft(context.getNode(), tries);
  const failure = firstFailure(outputsOf(entries));
  // n8n tries again what throws, or what has failed in the first output, where only answers are.
  if (failure !== undefined && !isAsked && isTriedAgain && !isForAgent(context))
    throw toNodeError(context.getNode(), failure.error, failure.itemIndex);
  // Whoever may have the question can answer it. Once somebody was asked in turn, those before are not tried again.
  const canFail = people.some(({ question, state }) => question === undefined && state !== 'not_asked');
  const goesOn = isAsked && (!canFail || !isTriedAgain || wait.waitFor === 'inTurn');
  deliver(run, entries, { goesOn });
  delete wait.tries;
  warnOf(run, madeOf(entries));
  return wait;
}

/** As `ask`. If the question cannot be sent, the agent gets the reason, and not that the user has rejected its call. */
async function askForAgent(
  context: IExecuteFunctions,
  run: number,
  earlier: Wait | undefined,
): Promise<Wait> {
  try {
    tellTheCall(context, run);
    const wait = await ask(context, run, earlier);
    const error = wait.people.find(({ question }) => question === undefined)?.error;
    if (error !== undefined) withdrawCall(context, run, toldAgent(error));
    return wait;
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    const known = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
    const outcome = known ? thrown.context.outcome : undefined;
    thrown.message = toldAgent(asData({ message: thrown.message, outcome }));
    withdrawCall(context, run, thrown.message);
    throw thrown;
  }
}

function toldAgent({ message, outcome }: IDataObject): string {
  const asked =
    outcome === 'unknown'
      ? 'The question may have been sent, but no answer to it counts'
      : 'The person could not be asked';
  return `${asked}, and the tool did not run. ${String(message)}`;
}

/** The signature of a URL tells a genuine answer from a forged one; an older n8n checks signatures only if told to. */
function checkHost(context: IExecuteFunctions): void {
  // A webhook that does not see its execution cannot resume it.
  if (typeof context.getSignedResumeUrl !== 'function' || runDataOf(context) === undefined) {
    throw new NodeOperationError(context.getNode(), 'This version of n8n cannot wait for answers', {
      description: "'Send and Wait' needs n8n 2.8 or later.",
    });
  }
  if ('setSignatureValidationRequired' in context) {
    const { setSignatureValidationRequired: require } = context;
    if (typeof require === 'function') require.call(context);
  }
}
