import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidField, isLeftOut } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { asText } from '../../../core/reading';
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

/** A line for each item that failed, if there are several, unless all have the same error. Items are counted from 0, as n8n does. */
function severalFailures<T>(outcomes: ItemResults<T>, itemOf: ItemOf): string[] {
  const lines = outcomes.flatMap((outcome, index) =>
    outcome?.ok === false && !isLeftOut(outcome.error.outcome)
      ? [`Item ${itemOf(index)}: ${outcome.error.message}`]
      : [],
  );
  const errors = outcomes.map((outcome) => (outcome?.ok === false ? outcome.error : undefined));
  if (lines.length < 2 || new Set(errors).size === 1) return [];
  const more = lines.length - MOST_FAILURES_NAMED;
  const rest = `And ${more} more.`;
  return [...lines.slice(0, MOST_FAILURES_NAMED), ...(more > 0 ? [rest] : [])];
}

/**
 * The output of a node: in the order of its items, each linked to its item; an item that failed gives its error. `addresseeOf` tells whom
 * the message of an outcome was for.
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
    return [outcome.value].flat().map((json) => ({ json, pairedItem: { item: itemOf(index) } }));
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
