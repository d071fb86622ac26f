import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { errorOf } from '../../../../core/client';
import { ended, takeSteps } from '../../../../core/steps';
import { asData } from '../../../data';
import { errorData, type Entry } from '../../outcomes';
import { fallbackChannels } from '../../fields/fallbackChannels';
import { sendingWindow } from '../../fields/sendingWindow';
import type { NodeRun, Operation } from '../run';
import { draftAll, isMade, type Drafted } from './drafts';
import { addHints, checkedOutput, hintsOf, toItems } from './output';
import { stepsBefore } from './sending';

import * as option from '../../fields/options';

/** Says what would become of each item's message. It calls nobody and sends nothing. */
export const check: Operation = {
  name: 'Check',
  action: 'Check message without sending it',
  description:
    'Say what is wrong with a message, how many pages it has, and whom the exclude list and the window would skip. Sends nothing.',
  options: [
    option.excludeRecipients,
    fallbackChannels,
    option.ifTextTooLong,
    option.limitPerRun,
    sendingWindow,
  ],
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  const { context, options } = run;
  const drafts = await draftAll(run);
  const messages = drafts.filter(isMade);
  const { limit, ...before } = stepsBefore(run);
  await takeSteps(messages, {
    ...before,
    // It calls nobody, so it asks for no balance.
    limit: options.limit?.most === 'balance' ? undefined : limit,
  });
  const staying = drafts.length - messages.filter(({ checked }) => checked !== undefined).length;
  addHints(context, [
    staying === 0 ? undefined : `${staying} of ${drafts.length} would not go out`,
    ...hintsOf(messages),
  ]);
  const said = drafts.map((draft): Entry => {
    return { itemIndex: draft.itemIndex, result: { outcome: 'told', output: saidOf(draft) } };
  });
  return toItems(context, said);
}

/** A problem is what the operation is asked for, so it is an output like any other. */
function saidOf(draft: Drafted): IDataObject {
  if (isMade(draft) && draft.checked !== undefined) return checkedOutput(draft.checked, draft.notes);
  const result = ended(draft);
  if (result.outcome === 'accepted') throw new RangeError('A message that is checked was sent');
  const error = errorOf(result);
  const skipped =
    result.outcome === 'opted_out' ? result.recipients.map(({ address }) => address) : undefined;
  return asData({ goesOut: false, problem: errorData(error), skipped });
}
