import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createLimiter, failed, groupByNotification, sleep } from '../../../../core/client';
import { conversationsOf, outgoing, resultOfOutgoing, type Steps } from '../../../../core/steps';
import { underWay, untilStopped } from '../../items';
import { optionFields, optionsProperty } from '../../fields/options';
import type { RunOptions } from '../../fields/sendOptions';
import type { Operation } from '../operation';
import { stopAtFailure } from '../results';
import { deliverMessages } from './deliverMessages';
import type { Draft } from './draft';
import { draftAll } from './drafts';
import { withDraft, type Service } from './steps';
import { sendDrafts } from './sendDrafts';
import { SentMessages } from './sentMessages';

/** Sends the messages of all items in few calls. */
export const sendBatch: Operation = {
  name: 'Send Batch',
  action: 'Send SMS, WhatsApp or RCS messages in batches',
  description:
    "Send the messages of all input items in few calls, with a result for each item. The option 'Fallback Channels' is available only for Send.",
  properties: [
    optionsProperty(
      optionFields.deduplicateBy,
      optionFields.excludeRecipients,
      optionFields.ifTextTooLong,
      optionFields.limitPerRun,
      optionFields.chunkSize,
      optionFields.output,
      optionFields.pause,
      optionFields.sendingWindow,
    ),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts, itemOf, addresseeOf } = await draftAll(context, true);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts, undefined, itemOf);
  const sent = new SentMessages(context);
  const inCallsOf = (service: Service, options: RunOptions) => ({
    pace: inCalls(context, service, options),
    send: sendTogether(service),
  });
  await sendDrafts(context, drafts, inCallsOf, sent);
  return deliverMessages(context, { drafts, sent, itemOf, addresseeOf });
}

/** One call can be sent while another is being answered. */
const CALLS_AT_ONCE = 2;

/**
 * Messages go on in calls of some, in order, until a person cancels the execution or a whole call is refused. With pauses between calls,
 * they are made one at a time.
 */
function inCalls(
  context: IExecuteFunctions,
  { signal }: Service,
  { pauseMs, callSize }: RunOptions,
): Steps<Draft>['pace'] {
  return async (drafts, next) => {
    const limiter = createLimiter(pauseMs > 0 ? 1 : CALLS_AT_ONCE);
    let refused = false;
    const sendInTurn = async (chunk: Draft[], index: number) => {
      if (index > 0 && !refused) await sleep(pauseMs, signal);
      if (refused || signal?.aborted === true) return;
      await next(chunk);
      const nothingAccepted = chunk.every(({ result }) => result?.outcome === 'failed');
      refused ||= nothingAccepted && !context.continueOnFail();
    };
    const calls = chunksOf(drafts, callSize).map((chunk, index) =>
      limiter.run(
        () => sendInTurn(chunk, index),
        chunk.flatMap(({ request }) => conversationsOf(request)),
      ),
    );
    await untilStopped(Promise.all(calls), signal);
  };
}

function chunksOf(drafts: readonly Draft[], size: number): Draft[][] {
  return groupByNotification(drafts).flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    ),
  );
}

function sendTogether({ client, signal }: Service): Steps<Draft>['send'] {
  return async (drafts) => {
    const whileUnderWay = underWay();
    for (const draft of drafts) draft.result = whileUnderWay;
    const requests = await Promise.all(
      drafts.map((draft) => outgoing(draft.ready?.request ?? draft.request, draft)),
    );
    const { entries, batchId } = await client.sendBatch(requests, { signal });
    for (const [index, draft] of drafts.entries()) {
      const entry = entries[index];
      if (entry === undefined) continue;
      const result = entry.ok
        ? { outcome: 'accepted' as const, ...entry.value, batchId }
        : failed(entry.error);
      draft.result = withDraft(resultOfOutgoing(result, draft), draft);
    }
  };
}
