import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { asMessagingError, invalidField, nothingSent, type MessagingError } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { asText } from '../../../core/reading';
import type { Parameters } from '../../parameters';
import { asInputError } from '../errors';
import { runAtOnce, underWay } from '../items';
import { stopAtFailure, toItems, type Entry } from './entries';
import type { NodeRun } from './operation';

/**
 * Asks the service for each item, or for each part of it: a few at the same time, with the output in the order of the items. With
 * `inWords`, a failure does not keep the other parts from being asked for, unless it would be theirs as well, and the error that ends the
 * node says what they gave.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function query<Part>(
  { context, options, signal, itemAt }: NodeRun,
  partsOf: (parameters: Parameters, itemIndex: number) => Part[],
  ask: (part: Part, itemIndex: number) => Promise<IDataObject | IDataObject[]>,
  inWords?: (part: IDataObject) => string,
): Promise<INodeExecutionData[]> {
  const entries: Array<Entry<IDataObject | IDataObject[]> & { part?: Part }> = [];
  for (const itemIndex of context.getInputData().keys()) {
    try {
      for (const part of partsOf(itemAt(itemIndex).parameters, itemIndex))
        entries.push({ itemIndex, part, outcome: undefined });
    } catch (error) {
      entries.push({ itemIndex, outcome: { ok: false, error: nothingSent(asInputError(error)) } });
    }
  }
  // If one item is wrong, nothing is asked, so that all items can be run again once it is corrected.
  if (inWords === undefined) stopAtFailure(context, entries);
  let hasFailed = false;
  let hitsAll = false;
  const goesOn = () => !hasFailed || context.continueOnFail() || (inWords !== undefined && !hitsAll);
  const running = { ok: false, error: underWay().error } as const;
  await runAtOnce(entries, { atOnce: options.atOnce, goesOn, signal }, async (entry) => {
    if (entry.part === undefined) return;
    entry.outcome = running;
    try {
      entry.outcome = { ok: true, value: await ask(entry.part, entry.itemIndex) };
    } catch (error) {
      const failure = asMessagingError(error);
      hasFailed = true;
      hitsAll ||= hitsEveryCall(failure);
      entry.outcome = { ok: false, error: nothingSent(failure) };
    }
  });
  stopAtFailure(context, entries, inWords && othersGave(entries, inWords));
  return toItems(context, entries);
}

/** Whether other calls would fail in the same way: there is no connection, or the login is wrong. */
function hitsEveryCall({ status, outcome }: MessagingError): boolean {
  return status === 401 || status === 403 || (status === undefined && outcome === 'not_sent');
}

const MOST_NAMED = 100;

/** What the parts that did not fail gave, in one line: a node that fails has no output. */
function othersGave(
  entries: ReadonlyArray<Entry<IDataObject | IDataObject[]>>,
  inWords: (part: IDataObject) => string,
): string | undefined {
  const gave = entries.flatMap(({ outcome }) => (outcome?.ok === true ? [outcome.value].flat() : []));
  if (gave.length === 0) return undefined;
  const more = gave.length > MOST_NAMED ? `, and ${gave.length - MOST_NAMED} more` : '';
  return `The others: ${gave.slice(0, MOST_NAMED).map(inWords).join(', ')}${more}.`;
}

/**
 * A parameter that must not be empty.
 * @throws MessagingError that names it
 */
export function requiredText(parameters: Parameters, name: string, label: string): string {
  const text = asText(parameters(name))?.trim() ?? '';
  if (text === '') throw invalidField(label, 'is required');
  return text;
}

/**
 * A parameter with several texts, as an array, as its JSON text, or separated by commas.
 * @throws MessagingError that names it if it is empty
 */
export function requiredTexts(parameters: Parameters, name: string, label: string): string[] {
  const texts = listEntered(parameters(name)).map((entry) => {
    const text = asText(entry)?.trim() ?? '';
    // Left out, it would be missed.
    if (text === '') throw invalidField(label, 'must contain only texts', { got: JSON.stringify(entry) });
    return text;
  });
  if (texts.length === 0) throw invalidField(label, 'is required');
  return texts;
}
