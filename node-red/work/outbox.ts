import type { NodeMessage } from 'node-red';

import {
  failed,
  MessagingError,
  pauseAskedFor,
  type Accepted,
  type Result,
  type RetrySettings,
  type Skipped,
} from '../../core/client';
import type { Outgoing } from '../../core/steps';
import { isRecord } from '../../core/reading';
import { tooManyWaiting } from '../outcome/failure';
import { localTime } from '../outcome/report';

/** A message that waits for the service, as it is stored. Plain data. */
export interface Waiting {
  /** `sending` from before it is sent until its outcome is known, `done` until its outcome was passed on. */
  stage: 'waiting' | 'sending' | 'done';
  /** When its wait began, and when it ends: milliseconds since 1970. */
  since: number;
  until: number;
  /** The request as it goes to the service: its sources may have changed since. */
  request: Record<string, unknown>;
  /** Whether it has a file, which is read from the message again. */
  hasFile: boolean;
  key?: string;
  result?: StoredResult;
}

/** What is stored of a message besides the times. */
export type KeptContent = Pick<Waiting, 'request' | 'hasFile' | 'key'>;

/** What is known here of a message: how it is sent is in the steps after this one. */
export interface Kept extends Outgoing {
  job: { readonly msg: NodeMessage; pause(ms: number): Promise<void> };
  retry?: RetrySettings;
}

/** A message in the line of a node. */
export interface Entry {
  /** Sorts in the order of arrival, also as text. */
  id: string;
  message: Kept;
  conversations: readonly string[];
  content: KeptContent;
  send(): Promise<void>;
  since: number;
  until: number;
  stored: boolean;
  /** Ends its wait: it has a result. */
  done(): void;
}

/** What an earlier node, or an earlier run, has left of a message: it waits, or its outcome was not yet passed on. */
export type Found = { kind: 'waiting'; waiting: Waiting } | { kind: 'done'; result: Result };

/** A result as plain data. */
type StoredResult =
  Accepted | Skipped | { outcome: 'failed'; error: ConstructorParameters<typeof MessagingError>[0] };

/** The result as it is stored: of an error, all but the body of the answer. */
export function storedResult(result: Result): StoredResult {
  if (result.outcome !== 'failed') return result;
  const { fact, advice, outcome, code, status, details, requestId, sends } = result.error;
  const error = { message: fact, advice, outcome, code: { given: code }, status, details, requestId, sends };
  return { outcome: 'failed', error };
}

export function readResult(stored: StoredResult): Result {
  return stored.outcome === 'failed' ? failed(new MessagingError(stored.error)) : stored;
}

/** Only this package writes it, so a short check is enough. */
export function readWaiting(stored: unknown): Waiting | undefined {
  return isRecord(stored) && isWaiting(stored) ? stored : undefined;
}

function isWaiting(stored: Record<string, unknown>): stored is Record<string, unknown> & Waiting {
  const { stage, since, until, request, result } = stored;
  const isKnownStage = stage === 'waiting' || stage === 'sending' || (stage === 'done' && isRecord(result));
  return isKnownStage && Number.isFinite(since) && Number.isFinite(until) && isRecord(request);
}

/** How many messages of a node can wait; each keeps its message in memory and in the journal. */
export const MOST_WAITING = 100_000;

/** @param last why the last attempt failed; undefined if there was none since Node-RED started */
export function waitedTooLong({ since }: Pick<Waiting, 'since'>, last: string | undefined): MessagingError {
  const reason = last === undefined ? '' : ` Last: ${last}.`;
  return new MessagingError({
    message: `The message has waited for the service since ${localTime(since)}, for as long as 'Keep trying for' allows.${reason}`,
    advice: 'Nothing was sent. Send the message again if it is still wanted.',
    outcome: 'not_sent',
    code: 'kept_too_long',
  });
}

/** Whether the service was not reached, or asks to call later, so that another attempt is of use and cannot send twice. */
export function canWait(error: MessagingError): boolean {
  const { outcome, code } = error;
  const noWay = outcome === 'not_sent' && WITHOUT_CONNECTION.includes(code);
  return noWay || (outcome !== 'unknown' && pauseAskedFor(error) !== undefined);
}

const WITHOUT_CONNECTION = ['unreachable', 'proxy_unreachable', 'proxy_refused', 'timed_out'];

let lastTime = 0;
let lastNumber = 0;

/** Later ids sort after earlier ones as text. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  lastNumber = now === lastTime ? lastNumber + 1 : 0;
  lastTime = now;
  return now.toString(36).padStart(9, '0') + lastNumber.toString(36).padStart(5, '0');
}

export function noRoom(): MessagingError {
  return tooManyWaiting(MOST_WAITING, 'Send the message again when the service can be reached.');
}
