import type { Node, NodeAPI } from 'node-red';

import { invalidField, MessagingError, stackOfFault } from '../../core/client';
import { messageIn } from '../../core/reading';
import { fault } from '../errors/texts';
import type { Description } from '../settings/describe';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { settingLabel } from '../settings/labels';
import { errorFacts } from '../settings/language';
import { firstProblem } from '../settings/readSettings';
import { unsetOf, type Deployed } from '../settings/registerNode';
import type { UnsetVariable } from '../settings/settings';

/** The error for variables of a node that are not set; undefined if there are none. Fields are named by their labels. */
export function notSet(
  RED: NodeAPI,
  description: Description,
  stored: unknown,
  unset: readonly UnsetVariable[],
): MessagingError | undefined {
  if (unset.length === 0) return undefined;
  const variables = unset
    .map(({ variable, path }) => `${variable} (${settingLabel(RED, description, stored, path)})`)
    .join(', ');
  const place = description.ports === undefined ? 'OfAccount' : 'OfNode';
  return new MessagingError(fault(`invalid_settings.variables${place}`, { variables }));
}

/**
 * Why a node can do nothing as it is set: variables are not set, or one has a value that it cannot have. Undefined if it can.
 * @param unset those that count, if not all do
 */
export function settingsFault(
  deployed: Omit<Deployed, 'setting'>,
  unset: readonly UnsetVariable[] = unsetOf(deployed),
): MessagingError | undefined {
  const { RED, description, definition } = deployed;
  const missing = notSet(RED, description, definition, unset);
  if (missing !== undefined) return missing;
  const wrong = firstProblem(description, definition);
  if (wrong === undefined) return undefined;
  const label = settingLabel(RED, description, definition, [wrong.name]);
  return invalidField(wrong.name, wrong.rule, { label }).with({ code: 'invalid_settings' });
}

/**
 * The error for `done()` and `node.error()`: the sentences for a person, and all fields of the error. Catch nodes copy only the text, code and cause,
 * so `cause` contains everything again. It is a text with properties, because the debug sidebar shows an `Error` as an object (from Node-RED 4.1
 * with its cause as `[object Object]`).
 */
export function nodeError(RED: NodeAPI, error: MessagingError): Error {
  const { data, advice } = errorFacts(RED, error);
  const message = sentences(data.message, ...data.description.split('\n'));
  const text: object = Object(message);
  return Object.assign(text, { ...data, name: error.name, message, advice, cause: data });
}

/** Logs where a fault of this package comes from, for the person who reports it. Other errors need no stack. */
export function logFault(RED: { log: { error(text: string): void } }, error: MessagingError): void {
  const stack = stackOfFault(error);
  if (stack !== undefined) RED.log.error(stack);
}

/** The outcome of a message could not be passed on: a node after this one, or Node-RED's copy of the message for it, has thrown. */
export function notPassedOn(reason: unknown): MessagingError {
  return new MessagingError({ ...fault('not_passed_on', { reason: messageIn(reason) }), sends: false });
}

/** Joins sentences, each with a full stop, and leaves out those that the message already contains. */
function sentences(message: string, ...more: string[]): string {
  const [first = '', ...rest] = [message, ...more]
    .flatMap((text) => text.split('\n'))
    .map((text) => text.trim());
  const others = rest.filter((line) => line !== '' && !first.includes(withoutStop(line)));
  return [first, ...others].map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`)).join(' ');
}

function withoutStop(line: string): string {
  return line.endsWith('.') ? line.slice(0, -1) : line;
}

/**
 * Makes a function that warns, the first time only, that a journal failed.
 * @param key of the text under `journal`, with `reason`
 */
export function warnOnce(RED: NodeAPI, node: Node, key: string): (error: unknown) => void {
  let warned = false;
  return (error) => {
    if (warned) return;
    warned = true;
    node.warn(RED._(`${ACCOUNT_CATALOG}journal.${key}`, { reason: messageIn(error) }));
  };
}

const STOPPED = 'stopped';

/** The node was closed before it was the message's turn: nothing was sent. */
export function stoppedBefore(): MessagingError {
  return new MessagingError(fault(STOPPED));
}

/** The caller gets an error and calls again: the node that replaces this one gets the event. */
export function beingReplaced(): MessagingError {
  return new MessagingError(fault('being_replaced'));
}

/** Node-RED ended between the request and its answer, so it is not known whether the person has the message. */
export function interrupted(): MessagingError {
  return new MessagingError(fault('interrupted'));
}

/** The journal failed, so a message must not be sent: a restart could send it again. */
export function notRecorded(reason: unknown): MessagingError {
  return new MessagingError(fault('not_recorded', { reason: messageIn(reason) }));
}

/** Whether this is the error of a message whose node was closed before its turn, or before anything of it was sent. */
export function isStopped({ code, outcome }: MessagingError): boolean {
  return outcome === 'not_sent' && [STOPPED, 'cancelled'].includes(code);
}

/** Whether this is the outcome of a message whose node was closed before its turn. */
export function wasStopped(outcome: object): boolean {
  return 'error' in outcome && outcome.error instanceof MessagingError && isStopped(outcome.error);
}
