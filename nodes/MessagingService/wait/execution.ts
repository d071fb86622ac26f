import {
  NodeHelpers,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
  type IRunExecutionData,
} from 'n8n-workflow';

import { isRecord, readProperty } from '../../../core/reading';
import type { NodeContext } from './wait';

/** The node's context in the webhook of a waiting execution; undefined if this n8n does not keep it there. */
export function contextInWebhook(functions: object, node: INode): NodeContext | undefined {
  const runData = runDataOf(functions);
  return runData === undefined ? undefined : NodeHelpers.getContext(runData, 'node', node);
}

/**
 * Makes n8n run the waiting node again instead of skipping it, with what was noted in its wait: only `execute` can return two branches, or
 * keep waiting with the answers so far.
 * @returns the items with which it runs
 */
export function runAgain(functions: object): INodeExecutionData[][] {
  const entry = runDataOf(functions)?.executionData?.nodeExecutionStack[0];
  if (entry !== undefined) entry.node.disabled = false;
  return [entry?.data.main?.[0] ?? []];
}

/**
 * Has the execution wait until `date` such that n8n runs the node again when the time is up. n8n passes over a node that it finds waiting,
 * through its first output, also after *Executions > Retry*. It knows such a node by `waitTill` in the stored data; when to continue is
 * stored beside the data as well. So `waitTill` is left out of what is stored, and the node decides what happened.
 */
export async function putToWait(
  context: Pick<IExecuteFunctions, 'getExecuteData' | 'putExecutionToWait'>,
  run: number,
  date: Date,
): Promise<void> {
  const runData = runDataOf(context);
  if (runData !== undefined) {
    Object.defineProperty(runData, 'waitTill', { writable: true, configurable: true, enumerable: false });
    // The run that goes on is the same one.
    context.getExecuteData().runIndex = run;
  }
  await context.putExecutionToWait(date);
}

/**
 * Ends the execution with the error that the node throws next, also where the node goes on after failures: nobody has failed to answer, so no
 * branch may run. Workflows that were made for an older n8n say it by `continueOnFail`, and n8n goes on if either does.
 */
export function endWithError(context: Pick<IExecuteFunctions, 'getExecuteData'>): void {
  const { node } = context.getExecuteData();
  node.onError = 'stopWorkflow';
  node.continueOnFail = false;
}

/** The data of the execution. n8n's functions have it, although their type does not say so. */
export function runDataOf(functions: object): IRunExecutionData | undefined {
  const data = readProperty(functions, 'runExecutionData');
  return isRunData(data) ? data : undefined;
}

function isRunData(data: unknown): data is IRunExecutionData {
  return (
    isRecord(data) && isRecord(data.executionData) && Array.isArray(data.executionData.nodeExecutionStack)
  );
}
