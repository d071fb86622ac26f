import type { NodeMessage, NodeMessageInFlow } from 'node-red';

import type { MessagingError } from '../../core/client';
import { nodeError, type Outcome } from './failure';
import type { StatusLine } from './statusLine';

/** A message that a node received, and Node-RED's ways to answer it. */
export interface Receiver {
  msg: NodeMessageInFlow;
  send: (msg: NodeMessage | Array<NodeMessage | NodeMessage[] | null>) => void;
  done(error?: Error): void;
}

/** What a node puts out for a message: it keeps the message and replaces its payload. */
export interface Output {
  payload: unknown;
  /** What else it sets on the message. */
  properties?: Record<string, unknown>;
  /** 0 is the first output. */
  port: number;
  status: { look?: 'done' | 'ready' | 'warning'; key: string; values?: Record<string, string | number> };
}

/** What a node puts out for a message that brought several: a message for each, with what became of it. */
export interface Entries {
  entries: Array<{ msg: NodeMessage; outcome: Outcome<Output> }>;
  /** Stands for all that failed, where the node has no output for failures; undefined when none did. */
  error: MessagingError | undefined;
}

/** The output for failures, where a node has one and does not say otherwise. */
const FAILURE_PORT = 1;

interface Reporting {
  failureOutput: boolean;
  failurePort: number | undefined;
  status: StatusLine;
  /** Values for the texts of the status: `count` messages the node has finished so far, this one included. */
  shown: Record<string, number>;
}

/**
 * The one way a message ends: with its result, with `done(error)` for Catch nodes, or, where the node has an output for failures, there.
 * Calls `done()` exactly once.
 */
export function report(receiver: Receiver, outcome: Outcome<Output | Entries>, reporting: Reporting): void {
  const { entries, error } = entriesOf(receiver.msg, outcome);
  for (const entry of entries) passOn(entry.msg, entry.outcome, receiver, reporting);
  if (error !== undefined) showFailure(reporting.status, error);
  else if (entries.length === 0) reporting.status.show('ready', 'nothing');
  receiver.done(error === undefined || reporting.failureOutput ? undefined : nodeError(error));
}

/** Sends a message to the output where it belongs, if there is one. */
function passOn(
  received: NodeMessage,
  outcome: Outcome<Output>,
  receiver: Receiver,
  { failureOutput, failurePort = FAILURE_PORT, status, shown: values }: Reporting,
): void {
  const msg = Object.isExtensible(received) ? received : { ...received };
  if (outcome.ok) {
    const { payload, properties, port, status: shown } = outcome.value;
    status.show(shown.look ?? 'done', shown.key, { ...values, ...shown.values });
    msg.payload = payload;
    receiver.send(at(port, Object.assign(msg, properties)));
    return;
  }
  if (!failureOutput) return;
  receiver.send(at(failurePort, Object.assign(msg, { error: outcome.error.toData() })));
}

/** A message for one of the outputs, counted from 0. */
function at(port: number, msg: NodeMessage): NodeMessage | Array<NodeMessage | null> {
  return port === 0 ? msg : [...Array.from({ length: port }, () => null), msg];
}

function entriesOf(msg: NodeMessage, outcome: Outcome<Output | Entries>): Entries {
  if (!outcome.ok) return { entries: [{ msg, outcome }], error: outcome.error };
  const { value } = outcome;
  return 'entries' in value ? value : { entries: [{ msg, outcome: { ok: true, value } }], error: undefined };
}

const failureKeys = { rejected: 'refused', not_sent: 'notSent', unknown: 'unknown' } as const;

/** Shows what became of a message that was not accepted. */
export function showFailure(status: StatusLine, error: MessagingError): void {
  status.show('failed', failureKeys[error.outcome], { reason: error.message });
}
