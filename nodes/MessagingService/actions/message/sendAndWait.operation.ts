import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { asInputError, toNodeError } from '../../errors';
import { parametersOf, type ItemOutcome } from '../../items';
import { branchesOf, itemsSoFar } from '../../wait/answers';
import { askForStatus } from '../../wait/askForStatus';
import { warnOf } from '../../wait/hints';
import { readSettings } from '../../fields/readSettings';
import { draftQuestion, responseTypeOf, type DraftedQuestion } from '../../wait/question';
import { expect } from '../../wait/registry';
import { reportersOf } from '../../wait/reporter';
import { canResume, forgetWait, isOver, keepWait, waitIn, type Question, type Wait } from '../../wait/state';
import { markTaken } from '../../wait/taken';
import { waitTill } from '../../wait/waitTill';
import type { Operation } from '../operation';
import { stopAtFailure } from '../results';
import { deliverMessages } from './deliverMessages';
import type { Draft } from './drafts';
import { sendDrafts } from './send.operation';
import { sendAndWaitProperties } from './sendAndWaitProperties';

/** Sends the message of each item and goes on when it is answered, when its delivery is reported, or when the time is up. */
export const sendAndWait: Operation = {
  name: 'Send and Wait',
  action: 'Send a message and wait for the answer',
  description:
    'Send an SMS, WhatsApp or RCS message and wait until the person answers, until it is delivered, or until the time is up',
  properties: sendAndWaitProperties,
  branch,
};

/** n8n runs the node again with each answer: what was asked before is not asked again. */
async function branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const run = Number(context.getWorkflowDataProxy(0).$runIndex);
  const store = context.getContext('node');
  const earlier = waitIn(store);
  const wait = earlier?.run === run ? earlier : await ask(context, run);
  markTaken(wait);
  if (wait.responseType === 'delivery') await askForStatus(context, wait);
  const input = context.getInputData();
  if (isOver(wait)) {
    forgetWait(store);
    return outputsOf(context, branchesOf(wait, input));
  }
  keepWait(store, wait);
  // What n8n hands on when the time is up is the input as it is now.
  input.splice(0, input.length, ...itemsSoFar(wait, input));
  await context.putExecutionToWait(wait.until === undefined ? WAIT_INDEFINITELY : new Date(wait.until));
  return [input];
}

/** An agent's tool has one output. */
function outputsOf(
  context: IExecuteFunctions,
  [notAnswered, answered]: INodeExecutionData[][],
): INodeExecutionData[][] {
  const isTool = context.getNode().type.endsWith('HitlTool');
  return isTool ? [[...(answered ?? []), ...(notAnswered ?? [])]] : [notAnswered ?? [], answered ?? []];
}

/** Sends the question of each item. A question that could not be sent is the error of its item: nothing waits for it. */
async function ask(context: IExecuteFunctions, run: number): Promise<Wait> {
  checkHost(context);
  const settings = settingsOf(context);
  const drafts = await draftAll(context, run);
  // One wrong item, and nothing goes out: whoever corrects it can run all of them again.
  stopAtFailure(context, drafts);
  const messages = drafts.map((draft) => (draft.kind === 'done' ? asMessage(draft.value) : draft));
  const delivery = await sendDrafts(context, messages);
  deliverMessages(context, delivery);
  const { outcomes } = delivery;
  const questions = outcomes.flatMap((outcome, item): Question[] => {
    const draft = drafts[item];
    if (outcome.kind !== 'done' || draft?.kind !== 'done') return [];
    const { messageId, requestId, sms } = outcome.value;
    return [{ ...draft.value.question, sent: asData({ messageId, requestId, sms }) }];
  });
  const failures = outcomes.flatMap((outcome, item) =>
    outcome.kind === 'failed' ? [{ item, error: asData(outcome.error.toData()) }] : [],
  );
  const wait = { run, ...settings, questions, failures };
  expectPlainAnswers(drafts, wait);
  warnOf(context, drafts);
  return wait;
}

function asMessage({ question, request }: DraftedQuestion): ItemOutcome<Draft> {
  const { item } = question;
  const draft = { position: item, itemIndex: item, request, files: [], key: undefined, validateOnly: false };
  return { kind: 'done', value: draft };
}

/** What is the same for all items. */
function settingsOf(context: IExecuteFunctions): Pick<Wait, 'responseType' | 'waitFor' | 'until'> {
  const parameters = parametersOf(context)(0);
  const responseType = responseTypeOf(parameters);
  // A mistake in it is seen before anything goes out.
  if (responseType === 'delivery') reportersOf(context, parameters);
  const waitFor = parameters('options.waitFor') === 'first' ? 'first' : 'all';
  try {
    const until = waitTill(parameters('options.limitWaitTime.values'), context.getTimezone());
    return { responseType, waitFor, ...(until === undefined ? {} : { until: until.toISOString() }) };
  } catch (error) {
    throw toNodeError(context.getNode(), asInputError(error), 0);
  }
}

async function draftAll(
  context: IExecuteFunctions,
  run: number,
): Promise<Array<ItemOutcome<DraftedQuestion>>> {
  const parameters = parametersOf(context);
  const settings = await readSettings(context);
  const drafts = context.getInputData().map(async (_, item): Promise<ItemOutcome<DraftedQuestion>> => {
    try {
      return { kind: 'done', value: await draftQuestion(context, settings, parameters(item), run, item) };
    } catch (error) {
      return { kind: 'failed', error: asInputError(error) };
    }
  });
  return await Promise.all(drafts);
}

function expectPlainAnswers(drafts: Array<ItemOutcome<DraftedQuestion>>, { questions, until }: Wait): void {
  const sent = new Set(questions.map(({ item }) => item));
  for (const draft of drafts) {
    if (draft.kind !== 'done' || !draft.value.question.plain) continue;
    const { question, page } = draft.value;
    const { channel, to: person, from: sender, item } = question;
    const end = until === undefined ? Infinity : Date.parse(until);
    if (sent.has(item)) expect({ channel, person, sender, url: page, until: end });
  }
}

/** Signed URLs are what tells an answer from a forgery; older n8n checks them only when it is told to. */
function checkHost(context: IExecuteFunctions): void {
  if (typeof context.getSignedResumeUrl !== 'function' || !canResume(context)) {
    throw new NodeOperationError(context.getNode(), 'This version of n8n cannot wait for answers', {
      description: 'Send and Wait needs n8n 1.115 or later.',
    });
  }
  if ('setSignatureValidationRequired' in context) {
    const { setSignatureValidationRequired: require } = context;
    if (typeof require === 'function') require.call(context);
  }
}
