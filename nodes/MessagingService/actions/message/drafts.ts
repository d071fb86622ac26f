import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage, MessagingError, type Client } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { asInputError } from '../../errors';
import { readMessage } from '../../fields/readMessage';
import type { Parameters } from '../../fields/read';
import { parameterOf, parametersOf, type ItemOutcome } from '../../items';
import { uploadBinary } from '../../transport/upload';
import { keyOf } from './sentKeys';

/** A message that keeps the contract and is ready to go. */
export interface Draft {
  itemIndex: number;
  /** A file that is still to be uploaded stands in it by a placeholder. */
  request: MessageRequest;
  /** The binary fields whose files are uploaded first. */
  files: string[];
  /** Whether it is only checked and not sent. */
  validateOnly: boolean;
  /** What stands for it in *Send Only Once Per*, where the node has that. */
  key: string | undefined;
}

/** Reads and checks the message of every item, before the first one goes out. */
export async function draftAll(context: IExecuteFunctions): Promise<Array<ItemOutcome<Draft>>> {
  const parameters = parametersOf(context);
  const drafts = context.getInputData().map(async (_, itemIndex): Promise<ItemOutcome<Draft>> => {
    try {
      return { kind: 'done', value: await draft(context, itemIndex, parameters(itemIndex)) };
    } catch (error) {
      return { kind: 'failed', error: asInputError(error) };
    }
  });
  return await Promise.all(drafts);
}

async function draft(context: IExecuteFunctions, itemIndex: number, parameters: Parameters): Promise<Draft> {
  const files = new Set<string>();
  const request = readRequest(context, parameters, (binaryField) => {
    context.helpers.assertBinaryData(itemIndex, binaryField);
    files.add(binaryField);
    return `(file in "${binaryField}", uploaded before sending)`;
  });
  return {
    itemIndex,
    request: await checkMessage(request),
    files: [...files],
    validateOnly: parameters('options.validateOnly') === true,
    key: keyOf(context, parameters),
  };
}

function readRequest(
  context: IExecuteFunctions,
  parameters: Parameters,
  mediaIdOf: (binaryField: string) => string,
): unknown {
  return readMessage(parameters, { timezone: context.getTimezone(), mediaIdOf });
}

/**
 * The request of a draft with its files uploaded.
 * @throws MessagingError when a file could not be uploaded: the message was not sent.
 */
export async function withFiles(
  context: IExecuteFunctions,
  client: Client,
  { itemIndex, request, files }: Draft,
): Promise<MessageRequest> {
  if (files.length === 0) return request;
  const ids = new Map<string, string>();
  for (const file of files) {
    try {
      ids.set(file, (await uploadBinary(context, client, itemIndex, file)).mediaId);
    } catch (error) {
      throw notUploaded(file, asInputError(error));
    }
  }
  const parameters = parameterOf(context, itemIndex);
  return await checkMessage(readRequest(context, parameters, (file) => ids.get(file) ?? ''));
}

/** Whatever became of the upload, the message itself was not sent. */
function notUploaded(binaryField: string, error: MessagingError): MessagingError {
  return new MessagingError({
    ...error,
    message: `The file in "${binaryField}" could not be uploaded: ${error.message}`,
    outcome: error.outcome === 'rejected' ? 'rejected' : 'not_sent',
  });
}
