import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { failed, MessagingError } from '../../../../core/client';
import { stopAtFailure, toItems, type Entry } from '../../outcomes';
import type { NodeRun } from '../run';
import { draftAll, madeOf, type Drafted } from './drafts';
import { addHints, hintsOf, tallyOf, whatElseHappened } from './hints';
import { outputOf } from './output';
import { sendDrafts, type Way } from './sending';
import { SentMessages } from './sentMessages';

/**
 * Sends the messages of all items. They stay remembered as long as another try may follow.
 * @param takesLists whether an item can be a list of messages
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function sendAll(run: NodeRun, way: Way, takesLists = false): Promise<INodeExecutionData[]> {
  const drafts = await draftAll(run, takesLists);
  // If one item is wrong, nothing is sent, so that all items can be run again once it is corrected.
  stopAtFailure(run.context, drafts);
  const sent = new SentMessages(run.context);
  await sendDrafts(run, madeOf(drafts), way, sent);
  const items = deliver(run, drafts);
  if (run.signal?.aborted !== true && !drafts.some(hasFailed)) sent.forget();
  return items;
}

function hasFailed({ outcome }: Drafted): boolean {
  return !outcome.ok || outcome.value.result === undefined || outcome.value.result.outcome === 'failed';
}

/**
 * The output of a node that sends, with its hints.
 * @param goesOn whether a failure does not end the node (*Send and Wait*: answers to the other messages must count)
 */
export function deliver(
  { context, signal }: NodeRun,
  drafts: readonly Drafted[],
  goesOn = false,
): INodeExecutionData[] {
  const messages = madeOf(drafts);
  const isStopped = signal?.aborted === true;
  const others = whatElseHappened(drafts);
  if (isStopped) for (const draft of messages) draft.result ??= failed(notBegun());
  const entries = outputsOf(drafts);
  if (isStopped || !goesOn) stopAtFailure(context, entries, others);
  addHints(context, [tallyOf(drafts), ...hintsOf(messages)]);
  return toItems(context, entries);
}

/** What comes out for each message: those that could not be made have failed. */
export function outputsOf(drafts: readonly Drafted[]): Array<Entry<IDataObject>> {
  return drafts.map((entry) => ({
    ...entry,
    outcome: entry.outcome.ok ? outputOf(entry.outcome.value) : entry.outcome,
  }));
}

function notBegun(): MessagingError {
  return new MessagingError({
    message: 'The execution was stopped before this message was sent',
    outcome: 'not_sent',
    code: 'cancelled',
  });
}
