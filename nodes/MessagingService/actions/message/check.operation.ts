import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { RecipientResult, Result } from '../../../../core/client';
import { alone, journey, resultOf } from '../../../../core/journey';
import { asData } from '../../../data';
import { errorData } from '../../errors';
import { optionFields, optionsProperty } from '../../fields/options';
import type { Operation } from '../operation';
import { toItems } from '../results';
import type { Draft } from './draft';
import { draftAll } from './drafts';
import { addHints, hintsOf } from './hints';
import { notToOptedOut } from './optedOut';
import { checkedOutput } from './output';

/** Says what would become of each item's message. It calls nobody and sends nothing. */
export const check: Operation = {
  name: 'Check',
  action: 'Check a message without sending it',
  description:
    'Say what is wrong with a message, how many pages it has and who would not get it. Sends nothing.',
  properties: [optionsProperty(optionFields.doNotSendTo, optionFields.ifTooLong, optionFields.fallback)],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { drafts } = await draftAll(context);
  const made = drafts.flatMap((draft) => (draft.ok ? [draft.value] : []));
  const wouldSend = alone<IDataObject, Draft>(async ({ request, leftOut }) =>
    checkedOutput(request, leftOut),
  );
  await journey<Draft>([notToOptedOut(toNobody)], wouldSend)(made);
  const results = drafts.map((draft): Result<IDataObject> => ({
    ok: true,
    value: saidOf(draft.ok ? resultOf(draft.value) : draft),
  }));
  addHints(context, hintsOf(results, drafts));
  return toItems(context, results);
}

/** A problem is what the operation is asked for, so it is an output like any other. */
function saidOf(result: Result<IDataObject>): IDataObject {
  return result.ok ? result.value : asData({ goesOut: false, problem: errorData(result.error) });
}

function toNobody(recipients: readonly RecipientResult[]): Result<IDataObject> {
  return { ok: true, value: asData({ goesOut: false, leftOut: recipients.map(({ address }) => address) }) };
}
