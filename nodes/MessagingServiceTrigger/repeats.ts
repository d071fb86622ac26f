import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../../core/boundedMap';
import { createLimiter } from '../../core/client';
import { eventKey, REMEMBERED_EVENTS, type EventKey, type ServiceEvent } from '../../core/receive';
import { optionsIn, parametersOf } from '../parameters';
import { nodeKey } from '../nodeKey';
import { processedKeys, provenKeys } from '../processedKeys';
import { repeated } from './properties';

/** For all triggers that resume workflows, what the latest messages were to the questions: an answer to one starts no workflow, unless it is for all. */
export const judged = new BoundedMap<EventKey, 'answer' | 'forAll'>(REMEMBERED_EVENTS);

/**
 * n8n's list of processed items remembers the events of a trigger. It can be reached only where the workflow runs: a webhook has no
 * `checkProcessedAndRecord`. So an event counts as seen once n8n has taken it, and one that comes again starts an execution that ends at once.
 * What this process knows starts none. By trigger; only a process that runs its webhook has an entry.
 */
const knownHere = new Map<string, BoundedMap<EventKey, true>>();

/** The latest events of a trigger that this process knows to be in n8n's list. */
export function knownEvents(context: IWebhookFunctions): ReadonlyMap<EventKey, true> {
  const known = knownHere.get(nodeKey(context)) ?? new BoundedMap<EventKey, true>(REMEMBERED_EVENTS);
  knownHere.set(nodeKey(context), known);
  return known;
}

/** By node, so that executions that run at the same time in this process take turns. */
const turns = createLimiter(Infinity);

/** The events of an execution that did not come before. One that cannot be looked up passes: better twice than lost. */
export async function withoutRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  // A call that ended in an error is stored with an empty item, which *Executions > Retry* would start the workflow with.
  const items = context.getInputData().filter(({ json }) => isEvent(json));
  const keys = items.flatMap(keysOf).filter((key) => key !== undefined);
  // A person who repeats an execution gets the same event on purpose, too.
  const isWanted = ['manual', 'retry'].includes(context.getMode());
  if (isWanted || keys.length === 0) return items;
  try {
    if (repeated.read(optionsIn(parametersOf(context)(0))) === 'pass') return items;
    const known = await recorded(context, keys);
    return items.filter((item) => {
      const own = keysOf(item);
      const isNew = own.some((key) => key === undefined || !known.has(key));
      // A call can bring an event twice.
      for (const key of own) if (key !== undefined) known.add(key);
      return isNew;
    });
  } catch (error) {
    context.logger.warn(`${context.getNode().name}: repeated events are not dropped: ${String(error)}`);
    return items;
  }
}

/** Records keys in n8n's list; returns those that were there before. */
async function recorded(context: IExecuteFunctions, keys: readonly string[]): Promise<Set<string>> {
  const node = nodeKey(context);
  // Each may have a mark and a witness.
  const list = processedKeys(context, 3 * REMEMBERED_EVENTS);
  const add = async (added: readonly string[]) => await turns.run(() => list.add(added), [node]);
  const here = knownHere.get(node);
  // In queue mode, other processes write to the list, too.
  const before =
    here === undefined ? await provenKeys({ ...list, add }, { knowsOwn: true }).add(keys) : await add(keys);
  for (const key of keys) here?.set(key, true);
  return new Set(before);
}

/** The keys of an event, or of all that were gathered in it. */
function keysOf({ json }: INodeExecutionData): EventKey[] {
  if (!isEvent(json)) return [undefined];
  const events = json.event === 'inbound' ? (json.messages ?? [json]) : [json];
  return events.map(eventKey);
}

/** Only this trigger makes the items, so a short check is enough. */
function isEvent(json: object): json is ServiceEvent {
  return 'event' in json;
}
