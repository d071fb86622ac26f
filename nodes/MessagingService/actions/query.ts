import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { attempt, invalidField, nothingSent } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { asText } from '../../../core/reading';
import type { Parameters } from '../../parameters';
import { asInputError, stopAtFailure, toItems, type Entry } from '../outcomes';
import { runAtOnce, underWay } from '../items';
import type { NodeRun } from './run';

/**
 * Asks the service for each item, or for each part of it: a few at the same time, with the output in the order of the items. After a failure,
 * nothing more is asked, unless the node continues.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function query<Part>(
  { context, options, signal, itemAt }: NodeRun,
  partsOf: (parameters: Parameters, itemIndex: number) => Part[],
  ask: (part: Part, itemIndex: number) => Promise<IDataObject | IDataObject[]>,
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
  stopAtFailure(context, entries);
  let hasFailed = false;
  const goesOn = () => !hasFailed || context.continueOnFail();
  const running = { ok: false, error: underWay().error } as const;
  await runAtOnce(entries, { atOnce: options.atOnce, goesOn, signal }, async (entry) => {
    const { part, itemIndex } = entry;
    if (part === undefined) return;
    entry.outcome = running;
    entry.outcome = await attempt(() => ask(part, itemIndex));
    if (entry.outcome.ok) return;
    hasFailed = true;
    entry.outcome = { ok: false, error: nothingSent(entry.outcome.error) };
  });
  stopAtFailure(context, entries);
  return toItems(context, entries);
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
