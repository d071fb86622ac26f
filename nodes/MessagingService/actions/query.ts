import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { attempt, failed, nothingSent } from '../../../core/client';
import type { Parameters } from '../../parameters';
import { asInputError, stopAtFailure, type Entry } from '../outcomes';
import { toItems } from './message/output';
import { runAtOnce, UNDER_WAY, type NodeRun } from './run';

/**
 * Asks the service for each item, or for each part of it: a few at the same time, with the output in the order of the items. After a failure,
 * nothing more is asked, unless the node continues.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function query<Part>(
  run: NodeRun,
  partsOf: (parameters: Parameters, itemIndex: number) => Part[],
  ask: (part: Part, itemIndex: number) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
  const { context, options, signal, itemAt } = run;
  const entries: Array<Entry & { part?: Part }> = [];
  for (const itemIndex of context.getInputData().keys()) {
    try {
      const parts = partsOf(itemAt(itemIndex).parameters, itemIndex);
      entries.push(...parts.map((part) => ({ itemIndex, part })));
    } catch (error) {
      entries.push({ itemIndex, result: failed(nothingSent(asInputError(error))) });
    }
  }
  // If one item is wrong, nothing is asked, so that all items can be run again once it is corrected.
  stopAtFailure(context, entries);
  let hasFailed = false;
  const goesOn = () => !hasFailed || context.continueOnFail();
  await runAtOnce(entries, { atOnce: options.atOnce, goesOn, signal }, async (entry) => {
    const { part, itemIndex } = entry;
    if (part === undefined) return;
    entry.result = UNDER_WAY;
    const asked = await attempt(() => ask(part, itemIndex));
    hasFailed ||= !asked.ok;
    entry.result = asked.ok ? { outcome: 'told', output: asked.value } : failed(nothingSent(asked.error));
  });
  stopAtFailure(context, entries);
  return toItems(run, entries);
}
