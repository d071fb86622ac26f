import type { Channel } from '../contract/names';

/** What a trigger gets from the service (specification 6), in one of three shapes; `event` says which. */
export type ServiceEvent = StatusEvent | InboundEvent | UnknownEvent;

export type { Channel };

/**
 * What became of a message. The service does not publish its states. Three are known to exist (delivery confirmed, failed, delayed by
 * the provider). `other` means that the message is on its way ("sent", "queued"), `unknown` stands for any unknown word.
 */
export type DeliveryStatus = 'delivered' | 'failed' | 'delayed' | 'other' | 'unknown';

/**
 * A status notification (specification 6.1). Texts are as the service wrote them, the recipient's number in international format; a
 * field that the service did not send is left out.
 */
export interface StatusEvent {
  event: 'status';
  messageId?: string;
  recipient?: string;
  channel?: Channel;
  status: DeliveryStatus;
  /** The status as the service wrote it. */
  statusText: string;
  /** Whether the status is final: delivered or failed. */
  final: boolean;
  errorCode?: string;
  errorText?: string;
  customerid?: string;
  timestamp?: string;
  /** Everything that was received, unchanged. */
  raw: unknown;
}

/**
 * A message to one of the account's numbers (specification 6.2). Texts are as the service wrote them; numbers are in international
 * format (`raw` keeps them as they came).
 */
export interface InboundEvent {
  event: 'inbound';
  /**
   * `Sms` if the body names no channel and contains plain text: the specification describes forwarding for SMS only. Left out if the
   * body names an unknown channel, or names none and contains what an SMS cannot.
   */
  channel?: Channel;
  /** The person who wrote. */
  from?: string;
  /** The user's number or sender that received the message. */
  to?: string;
  text?: string;
  messageId?: string;
  timestamp?: string;
  /** The first word of the text in capitals, without punctuation around it. */
  keyword?: string;
  /** Whether the whole text is a word by which people refuse further messages, or allow them again (see `optOutOf`). */
  optOut?: OptOut;
  /** What a person chose from an interactive message. */
  choice?: ChosenOption;
  /** Channel, sender and recipient for an answer (see `replyTo`); left out if the message cannot be answered. */
  reply?: ReplyAddresses;
  media?: ReceivedMedia;
  /** The type of the content, spelled as in specification 2.4, or else as the service wrote it. */
  contentType?: string;
  raw: unknown;
}

/** What a message says about further messages: the person wants none, or wants them again. */
export type OptOut = 'stop' | 'start';

/** The button or the list row of an interactive message that a person chose (specification 2.4, InteractiveReplyContent). */
export interface ChosenOption {
  kind: 'button' | 'list';
  /** The id that was given in the send request. */
  id?: string;
  title?: string;
  description?: string;
}

/** Channel, sender and recipient of an answer, as a send request needs them (specification 2.1). */
export interface ReplyAddresses {
  channel: Channel;
  from: string;
  to: string;
}

export interface ReceivedMedia {
  /** As specification 2.4 writes it: Image, Video, Document, Audio or Sticker. */
  type?: string;
  mediaId?: string;
  url?: string;
  caption?: string;
  filename?: string;
}

/** Neither a status notification nor an inbound message. It is passed on whole. */
export interface UnknownEvent {
  event: 'unknown';
  raw: unknown;
}
