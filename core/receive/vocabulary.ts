import type { Channel, DeliveryStatus } from './events';

/** A name as it is compared: without upper and lower case and the signs that styles of spelling put between words. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

const names = (list: string): readonly string[] => list.split(' ').map(plainName);

/**
 * By which names the fields of status notifications and inbound messages are read. The service's own names are not published
 * (specification 2.7, 6.1), so those of its send request come first and the usual names of the field follow; earlier names win.
 * `messageId`, `MessageID` and `message_id` are the same name.
 */
export const FIELD_NAMES = {
  messageId: names('messageId msgId smsId messageUuid messageSid jobId trackingId messageReference uuid id'),
  channel: names('channel messageChannel channelType transport'),
  customerid: names('customerid customerReference clientReference clientRef reference'),
  timestamp: names(
    'timestamp statusDate statusTimestamp eventTime deliveredAt deliveryDate deliveryTime finishDate doneAt doneDate ' +
      'receivedAt receivedDate receivedTime receiveDate receiptDate completedAt changedAt updatedAt occurredAt dateTime date time ' +
      'createdAt sentAt sendDate',
  ),
  /** What only a body about a message has. */
  messageHint: names('messageId msgId smsId messageUuid messageSid jobId to toAddress recipient msisdn'),
  /** What the body is about; its value may tell the kind of event (`kindOfWord`) or the status. */
  eventName: names('event eventType notificationType'),
  kind: names('event eventType notificationType kind direction type'),

  // Status notification
  status: names(
    'status messageStatus deliveryStatus state messageState deliveryState jobStatus jobState smsStatus dlrStatus ' +
      'statusText statusName statusDescription',
  ),
  recipient: names(
    'recipient to toAddress recipientAddress recipientNumber receiver destination destinationAddress msisdn phoneNumber ' +
      'mobileNumber number phone address',
  ),
  errorCode: names('errorCode errCode errorState jobErrorState reasonCode failureCode'),
  errorText: names('errorText errorMessage errorDescription errorDetail error failureReason reason'),

  // Inbound message
  from: names(
    'from fromAddress fromNumber sender senderAddress senderNumber source sourceAddress originator originatingAddress ' +
      'msisdn phoneNumber mobileNumber',
  ),
  to: names(
    'to toAddress toNumber recipient recipientAddress receiver receiverNumber destination destinationAddress serviceNumber ' +
      'inboundNumber longNumber shortCode',
  ),
  text: names('text messageText smsText messageBody body content message msg'),
  contentType: names('contentType messageType type'),
  mediaId: names('mediaId'),
  mediaUrl: names('mediaUrl fileUrl'),
  replyId: names('replyId buttonId buttonPayload'),
  replyTitle: names('replyTitle buttonTitle buttonText'),
} as const;

/** Objects that may hold the fields instead of the top level; the content object of specification 2.4 is one of them. */
export const ENVELOPES: ReadonlySet<string> = new Set(
  names(
    'message messages receivedMessage inboundMessage notification statusNotification event data payload body sms result results ' +
      'content text interactive',
  ),
);

/** Lists that hold an event each. */
export const LISTS_OF_EVENTS: ReadonlySet<string> = new Set(
  names(
    'messages events notifications statuses reports receivedMessages inboundMessages statusNotifications statusReports deliveryReports',
  ),
);

/** Names inside an `error` object. */
export const ERROR_OBJECT = {
  code: names('code errorCode id'),
  text: names('message text description detail name'),
};

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

/** Objects that hold what a person chose (specification 2.4, InteractiveReplyContent). */
export const REPLY_OBJECTS = names('reply interactiveReply buttonReply listReply');

/** Objects that hold a media file; where the name is a type of content, it is the type of the media. */
export const MEDIA_OBJECTS = names('image video document audio sticker media attachment attachments');

/** Where an object stands instead of a plain value, as in `{ "from": { "number": "…" } }`, the value is under one of these. */
export const VALUE_NAMES = names(
  'value number phoneNumber phone address name text message description code id',
);

const CHANNELS: readonly Channel[] = ['Sms', 'Whatsapp', 'Rcs'];
const MEDIA_TYPES = ['Image', 'Video', 'Document', 'Audio', 'Sticker'];
const CONTENT_TYPES = [
  ...MEDIA_TYPES,
  'Text',
  'Template',
  'Location',
  'Contacts',
  'Interactive',
  'InteractiveReply',
];

/** `other` holds words that are known and mean none of the three: they tell a status from any other text. */
const STATUS_WORDS: Record<Exclude<DeliveryStatus, 'unknown'>, readonly string[]> = {
  delivered: names(
    'delivered delivrd delivery-confirmed confirmed delivery-success delivery-successful success successful ' +
      'successfully-delivered delivered-to-handset delivered-to-device delivered-to-recipient read seen displayed opened',
  ),
  failed: names(
    'failed fail failure error undelivered undeliverable undeliv undelivrd not-delivered delivery-failed delivery-failure ' +
      'delivery-error sending-failed send-failed rejected rejectd expired deleted cancelled canceled aborted blocked bounced invalid',
  ),
  delayed: names('delayed delay delivery-delayed deferred buffered retrying postponed'),
  other: names(
    'sent submitted accepted acceptd queued pending scheduled enroute in-transit processing processed in-progress transmitted ' +
      'sending created dispatched waiting',
  ),
};
const STATUS_BY_WORD = new Map<string, DeliveryStatus>([
  ...STATUS_WORDS.delivered.map((word) => [word, 'delivered'] as const),
  ...STATUS_WORDS.failed.map((word) => [word, 'failed'] as const),
  ...STATUS_WORDS.delayed.map((word) => [word, 'delayed'] as const),
  ...STATUS_WORDS.other.map((word) => [word, 'other'] as const),
]);

/** What is spoken of, before the word that counts: `message.delivered`, `SMS_SENT`. */
const SUBJECT = /^(?:message|msg|sms|whatsapp|rcs|status|job)(?=.)/;

const INBOUND_KIND = /inbound|incoming|receivedmessage|messagereceived|interactivereply|^received$|^mo$/;
const STATUS_KIND = /status|deliver|receipt|^dlr$/;

/** The status that a known word means; undefined for any other text. */
export function statusOfWord(text: string): DeliveryStatus | undefined {
  const word = plainName(text);
  return STATUS_BY_WORD.get(word) ?? STATUS_BY_WORD.get(word.replace(SUBJECT, ''));
}

/** The kind of event that a name of an event, a type or a direction tells; undefined when it tells neither or both. */
export function kindOfWord(text: string): 'status' | 'inbound' | undefined {
  const word = plainName(text);
  const inbound = INBOUND_KIND.test(word);
  if (inbound === STATUS_KIND.test(word)) return undefined;
  return inbound ? 'inbound' : 'status';
}

/** The channel as specification 2.1 writes it. */
export function channelOfWord(text: string): Channel | undefined {
  return CHANNELS.find((channel) => plainName(channel) === plainName(text));
}

/** The type of content as specification 2.4 writes it. */
export function contentTypeOfWord(text: string): string | undefined {
  return CONTENT_TYPES.find((type) => plainName(type) === plainName(text));
}

/** The type of media as specification 2.4 writes it. */
export function mediaTypeOfWord(text: string): string | undefined {
  return MEDIA_TYPES.find((type) => plainName(type) === plainName(text));
}
