import { NodeHelpers, type IExecuteFunctions, type INode, type IRunExecutionData } from 'n8n-workflow';

import { isRecord } from '../../../core/reading';
import type { NodeContext } from './wait';

/** The node's context in the webhook of a waiting execution; undefined if this n8n does not keep it there. */
export function contextInWebhook(functions: object, node: INode): NodeContext | undefined {
  const runData = runDataOf(functions);
  return runData === undefined ? undefined : NodeHelpers.getContext(runData, 'node', node);
}

/**
 * Makes n8n run the waiting node again instead of skipping it: only `execute` can return two branches, or keep waiting with the answers so
 * far.
 */
export function runAgain(functions: object): void {
  const entry = runDataOf(functions)?.executionData?.nodeExecutionStack[0];
  if (entry !== undefined) entry.node.disabled = false;
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

/** The data of the execution. n8n's functions have it, although their type does not say so. */
export function runDataOf(functions: object): IRunExecutionData | undefined {
  const data: unknown = 'runExecutionData' in functions ? functions.runExecutionData : undefined;
  return isRunData(data) ? data : undefined;
}

function isRunData(data: unknown): data is IRunExecutionData {
  return (
    isRecord(data) && isRecord(data.executionData) && Array.isArray(data.executionData.nodeExecutionStack)
  );
}
