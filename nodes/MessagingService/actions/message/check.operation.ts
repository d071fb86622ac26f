import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { skippedError, type MessagingError, type Tried } from '../../../../core/client';
import { ended, takeSteps } from '../../../../core/steps';
import { errorData } from '../../errors';
import { optionFields, optionsProperty } from '../../fields/options';
import { readRunOptions } from '../../fields/sendOptions';
import type { Operation } from '../operation';
import { toItems } from '../results';
import type { Draft } from './draft';
import { draftAll } from './drafts';
import { addHints, hintsOf } from './hints';
import { limitOfRun } from './limitPerRun';
import { madeOf, whoAndWhen } from './steps';
import { checkedOutput } from './output';

/** Says what would become of each item's message. It calls nobody and sends nothing. */
export const check: Operation = {
  name: 'Check',
  action: 'Check message without sending it',
  description:
    'Say what is wrong with a message, how many pages it has and who would be skipped. Sends nothing.',
  properties: [
    optionsProperty(
      optionFields.excludeRecipients,
      optionFields.fallbackChannels,
      optionFields.ifTextTooLong,
      optionFields.limitPerRun,
      optionFields.sendingWindow,
    ),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts, itemOf } = await draftAll(context);
  await takeSteps(madeOf(drafts), {
    ...whoAndWhen,
    // It calls nobody, so it asks for no balance.
    limit: limitOfRun(readRunOptions(context).limit),
    isOnlyChecked: () => true,
    send: async () => undefined,
  });
  const said = drafts.map((draft): Tried<IDataObject> => ({
    ok: true,
    value: draft.ok ? saidOf(draft.value) : wouldNotGo(draft.error),
  }));
  addHints(context, hintsOf(said, drafts));
  return toItems(context, said, itemOf);
}

/** A problem is what the operation is asked for, so it is an output like any other. */
function saidOf(draft: Draft): IDataObject {
  if (draft.checked !== undefined) return checkedOutput(draft.checked, draft.notes);
  const result = ended(draft);
  if (result.outcome === 'failed') return wouldNotGo(result.error);
  if (result.outcome === 'accepted') throw new RangeError('A message that is checked was sent');
  const skipped =
    result.outcome === 'opted_out' ? result.recipients.map(({ address }) => address) : undefined;
  return { ...wouldNotGo(skippedError(result)), ...(skipped && { skipped }) };
}

function wouldNotGo(error: MessagingError): IDataObject {
  return { goesOut: false, problem: errorData(error) };
}
