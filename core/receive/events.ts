/** What a trigger gets from the service (specification 6), read into one of three shapes told apart by `event`. */
export type ServiceEvent = StatusEvent | InboundEvent | UnknownEvent;

export type Channel = 'Sms' | 'Whatsapp' | 'Rcs';

/**
 * What became of a message. The service's own states are not published. Three are known to exist (delivery confirmed, failed, delayed by
 * the provider); `other` is on its way, as in "sent" or "queued"; `unknown` is every word that is not known.
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
  /** Whether nothing more will follow: delivered or failed. */
  final: boolean;
  errorCode?: string;
  errorText?: string;
  customerid?: string;
  timestamp?: string;
  /** All that was received, as it was handed in. */
  raw: unknown;
}

/**
 * A message to one of the account's numbers (specification 6.2). Texts are as the service wrote them; numbers are in international
 * format (`raw` keeps them as they came).
 */
export interface InboundEvent {
  event: 'inbound';
  /**
   * `Sms` when the body names no channel and holds plain text: the forwarding that the specification describes is that of SMS.
   * Left out when the body names another channel, or none although it holds what an SMS cannot.
   */
  channel?: Channel;
  /** The person who wrote. */
  from?: string;
  /** The number or sender of ours that was written to. */
  to?: string;
  text?: string;
  messageId?: string;
  timestamp?: string;
  /** The first word of the text in capitals, without punctuation around it. */
  keyword?: string;
  /** What a person chose from an interactive message. */
  choice?: Choice;
  /** What a send request needs to answer (see `replyTo`); left out when the message cannot be answered. */
  reply?: ReplyAddresses;
  media?: ReceivedMedia;
  /** The type of the content as specification 2.4 writes it, or what the service wrote instead. */
  contentType?: string;
  raw: unknown;
}

/** The button or the list row of an interactive message that a person chose (specification 2.4, InteractiveReplyContent). */
export interface Choice {
  kind: 'button' | 'list';
  /** The id that was given in the send request. */
  id?: string;
  title?: string;
  description?: string;
}

/** Channel, sender and recipient of an answer, as a send request wants them (specification 2.1). */
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

/** Neither a status notification nor an inbound message: passed on whole, never lost, never taken for another. */
export interface UnknownEvent {
  event: 'unknown';
  raw: unknown;
}
