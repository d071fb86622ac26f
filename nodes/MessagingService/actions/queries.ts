import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { attempt, failed, nothingSent, type BatchMessageStatus } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { readKey } from '../../../core/steps';
import { rule } from '../../../core/contract/sentences';
import { say } from '../../../core/errors/texts';
import { asData } from '../../data';
import type { Parameters } from '../../parameters';
import { binaryField, text, type Setting } from '../../settings';
import { itemsAtOnce } from '../fields/options';
import { asInputError, failedItem, stopAtFailure, type Entry } from '../outcomes';
import { statusOutput, toItems } from './message/output';
import { uploadBinary } from './message/upload';
import { runAtOnce, UNDER_WAY, type NodeRun, type Operation } from './run';

const messageId = text('messageId', 'Message ID', {
  required: true,
  placeholder: 'e.g. {{ $json.messageId }}',
  help: 'The ID returned when the message was sent. Enter several as an array or separated by commas to get an item for each.',
});

/** @throws MessagingError for what is no ID, such as a number that has lost digits: it can be that of another message */
function idIn(entered: unknown, { name: path, label }: Setting<unknown>): string {
  return readKey(entered, { path, label }, rule('required'));
}

export const getStatus: Operation = {
  name: 'Get Status',
  action: 'Get status of message',
  description: 'Get the status of a message, up to seven days after it was sent',
  properties: [messageId.property],
  options: [itemsAtOnce],
  sendsNothing: true,
  execute: (run) =>
    query(
      run,
      (parameters) => {
        const listed = listEntered(messageId.read(parameters));
        const ids = (listed.length === 0 ? [''] : listed).map((id) => idIn(id, messageId));
        return ids.map((id) => ({ id, isOnly: ids.length === 1 }));
      },
      async ({ id, isOnly }) => {
        const { client, signal } = run;
        const status = await attempt(() => client.messageStatus(id, { signal }));
        if (status.ok) return statusOutput(status.value);
        const { error } = status;
        // Of several, a person must know which one.
        throw isOnly ? error : error.with({ message: say('colon', { before: id, after: error.said }) });
      },
    ),
};

const batchId = text('batchId', 'Batch ID', {
  required: true,
  placeholder: 'e.g. {{ $json.batchId }}',
  help: 'The ID returned when the batch was sent',
});

/** Asks for the status of all messages in the batch of each item, with an output item for each message. */
export const getBatchStatus: Operation = {
  name: 'Get Batch Status',
  action: 'Get status of batch',
  description: 'Get the status of every message of a batch, up to seven days after it was sent',
  properties: [batchId.property],
  options: [itemsAtOnce],
  sendsNothing: true,
  execute: (run) =>
    query(
      run,
      (parameters) => [idIn(batchId.read(parameters), batchId)],
      async (id, itemIndex) => {
        const { client, context, signal } = run;
        const { messages, requestId, raw } = await client.batchStatus(id, { signal });
        // An answer without a list that this package knows is passed on whole.
        if (messages.length === 0) return [asData({ batchId: id, requestId, raw })];
        const input = context.getInputData()[itemIndex]?.json;
        return messages.map((message) =>
          message.error === undefined
            ? statusOutput({ ...message, requestId })
            : refusedOutput(input, message),
        );
      },
    ),
};

/** A message that the service refused leaves as an item that failed. */
function refusedOutput(
  input: IDataObject | undefined,
  { recipient: to, channel, customerid, raw, error }: BatchMessageStatus,
): IDataObject {
  return failedItem(input, asData({ channel, to, customerid }), asData({ ...error, raw }));
}

/** Asks once for the points left on the account, however many items come in. */
export const getBalance: Operation = {
  name: 'Get Balance',
  action: 'Get account balance',
  description: 'Get the number of points left on the account',
  sendsNothing: true,
  execute: async (run) => {
    const { client, context, signal } = run;
    const items = await query(
      run,
      (_, itemIndex) => (itemIndex === 0 ? ['balance'] : []),
      async () => asData(await client.balance({ signal })),
    );
    const pairedItem = context.getInputData().map((_, item) => ({ item }));
    return items.map((item) => ({ ...item, pairedItem }));
  },
};

const file = binaryField('binaryField');

export const upload: Operation = {
  name: 'Upload',
  action: 'Upload media file',
  description: 'Upload an image, video, audio file or document and get the media ID to use in messages',
  properties: [file.property],
  options: [itemsAtOnce],
  sendsNothing: true,
  execute: (run) =>
    query(
      run,
      (parameters) => [file.read(parameters)],
      async (name, itemIndex) => asData(await uploadBinary(run, itemIndex, name)),
    ),
};

/** As `UNDER_WAY`, of a call that sends nothing. */
const ASKING = failed(nothingSent(UNDER_WAY.error));

/**
 * Asks the service for each item, or for each part of it: a few at the same time, with the output in the order of the items. After a failure,
 * nothing more is asked, unless the node continues.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function query<Part>(
  run: NodeRun,
  partsOf: (parameters: Parameters, itemIndex: number) => Part[],
  ask: (part: Part, itemIndex: number) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
  const { context, options, signal, itemAt } = run;
  const entries: Array<Entry & { part?: Part }> = [];
  for (const itemIndex of context.getInputData().keys()) {
    try {
      const parts = partsOf(itemAt(itemIndex).parameters, itemIndex);
      entries.push(...parts.map((part) => ({ itemIndex, part })));
    } catch (error) {
      entries.push({ itemIndex, result: failed(nothingSent(asInputError(error))) });
    }
  }
  // If one item is wrong, nothing is asked, so that all items can be run again once it is corrected.
  stopAtFailure(context, entries);
  let hasFailed = false;
  const goesOn = () => !hasFailed || context.continueOnFail();
  await runAtOnce(entries, { atOnce: options.atOnce, goesOn, signal }, async (entry) => {
    const { part, itemIndex } = entry;
    if (part === undefined) return;
    entry.result = ASKING;
    const asked = await attempt(() => ask(part, itemIndex));
    hasFailed ||= !asked.ok;
    entry.result = asked.ok ? { outcome: 'told', output: asked.value } : failed(nothingSent(asked.error));
  });
  stopAtFailure(context, entries);
  return toItems(context, entries);
}
