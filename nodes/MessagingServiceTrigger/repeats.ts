import type { IWebhookFunctions } from 'n8n-workflow';

import {
  createRepeatedEventFilter,
  eventKey,
  REMEMBERED_EVENTS,
  type RepeatedEventFilter,
  type ServiceEvent,
} from '../../core/receive';
import { nodeKey } from '../callers';
import { passesRepeatsOn } from './settings';

const KEY = 'recentEvents';

/** What this process has seen, by trigger: two calls at the same time do not see each other's stored data. */
const seenHere = new Map<string, RepeatedEventFilter>();

/** Whether the event came before; remembers it. What was seen is stored with the workflow, so that it survives a restart. */
export function isRepeated(context: IWebhookFunctions, event: ServiceEvent): boolean {
  // A person who tries a workflow sends the same event again on purpose.
  if (passesRepeatsOn(context) || context.getMode() === 'manual') return false;
  const key = eventKey(event);
  const store = context.getWorkflowStaticData('node');
  const seen = seenHereBy(context);
  // Other processes of this n8n store what they have seen, too.
  for (const stored of storedKeys(store[KEY])) seen.isRepeated(stored);
  if (seen.isRepeated(key)) return true;
  if (key !== undefined) store[KEY] = seen.snapshot();
  return false;
}

function storedKeys(stored: unknown): string[] {
  return createRepeatedEventFilter({ capacity: REMEMBERED_EVENTS, remembered: stored }).snapshot();
}

function seenHereBy(context: IWebhookFunctions): RepeatedEventFilter {
  const trigger = nodeKey(context);
  const filter = seenHere.get(trigger) ?? createRepeatedEventFilter({ capacity: REMEMBERED_EVENTS });
  seenHere.set(trigger, filter);
  return filter;
}
