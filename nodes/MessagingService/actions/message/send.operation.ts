import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../../../core/client';
import { alone, guarded, journey, outgoing, resultOfOutgoing, type Next } from '../../../../core/journey';
import { cancelSignalOf } from '../../items';
import { clientFor, CREDENTIAL } from '../../transport/client';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../../fields/options';
import { sendingWindow } from '../../fields/sendingWindow';
import { stopAtFailure } from '../results';
import { deliverMessages, type Delivery } from './deliverMessages';
import type { Draft } from './draft';
import { draftAll, type Drafts } from './drafts';
import { covered, notTooMany } from './atMostPerRun';
import { nextChannel } from './fallback';
import { guardedDrafts, guardOf } from './loopGuard';
import { notToOptedOut } from './optedOut';
import { messageOutput } from './output';
import { oncePerKeyOf } from './sentKeys';
import { inWindow } from './sendingWindow';
import { SentMessages } from './sentMessages';
import {
  itemsAtOnce,
  leftOutOutput,
  madeOf,
  notSentEarlier,
  onlyChecked,
  remembered,
  uploadFiles,
} from './steps';

/** Sends each item's message in a call of its own. */
export const send: Operation = {
  name: 'Send',
  action: 'Send SMS, WhatsApp or RCS message',
  description: 'Send an SMS, WhatsApp or RCS message to one or several recipients',
  properties: [
    optionsProperty(
      optionFields.mostPerRun,
      optionFields.countPages,
      optionFields.doNotSendTo,
      optionFields.ifTooLong,
      optionFields.fallback,
      optionFields.atOnce,
      optionFields.keysKept,
      optionFields.maxMegabytes,
      optionFields.pointsPerPage,
      optionFields.sendOncePer,
      sendingWindow,
      optionFields.timeout,
      optionFields.uploadForm,
      optionFields.validateOnly,
      optionFields.withinBalance,
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
 * Sends what no earlier try has sent. Returns the messages with what became of them, and the memory of what was sent.
 * @param goesOnOnceSent whether a failure does not keep further items from being sent once one was accepted
 * @param leftOut the step that says what becomes of a message that nobody gets; without it, that is a failure
 */
export async function sendDrafts(
  context: IExecuteFunctions,
  drafts: Drafts['drafts'],
  goesOnOnceSent = false,
  leftOut = [leftOutOutput],
): Promise<Omit<Delivery, 'addresseeOf'>> {
  const credential = await context.getCredentials(CREDENTIAL);
  const client = clientFor(context, credential, timeoutOption(context));
  const guard = guardOf(context, credential);
  const sent = new SentMessages(context);
  const signal = cancelSignalOf(context);
  const messages = madeOf(drafts);
  const hasSent = () => messages.some(({ result }) => result?.ok === true);
  const run = {
    atOnce: numberOption(context, optionFields.atOnce),
    goOn: () => context.continueOnFail() || (goesOnOnceSent && hasSent()),
    signal,
  };
  const inTime = inWindow(messages);
  const steps = [
    notSentEarlier(sent),
    ...leftOut,
    notToOptedOut,
    ...inTime,
    ...notTooMany(context),
    onlyChecked(guard),
    ...covered(context, client, signal),
    itemsAtOnce(run),
    // Once more: the items before it take their time.
    ...leftOut,
    ...inTime,
    oncePerKeyOf(context),
    ...guarded(guard, guardedDrafts),
    uploadFiles(context, client, signal),
    remembered(sent),
    nextChannel(client, signal, guard),
  ];
  await journey<Draft>(steps, sendEach(client, signal))(messages);
  return { drafts, sent };
}

function sendEach(client: Client, signal: AbortSignal | undefined): Next<Draft> {
  return alone(async (draft) => {
    const { request, ready = { request, mediaIds: [] } } = draft;
    const result = await client.send(await outgoing(ready.request, draft), { signal });
    return messageOutput(resultOfOutgoing(result, ready.request, draft), ready);
  });
}
