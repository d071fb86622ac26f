import { channels, contentTypes } from '../contract/names';
import { asText } from '../reading';
import type { DeliveryStatus } from './events';

/** A name in a form for comparison: lower case, without the signs between words. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** Every name and word that is read. They stand in docs/readings.md, so none is a secret. */
export const KNOWN = new Set<string>();

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
 * Earlier names win. `messageId`, `MessageID` and `message_id` are the same name. docs/readings.md shows all of them.
 */
export const FIELD_NAMES = {
  messageId: names('messageId msgId smsId id'),
  channel: names('channel channelType'),
  customerid: names('customerid reference clientReference'),
  timestamp: names('timestamp deliveredAt receivedAt updatedAt dateTime date time createdAt sentAt sendDate'),
  /** What the body is about. The value may give the kind of event (`kindOfWord`) or the status. */
  eventName: names('event eventType notificationType'),
  kind: names('event eventType notificationType kind direction type'),

  // Status notification
  status: names('status messageStatus deliveryStatus state deliveryState smsStatus statusText'),
  recipient: names('recipient to receiver destination msisdn phoneNumber number phone address'),
  errorCode: names('errorCode reasonCode'),
  errorText: names('errorText errorMessage error reason'),

  // Inbound message
  from: names('from sender source originator msisdn phoneNumber'),
  to: names('to recipient receiver destination shortCode'),
  text: names('text messageText messageBody body content message msg'),
  contentType: names('contentType messageType type'),
  mediaId: names('mediaId'),
  mediaUrl: names('mediaUrl'),
  replyId: names('replyId buttonId'),
  replyTitle: names('replyTitle buttonTitle buttonText'),
} as const;

/** Only a body about a message has these. */
export const MESSAGE_HINT = names('messageId msgId smsId to recipient msisdn');

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

/** Objects with a person's choice (specification 2.4, InteractiveReplyContent), and the names in them. */
export const REPLY_OBJECTS = names('reply interactiveReply buttonReply listReply');
export const REPLY_OBJECT = {
  id: names('id payload'),
  title: names('title text'),
  description: names('description'),
};

/** Objects with a media file, and the names in them; if the object's name is a type of content, it is the type of the media. */
export const MEDIA_OBJECTS = names('image video document audio sticker media attachment');
export const MEDIA_OBJECT = {
  mediaId: names('mediaId id'),
  url: names('url link mediaUrl'),
  caption: names('caption'),
  filename: names('filename'),
};

/** Words of state that say as well how a call went. */
const OF_CALL = {
  delivered: names('success successful'),
  failed: names('failed fail failure error rejected refused denied declined aborted blocked invalid'),
};
const WORDS_OF_CALL: ReadonlySet<string> = new Set([...OF_CALL.delivered, ...OF_CALL.failed, ...names('ok')]);

/** The words of state; any other word is `other`, too. `other` has those of a message on its way. */
export const STATUS_WORDS: Record<DeliveryStatus, readonly string[]> = {
  delivered: [...OF_CALL.delivered, ...names('delivered delivrd confirmed read seen displayed')],
  failed: [
    ...OF_CALL.failed,
    ...names(
      'undelivered undeliverable undeliv not-delivered rejectd expired deleted cancelled canceled bounced bounce',
    ),
  ],
  delayed: names('delayed delay deferred buffered retrying'),
  other: names(
    'sent submitted accepted acceptd queued pending scheduled enroute processing processed in-progress sending',
  ),
};

/** Before the word that counts: `message.delivered`, `SMS_SENT`, `Delivery failed`. */
const SUBJECT = /^(?:message|sms|whatsapp|rcs|status|job|delivery)(?=.)/;

/** The names of kinds of events. */
export const KIND_WORDS: Record<'inbound' | 'status', readonly string[]> = {
  inbound: names('inbound incoming in received mo inbound-message incoming-message received-message'),
  status: names(
    'status report receipt delivery delivery-received dlr delivered outbound outgoing out mt sent',
  ),
};

function byWord<Meaning extends string>(
  words: Record<Meaning, readonly string[]>,
): (text: string) => Meaning | undefined {
  const meanings = new Map<string, Meaning>();
  for (const meaning in words) for (const word of words[meaning]) meanings.set(word, meaning);
  return (text) => {
    const word = plainName(text);
    return meanings.get(word) ?? meanings.get(word.replace(SUBJECT, ''));
  };
}

/** The status that a known word means; undefined for any other text. */
export const statusOfWord = byWord(STATUS_WORDS);

/** The kind of event that an event name, a type or a direction means; undefined if it means neither. */
export const kindOfWord = byWord(KIND_WORDS);

/** Whether a word of state may only say how a call went. */
export function isWordOfCall(text: string): boolean {
  return WORDS_OF_CALL.has(plainName(text));
}

/** The one of these words that a value is, as the specification writes it. */
export function wordIn<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  const name = plainName(asText(value) ?? '');
  return words.find((word) => plainName(word) === name);
}
