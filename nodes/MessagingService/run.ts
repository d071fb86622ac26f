import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/** The parts of n8n that tell the tries of a run from other runs; an older n8n cannot say that an agent runs the node as its tool. */
export type Run = Pick<IExecuteFunctions, 'getInputData'> &
  Partial<Pick<IExecuteFunctions, 'isToolExecution'>> & {
    getWorkflowDataProxy(itemIndex: number): Record<string, unknown>;
  };

/** By the input of an agent's call. */
const calls = new WeakMap<object, string>();

/**
 * The run of the node, the same for all tries of Retry on Fail. n8n counts each try of an agent's tool as a run of its own, but gives all of
 * them the same input object.
 */
export function runOf(context: Run): string {
  const input = context.isToolExecution?.() === true ? context.getInputData()[0]?.json : undefined;
  if (input === undefined) return String(context.getWorkflowDataProxy(0).$runIndex);
  const call = calls.get(input) ?? `call ${randomUUID()}`;
  calls.set(input, call);
  return call;
}
