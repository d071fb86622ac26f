import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createLimiter, sleep } from '../../core/client';
import { eventKey, REMEMBERED_EVENTS, type EventKey, type ServiceEvent } from '../../core/receive';
import { nodeKey } from '../nodeKey';
import { processedKeys, SETTLING_MS, type ProcessedKeys } from '../processedKeys';
import { choice } from '../choice';
import { keepTaken } from './repeats';
import { repeated } from './properties';

/** By node, so that executions that run at the same time in this process take turns. */
const lists = new Map<string, SharedList>();

/**
 * The events that no other process has taken before. In queue mode, a webhook processor knows only the events that it has taken itself;
 * n8n's database can be reached only where the workflow runs. An event that cannot be looked up passes: better twice than lost.
 */
export async function withoutRepeatsOfOthers(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = context.getInputData();
  try {
    const repeated = new Set(await repeatedKeys(context, items.flatMap(keysOf)));
    return items.filter((item) => !keysOf(item).every((key) => repeated.has(key ?? '')));
  } catch (error) {
    context.logger.warn(`${context.getNode().name}: repeated events are not dropped: ${String(error)}`);
    return items;
  }
}

async function repeatedKeys(
  context: IExecuteFunctions,
  keys: Array<string | undefined>,
): Promise<readonly string[]> {
  // A person who tests a workflow or repeats an execution sends the same event again on purpose.
  if (context.getMode() === 'manual' || context.getMode() === 'retry') return [];
  if (choice(context.getNodeParameter('options.repeated', 0, ''), repeated) === 'pass') return [];
  const node = nodeKey(context);
  const known = keys.filter((key) => key !== undefined);
  if (known.length === 0) return [];
  const wanted = keepTaken(context, known);
  if (wanted.length === 0) return [];
  const list = lists.get(node) ?? new SharedList();
  lists.set(node, list);
  return await list.add(processedKeys(context, REMEMBERED_EVENTS), wanted);
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

  /** Adds keys; returns those that were there before. */
  async add(database: ProcessedKeys, keys: string[]): Promise<string[]> {
    const before = await this.turn.run(() => database.add(keys));
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
