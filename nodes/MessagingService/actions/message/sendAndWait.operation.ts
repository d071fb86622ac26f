import { NodeApiError, NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { MessagingError, type Result } from '../../../../core/client';
import { asText, isRecord } from '../../../../core/reading';
import { asData } from '../../../data';
import {
  addresseeOf as addresseeIn,
  asInputError,
  errorData,
  forErrorOutput,
  toNodeError,
  type Addressee,
} from '../../errors';
import { parametersOf } from '../../items';
import { branchesOf, decisionsOf, itemsSoFar } from '../../wait/answers';
import { askForStatus, nextRun } from '../../wait/askForStatus';
import { warnOf } from '../../wait/hints';
import { windowReader } from '../../fields/sendingWindow';
import { workflowSettings } from '../../fields/workflowSettings';
import { draftQuestion, type DraftedQuestion } from '../../wait/question';
import { waitForText } from '../../wait/registry';
import {
  canResume,
  isOver,
  isTimeUp,
  keepWait,
  putToWait,
  waitIn,
  type FailedQuestion,
  type NodeContext,
  type SentQuestion,
  type WaitState,
} from '../../wait/state';
import { markTaken } from '../../wait/taken';
import { onCommonTerms, termsOfAll } from '../../wait/terms';
import { isForAgent, tellTheCall, withdrawCall } from '../../wait/toolCall';
import type { Operation } from '../operation';
import { stopAtFailure } from '../results';
import { deliverMessages } from './deliverMessages';
import type { Draft } from './draft';
import { comparisonWithList, notAskedOptedOut } from './optedOut';
import { notAskedOutside } from './sendingWindow';
import { sendDrafts } from './send.operation';
import { SentMessages } from './sentMessages';
import { resultsOf } from './steps';
import { sendAndWaitProperties } from './sendAndWaitProperties';

/** Sends the message of each item and continues when it is answered, when its delivery is reported, or when the time is up. */
export const sendAndWait: Operation = {
  name: 'Send and Wait',
  action: 'Send a message and wait for the answer',
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
  const wait = earlier?.run === run ? earlier : await (forAgent ? askForAgent : ask)(context, run, store);
  const { execution = context.getExecutionId() } = wait;
  if (!isOver(wait) && execution !== context.getExecutionId()) {
    // Also where the node goes on after failures: nobody has failed to answer, so no branch may run.
    context.getExecuteData().node.onError = 'stopWorkflow';
    throw toNodeError(context.getNode(), askedBy(execution), 0);
  }
  markTaken(wait);
  if (!isOver(wait)) await askForStatus(context, wait);
  const input = context.getInputData();
  // Nobody was asked: the input has the error for the agent.
  if (forAgent && wait.questions.length === 0) return [input];
  const copied = forAgent ? input.map(() => ({ json: {} })) : input;
  if (isOver(wait)) {
    const branches = branchesOf(wait, copied);
    if (forAgent) return [decisionsOf([...branches[1], ...branches[0]])];
    return branches.map((items) => items.map((item) => forErrorOutput(context.getNode(), item)));
  }
  const soFar = forAgent ? decisionsOf(itemsSoFar(wait, copied)) : itemsSoFar(wait, copied);
  if (wait === earlier && isTimeUp(wait)) return [soFar];
  // Should n8n pass over the node all the same, it passes on the input as it is then.
  input.splice(0, input.length, ...soFar);
  await putToWait(context, run, nextRun(wait) ?? WAIT_INDEFINITELY);
  // A copy: where failures have an output, n8n takes the items out of it.
  return [[...input]];
}

/** As `ask`. If the question cannot be sent, the agent gets the reason, and not that the user has rejected its call. */
async function askForAgent(context: IExecuteFunctions, run: number, store: NodeContext): Promise<WaitState> {
  try {
    tellTheCall(context, run);
    const wait = await ask(context, run, store);
    const [failure] = wait.failures;
    if (failure !== undefined) withdrawCall(context, run, notAsked(failure.error));
    return wait;
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    const known = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
    const outcome = known ? thrown.context.outcome : undefined;
    thrown.message = notAsked(asData({ message: thrown.message, outcome }));
    withdrawCall(context, run, thrown.message);
    throw thrown;
  }
}

function notAsked({ message, outcome }: IDataObject): string {
  const asked =
    outcome === 'unknown'
      ? 'The question may have been sent, but no answer to it counts'
      : 'The person could not be asked';
  return `${asked}, and the tool did not run. ${String(message)}`;
}

/** Sends the question of each item. If a question cannot be sent, its item gets the error and nothing waits for it. */
async function ask(context: IExecuteFunctions, run: number, store: NodeContext): Promise<WaitState> {
  checkHost(context);
  const drafts = unlessAskedBefore(context, onCommonTerms(await draftAll(context, run)));
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts);
  const messages = drafts.map((draft): Result<Draft> =>
    draft.ok ? { ok: true, value: asMessage(draft.value) } : draft,
  );
  const delivery = await sendDrafts(context, messages, true, {
    optedOut: notAskedOptedOut,
    outside: notAskedOutside,
    heldBack: [],
  });
  const addresseeOf = (item: number) => {
    const draft = drafts[item];
    return draft?.ok === true ? addresseeIn(draft.value.request) : enteredAddressee(context, item);
  };
  const outcomes = resultsOf(messages);
  const goesOn = outcomes.some((outcome) => outcome?.ok === true) && !triesAgain(context, store, run);
  deliverMessages(context, { ...delivery, addresseeOf, goesOn });
  const questions = outcomes.flatMap((outcome, item): SentQuestion[] => {
    const draft = drafts[item];
    if (outcome?.ok !== true || draft?.ok !== true) return [];
    const { messageId, requestId, sendDate, sms, unreadable } = outcome.value;
    return [{ ...draft.value.question, sent: asData({ messageId, requestId, sendDate, sms, unreadable }) }];
  });
  const failures = outcomes.flatMap((outcome, item) => failureOf(outcome, item, addresseeOf(item)));
  const wait = { run, execution: context.getExecutionId(), ...termsOfAll(drafts), questions, failures };
  // At once, so that nothing is sent again if anything fails from here on. If nothing was sent, Retry On Fail may try again.
  if (questions.length > 0) keepWait(store, wait);
  waitForPlainAnswers(drafts, wait);
  warnOf(context, drafts);
  return wait;
}

