import { failed, sleep, type Result } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { say } from '../../../../core/errors/texts';
import { batchCalls, open, outgoing, resultOfOutgoing, type Steps } from '../../../../core/steps';
import { NOT_BEGUN, runAtOnce, UNDER_WAY, type NodeRun } from '../run';
import type { Draft } from './drafts';
import { sendOnChannels } from './fallback';

/** How messages go out. */
export interface Way {
  /** Several in each call, which has a result for each; otherwise each in a call of its own, on one channel after the other if it has several. */
  inBatches?: boolean;
  /** Whether further calls are made although nothing of one was accepted. */
  goesOn?(): boolean;
  /** Remembers what became of a message, at once: the execution may be stopped before the other messages are done. */
  keep?(draft: Draft): void;
}

/** So that no call of *Send Batch* waits for the answer to another one. */
const CALLS_AT_ONCE = 4;

/** Calls are made a few at once, those to one person in their order, until a person cancels the execution, or one accepts nothing. */
export function inTurns(run: NodeRun, way: Way, all: readonly Draft[]): Steps<Draft>['pace'] {
  const { context, signal } = run;
  const { atOnce, callSize, pauseMs } = run.options;
  const { inBatches = false, goesOn = () => false } = way;
  const batchesAtOnce = pauseMs > 0 ? 1 : CALLS_AT_ONCE;
  let refused = false;
  const pace = {
    atOnce: inBatches ? batchesAtOnce : atOnce,
    goesOn: () => !refused || context.continueOnFail() || goesOn(),
    signal,
  };
  return async (turns, next) => {
    await runAtOnce(
      batchCalls(turns, inBatches ? callSize : 1),
      pace,
      async ({ members }, index) => {
        if (inBatches && index > 0) await sleep(pauseMs, signal);
        if (signal?.aborted === true) return;
        for (const each of members) if (isAfterFailure(each, all)) each.result = resultFor(each, NOT_BEGUN);
        await next(open(members));
        refused ||= members.every(({ result }) => result?.outcome === 'failed');
      },
      ({ conversations }) => conversations,
    );
  };
}

/** Whether an earlier part of the same text did not get through. */
function isAfterFailure({ itemIndex, part }: Draft, all: readonly Draft[]): boolean {
  if (part === undefined || part.part === 1) return false;
  return all.some((other) => {
    const isBefore = other.itemIndex === itemIndex && (other.part?.part ?? part.part) < part.part;
    return isBefore && (other.result?.outcome === 'failed' || other.result?.outcome === 'over_limit');
  });
}

/** Makes a call, unless the execution was stopped meanwhile, and sets the results of its messages. */
export async function call(run: NodeRun, drafts: readonly Draft[], inBatches: boolean): Promise<void> {
  const { client, signal } = run;
  if (signal?.aborted === true) return;
  for (const draft of drafts) draft.result = UNDER_WAY;
  const alone = async (draft: Draft) =>
    draft.fallback === undefined
      ? await client.send(requestOf(draft), { signal })
      : await sendOnChannels(run, draft, draft.fallback);
  const results = inBatches
    ? await client.sendBatch(drafts.map(requestOf), { signal })
    : await Promise.all(drafts.map(alone));
  for (const [index, draft] of drafts.entries()) {
    const result = results[index];
    if (result !== undefined) draft.result = resultFor(draft, result);
  }
}

function requestOf(draft: Draft): MessageRequest {
  return outgoing(draft.ready?.request ?? draft.request, draft);
}

/** A result with the files of the message, and what is to be known of it. */
function resultFor(draft: Draft, sent: Result): Result {
  const { ready, notes, part } = draft;
  const result = sent.outcome === 'accepted' ? resultOfOutgoing(sent, draft) : sent;
  if (result.outcome === 'failed' && part !== undefined) {
    const { error } = result;
    return failed(error.with({ message: say('partFailed', { ...part, reason: error.said }) }));
  }
  if (result.outcome !== 'accepted') return result;
  return {
    ...result,
    ...(ready === undefined ? {} : { mediaIds: ready.mediaIds }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}
