import {
  attempt,
  checkAgain,
  checkFileType,
  checkWithNotes,
  USUAL_LARGEST_MEGABYTES,
  withFileNames,
  type CallOptions,
  type Client,
  type MediaFile,
} from '../../core/client';
import { fileNotes } from '../../core/client/request/mimeType';
import type { MessageRequest } from '../../core/contract';
import { isRecord } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import type { Scope } from '../settings/evaluate';
import { fileIn } from './media';
import { propertyLabel } from '../settings/labels';
import { requestOf, type MessageSetting, type NamedRequest } from './messageForm';
import type { fileRows } from '../settings/messageRows';
import { without, type AccountDefaults } from './messageRequest';

type FileSetting = SettingsOf<typeof fileRows>;

/** A message, and the file that is uploaded before it is sent. */
export interface PreparedMessage extends NamedRequest {
  file: MediaFile | undefined;
}

/** The placeholder for the id that an upload will return. */
const PENDING_MEDIA_ID = 'pending';

/** The message of a node, with its file. @throws MessagingError `invalid_request`, also if the file is invalid */
export async function preparedMessage(
  setting: MessageSetting & FileSetting,
  scope: Scope,
  account: AccountDefaults,
): Promise<PreparedMessage> {
  const { mediaFrom, bufferProperty: data, fileNameProperty: fileName } = setting;
  const named = await requestOf(setting, scope, account);
  if (mediaFrom !== 'buffer') return { ...named, file: undefined };
  const file = await fileIn(scope, { data, fileName }, USUAL_LARGEST_MEGABYTES);
  const { content } = named.request;
  if (isRecord(content)) checkFileType(content['type'], file.mimeType, propertyLabel(scope.RED, data.name));
  return { ...named, file };
}

/** A message that meets the contract, with a placeholder for a file that is still to be uploaded. */
export interface CheckedMessage {
  request: MessageRequest;
  file: MediaFile | undefined;
  /** What a person should know about its texts and files. */
  notes: string[];
}

/** @throws MessagingError `invalid_request` with every field that breaks the contract */
export async function checkPrepared({
  request,
  file,
  labelOf,
  rules,
  tell,
}: PreparedMessage): Promise<CheckedMessage> {
  const whole = file === undefined ? request : withMedia(request, file, PENDING_MEDIA_ID);
  const checked = await checkWithNotes(whole, { labelOf, rules });
  const { channel, content } = checked.request;
  const aboutFile = file === undefined ? [] : fileNotes({ channel, contentTypes: [content.type] }, file);
  return { request: checked.request, file, notes: tell([...checked.notes, ...aboutFile]) };
}

/**
 * Checks a message again for the account by which it goes now, which may allow fewer recipients.
 * @throws MessagingError `invalid_request`
 */
export function checkedFor(
  account: Pick<AccountDefaults, 'rules'> | undefined,
  request: MessageRequest,
): Promise<MessageRequest> {
  return checkAgain(request, { recipientsAllowed: account?.rules.recipientsAllowed });
}

/**
 * Uploads a file and returns the request that names it.
 * @throws MessagingError of an upload that failed: the message was not sent
 */
export async function withUploadedFile(
  client: Client,
  request: MessageRequest,
  file: MediaFile,
  options: CallOptions,
): Promise<MessageRequest> {
  const uploaded = await attempt(() => client.uploadMedia(file, 'multipart', options));
  if (!uploaded.ok) throw uploaded.error.with({ sends: true });
  return checkAgain(withMedia(request, file, uploaded.value.mediaId));
}

/** The uploaded file replaces the one that the content names. */
function withMedia(
  request: Record<string, unknown>,
  file: MediaFile,
  mediaId: string,
): Record<string, unknown> {
  if (!isRecord(request['content'])) return request;
  const content = { ...without(request['content'], 'url'), mediaId };
  return { ...request, content: withFileNames(content, () => file.fileName) };
}
