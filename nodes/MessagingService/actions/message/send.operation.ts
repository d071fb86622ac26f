import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { resultOf } from '../../../../core/client';
import { outgoing, resultOfOutgoing } from '../../../../core/steps';
import { optionFields, optionsProperty } from '../../fields/options';
import type { RunOptions } from '../../fields/sendOptions';
import type { Operation } from '../operation';
import { stopAtFailure } from '../results';
import { deliverMessages } from './deliverMessages';
import type { Draft } from './draft';
import { draftAll } from './drafts';
import { sendOnChannels } from './fallback';
import { underWay } from '../../items';
import { itemsAtOnce, withDraft, type Service } from './steps';
import { sendDrafts, type Way } from './sendDrafts';
import { SentMessages } from './sentMessages';

/** Sends each item's message in a call of its own. */
export const send: Operation = {
  name: 'Send',
  action: 'Send SMS, WhatsApp or RCS message',
  description: 'Send an SMS, WhatsApp or RCS message to one or several recipients',
  properties: [
    optionsProperty(
      optionFields.deduplicateBy,
      optionFields.excludeRecipients,
      optionFields.fallbackChannels,
      optionFields.ifTextTooLong,
      optionFields.atOnce,
      optionFields.limitPerRun,
      optionFields.output,
      optionFields.sendingWindow,
    ),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts, itemOf, addresseeOf } = await draftAll(context);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(context, drafts, undefined, itemOf);
  const sent = new SentMessages(context);
  await sendDrafts(context, drafts, oneByOne(context), sent);
  return deliverMessages(context, { drafts, sent, itemOf, addresseeOf });
}

/**
 * Each message in a call of its own, on one channel after the other if it has several.
 * @param goesOn whether a failure does not keep further messages from being sent
 */
export function oneByOne(
  context: IExecuteFunctions,
  goesOn: (messages: readonly Draft[]) => boolean = () => false,
) {
  return (service: Service, { atOnce }: RunOptions, messages: readonly Draft[]): Way => {
    const { client, signal } = service;
    const pace = itemsAtOnce({
      atOnce,
      goOn: () => context.continueOnFail() || goesOn(messages),
      signal,
    });
    const whileUnderWay = underWay();
    const sendOne = async (draft: Draft): Promise<void> => {
      const { fallback, request, ready } = draft;
      draft.result = whileUnderWay;
      if (fallback !== undefined) {
        draft.result = await sendOnChannels(service, draft, fallback);
        return;
      }
      const result = await resultOf(async () =>
        client.send(await outgoing(ready?.request ?? request, draft), { signal }),
      );
      draft.result = withDraft(resultOfOutgoing(result, draft), draft);
    };
    return { pace, send: async (drafts) => void (await Promise.all(drafts.map(sendOne))) };
  };
}
