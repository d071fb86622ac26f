import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { asText } from '../../../core/reading';
import { asData } from '../../data';
import { asInputError, toErrorItem, toNodeError, type Addressee } from '../errors';
import { firstFailure, parameterOf, type ItemResults } from '../items';

/** The item of an outcome: the one with the same index, unless an item can give several messages. */
export type ItemOf = (index: number) => number;
const sameIndex: ItemOf = (index) => index;

/**
 * Ends the node with the error of the first item that failed, unless the node continues after failures. If several failed, the
 * description lists them. `more` is added to it.
 */
export function stopAtFailure<T>(
  context: IExecuteFunctions,
  outcomes: ItemResults<T>,
  more?: string,
  itemOf = sameIndex,
): void {
  const failure = context.continueOnFail() ? undefined : firstFailure(outcomes);
  if (failure === undefined) return;
  const description = [...severalFailures(outcomes, itemOf), more]
    .filter((line) => line !== undefined)
    .join('\n');
  throw toNodeError(context.getNode(), failure.error, itemOf(failure.itemIndex), description);
}

const MOST_FAILURES_NAMED = 20;

/**
 * A line for each thing that is wrong, with the items that have it, if several failed. The error of the node already says what is wrong with
 * the first one. Items are counted from 0, as n8n does.
 */
function severalFailures<T>(outcomes: ItemResults<T>, itemOf: ItemOf): string[] {
  const itemsBy = new Map<string, number[]>();
  const errors = new Set<unknown>();
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome?.ok !== false) continue;
    const { message } = outcome.error;
    const items = itemsBy.get(message) ?? [];
    items.push(itemOf(index));
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
  const rest = `And ${more} more.`;
  return [...lines.slice(0, MOST_FAILURES_NAMED), ...(more > 0 ? [rest] : [])];
}

function listed(items: readonly number[]): string {
  const more = items.length - MOST_FAILURES_NAMED;
  return items.slice(0, MOST_FAILURES_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * The output of a node: in the order of its items, each linked to its item; an item that failed gives its error. Both say whom the
 * message was for, as `addresseeOf` tells.
 */
export function toItems(
  context: IExecuteFunctions,
  outcomes: ItemResults<IDataObject | IDataObject[]>,
  itemOf = sameIndex,
  addresseeOf: (index: number) => Addressee = () => ({}),
): INodeExecutionData[] {
  return outcomes.flatMap((outcome, index): INodeExecutionData[] => {
    if (outcome === undefined) return [];
    if (!outcome.ok) return [toErrorItem(context, outcome.error, itemOf(index), addresseeOf(index))];
    const addressee = asData(addresseeOf(index));
    return [outcome.value]
      .flat()
      .map((value) => ({ json: { ...addressee, ...value }, pairedItem: { item: itemOf(index) } }));
  });
}

/**
 * A parameter that must not be empty.
 * @throws MessagingError that names it
 */
export function requiredText(
  context: IExecuteFunctions,
  itemIndex: number,
  name: string,
  displayName: string,
): string {
  try {
    const text = asText(parameterOf(context, itemIndex)(name))?.trim() ?? '';
    if (text !== '') return text;
  } catch (error) {
    throw asInputError(error);
  }
  throw invalidField(displayName, 'is required');
}

/**
 * A parameter with several texts, as an array, as its JSON text, or separated by commas.
 * @throws MessagingError that names it if it is empty
 */
export function requiredTexts(
  context: IExecuteFunctions,
  itemIndex: number,
  name: string,
  displayName: string,
): string[] {
  const texts = listEntered(parameterOf(context, itemIndex)(name)).map((entry) => {
    const text = asText(entry)?.trim() ?? '';
    // Left out, it would be missed.
    if (text === '')
      throw invalidField(displayName, 'must contain only texts', { got: JSON.stringify(entry) });
    return text;
  });
  if (texts.length > 0) return texts;
  throw invalidField(displayName, 'is required');
}
