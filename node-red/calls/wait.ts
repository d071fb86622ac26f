import type { Question } from '../../core/ask/answer';
import type { EventKey, InboundEvent } from '../../core/receive';
import type { AnswerLink, PageAnswer } from './answerLink';
import type { Report } from './reports';

/** An open question. Plain data: it is stored as it is. */
export interface Wait extends Question {
  /** The key of the node that asked, which stays the same when it is deployed again (nodeKeyOf). */
  owner: string;
  /** `queued` until it is its turn, `sending` until the service has accepted the question. */
  stage: 'queued' | 'sending' | 'waiting';
  /** What ends the wait: the person's answer, or the final report. */
  endsWith: 'answer' | 'report';
  /** When the wait ends, milliseconds since 1970. */
  until: number;
  messageId?: string;
  /** The status in the service's answer to the question, as the service wrote it. */
  statusText?: string;
  /** Whether the service was told to report to this Node-RED; otherwise the node asks for the status. */
  isReported?: boolean;
  /** The final report came: the person has the question. */
  delivered?: boolean;
  /** The reply to the first answer that does not fit. */
  again?: string;
  /** Whether the answer also starts the trigger nodes. */
  alsoTriggers: boolean;
  /** Set if the question contains a link to a page for the answer. */
  link?: AnswerLink;
  /** The questions of one message to several people have the same: the first who takes it ends all of them. */
  chain?: string;
  /** How it ended, until that was passed on. */
  end?: WaitEnd;
}

/** How a wait ended. */
export type WaitEnd =
  | { how: 'answered'; value: string; event: InboundEvent | PageAnswer }
  | { how: 'reported'; report: Report }
  | { how: 'timeUp' }
  | { how: 'cancelled' };

/** Whether the person has taken what was asked, so that nobody else of the chain is needed. */
export function isTaken(end: WaitEnd | undefined): boolean {
  return end?.how === 'answered' || (end?.how === 'reported' && end.report.status !== 'failed');
}

/** A node that asks. */
export interface WaitOwner {
  /** Resolves when what the node has stored was read. */
  ready: Promise<void>;
  /** Whether the event has already answered a question. */
  knows(key: EventKey): Promise<boolean>;
  remember(key: EventKey): Promise<void>;
  /** Stores a wait that has changed. */
  changed(wait: Wait): Promise<void>;
  askAgain(wait: Wait, text: string): void;
}
