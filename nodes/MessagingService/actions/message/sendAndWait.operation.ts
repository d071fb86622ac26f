import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { attemptInput, failuresIn, forErrorOutput, stopAtFailure, toNodeError } from '../../outcomes';
import { askForStatus, askPeople, nextRun, personOf, readQuestion, tellTheOthers, type Asked } from './ask';
import { endWithError, putToWait, runDataOf } from '../../wait/execution';
import { branchesOf, decisionsOf } from '../../wait/outputs';
import { sendAndWaitOptions, sendAndWaitProperties } from '../../wait/properties';
import { closeQuestions } from '../../wait/registry';
import { markTaken } from '../../wait/resume';
import { isForAgent, tellTheCall } from '../../wait/toolCall';
import { isOver, keepWait, nextStep, readWait, sentBefore, type Wait } from '../../wait/wait';
import { beginRun, runIndexOf, type NodeRun, type Operation } from '../run';
import { termsOf, warnOf } from './question';
import { isMade } from './drafts';
import { deliver } from './output';
import { messageIn } from '../../../../core/reading';

/** Sends the message of each item and continues when it is answered, when its delivery is reported, or when the time is up. */
export const sendAndWait: Operation = {
  name: 'Send and Wait',
  action: 'Send message and wait for answer',
  description:
    'Send an SMS, WhatsApp or RCS message and wait until the person answers, until it is delivered, or until the time is up',
  properties: sendAndWaitProperties,
  options: sendAndWaitOptions,
  branch,
};

/**
 * n8n runs the node again with each answer, and Retry On Fail runs it again if the first item of the output has an error. So a wait is kept
 * even when it is over, until the next run of the node: nothing is sent twice, and the output stays the same.
 */
async function branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  checkHost(context);
  const index = runIndexOf(context);
  const forAgent = isForAgent(context);
  const earlier = earlierWait(context, index);
  if (forAgent && earlier === undefined) tellTheCall(context, index);
  const wait =
    earlier === undefined ? await ask(await beginRun(context), index) : await goOn(context, earlier);
  const input = context.getInputData();
  const outputs = forAgent ? [decisionsOf(wait)] : branchesOf(wait, input);
  const step = nextStep(wait);
  if (step.do === 'end') {
    closeQuestions(context, wait);
    return outputs.map((items) => items.map((item) => forErrorOutput(context.getNode(), item)));
  }
  // Should n8n pass over the node all the same, it passes on the input, and what the model wrote there may say `approved`.
  if (forAgent) input.splice(0, input.length, ...outputs.flat());
  const until = step.do === 'wait' ? step.until : Infinity;
  await putToWait(context, index, nextRun(wait, until));
  return [outputs.flat()];
}

/**
 * What this run of the node has asked before.
 * @throws NodeApiError for what another execution asked: its buttons and links lead there (*Executions > Retry*)
 */
function earlierWait(context: IExecuteFunctions, run: number): Wait | undefined {
  const wait = readWait(context.getContext('node'), run);
  if (wait === undefined || wait.execution === context.getExecutionId() || isOver(wait)) return wait;
  endWithError(context);
  throw toNodeError(context.getNode(), sentBefore(wait, 'asked_before'), 0);
}

/** Takes the steps of the plan, until there is something to wait for, or nothing any more. */
async function followPlan(run: NodeRun, wait: Wait, known: readonly Asked[] = []): Promise<void> {
  for (;;) {
    await askForStatus(run, wait);
    const step = nextStep(wait);
    if (step.do === 'wait' || step.do === 'end' || run.signal?.aborted === true) return;
    if (step.do === 'send') await askPeople(run, wait, step.targets, known);
    else markChecked(wait);
  }
}

/**
 * Goes on with an answer, or because there is something to do. An answer counts also where the credential was deleted meanwhile: then nobody
 * is told, and no status is asked for.
 */
async function goOn(context: IExecuteFunctions, wait: Wait): Promise<Wait> {
  markTaken(wait);
  const run = await beginRun(context).catch((error: unknown) => {
    delete wait.look;
    if (nextStep(wait).do === 'check') markChecked(wait);
    if (nextStep(wait).do === 'send') throw error;
    context.logger.warn(`${context.getNode().name}: ${messageIn(error)}`);
    return undefined;
  });
  if (run === undefined) return wait;
  await followPlan(run, wait);
  if (isOver(wait)) await tellTheOthers(run, wait);
  return wait;
}

/** The status of each message was asked for as often as it can be. */
function markChecked({ people }: Wait): void {
  for (const { attempt } of people) if (attempt !== undefined) attempt.checked = true;
}

/**
 * Asks everybody. If a question cannot be sent, its item gets the error and nothing waits for it. If none can be sent, *Retry On Fail* tries
 * again; once somebody was asked, it does not.
 */
async function ask(run: NodeRun, runIndex: number): Promise<Wait> {
  const { context } = run;
  const began = Date.now();
  const terms = await attemptInput(async () => termsOf(run.itemAt(0), began));
  if (!terms.ok) throw terms.error;
  const begun = { run: runIndex, began, ...terms.value };
  const drafts = await Promise.all(context.getInputData().map((_, item) => readQuestion(run, begun, item)));
  const people = drafts.map(personOf);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts);
  const execution = context.getExecutionId();
  const wait: Wait = { version: 1, ...begun, execution, people };
  await followPlan(run, wait, drafts);
  const isAsked = people.some(({ question }) => question !== undefined);
  // At once, so that nothing is sent again if anything fails from here on.
  if (isAsked) keepWait(context.getContext('node'), wait);
  const [failure] = failuresIn(drafts);
  // n8n tries again what throws, or what has failed in the first output, where only answers are. An agent gets its error only if it is thrown.
  if (failure !== undefined && !isAsked && (run.hasTriesLeft || isForAgent(context)))
    throw toNodeError(context.getNode(), failure.error, failure.itemIndex);
  // Whoever may have the question can answer it.
  deliver(run, drafts, isAsked);
  warnOf(run, wait, drafts.filter(isMade));
  if (isOver(wait)) await tellTheOthers(run, wait);
  return wait;
}

/** The signature of a URL tells a genuine answer from a forged one; an older n8n checks signatures only if told to. */
function checkHost(context: IExecuteFunctions): void {
  // The node of the agent would wait, and takes no answer.
  if (context.isToolExecution()) {
    throw new NodeOperationError(context.getNode(), 'A tool of this agent cannot wait for an answer', {
      description:
        "Nobody was asked. Ask before or after the agent, or put this node between an agent and its tool ('Human in the Loop').",
    });
  }
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
