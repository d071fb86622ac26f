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
import type { AccountRules, LabelOf, MessageRequest } from '../../core/contract';
import type { Path } from '../../core/contract/sentences';
import type { Said } from '../../core/errors/sentence';
import { fieldsOf, isRecord } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import { isFilled, valueIn, valuesIn, type Scope } from '../settings/evaluate';
import { labelInMessage, labelsBut, propertyLabel } from '../settings/labels';
import { inLanguageOf } from '../settings/language';
import type { addressRows, contentRows, fileRows, textTooLongRow } from '../settings/messageRows';
import { fileIn } from './media';
import {
  buildMessageRequest,
  fillingOf,
  wholeRequest,
  without,
  type AccountDefaults,
  type Filling,
} from './messageRequest';

/** What the editor stores for a message; its fields are typed inputs (`StoredTypedValue`). */
type MessageSetting = SettingsOf<ReturnType<typeof addressRows> & typeof contentRows & typeof textTooLongRow>;
type FileSetting = SettingsOf<typeof fileRows>;

/** A message before it is checked, with the labels of its fields. */
export interface PreparedMessage {
  request: Record<string, unknown>;
  labelOf: LabelOf;
  /** The file that is uploaded before it is sent. */
  file: MediaFile | undefined;
  /** What the account changes about the rules of the request. */
  rules: AccountRules;
  /** Shows a person, at the node, what to know about the message, and returns it in the language of this Node-RED. */
  tell: (notes: readonly Said[]) => string[];
}

/** What of a message the node takes; by default what it is set to take, and what the message has for empty fields. */
interface Source {
  /** The value of *Take the request from*. */
  given?: unknown;
  filling?: Filling;
}

/**
 * The message of a node, without its file: the request that takes the place of its form, or that of the form.
 * @throws MessagingError `invalid_request` for no request, and if an expression fails or finds nothing
 */
export async function requestOf(
  setting: MessageSetting,
  scope: Scope,
  account: AccountDefaults,
  source: Source = {},
): Promise<PreparedMessage> {
  const { RED, node, msg } = scope;
  const { requestFrom, ifTooLong } = setting;
  const others = {
    file: undefined,
    rules: { ...account.rules, refuseCut: ifTooLong !== 'cut' },
    tell: (notes: readonly Said[]) => {
      const texts = notes.map((note) => inLanguageOf(RED, note));
      for (const text of texts) node.warn(text);
      return texts;
    },
  };
  if (!isFilled(requestFrom))
    return { ...(await requestOfForm(setting, scope, account, source.filling ?? fillingOf(msg))), ...others };
  const given = 'given' in source ? source.given : await valueIn(scope, requestFrom);
  const label = propertyLabel(RED, requestFrom.name);
  return { request: wholeRequest(given, label, account), labelOf: () => undefined, ...others };
}

async function requestOfForm(
  setting: MessageSetting,
  scope: Scope,
  account: AccountDefaults,
  filling: Filling,
): Promise<Pick<PreparedMessage, 'request' | 'labelOf'>> {
  const { channel, contentType, from, to, toList, sendDate, customerid } = setting;
  const { content, notification, smsOptions } = setting;
  const fields = { from, to, toList, sendDate, customerid, content, notification, smsOptions };
  const labelOf = (path: Path) => labelInMessage(scope.RED, path, { ...fields, contentType });
  const values = await valuesIn(scope, fields, { labelOf, mayFind: mayBeLeftOut });
  const form = { ...fieldsOf(values), channel, contentType };
  const { request, isFromMessage } = buildMessageRequest(filling, form, account);
  return { request, labelOf: labelsBut(scope.RED, isFromMessage) };
}

/** The customer ID changes nothing for the person, and optional parts of a content may come with only some messages. */
function mayBeLeftOut([field, name]: ReadonlyArray<string | number>): boolean {
  return field === 'content' ? name !== 'text' : field === 'customerid';
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
  const message = await requestOf(setting, scope, account);
  if (mediaFrom !== 'buffer') return message;
  const file = await fileIn(scope, { data, fileName }, USUAL_LARGEST_MEGABYTES);
  const { content } = message.request;
  if (isRecord(content)) checkFileType(content['type'], file.mimeType, propertyLabel(scope.RED, data.name));
  return { ...message, file };
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
