import {
  NodeApiError,
  NodeOperationError,
  WAIT_INDEFINITELY,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';

import { MessagingError, type Tried } from '../../../../core/client';
import { isRecord } from '../../../../core/reading';
import { asData } from '../../../data';
import { addresseeOf as addresseeIn, forErrorOutput, toNodeError } from '../../errors';
import { firstFailure, parametersOf, hasTriesLeft } from '../../items';
import { hasNotFailed } from '../../transport/client';
import { branchesOf, decisionsOf, itemsSoFar } from '../../wait/answers';
import { askForStatus, nextRun } from '../../wait/askForStatus';
import {
  isOver,
  isTimeUp,
  keepWait,
  putToWait,
  waitIn,
  type NodeContext,
  type WaitState,
  runDataOf,
} from '../../wait/state';
import { markTaken } from '../../wait/resume';
import { onCommonTerms, termsOfAll } from '../../wait/terms';
import { isForAgent, tellTheCall, withdrawCall } from '../../wait/toolCall';
import type { Operation } from '../operation';
import { stopAtFailure } from '../results';
import { warnOf } from './linkHints';
import {
  isNextAsked,
  askNext,
  leaveOthers,
  sendInTurn,
  draftsOf,
  failureOf,
  questionAsked,
  waitForPlainAnswers,
  sendQuestions,
  wasAccepted,
} from './askedQuestions';
import type { DraftedQuestion } from './question';
import { deliverMessages } from './deliverMessages';
import { enteredAddressee } from './drafts';
import { SentMessages } from './sentMessages';
import { outputsOf } from './steps';
import { sendAndWaitProperties } from './sendAndWaitProperties';
import { tellTheOthers } from './tellTheOthers';

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
  const store = context.getContext('node');
  const earlier = waitIn(store);
  const forAgent = isForAgent(context);
  if (earlier?.run === run && !forAgent) restoreItems(context, earlier);
  const wait = earlier?.run === run ? earlier : await (forAgent ? askForAgent : ask)(context, run, store);
  const { execution = context.getExecutionId() } = wait;
  if (!isOver(wait) && execution !== context.getExecutionId()) {
    // Also where the node goes on after failures: nobody has failed to answer, so no branch may run.
    context.getExecuteData().node.onError = 'stopWorkflow';
    throw toNodeError(context.getNode(), askedBy(execution), 0);
  }
  markTaken(wait);
  if (!isOver(wait)) await askForStatus(context, wait);
  if (wait === earlier && isNextAsked(wait)) {
    await askNext(context, wait);
    await askForStatus(context, wait);
  }
  if (isOver(wait)) await tellTheOthers(context, wait);
  const input = context.getInputData();
  // Nobody was asked: the input has the error for the agent.
  if (forAgent && wait.questions.length === 0) return [input];
  const copied = forAgent ? input.map(() => ({ json: {} })) : input;
  addNothing(context);
  if (isOver(wait)) {
    const branches = branchesOf(wait, copied);
    if (forAgent) return [decisionsOf(branches.flat())];
    return branches.map((items) => items.map((item) => forErrorOutput(context.getNode(), item)));
  }
  const soFar = forAgent ? decisionsOf(itemsSoFar(wait, copied)) : itemsSoFar(wait, copied);
  if (wait === earlier && isTimeUp(wait)) return forAgent ? [soFar] : [[], soFar];
  // Should n8n pass over the node all the same, it passes on the input as it is then.
  input.splice(0, input.length, ...soFar);
  hasNotFailed(context);
  await putToWait(context, run, nextRun(wait) ?? WAIT_INDEFINITELY);
  // A copy: where failures have an output, n8n takes the items out of it.
  return [[...input]];
}

/** *Always Output Data* would add an item to the first output, as if somebody had answered. */
function addNothing(context: IExecuteFunctions): void {
  context.getExecuteData().node.alwaysOutputData = false;
}

/** The run before has written into the items what n8n passes on, over fields of the user's own such as `data`. */
function restoreItems(context: IExecuteFunctions, { items = [] }: WaitState): void {
  for (const [index, entry] of context.getInputData().entries()) entry.json = items[index] ?? entry.json;
}

