import {
  attempt,
  changed,
  checkAgain,
  checkFileType,
  checkMessage,
  USUAL_LARGEST_MEGABYTES,
  type CallOptions,
  type Client,
  type MediaFile,
  type MessageResult,
} from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { isRecord } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { mediaFileFrom } from './media';
import { propertyLabel, propertyNamed } from '../settings/labels';
import { requestsOf, type MessageSetting, type NamedRequest } from './messageForm';
import type { fileRows } from '../settings/messageRows';
import { without, type AccountDefaults } from './messageRequest';

type FileSetting = SettingsOf<typeof fileRows>;

/** A message, and the file that is uploaded before it is sent. */
export interface PreparedMessage extends NamedRequest {
  file: MediaFile | undefined;
}

/** The placeholder for the id that an upload will return. */
const PENDING_MEDIA_ID = 'pending';

/** Builds messages with their file, as `requestsOf`. Throws MessagingError `invalid_request` also if the file is invalid. */
export function preparedMessagesOf(
  setting: MessageSetting & FileSetting,
): (scope: Scope, account: AccountDefaults) => Promise<PreparedMessage> {
  const requestFor = requestsOf(setting);
  const fileFrom = filesOf(setting);
  return async (scope, account) => {
    const named = await requestFor(scope, account);
    const file = await fileFrom(scope);
    const { content } = named.request;
    if (file !== undefined && isRecord(content))
      checkFileType(content['type'], file.mimeType, propertyLabel(scope.RED, 'buffer'));
    return { ...named, file };
  };
}

/** The file that a message brings, if the node is set to upload one. */
function filesOf({
  mediaFrom,
  bufferProperty,
  fileNameProperty,
}: FileSetting): (scope: Scope) => Promise<MediaFile | undefined> {
  if (mediaFrom !== 'buffer') return async () => undefined;
  const dataIn = evaluationOf(bufferProperty, propertyNamed('buffer'));
  const fileNameIn = evaluationOf(fileNameProperty, propertyNamed('fileName'));
  return async (scope) => {
    const file = { data: await dataIn(scope), fileName: await fileNameIn(scope) };
    return mediaFileFrom(file, USUAL_LARGEST_MEGABYTES, { data: propertyLabel(scope.RED, 'buffer') });
  };
}

/** A message that meets the contract, with a placeholder for a file that is still to be uploaded. */
export interface CheckedMessage {
  request: MessageRequest;
  file: MediaFile | undefined;
}

/** @throws MessagingError `invalid_request` with every field that breaks the contract */
export async function checkPrepared({
  request,
  file,
  labelOf,
  rules,
}: PreparedMessage): Promise<CheckedMessage> {
  const whole = file === undefined ? request : withMedia(request, file, PENDING_MEDIA_ID);
  return { request: await checkMessage(whole, labelOf, rules), file };
}

/** Uploads the file, if there is one, and sends the message. */
export async function sendChecked(
  client: Client,
  { request, file }: CheckedMessage,
  options: CallOptions,
): Promise<MessageResult> {
  if (file === undefined) return client.send(request, options);
  const uploaded = await attempt(() => client.uploadMedia(file, 'multipart', options));
  if (!uploaded.ok) throw changed(uploaded.error, { sends: true });
  const { mediaId } = uploaded.value;
  return client.send(await checkAgain(withMedia(request, file, mediaId)), options);
}

/** The uploaded file replaces the one that the content names; a document is shown under its file name. */
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
