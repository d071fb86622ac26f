import {
  attempt,
  checkAgain,
  checkFileType,
  checkMessage,
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
import { anything, evaluationOf, type Scope } from '../settings/evaluate';
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
  const { wholeIn, ofWhole, ofForm } = requestsOf(setting);
  const fileFrom = filesOf(setting);
  return async (scope, account) => {
    if (wholeIn !== undefined) return { ...ofWhole(await wholeIn(scope), scope, account), file: undefined };
    const named = await ofForm(scope, account);
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
  const dataIn = evaluationOf(bufferProperty, propertyNamed('buffer'), anything);
  const fileNameIn = evaluationOf(fileNameProperty, propertyNamed('fileName'), anything);
  return async (scope) => {
    const file = { data: await dataIn(scope), fileName: await fileNameIn(scope) };
    return mediaFileFrom(file, USUAL_LARGEST_MEGABYTES, { data: propertyLabel(scope.RED, 'buffer') });
  };
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
  sourceOf,
  tell,
}: PreparedMessage): Promise<CheckedMessage> {
  const whole = file === undefined ? request : withMedia(request, file, PENDING_MEDIA_ID);
  const checked = await checkWithNotes(whole, labelOf, rules, sourceOf);
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
  const recipientsAllowed = account?.rules.recipientsAllowed;
  return checkMessage(request, undefined, {
    strictLimits: false,
    ...(recipientsAllowed && { recipientsAllowed }),
  });
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
