import type { IWebhookFunctions } from 'n8n-workflow';

import { sleep } from '../../core/client';
import {
  canBeGathered,
  eventKey,
  Gatherer,
  type GatherRule,
  type InboundEvent,
  type ServiceEvent,
} from '../../core/receive';
import { nodeKey } from '../nodeKey';

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
  context: IWebhookFunctions,
  events: readonly ServiceEvent[],
  rule: GatherRule,
): Promise<ServiceEvent[]> {
  const response = context.getResponseObject();
  const gatherer = gathererOf(context);
  const gathered: ServiceEvent[] = [];
  const held = new Map<string | InboundEvent, () => void>();
  const start = async (event: InboundEvent) => {
    gathered.push(event);
    // Those of this call would wait for its answer, which waits for them.
    for (const message of event.messages ?? []) held.get(nameOf(message))?.();
    await answered(response);
  };
  const hold = async (event: InboundEvent) =>
    await new Promise<void>((resolve, reject) => {
      held.set(nameOf(event), resolve);
      const call = { isOpen: () => !response.closed, start };
      gatherer.add(event, eventKey(event), rule, call).then(resolve, reject);
    });
  const alone: ServiceEvent[] = [];
  const several = new Map<string | InboundEvent, InboundEvent>();
  for (const event of events) {
    if (event.event === 'inbound' && canBeGathered(event)) several.set(nameOf(event), event);
    else alone.push(event);
  }
  await Promise.all([...several.values()].map(hold));
  return [...alone, ...gathered];
}

/** The same for an event that the service repeats, also in another call. */
function nameOf(event: InboundEvent): string | InboundEvent {
  return eventKey(event) ?? event;
}

/** Resolves when n8n has taken what a call starts. If its caller has hung up, n8n takes it all the same, but that cannot be observed. */
async function answered(response: ReturnType<IWebhookFunctions['getResponseObject']>): Promise<void> {
  if (response.closed) return;
  await new Promise<void>((resolve) => response.once('close', resolve));
  if (!response.writableEnded || response.statusCode >= 400) throw new Error('n8n has not taken it');
}

function gathererOf(context: IWebhookFunctions): Gatherer {
  const key = nodeKey(context);
  const gatherer = gatherers.get(key) ?? new Gatherer({ now: () => performance.now(), sleep });
  gatherers.set(key, gatherer);
  return gatherer;
}
