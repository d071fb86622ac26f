import type { NodeAPI, NodeMessage, NodeMessageInFlow } from 'node-red';

import { type Result, type MessageResult, type MessagingError } from '../../core/client';
import { statusOfWord } from '../../core/receive';
import type { PageCount } from '../../core/sms';
import { logFault, nodeError } from './failure';
import { readableCopy } from './jsonCopy';
import { factsOf } from '../settings/language';
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
  status: { look?: 'done' | 'ready' | 'warning'; key: string; values?: Record<string, string | number> };
  /** Nothing was done for it, so it is not among the messages that the status counts. */
  uncounted?: true;
}

/** What the status says about a message that was accepted, or would be: a text that is cut is worth a warning. */
export function statusOfText(key: 'sent' | 'valid', pages: PageCount | undefined): Output['status'] {
  return pages?.truncated === true ? { look: 'warning', key: `${key}Cut` } : { key };
}

/** The output of a message that was accepted, with more that is known of it. */
export function acceptedOutput(result: MessageResult, more: object = {}): Output {
  return { payload: { outcome: 'accepted', ...result, ...more }, port: 0, status: sentStatus(result) };
}

/** A warning if the answer has a status that is not known, if the loop guard left somebody out, or if the text is cut. */
function sentStatus({ statusText, pages, recipients, sendDate }: MessageResult): Output['status'] {
  if (statusText !== undefined && statusOfWord(statusText) === undefined)
    return { look: 'warning', key: 'sentUnclear', values: { statusText } };
  if (recipients.some(({ error }) => error?.code === 'held_back'))
    return { look: 'warning', key: 'sentHeldBack' };
  const status = statusOfText('sent', pages);
  return sendDate === undefined || status.look !== undefined ? status : { key: 'sentPlanned' };
}

/** The output of a node for a message that contained several: one for each, with its outcome. */
export interface Entries {
  entries: Array<{ msg: NodeMessage; outcome: Result<Output> }>;
  /** One error for all that failed, if the node has no output for failures; undefined if none failed. */
  error: MessagingError | undefined;
}

/** The output for failures, unless a node names another. */
const FAILURE_PORT = 1;

interface Reporting {
  failureOutput: boolean;
  failurePort: number | undefined;
  status: StatusLine;
  /** Values for the texts of the status; `count` is how many messages the node has finished so far, including this one. */
  shown: Record<string, number | string>;
}

/** The only way in which a message ends: with its result, with `done(error)`, or at the output for failures. Calls `done()` exactly once. */
export function report(
  RED: NodeAPI,
  receiver: Receiver,
  outcome: Result<Output | Entries>,
  reporting: Reporting,
): void {
  const { entries, error } = entriesOf(receiver.msg, outcome);
  for (const entry of entries) passOn(RED, entry.msg, entry.outcome, receiver, reporting);
  for (const { outcome: each } of entries) if (!each.ok) logFault(RED, each.error);
  if (error !== undefined) showFailure(RED, reporting.status, error);
  else if (entries.length === 0) reporting.status.show('ready', 'nothing', reporting.shown);
  receiver.done(error === undefined || reporting.failureOutput ? undefined : nodeError(RED, error));
}

/** Sends a message to its output, if there is one. */
function passOn(
  RED: NodeAPI,
  received: NodeMessage,
  outcome: Result<Output>,
  receiver: Receiver,
  { failureOutput, failurePort = FAILURE_PORT, status, shown: values }: Reporting,
): void {
  if (outcome.ok) {
    const { payload, properties, port, status: shown } = outcome.value;
    status.show(shown.look ?? 'done', shown.key, { ...values, ...shown.values });
    receiver.send(at(port, withProperties(received, { payload, ...properties })));
    return;
  }
  if (!failureOutput) return;
  receiver.send(at(failurePort, withProperties(received, { error: factsOf(RED, outcome.error).data })));
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

function entriesOf(msg: NodeMessage, outcome: Result<Output | Entries>): Entries {
  if (!outcome.ok) return { entries: [{ msg, outcome }], error: outcome.error };
  const { value } = outcome;
  return 'entries' in value ? value : { entries: [{ msg, outcome: { ok: true, value } }], error: undefined };
}

const failureKeys = {
  rejected: 'refused',
  not_sent: 'notSent',
  unknown: 'unknown',
  opted_out: 'optedOut',
  outside_window: 'outsideWindow',
  held_back: 'notSent',
} as const;

/** Shows what became of a message that was not accepted. */
export function showFailure(RED: NodeAPI, status: StatusLine, error: MessagingError): void {
  status.show('failed', failureKeys[error.outcome], { reason: factsOf(RED, error).fact });
}
