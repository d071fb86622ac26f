import type { Node, NodeAPI, NodeMessage, NodeMessageInFlow } from 'node-red';

import {
  skippedOutput,
  type Accepted,
  type Failed,
  type MessagingError,
  type Result,
  type Skipped,
} from '../../core/client';
import type { Values } from '../../core/errors/sentence';
import type { WouldGoOut } from '../../core/steps';
import { isRecord, readList } from '../../core/reading';
import { statusOfWord } from '../../core/receive';
import type { PageCount } from '../../core/sms';
import { logFault, nodeError } from './failure';
import { readableCopy } from './jsonCopy';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { errorFacts } from '../settings/language';
import type { StatusLine } from './statusLine';

/** A message that a node received, and Node-RED's functions to answer it. */
export interface Receiver {
  msg: NodeMessageInFlow;
  send: (msg: NodeMessage | Array<NodeMessage | NodeMessage[] | null>) => void;
  done(error?: Error): void;
}

/** The output of a node for a message: the message with another payload. */
export interface Output {
  payload: unknown;
  /** Further properties that it sets on the message. */
  properties?: Record<string, unknown>;
  /** 0 is the first output. */
  port: number;
  status: { look?: 'done' | 'ready' | 'warning'; key: string; values?: Values };
  /** Nothing was sent for it, so the status does not count it. */
  skipped?: true;
}

/** What comes out for a message: what became of it. */
export function outputOf(result: Result): Output | Failed {
  if (result.outcome === 'failed') return result;
  if (result.outcome === 'accepted') return { payload: result, port: 0, status: acceptedStatus(result) };
  return { payload: skippedOutput(result), port: 0, status: skippedStatus(result), skipped: true };
}

/** The output of a message that was only checked; `more` are its further parts. */
export function checkedOutput(
  checked: WouldGoOut,
  notes: readonly string[],
  more: readonly WouldGoOut[],
): Output {
  const said = notes.length === 0 ? {} : { notes };
  const inParts = more.length === 0 ? {} : { parts: [checked, ...more] };
  return {
    payload: { outcome: 'valid', ...checked, ...said, ...inParts },
    port: 0,
    status: statusOfText('valid', checked.pages),
  };
}

/** A text that is cut is worth a warning. */
function statusOfText(key: 'sent' | 'valid', pages: PageCount | undefined): Output['status'] {
  return pages?.truncated === true ? { look: 'warning', key: `${key}Cut` } : { key };
}

/** A warning if the answer has a status that is not known, if somebody got nothing whom the exclude list does not name, or if the text is cut. */
function acceptedStatus({ statusText, pages, recipients, sendDate }: Accepted): Output['status'] {
  if (statusText !== undefined && statusOfWord(statusText) === undefined)
    return { look: 'warning', key: 'sentUnclear', values: { statusText } };
  if (recipients.some(({ accepted, error }) => !accepted && error?.code !== 'opted_out'))
    return { look: 'warning', key: 'sentToSome' };
  const status = statusOfText('sent', pages);
  return sendDate === undefined || status.look !== undefined ? status : { key: 'sentScheduled' };
}

/** Too many messages to one person may be a fault of the flow. */
function skippedStatus({ outcome, reason: { message: reason } }: Skipped): Output['status'] {
  return { look: outcome === 'over_limit' ? 'warning' : 'ready', key: 'skipped', values: { reason } };
}

