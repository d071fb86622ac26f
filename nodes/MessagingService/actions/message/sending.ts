import type { INodeExecutionData } from 'n8n-workflow';

import { failed, sleep, type Result } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { say } from '../../../../core/errors/texts';
import {
  batchCalls,
  checkRun,
  open,
  outgoing,
  resultOfOutgoing,
  sayKeyStays,
  takeSteps,
  type Steps,
} from '../../../../core/steps';
import { keysOfRun } from '../../../processedKeys';
import { fallbackChannels } from '../../fields/fallbackChannels';
import * as option from '../../fields/options';
import { sendingWindow } from '../../fields/sendingWindow';
import { stopAtFailure } from '../../outcomes';
import { hasTriesLeft, NOT_BEGUN, runAtOnce, UNDER_WAY, type NodeRun, type Operation } from '../run';
import { draftAll, isMade, type Draft } from './drafts';
import { sendOnChannels } from './fallback';
import { uploadFiles } from './upload';
import { deliver } from './output';
import { SentMessages } from './sentMessages';

/** Sends each item's message in a call of its own. */
export const send: Operation = {
  name: 'Send',
  action: 'Send SMS, WhatsApp or RCS message',
  description: 'Send an SMS, WhatsApp or RCS message to one or several recipients',
  options: [
    option.deduplicateBy,
    option.excludeRecipients,
    fallbackChannels,
    option.ifTextTooLong,
    option.itemsAtOnce,
    option.limitPerRun,
    option.output,
    sendingWindow,
  ],
  execute: async (run): Promise<INodeExecutionData[]> => await sendAll(run, false),
};

/** Answers the inbound message of each item: as *Send*, but addressed with the trigger's output. */
export const reply: Operation = {
  ...send,
  name: 'Reply',
  action: 'Reply to SMS, WhatsApp or RCS message',
  description: 'Answer an inbound message, on its channel and from the number it was sent to',
  options: [option.excludeRecipients, option.ifTextTooLong, option.itemsAtOnce, option.output, sendingWindow],
};

/** Sends the messages of all items in few calls. */
export const sendBatch: Operation = {
  name: 'Send Batch',
  action: 'Send SMS, WhatsApp or RCS messages in batches',
  description:
    "Send the messages of all input items in few calls, with a result for each item. The option 'Fallback Channels' is available only for Send.",
  options: [
    option.deduplicateBy,
    option.excludeRecipients,
    option.ifTextTooLong,
    option.limitPerRun,
    option.chunkSize,
    option.output,
    option.pause,
    sendingWindow,
  ],
  execute: async (run) => await sendAll(run, true),
};

/**
 * Sends the messages of all items. They stay remembered as long as another try may follow.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
async function sendAll(run: NodeRun, inBatches: boolean): Promise<INodeExecutionData[]> {
  const drafts = await draftAll(run, inBatches);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(run.context, drafts);
  const messages = drafts.filter(isMade);
  const sent = new SentMessages(run.context);
  sent.recall(messages);
  await sendDrafts(run, messages, { inBatches, keep: (draft) => sent.keep(draft) });
  const items = deliver(run, drafts);
  const isDone = drafts.every(({ result }) => result !== undefined && result.outcome !== 'failed');
  // n8n tries again if the first item has an `error`, which the answer of the service can have, too (*Raw*).
  const isTriedAgain = hasTriesLeft(run.context) && items[0]?.json.error !== undefined;
  if (isDone && !isTriedAgain && run.signal?.aborted !== true) sent.forget();
  return items;
}

/** How messages go out. */
interface Way {
  /** Several in each call, which has a result for each; otherwise each in a call of its own, on one channel after the other if it has several. */
  inBatches?: boolean;
  /** Whether further calls are made although nothing of one was accepted. */
  goesOn?(): boolean;
  /** Remembers what became of a message, at once: the execution may be stopped before the other messages are done. */
  keep?(draft: Draft): void;
}

/** Makes a call, unless the execution was stopped meanwhile, and sets the results of its messages. */
async function call(run: NodeRun, drafts: readonly Draft[], inBatches: boolean): Promise<void> {
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

/** The steps before a message goes out. */
export function stepsBefore(run: NodeRun): Pick<Steps<Draft>, 'exclude' | 'limit' | 'schedule'> {
  return {
    exclude: async ({ compared }) => compared,
    limit: limitOf(run),
    schedule: {
      label: sendingWindow.label,
      windowOf: async ({ window }) => window,
      deadlineOf: ({ waitsUntil }) => waitsUntil,
    },
  };
}

/** Lets nothing out if all messages together are more than *Limit per Run* allows. */
function limitOf({ client, signal, options }: NodeRun): Steps<Draft>['limit'] {
  const { limit } = options;
  if (limit === undefined) return undefined;
  const most = limit.most === 'balance' ? () => client.balance({ signal }) : limit.most;
  const { label } = option.limitPerRun;
  return (messages) => checkRun(messages, { ...limit, label, most }, requestsOf);
}

/** With fallback channels, each counts, as each may be sent. */
function requestsOf({ request, fallback }: Draft): MessageRequest[] {
  return [request, ...(fallback?.further ?? [])];
}

/** Sends the messages that have no result yet. */
export async function sendDrafts(run: NodeRun, messages: readonly Draft[], way: Way): Promise<void> {
  const { inBatches = false, keep = () => undefined } = way;
  const going = open(messages);
  const { claims, giveBack } = keysOfRun(
    run.context,
    going.flatMap(({ key }) => key ?? []),
  );
  await takeSteps(going, {
    ...stepsBefore(run),
    pace: inTurns(run, way, messages),
    once: { claims },
    rateLimit: run.rateLimit,
    isSentHere: ({ fallback }) => fallback === undefined,
    upload: (turn) => uploadFiles(run, turn),
    send: async (turn) => {
      await call(run, turn, inBatches);
      turn.forEach(keep);
    },
  });
  const staying = await giveBack();
  for (const draft of going) {
    if (draft.key !== undefined && staying.has(draft.key)) {
      draft.result ??= NOT_BEGUN;
      sayKeyStays(draft);
    }
    keep(draft);
  }
}

/** So that no call of *Send Batch* waits for the answer to another one. */
const CALLS_AT_ONCE = 4;

/** Calls are made a few at once, those to one person in their order, until a person cancels the execution, or one accepts nothing. */
function inTurns(run: NodeRun, way: Way, all: readonly Draft[]): Steps<Draft>['pace'] {
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
