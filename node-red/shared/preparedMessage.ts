import {
  checkMessage,
  USUAL_LARGEST_MEGABYTES,
  type Client,
  type MediaFile,
  type MessageResult,
} from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { isRecord } from '../../core/reading';
import { evaluationOf, type Scope } from './evaluate';
import { mediaFileFrom } from './media';
import { requestsOf, type MessageForm } from './messageForm';
import { without, type AccountDefaults } from './messageRequest';
import type { Stored } from './settings';

/** Where the file of a content comes from, as the form of a message stores it. */
export function fileSetting(stored: Stored) {
  return {
    mediaFrom: stored.choice('mediaFrom', 'form', 'buffer'),
    bufferProperty: stored.leaf('bufferProperty', { t: 'msg', v: 'payload' }),
    fileNameProperty: stored.leaf('fileNameProperty', { t: 'msg', v: 'filename' }),
  };
}
type FileSetting = ReturnType<typeof fileSetting>;

/** A message that is put together, and the file that is uploaded before it goes out. */
export interface PreparedMessage {
  request: Record<string, unknown>;
  file: MediaFile | undefined;
}

/** Stands for the id that an upload will return. */
const PENDING_MEDIA_ID = 'pending';

/**
 * What a form, its file included, and a message make together; the form is made ready once.
 *
 * The function it gives throws MessagingError `invalid_request` when an expression fails or the file is none.
 */
export function messagesOf(
  setting: MessageForm & FileSetting,
): (scope: Scope, account: AccountDefaults) => Promise<PreparedMessage> {
  const requestFor = requestsOf(setting);
  const fileFrom = filesOf(setting);
  return async (scope, account) => ({
    request: await requestFor(scope, account),
    file: await fileFrom(scope),
  });
}

/** The file that a message brings, where the node is to take one. */
function filesOf({
  mediaFrom,
  bufferProperty,
  fileNameProperty,
}: FileSetting): (scope: Scope) => Promise<MediaFile | undefined> {
  if (mediaFrom !== 'buffer') return async () => undefined;
  const dataIn = evaluationOf(bufferProperty, 'file');
  const fileNameIn = evaluationOf(fileNameProperty, 'fileName');
  return async (scope) =>
    mediaFileFrom({ data: await dataIn(scope), fileName: await fileNameIn(scope) }, USUAL_LARGEST_MEGABYTES);
}

/**
 * Checks a message as it will go out, its file still by a placeholder.
 * @throws MessagingError `invalid_request` naming every field that breaks the contract
 */
export function checkPrepared({ request, file }: PreparedMessage): Promise<MessageRequest> {
  return checkMessage(file === undefined ? request : withMedia(request, file, PENDING_MEDIA_ID));
}

/** Uploads the file, if there is one, and sends the message. */
export async function sendPrepared(
  client: Client,
  prepared: PreparedMessage,
  signal: AbortSignal,
): Promise<MessageResult> {
  const { request, file } = prepared;
  if (file === undefined) return client.send(request, { signal });
  // Nothing is uploaded for a message that cannot be sent anyway.
  await checkPrepared(prepared);
  const { mediaId } = await client.uploadMedia(file, 'multipart', { signal });
  return client.send(withMedia(request, file, mediaId), { signal });
}

/** The uploaded file takes the place of what the content named; a document is shown under its name. */
function withMedia(
  request: Record<string, unknown>,
  file: MediaFile,
  mediaId: string,
): Record<string, unknown> {
  if (!isRecord(request['content'])) return request;
  const content = without(request['content'], 'url');
  const named = content['type'] === 'Document' && file.fileName !== '' ? { filename: file.fileName } : {};
  return { ...request, content: { ...named, ...content, mediaId } };
}