/** Date and time to the minute, on the clock of this machine. */
export function localTime(moment: number): string {
  const date = new Date(moment);
  const local = new Date(moment - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

/** The output of a node for a message that contained several: one for each, with its outcome. */
export interface Entries {
  entries: Array<{ msg: NodeMessage; outcome: Output | Failed }>;
  /** One error for all that failed, if the node has no output for failures; undefined if none failed. */
  error: MessagingError | undefined;
}

/** How the work on a message has ended. */
export type Outcome = Output | Entries | Failed;

export function isFailed(outcome: Outcome): outcome is Failed {
  return 'outcome' in outcome;
}

function outputsIn(outcome: Outcome): Output[] {
  const outcomes = 'entries' in outcome ? outcome.entries.map((entry) => entry.outcome) : [outcome];
  return outcomes.flatMap((each) => (isFailed(each) ? [] : [each]));
}

/** How many messages of an outcome succeeded. */
export function acceptedIn(outcome: Outcome): number {
  return outputsIn(outcome).filter(({ skipped }) => skipped !== true).length;
}

const MOST_IDS_LOGGED = 50;

/** What became of a message of a closed node: if none replaces it, or its next nodes are gone as well, only the log still reports that. */
export function logLate(RED: NodeAPI, node: Node, outcome: Outcome): void {
  const ids = messageIdsIn(outcome);
  if (ids.length > 0) {
    const named = ids.slice(0, MOST_IDS_LOGGED).join(', ') + (ids.length > MOST_IDS_LOGGED ? ' …' : '');
    node.log(RED._(`${ACCOUNT_CATALOG}waiting.late`, { count: ids.length, ids: named }));
  }
  if (isFailed(outcome) && outcome.error.outcome === 'unknown')
    node.warn(nodeError(RED, outcome.error).message);
}

/** The ids of the messages that were accepted. */
function messageIdsIn(outcome: Outcome): string[] {
  const ids = outputsIn(outcome).flatMap(({ payload }) => readList(payload, 'messageIds') ?? []);
  return ids.filter((id) => typeof id === 'string');
}

interface Reporting {
  /** The output for failures; undefined if there is none. */
  failurePort: number | undefined;
  status: StatusLine;
  /** Values for the texts of the status; `count` is how many messages the node has finished so far, including this one. */
  shown: Record<string, number | string>;
}

/** The only way in which a message ends: with its result, with `done(error)`, or at the output for failures. Calls `done()` exactly once. */
export function report(RED: NodeAPI, receiver: Receiver, outcome: Outcome, reporting: Reporting): void {
  const { entries, error } = entriesOf(receiver.msg, outcome);
  for (const entry of entries) passOn(RED, entry.msg, entry.outcome, receiver, reporting);
  for (const { outcome: each } of entries) if (isFailed(each)) logFault(RED, each.error);
  if (error !== undefined) showFailure(reporting.status, error);
  else if (entries.length === 0) reporting.status.show('ready', 'nothing', reporting.shown);
  receiver.done(
    error === undefined || reporting.failurePort !== undefined ? undefined : nodeError(RED, error),
  );
}

/** Sends a message to its output, if there is one. */
function passOn(
  RED: NodeAPI,
  received: NodeMessage,
  outcome: Output | Failed,
  receiver: Receiver,
  { failurePort, status, shown: values }: Reporting,
): void {
  if (!isFailed(outcome)) {
    const { payload, properties, port, status: shown } = outcome;
    status.show(shown.look ?? 'done', shown.key, { ...values, ...shown.values });
    receiver.send(at(port, withProperties(withoutFailure(received), { payload, ...properties })));
    return;
  }
  if (failurePort === undefined) return;
  receiver.send(at(failurePort, withProperties(received, { error: errorFacts(RED, outcome.error).data })));
}

/** The message without the error of an earlier failure of this package, also as a Catch node passes it on: it is no longer true. */
function withoutFailure(msg: NodeMessage): NodeMessage {
  const error: unknown = Reflect.get(msg, 'error');
  const cause = isRecord(error) ? (error['cause'] ?? error) : undefined;
  if (!isRecord(cause) || typeof cause['outcome'] !== 'string') return msg;
  return Reflect.deleteProperty(msg, 'error') ? msg : withProperties(msg, { error: undefined });
}

/** The message with these properties; a copy if it does not take them: it is frozen, or one of them has only a getter. */
function withProperties(msg: NodeMessage, properties: Record<string, unknown>): NodeMessage {
  try {
    return Object.assign(msg, properties);
  } catch {
    return { ...readableCopy(msg), ...properties };
  }
}

/** A message for one of the outputs, counting from 0. */
function at(port: number, msg: NodeMessage): NodeMessage | Array<NodeMessage | null> {
  return port === 0 ? msg : [...Array.from({ length: port }, () => null), msg];
}

function entriesOf(msg: NodeMessage, outcome: Outcome): Entries {
  if (isFailed(outcome)) return { entries: [{ msg, outcome }], error: outcome.error };
  return 'entries' in outcome ? outcome : { entries: [{ msg, outcome }], error: undefined };
}

/** Shows what became of a message that was not accepted. */
export function showFailure(status: StatusLine, error: MessagingError): void {
  status.show('failed', error.outcome, { reason: error.said });
}
