import { sleep } from '../../core/client';
import {
  canBeGathered,
  eventKey,
  Gatherer,
  type EventKey,
  type GatherRule,
  type InboundEvent,
  type ServiceEvent,
} from '../../core/receive';
import { nodeKey } from '../nodeKey';
import type { WebhookCall, WebhookResponse } from '../webhookCall';

/** By trigger. What one process gathers, no other process sees. */
const gatherers = new Map<string, Gatherer>();

/**
 * Waits with the events of a call for further messages of the same people. Of the calls that brought the messages of a person, one starts the
 * workflow with all of them; the others are answered when n8n has taken it.
 *
 * @returns what this call is to start
 * @throws if n8n did not take what another call has started
 */
export async function gather(
  context: WebhookCall,
  events: readonly ServiceEvent[],
  rule: GatherRule,
): Promise<ServiceEvent[]> {
  const held: Array<Promise<InboundEvent | undefined>> = [];
  const ofCall: Held[] = [];
  const alone: ServiceEvent[] = [];
  for (const event of events) {
    if (event.event === 'inbound' && canBeGathered(event)) held.push(hold(context, event, rule, ofCall));
    else alone.push(event);
  }
  const gathered = await Promise.all(held);
  return [...alone, ...gathered.filter((event) => event !== undefined)];
}

/** A message of a call, and how to wait for it no longer. */
interface Held {
  event: InboundEvent;
  key: EventKey;
  leave(): void;
}

/** Resolves with the gathered message if this call is to start the workflow, otherwise when another call has. */
async function hold(
  context: WebhookCall,
  event: InboundEvent,
  rule: GatherRule,
  ofCall: Held[],
): Promise<InboundEvent | undefined> {
  const response = context.getResponseObject();
  const key = eventKey(event);
  return await new Promise((resolve, reject) => {
    ofCall.push({ event, key, leave: () => resolve(undefined) });
    const start = async (gathered: InboundEvent, keys: readonly EventKey[]) => {
      resolve(gathered);
      // Gathered messages of the same call would wait for its answer, which waits for them.
      for (const other of ofCall) if (isAmong(other, gathered, keys)) other.leave();
      await answered(response);
    };
    gathererOf(context)
      .add(event, key, rule, { isOpen: () => !response.closed, start })
      .then(() => resolve(undefined), reject);
  });
}

function isAmong({ event, key }: Held, { messages = [] }: InboundEvent, keys: readonly EventKey[]): boolean {
  return messages.includes(event) || (key !== undefined && keys.includes(key));
}

/** Resolves when n8n has taken what a call starts. If its caller has hung up, n8n takes it all the same, but that cannot be observed. */
async function answered(response: WebhookResponse): Promise<void> {
  if (response.closed) return;
  await new Promise<void>((resolve) => response.once('close', resolve));
  if (!response.writableEnded || response.statusCode >= 400) throw new Error('n8n has not taken it');
}

function gathererOf(context: WebhookCall): Gatherer {
  const key = nodeKey(context);
  const gatherer = gatherers.get(key) ?? new Gatherer({ now: () => performance.now(), sleep });
  gatherers.set(key, gatherer);
  return gatherer;
}
