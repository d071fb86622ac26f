import type { FallbackRules } from '../../../../core/plan';
import type { MessageRequest } from '../../../../core/contract';
import type { Compared, Outgoing } from '../../../../core/steps';
import type { SendingWindow } from '../../../../core/sendingWindow';

/** The further channels of a message, checked before the first message is sent. */
export interface FallbackPlan {
  rules: FallbackRules;
  further: MessageRequest[];
  notes: string[];
}

/** A request that is ready to be sent, and the ids of its uploaded files. */
export interface ReadyMessage {
  request: MessageRequest;
  mediaIds: string[];
}

/** A message that meets the contract and is ready to be sent. */
export interface Draft extends Outgoing {
  /** Its position among the node's messages. */
  position: number;
  itemIndex: number;
  /** Contains a placeholder for each file that is still to be uploaded. */
  request: MessageRequest;
  /** The binary fields whose files are uploaded first. */
  files: string[];
  /** Its recipients, compared with the list of *Exclude Recipients*. */
  compared: Compared;
  /** When it may go out; undefined if it may at any time. */
  window?: SendingWindow | undefined;
  /** Until when a question waits for its answer, milliseconds since 1970. */
  waitsUntil?: number | undefined;
  /** Recipients whose numbers have an odd length for numbers of the default country. */
  oddNumbers: string[];
  /** What a person should know about its texts and files. */
  notes: string[];
  /** Its key for *Deduplicate By*, if the node has that option. */
  key: string | undefined;
  fallback?: FallbackPlan | undefined;
  /** Set when its files were uploaded. */
  ready?: ReadyMessage;
}
