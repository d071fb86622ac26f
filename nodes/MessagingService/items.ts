import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'crypto';

import { createLimiter, failed, MessagingError, type Failed, type Outcome } from '../../core/client';

export interface Pace {
  /** How many tasks run at the same time. */
  atOnce: number;
  /** Asked before each task. */
  goesOn: () => boolean;
  signal: AbortSignal | undefined;
}

/**
 * Runs a task for each entry, a few at the same time, in their order. Once it may not go on, started tasks are finished and no others are
 * started. When the execution is stopped, it ends at once.
 * @param linesOf where a task waits for those that came before it, whatever else may run at once
 */
export async function runAtOnce<T>(
  all: readonly T[],
  { atOnce, goesOn, signal }: Pace,
  task: (one: T, index: number) => Promise<void>,
  linesOf?: (one: T) => readonly string[],
): Promise<void> {
  const limiter = createLimiter(atOnce);
  const runs = all.map((one, index) =>
    limiter.run(async () => {
      if (goesOn() && signal?.aborted !== true) await task(one, index);
    }, linesOf?.(one)),
  );
  await untilStopped(Promise.all(runs), signal);
}

/**
 * The result of items while their tasks run, which stays their result if the execution is stopped. One for all of them: an error takes as
 * long to make as a message to check.
 */
export const UNDER_WAY = stopped('The execution was stopped before the service answered', 'unknown');

/** The same of a message while its files are uploaded, and of one that was not begun. */
export const NOT_BEGUN = stopped('The execution was stopped before this message was sent', 'not_sent');

function stopped(message: string, outcome: Outcome): Failed {
  return failed(new MessagingError({ message, outcome, code: 'cancelled' }));
}

/**
 * Waits for work until a person or a time limit stops the execution: n8n then stores what there is, and from a node only what it returns at
 * once.
 */
async function untilStopped(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await work;
    return;
  }
  let end: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (end = resolve));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** The parts of n8n that tell the tries of a run from other runs. */
export type Run = Pick<IExecuteFunctions, 'getInputData' | 'isToolExecution'> & {
  getWorkflowDataProxy(itemIndex: number): Record<string, unknown>;
};

/** By the input of an agent's call. */
const calls = new WeakMap<object, string>();

/**
 * The run of the node, the same for all tries of Retry on Fail. n8n counts each try of an agent's tool as a run of its own, but gives all of
 * them the same input object.
 */
export function runOf(context: Run): string {
  const input = inputOfCall(context);
  if (input === undefined) return String(runIndexOf(context));
  const call = calls.get(input) ?? `call ${randomUUID()}`;
  calls.set(input, call);
  return call;
}

/** n8n's own number of the run: in a loop, each round is a run. */
export function runIndexOf(context: Pick<Run, 'getWorkflowDataProxy'>): number {
  return Number(context.getWorkflowDataProxy(0).$runIndex);
}

function inputOfCall(context: Pick<Run, 'getInputData' | 'isToolExecution'>): object | undefined {
  return context.isToolExecution() ? context.getInputData()[0]?.json : undefined;
}

/** The parts of n8n that count the tries of Retry on Fail. */
type Try = Pick<IExecuteFunctions, 'getExecuteData'> & Pick<Run, 'getInputData' | 'isToolExecution'>;

/** By what n8n hands to all tries of a run, and to no other run: the entry in its stack, which it reads anew for one that waited. */
const tries = new WeakMap<object, number>();

const handedTo = (context: Try) => inputOfCall(context) ?? context.getExecuteData();

/** Call this when n8n runs the node. */
export function countTry(context: Try): void {
  tries.set(handedTo(context), triesOf(context) + 1);
}

/** How often n8n has run the node in this run, including this try. */
export function triesOf(context: Try): number {
  return tries.get(handedTo(context)) ?? 0;
}

/** Whether n8n will run the node again if this try fails (*Retry On Fail*); it reads its own setting like this. */
export function hasTriesLeft(context: Try & Pick<IExecuteFunctions, 'getNode'>): boolean {
  const { retryOnFail, maxTries } = context.getNode();
  return retryOnFail === true && triesOf(context) < Math.min(5, Math.max(2, maxTries ?? 3));
}
