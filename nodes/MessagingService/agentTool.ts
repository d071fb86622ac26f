import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';

import { asData } from '../data';
import { plainText } from './outcomes';
import { hasTriesLeft, runIndexOf } from './actions/run';
import { isForAgent, withdrawCall } from './wait/toolCall';
import { readWait } from './wait/wait';

/**
 * Runs the node for an AI agent. A failure is the tool's result: n8n would tell the agent nothing (2.8) or only the
 * message (2.40), and an agent that hears nothing sends again. With *On Error: Stop Workflow*, n8n gets the error and stops, except where it
 * never stops at a failed tool: in agents before version 3.
 */
export async function tellingAgent(
  context: IExecuteFunctions,
  run: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  keepOneOutput(context);
  try {
    return [(await run()).flat()];
  } catch (error) {
    const failure = failureOf(error);
    const forAgent = isForAgent(context);
    // Once somebody was asked, nothing but the answer may come out: what the model wrote may say `approved`. *Retry On Fail* may ask after all.
    if (forAgent && (isAsked(context) || hasTriesLeft(context))) return await Promise.reject(error);
    const told = forAgent ? withdrawn(context, error, failure) : error;
    if (failure === undefined || mustThrow(context, failure)) return await Promise.reject(told);
    return [forAgent ? context.getInputData() : [{ json: failure, pairedItem: { item: 0 } }]];
  }
}

/** Whether a person has the question, or may have it. */
function isAsked(context: IExecuteFunctions): boolean {
  return readWait(context.getContext('node'), runIndexOf(context)) !== undefined;
}

/** The error of a question that was not asked: the agent gets it in place of the answer, and not that the user has rejected its call. */
function withdrawn(context: IExecuteFunctions, error: unknown, failure: IDataObject = {}): Error {
  const told = error instanceof Error ? error : new Error(String(error));
  const asked =
    failure.outcome === 'unknown'
      ? 'The question may have been sent, but no answer to it counts'
      : 'The person could not be asked';
  told.message = `${asked}, and the tool did not run. ${told.message}`;
  withdrawCall(context, runIndexOf(context), told.message);
  return told;
}

/**
 * A tool has one output, and n8n loses what goes to another one. Before version 3, an agent runs it by itself: then the agent is the node that
 * n8n executes.
 */
function keepOneOutput(context: IExecuteFunctions): void {
  if (context.isToolExecution()) return;
  const { node } = context.getExecuteData();
  if (node.onError === 'continueErrorOutput') node.onError = 'continueRegularOutput';
}

const NOT_AGAIN = 'Do not send this message again. Tell the user that it may have been sent.';

function failureOf(error: unknown): IDataObject | undefined {
  if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return undefined;
  const { outcome, code, requestId } = error.context;
  const advice = [outcome === 'unknown' ? NOT_AGAIN : '', plainText(error.description ?? '')]
    .filter((line) => line !== '')
    .join('\n');
  return asData({ error: error.message, outcome, advice, code, requestId });
}

function mustThrow(context: IExecuteFunctions, failure: IDataObject): boolean {
  if (context.getExecutionCancelSignal()?.aborted === true) return true;
  if (!context.isToolExecution()) return context.getExecuteData().node.onError === 'stopWorkflow';
  // Here n8n tries again only what throws.
  return failure.outcome !== 'unknown' && hasTriesLeft(context);
}
