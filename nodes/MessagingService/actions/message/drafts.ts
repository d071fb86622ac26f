import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage, MessagingError, type Client } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { asInputError } from '../../errors';
import { readMessage, readMessageList } from '../../fields/readMessage';
import type { Parameters } from '../../fields/read';
import { readSettings, type ReadSettings } from '../../fields/readSettings';
import { parameterOf, parametersOf, type ItemOutcome } from '../../items';
import { uploadBinary } from '../../transport/upload';
import { readFallback, type Fallback } from './fallback';
import type { ItemOf } from '../results';
import { keyOf } from './sentKeys';

/** A message that keeps the contract and is ready to go. */
export interface Draft {
  /** Its place among the messages of the node. */
  position: number;
  itemIndex: number;
  /** A file that is still to be uploaded stands in it by a placeholder. */
  request: MessageRequest;
  /** The binary fields whose files are uploaded first. */
  files: string[];
  /** Whether it is only checked and not sent. */
  validateOnly: boolean;
  /** What stands for it in *Send Only Once Per*, where the node has that. */
  key: string | undefined;
  /** The further channels that it may go to. */
  fallback?: Fallback | undefined;
}

/** The messages of a node, by their positions. */
export interface Drafts {
  drafts: Array<ItemOutcome<Draft>>;
  itemOf: ItemOf;
}

/**
 * Reads and checks the messages of all items, before the first one goes out. Each item gives one; with `takesLists` also several, where
 * its JSON is a MessageListRequest (specification 2.2).
 */
export async function draftAll(context: IExecuteFunctions, takesLists = false): Promise<Drafts> {
  const parameters = parametersOf(context);
  const settings = await readSettings(context);
  const items: number[] = [];
  const drafts: Array<Promise<ItemOutcome<Draft>>> = [];
  for (const itemIndex of context.getInputData().keys()) {
    const ofItem = requestsOf(context, settings, itemIndex, parameters(itemIndex), takesLists);
    for (const request of ofItem) {
      drafts.push(draft(context, { position: drafts.length, itemIndex }, parameters(itemIndex), request));
      items.push(itemIndex);
    }
  }
  return { drafts: await Promise.all(drafts), itemOf: (index) => items[index] ?? index };
}

/** A request as it was read from an item, or why it cannot be read. */
type ReadRequest = () => { request: unknown; files: string[] };

function requestsOf(
  context: IExecuteFunctions,
  settings: ReadSettings,
  itemIndex: number,
  parameters: Parameters,
  takesLists: boolean,
): ReadRequest[] {
  try {
    const list = takesLists ? readMessageList(parameters, settings.defaultCountry) : undefined;
    if (list !== undefined) return list.map((request) => () => ({ request, files: [] }));
  } catch (error) {
    return [
      () => {
        throw asInputError(error);
      },
    ];
  }
  return [
    () => {
      const files = new Set<string>();
      const request = readMessage(parameters, {
        ...settings,
        mediaIdOf: (binaryField) => {
          context.helpers.assertBinaryData(itemIndex, binaryField);
          files.add(binaryField);
          return `(file in "${binaryField}", uploaded before sending)`;
        },
      });
      return { request, files: [...files] };
    },
  ];
}

async function draft(
  context: IExecuteFunctions,
  place: Pick<Draft, 'position' | 'itemIndex'>,
  parameters: Parameters,
  readRequest: ReadRequest,
): Promise<ItemOutcome<Draft>> {
  try {
    const { request, files } = readRequest();
    const checked = await checkMessage(request);
    const value = {
      ...place,
      request: checked,
      fallback: await readFallback(parameters, checked),
      files,
      validateOnly: parameters('options.validateOnly') === true,
      key: keyOf(context, parameters),
    };
    return { kind: 'done', value };
  } catch (error) {
    return { kind: 'failed', error: asInputError(error) };
  }
}

/** A request that is ready to go, and the ids that its files got. */
export interface ReadyMessage {
  request: MessageRequest;
  mediaIds: string[];
}

/**
 * The request of a draft with its files uploaded.
 * @throws MessagingError when a file could not be uploaded: the message was not sent.
 */
export async function withFiles(
  context: IExecuteFunctions,
  client: Client,
  { itemIndex, request, files }: Draft,
): Promise<ReadyMessage> {
  if (files.length === 0) return { request, mediaIds: [] };
  const ids = new Map<string, string>();
  for (const file of files) {
    try {
      ids.set(file, (await uploadBinary(context, client, itemIndex, file)).mediaId);
    } catch (error) {
      throw notUploaded(file, asInputError(error));
    }
  }
  const reading = { ...(await readSettings(context)), mediaIdOf: (file: string) => ids.get(file) ?? '' };
  return {
    request: await checkMessage(readMessage(parameterOf(context, itemIndex), reading)),
    mediaIds: [...ids.values()],
  };
}

/** Whatever became of the upload, the message itself was not sent. */
function notUploaded(binaryField: string, error: MessagingError): MessagingError {
  return new MessagingError({
    ...error,
    message: `The file in "${binaryField}" could not be uploaded: ${error.message}`,
    outcome: error.outcome === 'rejected' ? 'rejected' : 'not_sent',
  });
}