function asMessage(drafted: DraftedQuestion): Draft {
  const { question, request, files, compared, window, terms, oddNumbers } = drafted;
  const { item } = question;
  const asSent = { position: item, itemIndex: item, request, files, compared, window, oddNumbers };
  return { ...asSent, waitsUntil: terms.until, key: undefined, validateOnly: false };
}

/** Whom the message of an item was to be for, where it could not be made. */
function enteredAddressee(context: IExecuteFunctions, item: number): Addressee {
  const parameters = parametersOf(context)(item);
  try {
    return { channel: parameters('channel'), to: parameters('to') };
  } catch {
    return {};
  }
}

/** After *Executions > Retry*, the buttons of a message that was sent before still lead to the execution that sent it. */
function unlessAskedBefore(
  context: IExecuteFunctions,
  drafts: Array<Result<DraftedQuestion>>,
): Array<Result<DraftedQuestion>> {
  const sent = new SentMessages(context);
  return drafts.map((draft) => {
    const by = draft.ok ? sent.sentBy(asMessage(draft.value)) : undefined;
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
  const { retryOnFail, maxTries } = context.getNode();
  const before = store[TRIES_KEY];
  const tries = isRecord(before) && before.run === run ? Number(before.tries) + 1 : 1;
  store[TRIES_KEY] = { run, tries };
  // As n8n reads its own setting.
  return retryOnFail === true && tries < Math.min(5, Math.max(2, maxTries ?? 3));
}

function failureOf(
  outcome: Result<unknown> | undefined,
  item: number,
  addressee: Addressee,
): FailedQuestion[] {
  if (outcome?.ok === true) return [];
  const error = outcome?.ok === false ? outcome.error : notBegun();
  return [{ item, error: errorData(error), addressee: asData(addressee) }];
}

/** With few items at once, others may have failed before the first one was accepted. */
function notBegun(): MessagingError {
  return new MessagingError({
    message: 'The message was not sent, because the messages before it failed',
    outcome: 'not_sent',
    code: 'not_started',
  });
}

async function draftAll(context: IExecuteFunctions, run: number): Promise<Array<Result<DraftedQuestion>>> {
  const parameters = parametersOf(context);
  const settings = await workflowSettings(context);
  const compare = comparisonWithList(settings);
  const windowOf = windowReader(context);
  const drafts = context.getInputData().map(async (_, item): Promise<Result<DraftedQuestion>> => {
    try {
      const drafted = await draftQuestion(context, settings, parameters(item), run, item);
      const compared = compare(parameters(item), drafted.request);
      return { ok: true, value: { ...drafted, compared, window: windowOf(parameters(item)) } };
    } catch (error) {
      return { ok: false, error: asInputError(error) };
    }
  });
  return await Promise.all(drafts);
}

function waitForPlainAnswers(drafts: Array<Result<DraftedQuestion>>, { questions, until }: WaitState): void {
  const sent = new Map(questions.map(({ item, sent: { sendDate } }) => [item, sendDate]));
  for (const draft of drafts) {
    if (!draft.ok || !draft.value.question.plain) continue;
    const { question, page } = draft.value;
    const { channel, to: person, from: sender, item } = question;
    const end = until === undefined ? Infinity : Date.parse(until);
    // What is written before a planned question goes out does not answer it.
    const askedAt = Date.parse(asText(sent.get(item)) ?? '') || Date.now();
    if (sent.has(item)) waitForText({ channel, person, sender, url: page, askedAt, until: end });
  }
}

/** The signature of a URL tells a genuine answer from a forged one; an older n8n checks signatures only if told to. */
function checkHost(context: IExecuteFunctions): void {
  if (typeof context.getSignedResumeUrl !== 'function' || !canResume(context)) {
    throw new NodeOperationError(context.getNode(), 'This version of n8n cannot wait for answers', {
      description: 'Send and Wait needs n8n 2.8 or later.',
    });
  }
  if ('setSignatureValidationRequired' in context) {
    const { setSignatureValidationRequired: require } = context;
    if (typeof require === 'function') require.call(context);
  }
}
