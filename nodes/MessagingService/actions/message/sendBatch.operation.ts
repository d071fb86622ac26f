import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
  createLimiter,
  groupByNotification,
  sleep,
  type BatchResult,
  type Client,
} from '../../../../core/client';
import { cancelSignalOf, runItems, type ItemOutcome } from '../../items';
import { clientOf } from '../../transport/client';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../options';
import { stopAtFailure } from '../results';
import { deliverMessages, knownOutcome } from './deliverMessages';
import { draftAll, withFiles, type Draft } from './drafts';
import { messageOutput } from './output';
import { SentMessages } from './sentMessages';

/** Sends the messages of all items in few calls. */
export const sendBatch: Operation = {
  name: 'Send Batch',
  action: 'Send messages in batches',
  description: 'Send the messages of all input items in few calls, with a result for each item',
  properties: [
    optionsProperty(
      optionFields.maxMegabytes,
      optionFields.chunkSize,
      optionFields.pause,
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
  signal: AbortSignal | undefined;
  /** What became of each item so far. */
  outcomes: Array<ItemOutcome<IDataObject>>;
}

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const drafts = await draftAll(context);
  // One wrong item, and nothing goes out: whoever corrects it can run all of them again.
  stopAtFailure(context, drafts);
  const sent = new SentMessages(context);
  const toSend: Draft[] = [];
  const outcomes = drafts.map((draft): ItemOutcome<IDataObject> => {
    if (draft.kind !== 'done') return draft;
    const known = knownOutcome(draft.value, sent);
    if (known === undefined) toSend.push(draft.value);
    return known ?? { kind: 'skipped' };
  });
  const client = await clientOf(context, timeoutOption(context));
  await sendChunks(toSend, { context, client, sent, signal: cancelSignalOf(context), outcomes });
  return deliverMessages(context, outcomes, sent);
}

/** One call can be on its way while another is answered. */
const CALLS_AT_ONCE = 2;

/**
 * Sends the chunks in order, until a person cancels the execution or a call is refused as a whole. One after the other where there are
 * to be pauses between them.
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
    await sendChunk(chunk, batching);
    const nothingAccepted = chunk.every(({ itemIndex }) => outcomes[itemIndex]?.kind === 'failed');
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

async function sendChunk(
  chunk: Draft[],
  { context, client, sent, signal, outcomes }: Batching,
): Promise<void> {
  const ready = await runItems(
    chunk.map((draft) => ({ kind: 'done', value: draft })),
    { atOnce: UPLOADS_AT_ONCE, goOn: true, signal },
    async (draft) => ({ draft, request: await withFiles(context, client, draft) }),
  );
  const sending = ready.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.value] : []));
  for (const [index, outcome] of ready.entries()) {
    const draft = chunk[index];
    if (draft !== undefined && outcome.kind === 'failed') outcomes[draft.itemIndex] = outcome;
  }
  const requests = sending.map(({ request }) => request);
  const result = await client.sendBatch(requests, { signal });
  for (const [index, { draft }] of sending.entries()) {
    outcomes[draft.itemIndex] = entryOutcome(result, index, draft, sent);
  }
}

function entryOutcome(
  { entries, batchId }: BatchResult,
  index: number,
  draft: Draft,
  sent: SentMessages,
): ItemOutcome<IDataObject> {
  const entry = entries[index];
  if (entry === undefined) return { kind: 'skipped' };
  if (!entry.ok) return { kind: 'failed', error: sent.failed(draft, entry.error) };
  const output = messageOutput(entry.result, batchId);
  sent.accepted(draft, output);
  return { kind: 'done', value: output };
}
