import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidRequest } from '../../../core/client';
import { asText } from '../../../core/reading';
import { asInputError, toErrorItem, toNodeError } from '../errors';
import { firstFailure, parameterOf, type ItemOutcome } from '../items';

/**
 * Ends the node with the error of the first item that failed, unless it is to go on after failures. `more` is added to the
 * description.
 */
export function stopAtFailure<T>(
  context: IExecuteFunctions,
  outcomes: ReadonlyArray<ItemOutcome<T>>,
  more?: string,
): void {
  const failure = context.continueOnFail() ? undefined : firstFailure(outcomes);
  if (failure !== undefined) throw toNodeError(context.getNode(), failure.error, failure.itemIndex, more);
}

/** The output of a node: in the order of its items, each linked to its item; a failed item gives its error. */
export function toItems(
  outcomes: ReadonlyArray<ItemOutcome<IDataObject | IDataObject[]>>,
): INodeExecutionData[] {
  return outcomes.flatMap((outcome, itemIndex): INodeExecutionData[] => {
    if (outcome.kind === 'skipped') return [];
    if (outcome.kind === 'failed') return [toErrorItem(outcome.error, itemIndex)];
    return [outcome.value].flat().map((json) => ({ json, pairedItem: { item: itemIndex } }));
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
