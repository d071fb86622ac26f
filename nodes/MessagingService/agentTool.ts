import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';

import { asData } from '../data';
import { plainText } from './outcomes';
import { hasTriesLeft } from './items';
import { isForAgent, withdrawnInput } from './wait/toolCall';

/** Whether an AI agent runs the node as its tool, or asks by it before it runs another tool (*Human in the Loop*). */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
  return context.getNode().type.endsWith('Tool');
}

/**
 * Runs the node. If an AI agent runs it as its tool, a failure is the tool's result: n8n would tell the agent nothing (2.8) or only the
 * message (2.40), and an agent that hears nothing sends again. With *On Error: Stop Workflow*, n8n gets the error and stops, except where it
 * never stops at a failed tool: in agents before version 3.
 */
export async function tellingAgent(
  context: IExecuteFunctions,
  run: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  if (!isTool(context)) return await run();
  keepOneOutput(context);
  try {
    return await run();
  } catch (error) {
    return toldInstead(context, error) ?? (await Promise.reject(error));
  }
}

/** The output that tells the agent of an error; undefined if n8n must get the error. */
function toldInstead(context: IExecuteFunctions, error: unknown): INodeExecutionData[][] | undefined {
  const failure = failureOf(error);
  if (failure === undefined || mustThrow(context, failure)) return undefined;
  if (!isForAgent(context)) return [[{ json: failure, pairedItem: { item: 0 } }]];
  const withdrawn = withdrawnInput(context);
  return withdrawn && [withdrawn];
}

/** A tool has one output, and n8n loses what goes to another one. */
function keepOneOutput(context: IExecuteFunctions): void {
  const { node } = context.getExecuteData();
  if (node.onError === 'continueErrorOutput') node.onError = 'continueRegularOutput';
}

const NOT_AGAIN = 'Do not send this message again. Tell the user that it may have been sent.';

function failureOf(error: unknown): IDataObject | undefined {
  if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return undefined;
  const { outcome, code, requestId } = error.context;
  const advice = [outcome === 'unknown' ? NOT_AGAIN : undefined, plainText(error.description)]
    .filter((line) => line !== undefined)
    .join('\n');
  return asData({ error: error.message, outcome, advice, code, requestId });
}

function mustThrow(context: IExecuteFunctions, failure: IDataObject): boolean {
  if (context.getExecutionCancelSignal()?.aborted === true) return true;
  if (!context.isToolExecution()) return context.getExecuteData().node.onError === 'stopWorkflow';
  // Here n8n tries again only what throws.
  return failure.outcome !== 'unknown' && canTryAgain(context);
}

/** By the input of an agent's call, which is the same object in all tries. */
const tries = new WeakMap<object, number>();

/** Whether n8n will run the node again after a failure. Call it once in each try. */
function canTryAgain(context: IExecuteFunctions): boolean {
  const call = context.getInputData()[0]?.json ?? {};
  const done = (tries.get(call) ?? 0) + 1;
  tries.set(call, done);
  return hasTriesLeft(context.getNode(), done);
}
