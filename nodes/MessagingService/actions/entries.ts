import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { MessagingError, Tried } from '../../../core/client';
import { asData } from '../../data';
import { toErrorItem, toNodeError, type Addressee } from '../errors';

/** What an item gives: a message, or a question to the service. An item can give several. */
export interface Entry<T> {
  itemIndex: number;
  /** Whom the message is for, also if it breaks the contract. */
  addressee?: Addressee;
  /** What became of it; undefined if the node stopped before it. */
  outcome: Tried<T> | undefined;
}

/** The first entry that failed, if any. */
export function firstFailure(
  entries: ReadonlyArray<Entry<unknown>>,
): { error: MessagingError; itemIndex: number } | undefined {
  for (const { itemIndex, outcome } of entries)
    if (outcome?.ok === false) return { error: outcome.error, itemIndex };
  return undefined;
}

/**
 * Ends the node with the error of the first item that failed, unless the node continues after failures. If several failed, the
 * description lists them. `more` is added to it.
 */
export function stopAtFailure(
  context: IExecuteFunctions,
  entries: ReadonlyArray<Entry<unknown>>,
  more?: string,
): void {
  const failure = context.continueOnFail() ? undefined : firstFailure(entries);
  if (failure === undefined) return;
  const description = [...severalFailures(entries), more].filter((line) => line !== undefined).join('\n');
  throw toNodeError(context.getNode(), failure.error, failure.itemIndex, description);
}

const MOST_FAILURES_NAMED = 20;

/**
 * A line for each thing that is wrong, with the items that have it, if several failed. The error of the node already says what is wrong with
 * the first one. Items are counted from 0, as n8n does.
 */
function severalFailures(entries: ReadonlyArray<Entry<unknown>>): string[] {
  const itemsBy = new Map<string, number[]>();
  const errors = new Set<unknown>();
  for (const { itemIndex, outcome } of entries) {
    if (outcome?.ok !== false) continue;
    const { message } = outcome.error;
    const items = itemsBy.get(message) ?? [];
    items.push(itemIndex);
    itemsBy.set(message, items);
    errors.add(outcome.error);
  }
  const groups = [...itemsBy];
  const [first] = groups;
  if (first === undefined || errors.size === 1) return [];
  if (groups.length === 1) return [`The same on ${first[1].length} items: ${listed(first[1])}`];
  const lines = groups.map(([message, items]) =>
    items.length === 1 ? `Item ${items[0]}: ${message}` : `Items ${listed(items)}: ${message}`,
  );
  const more = lines.length - MOST_FAILURES_NAMED;
  return [...lines.slice(0, MOST_FAILURES_NAMED), ...(more > 0 ? [`And ${more} more.`] : [])];
}

function listed(items: readonly number[]): string {
  const more = items.length - MOST_FAILURES_NAMED;
  return items.slice(0, MOST_FAILURES_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The output of a node: in the order of its items, each linked to its item; one that failed gives its error. Both say whom the message was for. */
export function toItems(
  context: IExecuteFunctions,
  entries: ReadonlyArray<Entry<IDataObject | IDataObject[]>>,
): INodeExecutionData[] {
  return entries.flatMap(({ itemIndex, outcome, addressee = {} }): INodeExecutionData[] => {
    if (outcome === undefined) return [];
    if (!outcome.ok) return [toErrorItem(context, outcome.error, itemIndex, addressee)];
    const to = asData(addressee);
    return [outcome.value]
      .flat()
      .map((value) => ({ json: { ...to, ...value }, pairedItem: { item: itemIndex } }));
  });
}
