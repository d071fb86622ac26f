import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { MessagingError, Result } from '../../../../core/client';
import { alone, guarded, journey, OptedOut, wouldGoOut, resultOf } from '../../../../core/journey';
import { errorData } from '../../errors';
import { optionFields, optionsProperty } from '../../fields/options';
import { sendingWindow } from '../../fields/sendingWindow';
import { credentialOf } from '../../../account';
import type { Operation } from '../operation';
import { toItems } from '../results';
import { notTooMany } from './atMostPerRun';
import type { Draft } from './draft';
import { draftAll } from './drafts';
import { addHints, hintsOf } from './hints';
import { guardOf, notToOptedOut, madeOf, inWindow } from './steps';
import { checkedOutput } from './output';

/** Says what would become of each item's message. It calls nobody and sends nothing. */
export const check: Operation = {
  name: 'Check',
  action: 'Check message without sending it',
  description:
    'Say what is wrong with a message, how many pages it has and who would not get it. Sends nothing.',
  properties: [
    optionsProperty(
      optionFields.mostPerRun,
      optionFields.countPages,
      optionFields.doNotSendTo,
      optionFields.ifTextTooLong,
      optionFields.fallback,
      optionFields.pointsPerPage,
      sendingWindow,
    ),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts, itemOf } = await draftAll(context);
  const wouldSend = alone<IDataObject, Draft>(async (draft) =>
    checkedOutput(await wouldGoOut(draft.request, draft), draft.notes),
  );
  const messages = madeOf(drafts);
  const guard = guardOf(context, await credentialOf(context));
  const steps = [
    notToOptedOut,
    ...inWindow(messages),
    ...notTooMany(context),
    ...guarded<Draft>(guard, { onlyChecks: true }),
  ];
  await journey<Draft>(steps, wouldSend)(messages);
  const said = drafts.map((draft): Result<IDataObject> => ({
    ok: true,
    value: saidOf(draft.ok ? resultOf(draft.value) : draft),
  }));
  addHints(context, hintsOf(said, drafts));
  return toItems(context, said, itemOf);
}

/** A problem is what the operation is asked for, so it is an output like any other. */
function saidOf(result: Result<IDataObject>): IDataObject {
  return result.ok ? result.value : wouldNotGo(result.error);
}

function wouldNotGo(error: MessagingError): IDataObject {
  const leftOut = error instanceof OptedOut ? error.recipients.map(({ address }) => address) : undefined;
  return { goesOut: false, problem: errorData(error), ...(leftOut && { leftOut }) };
}
