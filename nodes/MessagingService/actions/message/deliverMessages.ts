import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readText } from '../../../../core/reading';
import { firstFailure, type ItemOutcome } from '../../items';
import { stopAtFailure, toItems } from '../results';
import { hintsOf } from './hints';
import type { SentMessages } from './sentMessages';

/** The output of a node that sends, with its hints. What was sent stays remembered as long as another try may follow. */
export function deliverMessages(
  context: IExecuteFunctions,
  outcomes: ReadonlyArray<ItemOutcome<IDataObject>>,
  sent: SentMessages,
): INodeExecutionData[] {
  if (firstFailure(outcomes) === undefined) sent.forget();
  stopAtFailure(context, outcomes, whatElseHappened(outcomes));
  const hints = hintsOf(outcomes);
  // Not there when an AI agent runs the node as its tool.
  if (hints.length > 0 && typeof context.addExecutionHints === 'function')
    context.addExecutionHints(...hints);
  return toItems(outcomes);
}

const MOST_IDS_NAMED = 50;

/** What a person must know about the other items when the node stops at one. */
function whatElseHappened(outcomes: ReadonlyArray<ItemOutcome<IDataObject>>): string | undefined {
  if (outcomes.length < 2) return undefined;
  const accepted = outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.value] : []));
  const failed = outcomes.filter(({ kind }) => kind === 'failed').length;
  const skipped = outcomes.length - accepted.length - failed;
  const ids = [
    ...new Set(accepted.map((output) => readText(output, 'batchId') ?? readText(output, 'messageId'))),
  ].filter((id) => id !== undefined);
  const named = ids.slice(0, MOST_IDS_NAMED).join(', ');
  return [
    `Of ${outcomes.length} items, ${accepted.length} were sent, ${failed} failed and ${skipped} were not begun.`,
    ids.length === 0 ? undefined : `IDs of what was sent: ${named}${ids.length > MOST_IDS_NAMED ? ' …' : ''}`,
    accepted.length === 0
      ? undefined
      : 'Retry on Fail sends only the others again; running the workflow anew sends all of them.',
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}
