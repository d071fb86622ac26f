import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asMessagingError, type Client, type SendOnce } from '../../../../core/client';
import { cancelSignalOf, runItems, type ItemOutcome } from '../../items';
import { clientOf } from '../../transport/client';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../options';
import { stopAtFailure } from '../results';
import { deliverMessages, knownOutcome, type Delivery } from './deliverMessages';
import { draftAll, withFiles, type Draft } from './drafts';
import { fallbackOutput, sendOnChannels } from './fallback';
import { messageOutput } from './output';
import { keyedOutput, messageIdOf, sendOnceOf } from './sentKeys';
import { SentMessages } from './sentMessages';

/** Sends each item's message in a call of its own. */
export const send: Operation = {
  name: 'Send',
  action: 'Send an SMS, WhatsApp or RCS message',
  description: 'Send an SMS, WhatsApp or RCS message to one or several recipients',
  properties: [
    optionsProperty(
      optionFields.fallback,
      optionFields.atOnce,
      optionFields.keysKept,
      optionFields.maxMegabytes,
      optionFields.sendOncePer,
      optionFields.timeout,
      optionFields.uploadForm,
      optionFields.validateOnly,
    ),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts, addresseeOf } = await draftAll(context);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts);
  return deliverMessages(context, { ...(await sendDrafts(context, drafts)), addresseeOf });
}

/**
 * Sends what no earlier try has sent. Returns the outcome of each item, and the memory of what was sent.
 * @param goesOnOnceSent whether a failure does not keep further items from being sent once one was accepted
 */
export async function sendDrafts(
  context: IExecuteFunctions,
  drafts: ReadonlyArray<ItemOutcome<Draft>>,
  goesOnOnceSent = false,
): Promise<Omit<Delivery, 'addresseeOf'>> {
  const client = await clientOf(context, timeoutOption(context));
  const sent = new SentMessages(context);
  const once = sendOnceOf(context);
  const earlier = drafts.map((draft) =>
    draft.kind === 'done' ? knownOutcome(draft.value, sent) : undefined,
  );
  let accepted = earlier.some((outcome) => outcome?.kind === 'done');
  const run = {
    atOnce: numberOption(context, optionFields.atOnce),
    goOn: () => context.continueOnFail() || (goesOnOnceSent && accepted),
    signal: cancelSignalOf(context),
  };
  const toSend = drafts.map((draft, itemIndex) => (earlier[itemIndex] === undefined ? draft : SKIPPED));
  const now = await runItems(toSend, run, async (draft) => {
    const output = await sendUnlessSent({ context, client, sent, once }, draft);
    accepted = true;
    return output;
  });
  const outcomes = now.map((outcome, itemIndex) => earlier[itemIndex] ?? outcome);
  return { drafts, outcomes, sent };
}

const SKIPPED: ItemOutcome<never> = { kind: 'skipped' };

interface Sending {
  context: IExecuteFunctions;
  client: Client;
  sent: SentMessages;
  once: SendOnce;
}

async function sendUnlessSent(sending: Sending, draft: Draft): Promise<IDataObject> {
  const { key } = draft;
  try {
    if (key === undefined) return await sendNow(sending, draft);
    return keyedOutput(key, await sending.once.run(key, () => sendNow(sending, draft), messageIdOf));
  } catch (error) {
    throw sending.sent.failed(draft, asMessagingError(error));
  }
}

async function sendNow({ context, client, sent }: Sending, draft: Draft): Promise<IDataObject> {
  const { request, mediaIds } = await withFiles(context, client, draft);
  const signal = cancelSignalOf(context);
  const output =
    draft.fallback === undefined
      ? messageOutput(await client.send(request, { signal }), { mediaIds })
      : fallbackOutput(await sendOnChannels(client, request, draft.fallback, signal), mediaIds);
  sent.accepted(draft, output);
  return output;
}
