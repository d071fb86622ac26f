import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createLimiter, sleep } from '../../core/client';
import {
  eventKey,
  REMEMBERED_EVENTS,
  SeenEvents,
  type EventKey,
  type ServiceEvent,
} from '../../core/receive';
import { parametersIn } from '../parameters';
import { nodeKey } from '../nodeKey';
import { processedKeys, SETTLING_MS, type ProcessedKeys } from '../processedKeys';
import type { WebhookCall } from '../webhookCall';
import { repeated } from './properties';
import { optionIn } from './settings';

/**
 * n8n's list of processed items remembers the events of a trigger. It can be reached only where the workflow runs: a webhook has no
 * `checkProcessedAndRecord`. So an event counts as seen once n8n has taken it, and one that comes again starts an execution that ends at once.
 * What this process knows to be in the list, or an answer that was handed on, starts none. By trigger; only a process that runs its webhook
 * has an entry.
 */
const seenHere = new Map<string, SeenEvents>();

/** Whether this process knows that the event came before. */
export function isSeen(context: WebhookCall, event: ServiceEvent): boolean {
  return seenIn(context).has(eventKey(event)) && dropsRepeats(context);
}

/** Remembers an event that starts nothing, because a waiting execution has taken it as an answer. */
export function rememberAnswer(context: WebhookCall, event: ServiceEvent): void {
  if (dropsRepeats(context)) seenIn(context).add(eventKey(event));
}

function seenIn(context: WebhookCall): SeenEvents {
  const seen = seenHere.get(nodeKey(context)) ?? new SeenEvents();
  seenHere.set(nodeKey(context), seen);
  return seen;
}

/** A person who tests a workflow sends the same event again on purpose. */
function dropsRepeats(context: WebhookCall): boolean {
  return context.getMode() !== 'manual' && optionIn(context, repeated) === 'drop';
}

/** By node, so that executions that run at the same time in this process take turns. */
const lists = new Map<string, SharedList>();

/** The events of an execution that did not come before. One that cannot be looked up passes: better twice than lost. */
export async function withoutRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = context.getInputData();
  const keys = items.flatMap(keysOf).filter((key) => key !== undefined);
  // A person who repeats an execution gets the same event on purpose, too.
  const isWanted = ['manual', 'retry'].includes(context.getMode());
  if (isWanted || keys.length === 0) return items;
  if (
    repeated.read(parametersIn({ repeated: context.getNodeParameter('options.repeated', 0, '') })) === 'pass'
  )
    return items;
  const node = nodeKey(context);
  const list = lists.get(node) ?? new SharedList();
  lists.set(node, list);
  const here = seenHere.get(node);
  try {
    const known = new Set(
      await list.add(processedKeys(context, REMEMBERED_EVENTS), keys, here === undefined),
    );
    for (const key of keys) here?.add(key);
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

/** More than a thousand events at once are more than the list holds, so some are never found in it. */
const MOST_ROUNDS = 5;

/**
 * The list of one node. Entries that another process has overwritten at the same moment are added again a moment later. The execution waits
 * for that, because n8n waits for its executions before it stops.
 */
class SharedList {
  private readonly turn = createLimiter(1);
  private readonly unproven = new Set<string>();
  private round: Promise<void> | undefined;

  /**
   * Adds keys; returns those that were there before.
   * @param isShared whether other processes write to the list, too (queue mode)
   */
  async add(database: ProcessedKeys, keys: string[], isShared: boolean): Promise<string[]> {
    const before = await this.turn.run(() => database.add(keys));
    if (!isShared) return before;
    for (const key of keys) this.unproven.add(key);
    for (let round = 0; round < MOST_ROUNDS && keys.some((key) => this.unproven.has(key)); round += 1) {
      this.round ??= this.prove(database);
      await this.round;
    }
    return before;
  }

  /** A moment after they were written, looks which keys are there, and adds the others again. */
  private async prove(database: ProcessedKeys): Promise<void> {
    const written = [...this.unproven];
    try {
      await sleep(2 * SETTLING_MS);
      for (const key of await this.turn.run(() => database.add(written))) this.unproven.delete(key);
    } catch {
      // The list cannot be reached, which the next event will report.
      this.unproven.clear();
    } finally {
      this.round = undefined;
    }
  }
}
