import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

import { eventKey, REMEMBERED_EVENTS, SeenEvents, type ServiceEvent } from '../../core/receive';
import { isRecord } from '../../core/reading';
import { nodeKey } from '../nodeKey';
import type { WebhookCall, WebhookResponse } from '../webhookCall';
import { passesOn } from './settings';
import { repeated } from './properties';

/** In the workflow's stored data: the events that this process knows to be taken, of all its triggers by their id (`Lists`). */
const TAKEN = 'messagingServiceTriggers';
/** In the trigger's stored data: the events of a call. */
const OF_CALL = 'eventsOfLastCall';

type Lists = Record<string, string[]>;

/**
 * By workflow. n8n stores the data of a workflow as a whole, and an earlier call's after a later one's, or those of another trigger, for
 * example when an execution ends. All of them share these lists, so that n8n then stores everything that is known by then.
 */
const listsHere = new Map<string, Lists>();

/** What this process has seen of one trigger: simultaneous calls do not see each other's stored data. */
interface Seen {
  taken: SeenEvents;
  list: string[];
  /** The events that n8n is about to take, each with the response that will show whether it did. */
  underWay: Map<string, WebhookResponse>;
}

const seenHere = new Map<string, Seen>();

/**
 * The events that did not come before. An event counts as seen once n8n has taken it, which n8n's response to the call shows: it responds
 * when the execution exists, or with an error if there is none. Seen events are stored with the workflow, so that they survive a restart.
 *
 * @returns undefined if it cannot be known yet: the caller of another call with one of the events has hung up, and n8n still works on that
 * call
 */
export async function withoutRepeats<Read extends { event: ServiceEvent }>(
  context: WebhookCall,
  events: Read[],
): Promise<Read[] | undefined> {
  if (!dropsRepeats(context)) return events;
  const seen = seenBy(context);
  if (!(await othersAnswered(seen, events))) return undefined;
  const store = context.getWorkflowStaticData('node');
  // Other processes of this n8n store what they have seen as well.
  const stored = new Set<unknown>([storedLists(context)[context.getNode().id], store[OF_CALL]].flat());
  seen.taken.addStored([...stored]);
  const fresh = new Set<string>();
  const unseen = events.filter(({ event }) => {
    const key = eventKey(event);
    if (key === undefined) return true;
    if (seen.taken.has(key) || stored.has(key) || fresh.has(key)) return false;
    fresh.add(key);
    return true;
  });
  begin(seen, [...fresh], context.getResponseObject());
  // n8n stores this with its response, and only if it has taken the events.
  if (fresh.size > 0) {
    list(seen);
    storeLists(context);
    store[OF_CALL] = [...fresh];
  }
  return unseen;
}

/**
 * Forgets the events of a call that is refused after all: n8n stores the static data with any response.
 * @param used answers that a waiting execution has taken: when the call is repeated, they are no news
 */
export function forgetCall(context: WebhookCall, used: readonly ServiceEvent[]): void {
  delete context.getWorkflowStaticData('node')[OF_CALL];
  if (!dropsRepeats(context)) return;
  const seen = seenBy(context);
  for (const key of used.map(eventKey)) if (key !== undefined) seen.taken.add(key);
  list(seen);
  storeLists(context);
}

/** A person who tests a workflow sends the same event again on purpose. */
function dropsRepeats(context: WebhookCall): boolean {
  return !passesOn(context, repeated) && context.getMode() !== 'manual';
}

/**
 * Call this where the workflow runs: its events are taken. n8n stores them again when the workflow ends, because what it stored with its
 * answers may lack the events of calls that came at the same time.
 * @returns the keys of events that this process has not taken
 */
export function keepTaken(context: IExecuteFunctions, keys: string[]): string[] {
  const seen = seenHere.get(nodeKey(context));
  if (seen === undefined) return keys;
  const isOurs = (key: string) => seen.underWay.has(key) || seen.taken.has(key);
  for (const key of keys.filter(isOurs)) {
    seen.underWay.delete(key);
    seen.taken.add(key);
  }
  list(seen);
  storeLists(context);
  return keys.filter((key) => !seen.taken.has(key));
}

/** Waits until n8n has responded to all other calls with one of the events; false if there will never be a response. */
async function othersAnswered(seen: Seen, events: Array<{ event: ServiceEvent }>): Promise<boolean> {
  const keys = events.map(({ event }) => eventKey(event)).filter((key) => key !== undefined);
  for (;;) {
    for (const key of keys) settle(seen, key);
    const other = keys.map((key) => seen.underWay.get(key)).find((response) => response !== undefined);
    if (other === undefined) return true;
    if (other.closed) return false;
    await new Promise<void>((resolve) => other.once('close', resolve));
  }
}

function begin(seen: Seen, keys: string[], response: WebhookResponse): void {
  for (const key of keys) seen.underWay.set(key, response);
  response.once('close', () => {
    for (const key of keys) settle(seen, key);
  });
}

/**
 * Marks an event as seen, or forgets it, once n8n has responded. n8n also responds after the caller has hung up, but that cannot be
 * observed.
 */
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

type Data = Pick<FunctionsBase, 'getWorkflow' | 'getWorkflowStaticData'>;

/** What is stored for the triggers of the workflow. Any node can write there. */
function storedLists(context: Data): Record<string, unknown> {
  const stored = context.getWorkflowStaticData('global')[TAKEN];
  return isRecord(stored) ? stored : {};
}

/** Gives n8n the lists of all triggers of the workflow; of those that were not called in this process, what is stored. */
function storeLists(context: Data): void {
  const lists = listsOf(context);
  for (const [trigger, keys] of Object.entries(storedLists(context)))
    if (Array.isArray(keys)) lists[trigger] ??= keys.map(String);
  context.getWorkflowStaticData('global')[TAKEN] = lists;
}

function listsOf(context: Data): Lists {
  const workflow = context.getWorkflow().id ?? '';
  const lists = listsHere.get(workflow) ?? {};
  listsHere.set(workflow, lists);
  return lists;
}

function seenBy(context: WebhookCall): Seen {
  const trigger = nodeKey(context);
  const seen = seenHere.get(trigger) ?? {
    taken: new SeenEvents(REMEMBERED_EVENTS),
    list: [],
    underWay: new Map(),
  };
  seenHere.set(trigger, seen);
  listsOf(context)[context.getNode().id] = seen.list;
  return seen;
}