/** As `ask`. If the question cannot be sent, the agent gets the reason, and not that the user has rejected its call. */
async function askForAgent(context: IExecuteFunctions, run: number, store: NodeContext): Promise<WaitState> {
  try {
    tellTheCall(context, run);
    const wait = await ask(context, run, store);
    const [failure] = wait.failures;
    if (failure !== undefined) withdrawCall(context, run, toldAgent(failure.error));
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

/** Sends the question of each item. If a question cannot be sent, its item gets the error and nothing waits for it. */
async function ask(context: IExecuteFunctions, run: number, store: NodeContext): Promise<WaitState> {
  checkHost(context);
  const draftFor = await draftsOf(context, run);
  const drafted = await Promise.all(context.getInputData().map((_, item) => draftFor(item)));
  const drafts = unlessAskedBefore(context, onCommonTerms(drafted));
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts);
  const terms = termsOfAll(drafts);
  const isInTurn = terms.waitFor === 'inTurn';
  const begun = isInTurn ? await sendInTurn(context, drafts) : drafts;
  const delivery = isInTurn
    ? { drafts: begun, sent: new SentMessages(context) }
    : await sendQuestions(context, drafts);
  const addresseeOf = (item: number) => {
    const draft = drafts[item];
    return draft?.ok === true
      ? addresseeIn(draft.value.request)
      : enteredAddressee(parametersOf(context)(item));
  };
  const isAsked = begun.some(wasAccepted);
  const again = triesAgain(context, store, run);
  const failure = firstFailure(outputsOf(begun));
  // n8n tries again what throws, or what has failed in the first output, where only answers are.
  if (failure !== undefined && !isAsked && again && !isForAgent(context))
    throw toNodeError(context.getNode(), failure.error, failure.itemIndex);
  // Once somebody was asked in turn, those before are not tried again.
  const goesOn = isAsked && (!again || isInTurn);
  deliverMessages(context, { ...delivery, addresseeOf, goesOn });
  const asked = drafts.slice(0, begun.length);
  const questions = asked.flatMap((draft) => questionAsked(draft, isInTurn));
  const failures = asked.flatMap((draft, item) => failureOf(draft, item, addresseeOf(item)));
  const items = context.getInputData().map(({ json }) => json);
  const wait: WaitState = { run, execution: context.getExecutionId(), ...terms, questions, failures, items };
  if (isInTurn) leaveOthers(wait, drafts.slice(begun.length));
  // At once, so that nothing is sent again if anything fails from here on. If nothing was sent, Retry On Fail may try again.
  if (questions.length > 0) keepWait(store, wait);
  waitForPlainAnswers(drafts, wait);
  await warnOf(context, drafts);
  return wait;
}

/** After *Executions > Retry*, the buttons of a message that was sent before still lead to the execution that sent it. */
function unlessAskedBefore(
  context: IExecuteFunctions,
  drafts: Array<Tried<DraftedQuestion>>,
): Array<Tried<DraftedQuestion>> {
  const sent = new SentMessages(context);
  return drafts.map((draft) => {
    const by = draft.ok ? sent.sentBy(draft.value) : undefined;
    return by === undefined ? draft : { ok: false, error: askedBy(by) };
  });
}

/** The service accepted the message: whether it may be sent again is for a person to decide. */
function askedBy(execution: string): MessagingError {
  return new MessagingError({
    message: `Execution ${execution} has sent this message, and answers to it no longer count`,
    advice: 'Run the workflow anew to ask again.',
    outcome: 'unknown',
    sends: false,
    code: 'asked_before',
  });
}

const TRIES_KEY = 'messagingServiceTries';

/** Whether n8n will run the node again after a failure (*Retry On Fail*). Call it once in each try. */
function triesAgain(context: IExecuteFunctions, store: NodeContext, run: number): boolean {
  const before = store[TRIES_KEY];
  const tries = isRecord(before) && before.run === run ? Number(before.tries) + 1 : 1;
  store[TRIES_KEY] = { run, tries };
  return hasTriesLeft(context.getNode(), tries);
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
