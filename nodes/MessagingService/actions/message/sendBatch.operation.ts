import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
  attempt,
  createLimiter,
  groupByNotification,
  sleep,
  type BatchResult,
  type Client,
  type SendOnce,
} from '../../../../core/client';
import { cancelSignalOf, runItems, underWay, untilStopped, type ItemOutcome } from '../../items';
import { clientOf } from '../../transport/client';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../options';
import { stopAtFailure } from '../results';
import { deliverMessages, knownOutcome } from './deliverMessages';
import { draftAll, withFiles, type Draft } from './drafts';
import { messageOutput } from './output';
import { keyedOutput, messageIdOf, sendOnceOf } from './sentKeys';
import { SentMessages } from './sentMessages';

/** Sends the messages of all items in few calls. */
export const sendBatch: Operation = {
  name: 'Send Batch',
  action: 'Send SMS, WhatsApp or RCS messages in batches',
  description:
    'Send the messages of all input items in few calls, with a result for each item. The option If It Does Not Get Through is available only for Send.',
  properties: [
    optionsProperty(
      optionFields.keysKept,
      optionFields.maxMegabytes,
      optionFields.chunkSize,
      optionFields.pause,
      optionFields.sendOncePer,
      optionFields.timeout,
      optionFields.uploadForm,
      optionFields.validateOnly,
    ),
  ],
  execute,
};

interface Batching {
  context: IExecuteFunctions;
  client: Client;
  sent: SentMessages;
  once: SendOnce;
  signal: AbortSignal | undefined;
  /** The outcome of each item so far. */
  outcomes: Array<ItemOutcome<IDataObject>>;
}

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts, itemOf, addresseeOf } = await draftAll(context, true);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts, undefined, itemOf);
  const sent = new SentMessages(context);
  const toSend: Draft[] = [];
  const outcomes = drafts.map((draft): ItemOutcome<IDataObject> => {
    if (draft.kind !== 'done') return draft;
    const known = knownOutcome(draft.value, sent);
    if (known === undefined) toSend.push(draft.value);
    return known ?? { kind: 'skipped' };
  });
  const client = await clientOf(context, timeoutOption(context));
  const once = sendOnceOf(context);
  const signal = cancelSignalOf(context);
  await untilStopped(sendChunks(toSend, { context, client, sent, once, signal, outcomes }), signal);
  return deliverMessages(context, { drafts, itemOf, addresseeOf, outcomes: [...outcomes], sent });
}

/** One call can be sent while another is being answered. */
const CALLS_AT_ONCE = 2;

/**
 * Sends the chunks in order, until a person cancels the execution or a whole call is refused. With pauses between calls, chunks are sent
 * one at a time.
 */
async function sendChunks(drafts: Draft[], batching: Batching): Promise<void> {
  const { context, signal, outcomes } = batching;
  const pauseMs = numberOption(context, optionFields.pause, 0);
  const chunks = chunksOf(drafts, numberOption(context, optionFields.chunkSize));
  const limiter = createLimiter(pauseMs > 0 ? 1 : CALLS_AT_ONCE);
  let refused = false;
  const sendInTurn = async (chunk: Draft[], index: number) => {
    if (index > 0 && !refused) await sleep(pauseMs, signal);
    if (refused || signal?.aborted === true) return;
    for (let left = chunk; left.length > 0;) left = await sendFree(left, batching);
    const nothingAccepted = chunk.every(({ position }) => outcomes[position]?.kind === 'failed');
    refused ||= nothingAccepted && !context.continueOnFail();
  };
  await Promise.all(chunks.map((chunk, index) => limiter.run(() => sendInTurn(chunk, index))));
}

function chunksOf(drafts: Draft[], size: number): Draft[][] {
  return groupByNotification(drafts).flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    ),
  );
}

const UPLOADS_AT_ONCE = 3;

/**
 * Sends in one call all messages of a chunk that may be sent now.
 * @returns the messages whose keys were being sent by others; they can be tried again now
 */
async function sendFree(chunk: Draft[], batching: Batching): Promise<Draft[]> {
  const { once, outcomes } = batching;
  const { free, later } = await claimKeys(chunk, batching);
  await sendCall(free, batching);
  for (const { key, position } of free) {
    if (key !== undefined) outcomes[position] = await settleKey(once, key, outcomes[position]);
  }
  await once.over(keysOf(later));
  return later;
}

const keysOf = (drafts: Draft[]): string[] => drafts.flatMap(({ key }) => (key === undefined ? [] : [key]));

/** Claims the keys of a chunk. Messages sent before get their outcome; if the keys cannot be recorded, all messages do. */
async function claimKeys(
  chunk: Draft[],
  { once, outcomes, sent }: Batching,
): Promise<{ free: Draft[]; later: Draft[] }> {
  const divided = await attempt(() => once.divide(chunk));
  if (!divided.ok) {
    for (const draft of chunk)
      outcomes[draft.position] = { kind: 'failed', error: sent.failed(draft, divided.error) };
    return { free: [], later: [] };
  }
  for (const { message, key, messageId } of divided.value.before) {
    const value = keyedOutput(key, { kind: 'sent_before', messageId });
    outcomes[message.position] = { kind: 'done', value };
  }
  return divided.value;
}

/**
 * A message that was not started has not been sent. If its key cannot be removed, only this message is held back; all other items keep
 * their outcomes.
 */
async function settleKey(
  once: SendOnce,
  key: string,
  outcome: ItemOutcome<IDataObject> = { kind: 'skipped' },
): Promise<ItemOutcome<IDataObject>> {
  if (outcome.kind === 'failed') return { kind: 'failed', error: await once.failed(key, outcome.error) };
  if (outcome.kind === 'skipped') await once.released(key).catch(() => undefined);
  else await once.sent(key, messageIdOf(outcome.value));
  return outcome;
}

async function sendCall(
  chunk: Draft[],
  { context, client, sent, signal, outcomes }: Batching,
): Promise<void> {
  const ready = await runItems(
    chunk.map((draft) => ({ kind: 'done', value: draft })),
    { atOnce: UPLOADS_AT_ONCE, goOn: true, signal },
    async (draft) => ({ draft, ...(await withFiles(context, client, draft)) }),
  );
  const sending = ready.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.value] : []));
  for (const [index, outcome] of ready.entries()) {
    const draft = chunk[index];
    if (draft !== undefined && outcome.kind === 'failed') outcomes[draft.position] = outcome;
  }
  if (sending.length === 0) return;
  const running = underWay();
  for (const { draft } of sending) outcomes[draft.position] = running;
  const requests = sending.map(({ request }) => request);
  const result = await client.sendBatch(requests, { signal });
  for (const [index, { draft, mediaIds }] of sending.entries()) {
    outcomes[draft.position] = entryOutcome(result, index, { draft, mediaIds, sent });
  }
}

function entryOutcome(
  { entries, batchId }: BatchResult,
  index: number,
  { draft, mediaIds, sent }: { draft: Draft; mediaIds: string[]; sent: SentMessages },
): ItemOutcome<IDataObject> {
  const entry = entries[index];
  if (entry === undefined) return { kind: 'skipped' };
  if (!entry.ok) return { kind: 'failed', error: sent.failed(draft, entry.error) };
  const output = messageOutput(entry.result, { batchId, mediaIds });
  sent.accepted(draft, output);
  return { kind: 'done', value: output };
}
