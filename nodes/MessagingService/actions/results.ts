import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidRequest } from '../../../core/client';
import { asText } from '../../../core/reading';
import { asInputError, toErrorItem, toNodeError } from '../errors';
import { firstFailure, parameterOf, type ItemOutcome } from '../items';

/** The item that an outcome belongs to: the one of the same index, but where an item gives several messages. */
export type ItemOf = (index: number) => number;
const sameIndex: ItemOf = (index) => index;

/**
 * Ends the node with the error of the first item that failed, and names the other ones that failed, unless it is to go on after
 * failures. `more` is added to the description.
 */
export function stopAtFailure<T>(
  context: IExecuteFunctions,
  outcomes: ReadonlyArray<ItemOutcome<T>>,
  more?: string,
  itemOf = sameIndex,
): void {
  const failure = context.continueOnFail() ? undefined : firstFailure(outcomes);
  if (failure === undefined) return;
  const description = [...otherFailures(outcomes, itemOf), more]
    .filter((line) => line !== undefined)
    .join('\n');
  throw toNodeError(context.getNode(), failure.error, itemOf(failure.itemIndex), description);
}

const MOST_FAILURES_NAMED = 20;

/** A line for each item that failed besides the first. Items are counted as n8n does, from 0. */
function otherFailures<T>(outcomes: ReadonlyArray<ItemOutcome<T>>, itemOf: ItemOf): string[] {
  const [, ...others] = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'failed' ? [`Item ${itemOf(index)}: ${outcome.error.message}`] : [],
  );
  const more = others.length - (MOST_FAILURES_NAMED - 1);
  return more <= 0
    ? others
    : [...others.slice(0, MOST_FAILURES_NAMED - 1), `${more} more items have errors.`];
}

/** The output of a node: in the order of its items, each linked to its item; a failed item gives its error. */
export function toItems(
  outcomes: ReadonlyArray<ItemOutcome<IDataObject | IDataObject[]>>,
  itemOf = sameIndex,
): INodeExecutionData[] {
  return outcomes.flatMap((outcome, index): INodeExecutionData[] => {
    if (outcome.kind === 'skipped') return [];
    if (outcome.kind === 'failed') return [toErrorItem(outcome.error, itemOf(index))];
    return [outcome.value].flat().map((json) => ({ json, pairedItem: { item: itemOf(index) } }));
  });
}

/**
 * A parameter that must not be empty.
 * @throws MessagingError that names it.
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
  throw invalidRequest([{ path: displayName, rule: 'is required', message: `${displayName}: is required` }]);
}

/**
 * A parameter that takes several texts, as an array or with commas between.
 * @throws MessagingError that names it, when it is empty.
 */
export function requiredTexts(
  context: IExecuteFunctions,
  itemIndex: number,
  name: string,
  displayName: string,
): string[] {
  const value = parameterOf(context, itemIndex)(name);
  if (!Array.isArray(value)) {
    const texts = requiredText(context, itemIndex, name, displayName).split(',');
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  }
  const texts = value.map((entry) => asText(entry)?.trim() ?? '').filter((text) => text !== '');
  if (texts.length > 0) return texts;
  throw invalidRequest([{ path: displayName, rule: 'is required', message: `${displayName}: is required` }]);
}
