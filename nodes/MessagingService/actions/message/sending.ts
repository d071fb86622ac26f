import type { INodeExecutionData } from 'n8n-workflow';

import type { MessageRequest } from '../../../../core/contract';
import { checkRun, open, sayKeyStays, takeSteps, type Steps } from '../../../../core/steps';
import { keysOfRun } from '../../../processedKeys';
import { fallbackChannels } from '../../fields/fallbackChannels';
import * as option from '../../fields/options';
import { shapeItem, type ShapeOutput } from '../../fields/output';
import { sendingWindow } from '../../fields/sendingWindow';
import { stopAtFailure } from '../../outcomes';
import { NOT_BEGUN, type NodeRun, type Operation } from '../run';
import { call, inTurns, type Way } from './calls';
import { draftAll, isMade, type Draft } from './drafts';
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
    sendingWindow,
  ],
  execute: async (run, shape) => await sendAll(run, shape),
};

/** Answers the inbound message of each item: as *Send*, but addressed with the trigger's output. */
export const reply: Operation = {
  ...send,
  name: 'Reply',
  action: 'Reply to SMS, WhatsApp or RCS message',
  description: 'Answer an inbound message, on its channel and from the number it was sent to',
  options: [option.excludeRecipients, option.ifTextTooLong, option.itemsAtOnce, sendingWindow],
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
    option.pause,
    sendingWindow,
  ],
  execute: async (run, shape) => await sendAll(run, shape, true),
};

/**
 * Sends the messages of all items. They stay remembered as long as another try may follow.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
async function sendAll(run: NodeRun, shape: ShapeOutput, inBatches = false): Promise<INodeExecutionData[]> {
  const drafts = await draftAll(run, inBatches);
  const sent = new SentMessages(run);
  sent.recall(drafts);
  const [messages, others] = [drafts.filter(isMade), drafts.filter((draft) => !isMade(draft))];
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(run.context, others);
  await sendDrafts(run, messages, { inBatches, keep: (draft) => sent.keep(draft) });
  const items = deliver(run, drafts);
  const isDone = drafts.every(({ result }) => result !== undefined && result.outcome !== 'failed');
  // n8n tries again if the first item has an `error`, which the answer of the service can have, too (*Raw*).
  const isTriedAgain =
    run.hasTriesLeft && items.slice(0, 1).some((item) => shapeItem(shape, item).json.error !== undefined);
  if (isDone && !isTriedAgain && run.signal?.aborted !== true) sent.forget();
  return items;
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
  const keys = going.flatMap(({ key }) => key ?? []);
  const once = keys.length === 0 ? undefined : keysOfRun(run.context, keys);
  const haveFiles = going.some(({ files }) => files.length > 0);
  await takeSteps(going, {
    ...stepsBefore(run),
    pace: inTurns(run, way, messages),
    once,
    rateLimit: run.rateLimit,
    isSentHere: ({ fallback }) => fallback === undefined,
    upload: haveFiles ? (turn) => uploadFiles(run, turn) : undefined,
    send: async (turn) => {
      await call(run, turn, inBatches);
      turn.forEach(keep);
    },
  });
  const staying = await once?.giveBack();
  for (const draft of going) {
    if (draft.key !== undefined && staying?.has(draft.key) === true) {
      draft.result ??= NOT_BEGUN;
      sayKeyStays(draft);
    }
    keep(draft);
  }
}
