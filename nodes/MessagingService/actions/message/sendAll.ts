import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { MessagingError } from '../../../../core/client';
import { toNodeError, firstFailure, stopAtFailure, toItems, type Entry } from '../../outcomes';
import type { NodeRun } from '../run';
import { draftAll, type Draft } from './drafts';
import { addHints, hintsOf, whatElseHappened } from './hints';
import { outputOf } from './output';
import { sendDrafts, type Way } from './sending';
import { SentMessages } from './sentMessages';

/**
 * Sends the messages of all items.
 * @param takesLists whether an item can be a list of messages
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function sendAll(run: NodeRun, way: Way, takesLists = false): Promise<INodeExecutionData[]> {
  const drafts = await draftAll(run, takesLists);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(run.context, drafts);
  const sent = new SentMessages(run.context);
  await sendDrafts(run, madeOf(drafts), way, sent);
  return deliver(run, drafts, { sent });
}

/** The messages that could be made. */
export function madeOf<D extends Draft>(drafts: ReadonlyArray<Entry<D>>): D[] {
  return drafts.flatMap(({ outcome }) => (outcome?.ok === true ? [outcome.value] : []));
}

/** What comes out for each message: those that could not be made have failed. */
export function outputsOf(drafts: ReadonlyArray<Entry<Draft>>): Array<Entry<IDataObject>> {
  return drafts.map((entry) => ({
    ...entry,
    outcome: entry.outcome?.ok === true ? outputOf(entry.outcome.value) : entry.outcome,
  }));
}

/**
 * The output of a node that sends, with its hints. Sent messages stay remembered as long as another try may follow.
 * @param sent missing where the caller remembers it
 * @param goesOn whether a failure does not end the node (*Send and Wait*: answers to the other messages must count)
 */
export function deliver(
  { context, signal }: NodeRun,
  drafts: ReadonlyArray<Entry<Draft>>,
  { sent, goesOn = false }: { sent?: SentMessages; goesOn?: boolean },
): INodeExecutionData[] {
  const messages = madeOf(drafts);
  const entries = outputsOf(drafts);
  if (signal?.aborted === true) {
    for (const draft of messages) sent?.keep(draft);
    return toItems(context, stopped(context, entries));
  }
  if (firstFailure(entries) === undefined) sent?.forget();
  if (!goesOn) stopAtFailure(context, entries, whatElseHappened(entries));
  addHints(context, hintsOf(entries, messages));
  return toItems(context, entries);
}

/** What a stopped execution gives: one error that names what was sent, or an error for each item that was not sent. */
function stopped(
  context: IExecuteFunctions,
  entries: ReadonlyArray<Entry<IDataObject>>,
): Array<Entry<IDataObject>> {
  const open = entries.find(({ outcome }) => outcome?.ok !== true);
  if (open !== undefined && !context.continueOnFail()) {
    const { error } = firstFailure(entries) ?? { error: notBegun() };
    throw toNodeError(context.getNode(), error, open.itemIndex, whatElseHappened(entries));
  }
  return entries.map((entry) => ({ ...entry, outcome: entry.outcome ?? { ok: false, error: notBegun() } }));
}

function notBegun(): MessagingError {
  return new MessagingError({
    message: 'The execution was stopped before this message was sent',
    outcome: 'not_sent',
    code: 'cancelled',
  });
}
