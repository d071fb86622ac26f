import { channels, contentTypes, mediaTypes } from '../contract/names';
import { isWhatsappAddress } from '../contract/phoneNumber';
import { asText, present } from '../reading';
import type { ChosenOption, InboundEvent, ReceivedMedia } from './events';
import {
  addressText,
  filledText,
  readFirst,
  readObject,
  readFilledText,
  readId,
  type Fields,
} from './fields';
import { keywordOf } from './keyword';
import { replyTo } from './replyTo';
import { FIELD_NAMES, MEDIA_OBJECT, MEDIA_OBJECTS, REPLY_OBJECT, REPLY_OBJECTS, wordIn } from './vocabulary';

/** Reads a message from whatever fields there are (specification 6.2, ReceivedMessage); `readEvent` says whether it is one. */
export function readInbound(fields: Fields, raw: unknown): InboundEvent {
  const written = readMessageText(fields);
  const choice = readChoice(fields);
  const text = written ?? choice?.title;
  const media = readMedia(fields);
  const contentType = readContentType(fields, written, choice, media);
  const channel = readChannel(fields, contentType);
  const from = readFirst(fields, FIELD_NAMES.from, addressText);
  const to = readFirst(fields, FIELD_NAMES.to, addressText);
  return present<InboundEvent>({
    ...{ event: 'inbound', raw, channel, from, to, text },
    messageId: readId(fields, FIELD_NAMES.messageId),
    timestamp: readFilledText(fields, FIELD_NAMES.timestamp),
    keyword: text === undefined ? undefined : keywordOf(text),
    choice,
    reply: replyTo({ channel, from, to }),
    ...{ media, contentType },
  });
}

/** Not trimmed. An empty text counts only if no other name has more. */
function readMessageText(fields: Fields): string | undefined {
  const isEmpty = FIELD_NAMES.text.some((name) => fields.get(name)?.includes(''));
  return readFirst(fields, FIELD_NAMES.text, asText) ?? (isEmpty ? '' : undefined);
}

/** See `InboundEvent.channel` for what a missing channel means. */
function readChannel(fields: Fields, contentType: string | undefined): InboundEvent['channel'] {
  const written = readFirst(fields, FIELD_NAMES.channel, filledText);
  if (written !== undefined) return wordIn(channels, written) ?? 'other';
  if (isWhatsappAddress(readFirst(fields, FIELD_NAMES.from, filledText) ?? '')) return 'Whatsapp';
  const fromType = readFirst(fields, FIELD_NAMES.kind, (value) => wordIn(channels, value));
  return fromType ?? (contentType === undefined || contentType === 'Text' ? 'Sms' : undefined);
}

/** A type of specification 2.4 if there is one anywhere, else the content object's own type, else the type found. */
function readContentType(
  fields: Fields,
  text: string | undefined,
  choice: ChosenOption | undefined,
  media: ReceivedMedia | undefined,
): string | undefined {
  const known = readFirst(fields, FIELD_NAMES.contentType, (value) => wordIn(contentTypes, value));
  if (known !== undefined) return known;
  const own = readFilledText(readObject(fields, ['content']).within, ['type']);
  if (own !== undefined) return own;
  if (choice !== undefined) return 'InteractiveReply';
  return media?.type ?? (text === undefined ? undefined : 'Text');
}

function readChoice(fields: Fields): ChosenOption | undefined {
  const { name = '', within } = readObject(fields, REPLY_OBJECTS);
  const id = readId(within, REPLY_OBJECT.id) ?? readId(fields, FIELD_NAMES.replyId);
  const title = readFilledText(within, REPLY_OBJECT.title) ?? readFilledText(fields, FIELD_NAMES.replyTitle);
  if (id === undefined && title === undefined) return undefined;
  const description = readFilledText(within, REPLY_OBJECT.description);
  const type = `${readFilledText(within, ['type']) ?? ''} ${name}`.toLowerCase();
  const isList = type.includes('list') || (description !== undefined && !type.includes('button'));
  return present<ChosenOption>({ kind: isList ? 'list' : 'button', id, title, description });
}

/** From an object of its own (`"image": { … }`), or from the fields of the content object (specification 2.4). */
function readMedia(fields: Fields): ReceivedMedia | undefined {
  const contentType = readFirst(fields, FIELD_NAMES.contentType, (value) => wordIn(mediaTypes, value));
  const { name, within } = readObject(fields, MEDIA_OBJECTS);
  const { mediaId, mediaUrl } = FIELD_NAMES;
  const isNamed =
    contentType !== undefined || readFilledText(fields, [...mediaId, ...mediaUrl]) !== undefined;
  if (name === undefined && !isNamed) return undefined;
  const isOwn = name !== undefined;
  const read = (names: readonly string[]) => readFilledText(isOwn ? within : fields, names);
  const ownType = isOwn ? (wordIn(mediaTypes, name) ?? wordIn(mediaTypes, read(['type']))) : undefined;
  return present<ReceivedMedia>({
    type: ownType ?? contentType,
    mediaId: read(isOwn ? MEDIA_OBJECT.mediaId : mediaId),
    url: read(isOwn ? MEDIA_OBJECT.url : [...mediaUrl, ...MEDIA_OBJECT.url]),
    caption: read(MEDIA_OBJECT.caption),
    filename: read(MEDIA_OBJECT.filename),
  });
}
