import { channels, contentTypes } from '../contract/names';
import { asText } from '../reading';
import type { DeliveryStatus } from './events';

/** A name in a form for comparison: lower case, without the signs between words. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** Every name and word that is read. They stand in the documentation, so none is a secret. */
const KNOWN = new Set<string>();

/** Declares some of them. */
export function known<const Words extends readonly string[]>(...words: Words): Words {
  for (const word of words) KNOWN.add(plainName(word));
  return words;
}

/** Whether a text is one of them. */
export function isKnown(text: string): boolean {
  return KNOWN.has(plainName(text)) || statusOfWord(text) !== undefined;
}

known(...channels, ...contentTypes);

/** Declares names, one after the other in a text. */
export const names = (list: string): readonly string[] => known(...list.split(' ').map(plainName));

/**
 * The service does not publish its names (specification 2.7, 6.1): those of its send request come first, then the usual ones in the industry.
 * Earlier names win. `messageId`, `MessageID` and `message_id` are the same name.
 */
export const FIELD_NAMES = {
  messageId: names('messageId msgId smsId messageUuid messageSid jobId uuid id'),
  channel: names('channel channelType messageChannel'),
  customerid: names('customerid customerReference clientReference clientRef reference'),
  timestamp: names(
    'timestamp statusDate eventTime deliveredAt deliveryDate doneAt doneDate receivedAt receivedDate updatedAt dateTime date time ' +
      'createdAt sentAt sendDate',
  ),
  /** What the body is about. The value may give the kind of event (`kindOfWord`) or the status. */
  eventName: names('event eventType notificationType'),
  kind: names('event eventType notificationType kind direction type'),

  // Status notification
  status: names(
    'status messageStatus deliveryStatus state messageState deliveryState smsStatus jobStatus statusText statusName',
  ),
  recipient: names(
    'recipient to toAddress recipientAddress receiver destination msisdn phoneNumber mobileNumber number phone address',
  ),
  errorCode: names('errorCode reasonCode failureCode'),
  errorText: names('errorText errorMessage errorDescription error failureReason reason'),

  // Inbound message
  from: names(
    'from fromAddress fromNumber sender senderNumber source originator msisdn phoneNumber mobileNumber',
  ),
  to: names('to toAddress toNumber recipient receiver destination serviceNumber longNumber shortCode'),
  text: names('text messageText smsText messageBody body content message msg'),
  contentType: names('contentType messageType type'),
  mediaId: names('mediaId'),
  mediaUrl: names('mediaUrl fileUrl'),
  replyId: names('replyId buttonId buttonPayload'),
  replyTitle: names('replyTitle buttonTitle buttonText'),
} as const;

/** Only a body about a message has these. */
export const MESSAGE_HINT = [
  ...FIELD_NAMES.messageId.filter((name) => name !== 'id' && name !== 'uuid'),
  ...names('to toAddress recipient msisdn'),
];

/** Lists with an event in each entry. */
export const LISTS_OF_EVENTS: ReadonlySet<string> = new Set(
  names('messages events notifications statuses reports results receivedMessages'),
);

/** What may contain the fields instead of the top level: a list of one event, or an object such as the content object of specification 2.4. */
export const ENVELOPES: ReadonlySet<string> = new Set([
  ...LISTS_OF_EVENTS,
  ...names(
    'message receivedMessage notification event data payload body sms result content text interactive',
  ),
]);

/** Names inside the objects of `REPLY_OBJECTS`. */
export const REPLY_OBJECT = {
  id: names('id payload'),
  title: names('title text'),
  description: names('description'),
};

/** Names inside the objects of `MEDIA_OBJECTS`. */
export const MEDIA_OBJECT = {
  mediaId: names('mediaId id'),
  url: names('url link mediaUrl'),
  caption: names('caption'),
  filename: names('filename name'),
};

/** Objects with a person's choice (specification 2.4, InteractiveReplyContent). */
export const REPLY_OBJECTS = names('reply interactiveReply buttonReply listReply');

/** Objects with a media file; if the name is a type of content, it is the type of the media. */
export const MEDIA_OBJECTS = names('image video document audio sticker media attachment attachments');

/** The words of state; any other word is `other`, too. `other` has those of a message on its way. */
export const STATUS_WORDS: Record<DeliveryStatus, readonly string[]> = {
  delivered: names(
    'delivered delivrd delivery-confirmed confirmed delivery-success success successful read seen displayed opened',
  ),
  failed: names(
    'failed fail failure error undelivered undeliverable undeliv not-delivered delivery-failed delivery-failure ' +
      'sending-failed rejected rejectd refused denied declined expired deleted cancelled canceled ' +
      'aborted blocked bounced bounce invalid',
  ),
  delayed: names('delayed delay delivery-delayed deferred buffered retrying postponed'),
  other: names(
    'sent submitted accepted acceptd queued pending scheduled enroute in-transit processing processed in-progress transmitted ' +
      'sending created dispatched waiting',
  ),
};
const STATUS_BY_WORD = new Map<string, DeliveryStatus>(
  (['delivered', 'failed', 'delayed', 'other'] as const).flatMap((status) =>
    STATUS_WORDS[status].map((word) => [word, status] as const),
  ),
);

/** Before the word that counts: `message.delivered`, `SMS_SENT`. */
const SUBJECT = /^(?:message|msg|sms|whatsapp|rcs|status|job)(?=.)/;

/** What a call can be as well as a message. */
const WORDS_OF_CALL: ReadonlySet<string> = new Set(
  names(
    'success successful ok error fail failed failure rejected refused denied declined invalid aborted blocked',
  ),
);

const INBOUND_WORDS = names(
  'inbound incoming in received mo inbound-message incoming-message received-message message-received message-inbound ' +
    'message-incoming sms-received inbound-sms incoming-sms sms-inbound interactive-reply',
);
const STATUS_EVENT_WORDS = names(
  'status message-status sms-status status-update status-report status-notification status-changed status-change ' +
    'delivery delivery-status delivery-report delivery-receipt delivery-notification receipt dlr delivered message-delivered ' +
    'outbound outgoing out mt sent message-sent',
);
const KIND_BY_WORD: ReadonlyMap<string, 'status' | 'inbound'> = new Map([
  ...INBOUND_WORDS.map((word) => [word, 'inbound'] as const),
  ...STATUS_EVENT_WORDS.map((word) => [word, 'status'] as const),
]);

/** The status that a known word means; undefined for any other text. */
export function statusOfWord(text: string): DeliveryStatus | undefined {
  const word = plainName(text);
  return STATUS_BY_WORD.get(word) ?? STATUS_BY_WORD.get(word.replace(SUBJECT, ''));
}

/** Whether a word of state may only say how a call went. */
export function isWordOfCall(text: string): boolean {
  return WORDS_OF_CALL.has(plainName(text));
}

/** The kind of event that an event name, a type or a direction means; undefined if it means neither. */
export function kindOfWord(text: string): 'status' | 'inbound' | undefined {
  return KIND_BY_WORD.get(plainName(text));
}

/** The one of these words that a value is, as the specification writes it. */
export function wordIn<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  const name = plainName(asText(value) ?? '');
  return words.find((word) => plainName(word) === name);
}
