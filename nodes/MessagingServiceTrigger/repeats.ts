import type { IWebhookFunctions } from 'n8n-workflow';

import { eventKey, REMEMBERED_EVENTS, SeenEvents, type ServiceEvent } from '../../core/receive';
import { nodeKey } from '../callers';
import { passesRepeatsOn } from './settings';

/** What this process knows to be taken, and what a call was about: n8n stores both with its answer to the call. */
const TAKEN = 'recentEvents';
const OF_CALL = 'eventsOfLastCall';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** What this process has seen of one trigger: calls at the same time do not see each other's stored data. */
interface Seen {
  taken: SeenEvents;
  /**
   * The keys of `taken`, the same array in the stored data of all calls: n8n may store that of an earlier call after that of a later one, as
   * when an execution ends, and stores then what is known by then.
   */
  list: string[];
  /** The events that n8n is about to take, by the answer that tells whether it did. */
  underWay: Map<string, Response>;
}

const seenHere = new Map<string, Seen>();

/**
 * The events that did not come before. An event counts as seen once n8n has taken it, which its answer to the call tells: it answers when
 * the execution exists, and with an error when there is none. What was seen is stored with the workflow, so that it survives a restart.
 *
 * @returns undefined while it cannot be known: another call with one of the events was given up by its caller, and n8n still works on it
 */
export async function withoutRepeats<Read extends { event: ServiceEvent }>(
  context: IWebhookFunctions,
  events: Read[],
): Promise<Read[] | undefined> {
  // A person who tries a workflow sends the same event again on purpose.
  if (passesRepeatsOn(context) || context.getMode() === 'manual') return events;
  const seen = seenBy(context);
  if (!(await othersAnswered(seen, events))) return undefined;
  const store = context.getWorkflowStaticData('node');
  // Other processes of this n8n store what they have seen, too.
  seen.taken.addStored(store[TAKEN]);
  seen.taken.addStored(store[OF_CALL]);
  const fresh = new Set<string>();
  const unseen = events.filter(({ event }) => {
    const key = eventKey(event);
    if (key === undefined) return true;
    if (seen.taken.has(key) || fresh.has(key)) return false;
    fresh.add(key);
    return true;
  });
  begin(seen, [...fresh], context.getResponseObject());
  // n8n stores this with its answer, and only when it has taken the events.
  if (fresh.size > 0) {
    list(seen);
    store[TAKEN] = seen.list;
    store[OF_CALL] = [...fresh];
  }
  return unseen;
}

/** Waits until n8n has answered all other calls that hold one of the events; false when an answer will never be heard. */
async function othersAnswered(seen: Seen, events: Array<{ event: ServiceEvent }>): Promise<boolean> {
  const keys = events.map(({ event }) => eventKey(event)).filter((key) => key !== undefined);
  for (;;) {
    for (const key of keys) settle(seen, key);
    const other = keys.map((key) => seen.underWay.get(key)).find((response) => response !== undefined);
    if (other === undefined) return true;
    if (other.closed) return false;
    await new Promise((resolve) => other.once('close', resolve));
  }
}

function begin(seen: Seen, keys: string[], response: Response): void {
  for (const key of keys) seen.underWay.set(key, response);
  response.once('close', () => {
    for (const key of keys) settle(seen, key);
  });
}

/** Counts an event as seen, or forgets it, once n8n has answered. n8n answers also when the caller is gone; then nothing tells of it. */
function settle(seen: Seen, key: string): void {
  const response = seen.underWay.get(key);
  if (response?.writableEnded !== true) return;
  seen.underWay.delete(key);
  if (response.statusCode >= 400) return;
  seen.taken.add(key);
  list(seen);
}

function list(seen: Seen): void {
  seen.list.splice(0, Infinity, ...seen.taken.list());
}

function seenBy(context: IWebhookFunctions): Seen {
  const trigger = nodeKey(context);
  const seen = seenHere.get(trigger) ?? {
    taken: new SeenEvents(REMEMBERED_EVENTS),
    list: [],
    underWay: new Map(),
  };
  seenHere.set(trigger, seen);
  return seen;
}
