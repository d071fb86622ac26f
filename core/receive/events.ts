import type { Channel } from '../contract/names';

/** What a trigger gets from the service (specification 6), in one of three shapes; `event` says which. */
export type ServiceEvent = StatusEvent | InboundEvent | UnknownEvent;

export type { Channel };

/**
 * What became of a message. The service does not publish its states. Three are known to exist (delivery confirmed, failed, delayed by
 * the provider). `other` means that the message is on its way ("sent", "queued"), and stands for any unknown word.
 */
export type DeliveryStatus = 'delivered' | 'failed' | 'delayed' | 'other';

/**
 * A status notification (specification 6.1). Texts are as the service wrote them, the recipient's number in international format; a
 * field that the service did not send is left out.
 */
export interface StatusEvent {
  /** Always `status`. */
  event: 'status';
  /** ID of the message, as sending returned it. */
  messageId?: string;
  /** Who was to receive the message. */
  recipient?: string;
  /** The channel of the message. */
  channel?: Channel;
  /** What became of it: `delivered`, `failed`, `delayed`, or `other` (on its way, or a word that the package does not know). */
  status: DeliveryStatus;
  /** The status, as the service wrote it; all words if they differ. */
  statusText: string;
  /** Whether the status is final: delivered or failed. */
  final: boolean;
  /** How far the message has come: 3 final, 2 delayed, 1 anything else. Reports can overtake each other: keep one only if its rank is higher than the last one's. */
  rank: 1 | 2 | 3;
  /** The service's code for the failure. */
  errorCode?: string;
  /** Why it failed. */
  errorText?: string;
  /** Your reference, if the message had one. */
  customerid?: string;
  /** When it happened, as the service wrote it. */
  timestamp?: string;
  /** Everything that was received, unchanged. */
  raw: unknown;
}

/**
 * A message to one of the account's numbers (specification 6.2). Texts are as the service wrote them; numbers are in international
 * format (`raw` keeps them as they came).
 */
export interface InboundEvent {
  /** Always `inbound`. */
  event: 'inbound';
  /**
   * `Sms` if the body names no channel and contains plain text: the specification describes forwarding for SMS only. `other` if the body
   * names an unknown channel. Missing if it names none and contains what an SMS cannot.
   */
  channel?: Channel | 'other';
  /** The person who wrote. */
  from?: string;
  /** Your number or sender that received the message. */
  to?: string;
  /** The text that the person wrote, or the title of what was tapped. */
  text?: string;
  /** ID of the inbound message. */
  messageId?: string;
  /** When it was received, as the service wrote it. */
  timestamp?: string;
  /** The first word of the text in capitals, without punctuation around it. */
  keyword?: string;
  /** `stop` or `start` if the whole text is a word by which people refuse further messages, or allow them again (see `optOutOf`). */
  optOut?: OptOut;
  /** How many messages of the person were gathered (see `Gatherer`); `text` has the texts of all, line by line. */
  gathered?: number;
  /** The gathered messages, in the order in which they came. */
  messages?: InboundEvent[];
  /** What a person chose from an interactive message. */
  choice?: ChosenOption;
  /** Channel, sender and recipient for an answer (see `replyTo`); left out if the message cannot be answered. */
  reply?: ReplyAddresses;
  /** A file that the person sent. */
  media?: ReceivedMedia;
  /** The type of the content, spelled as in specification 2.4, or else as the service wrote it. */
  contentType?: string;
  /** Everything that was received, unchanged. */
  raw: unknown;
}

/** What a message says about further messages: the person wants none, or wants them again. */
export type OptOut = 'stop' | 'start';

/** The button or the list row of an interactive message that a person chose (specification 2.4, InteractiveReplyContent). */
export interface ChosenOption {
  /** What was tapped. */
  kind: 'button' | 'list';
  /** The id that was given in the send request. */
  id?: string;
  /** The text of the button or row. */
  title?: string;
  /** The second line of the row. */
  description?: string;
}

/** Channel, sender and recipient of an answer, as a send request needs them (specification 2.1). */
export interface ReplyAddresses {
  /** The channel of the answer. */
  channel: Channel;
  /** Your number or sender that received the message. */
  from: string;
  /** Who wrote. */
  to: string;
}

export interface ReceivedMedia {
  /** As specification 2.4 writes it: Image, Video, Document, Audio or Sticker. */
  type?: string;
  /** ID of the file at the service. */
  mediaId?: string;
  /** Where the file can be fetched. */
  url?: string;
  /** The text below it. */
  caption?: string;
  /** The name of the file. */
  filename?: string;
}

/** Neither a status notification nor an inbound message. It is passed on whole. */
export interface UnknownEvent {
  /** Always `unknown`. */
  event: 'unknown';
  /** Everything that was received, unchanged. */
  raw: unknown;
}
