import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readText } from '../../../../core/reading';
import { MessagingError, type Tried } from '../../../../core/client';
import { toNodeError, type Addressee } from '../../errors';
import { cancelSignalOf, firstFailure, type ItemResults } from '../../items';
import { stopAtFailure, toItems, type ItemOf } from '../results';
import type { Draft } from './draft';
import { addHints, hintsOf } from './hints';
import { keysHint } from './sentKeys';
import type { SentMessages } from './sentMessages';
import { outputsOf } from './steps';

/** The result of a node that sends. */
export interface Delivery {
  drafts: ReadonlyArray<Tried<Draft>>;
  itemOf?: ItemOf;
  /** Whom the message of each draft is for, by its position. */
  addresseeOf: (position: number) => Addressee;
  /** What is forgotten when every message is sent; missing where the caller remembers it. */
  sent?: SentMessages;
  /** Whether a failure does not end the node (*Send and Wait*: answers to the other messages must count). */
  goesOn?: boolean;
}

/**
 * The output of a node that sends, with its hints. Sent messages stay remembered as long as another try may follow.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export function deliverMessages(context: IExecuteFunctions, delivery: Delivery): INodeExecutionData[] {
  const { drafts, itemOf, addresseeOf, sent } = delivery;
  const outcomes = outputsOf(drafts);
  if (cancelSignalOf(context)?.aborted === true) return deliverStopped(context, delivery);
  if (firstFailure(outcomes) === undefined) sent?.forget();
  if (delivery.goesOn !== true) stopAtFailure(context, outcomes, whatElseHappened(outcomes), itemOf);
  addHints(context, [...hintsOf(outcomes, drafts), ...keysHint(drafts)]);
  return toItems(context, outcomes, itemOf, addresseeOf);
}

/** The result of a stopped execution: one error that names what was sent, or an error for each item that was not sent. */
function deliverStopped(
  context: IExecuteFunctions,
  { drafts, itemOf = (index) => index, addresseeOf, sent }: Delivery,
): INodeExecutionData[] {
  const outcomes = outputsOf(drafts);
  for (const draft of drafts) if (draft.ok) sent?.keep(draft.value);
  const open = outcomes.findIndex((outcome) => outcome?.ok !== true);
  if (open >= 0 && !context.continueOnFail()) {
    const { error } = firstFailure(outcomes) ?? { error: notBegun() };
    throw toNodeError(context.getNode(), error, itemOf(open), whatElseHappened(outcomes));
  }
  const named = outcomes.map((outcome): Tried<IDataObject> => outcome ?? { ok: false, error: notBegun() });
  return toItems(context, named, itemOf, addresseeOf);
}

function notBegun(): MessagingError {
  return new MessagingError({
    message: 'The execution was stopped before this message was sent',
    outcome: 'not_sent',
    code: 'cancelled',
  });
}

const MOST_IDS_NAMED = 50;

/** What a person must know about the other items if the node stops at one. */
function whatElseHappened(outcomes: ItemResults<IDataObject>): string | undefined {
  if (outcomes.length < 2) return undefined;
  const done = outcomes.flatMap((outcome) => (outcome?.ok === true ? [outcome.value] : []));
  const accepted = done.filter(({ outcome }) => outcome === undefined);
  const failed = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.error] : []));
  const ended = [...done, ...failed];
  const became = (wanted: string) => ended.filter(({ outcome }) => outcome === wanted).length;
  const counts: Array<[number, string]> = [
    [accepted.length, 'sent'],
    [became('sent_before'), 'skipped (sent before)'],
    [became('opted_out'), 'opted out'],
    [became('outside_window'), 'outside of the sending window'],
    [became('over_limit'), 'over the limit for one person'],
    [became('unknown'), 'possibly sent'],
    [became('rejected') + became('not_sent'), 'refused or not sent'],
    [outcomes.length - ended.length, 'not started'],
  ];
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const ids = [
    ...new Set(accepted.map((output) => readText(output, 'batchId') ?? readText(output, 'messageId'))),
  ].filter((id) => id !== undefined);
  const named = ids.slice(0, MOST_IDS_NAMED).join(', ');
  return [
    `Of ${outcomes.length} items: ${told.join(', ')}.`,
    ids.length === 0
      ? undefined
      : `IDs of the sent messages: ${named}${ids.length > MOST_IDS_NAMED ? ' …' : ''}`,
    accepted.length === 0
      ? undefined
      : "'Retry On Fail' sends only what was refused, not sent or not started. Running the workflow again sends all items again.",
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}
