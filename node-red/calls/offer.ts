import {
  eventKey,
  readEvents,
  withOptOut,
  type InboundEvent,
  type ReceivedRequest,
  type ServiceEvent,
  type WantedKind,
} from '../../core/receive';
import type { Verdict } from './callers';
import type { Notices, Obstacle } from './notices';
import type { ClaimOnMessage, OpenMessages } from './openMessages';

/** The open questions of an account. */
export type Questions = Pick<OpenMessages, 'claim' | 'reported'>;

/** What the calls to a path bring. */
export type Kind = Exclude<WantedKind, 'any'>;

/** A call to a path of an account. */
interface ReceivedCall extends ReceivedRequest {
  /** Names the call, also where it is offered again. */
  id: string;
  /** What its path is for. */
  kinds: readonly Kind[];
}

/** A node that gets events of its account. */
export interface Subscriber {
  kinds: readonly Kind[];
  notices: Notices;
  /** It has another account by now, and waits only for what its earlier messages bring. */
  isFormer?: boolean;
  /** Resolves when the flow has taken the event, maybe with further messages of the person. A node that only waits for answers or reports has none. */
  start?(event: ServiceEvent, key: string): Promise<void>;
  /** Why the node cannot start its flow. */
  unset?: Obstacle | undefined;
  /** What a message says by the words of the node, if its flow starts with opt-outs. */
  optOutIn?(event: InboundEvent): InboundEvent['optOut'];
  /** Called for a message that answers nothing and starts no flow. */
  missed?(event: InboundEvent): void;
  /** Called for a caller that is refused. */
  refused?(verdict: Verdict): void;
  /** Called after each deploy if nothing keeps calls away. */
  ready?(): void;
}

/**
 * Reads a call, and offers each of its events to the open questions, then to the nodes of the account that start flows with its kind; what neither takes
 * is missed. Resolves when all have taken them, with false if a trigger that is not set up may want one. A failure with one event keeps none of the
 * others from those who want them.
 * @throws what the first of them throws: then the caller is to call again
 */
export async function offerEvents(
  call: ReceivedCall,
  subscribers: readonly Subscriber[],
  questions: Questions,
): Promise<boolean> {
  const taken: Array<Promise<unknown>> = [];
  const take = (task: Promise<unknown>) => {
    taken.push(task);
    // It may fail while later events are still matched; `settled` reports it.
    task.catch(() => undefined);
  };
  const listening = (kinds: readonly Kind[]) =>
    subscribers.filter((subscriber) => kinds.some((kind) => subscriber.kinds.includes(kind)));
  const [kind = 'any', ...others] = call.kinds;
  for (const [index, event] of readEvents(others.length === 0 ? kind : 'any', call).entries()) {
    const wanting = listening(event.event === 'unknown' ? call.kinds : [event.event]);
    const working = wanting.filter(({ unset }) => unset === undefined);
    const missesOne = working.length < wanting.length;
    const ownKey = eventKey(event);
    // This call may be offered again; in another one, the same is another event.
    const key = ownKey ?? `${call.id} ${index}`;
    const claim = claimOn(event, key, working, questions);
    const started = claim.then(async (claimed) => {
      if (claimed === 'answer') return true;
      // Nobody would know it when the caller calls again.
      if (missesOne && ownKey === undefined) return false;
      const flows = working.flatMap((subscriber) => subscriber.start?.(event, key) ?? []);
      await settled(flows);
      const isNew = claimed === undefined || claimed === 'nothing';
      if (flows.length === 0 && isNew && !missesOne)
        missed(event, working, call.kinds, listening(call.kinds));
      return !missesOne;
    });
    take(started);
    // The flows need not wait until it is recorded.
    if (event.event === 'status') take(questions.reported(event));
    // What a message answers depends on what those before it have answered.
    await Promise.allSettled([claim]);
  }
  return !(await settled(taken)).includes(false);
}

/** Nobody takes an event: a node that asks says so, or those on whose path it came though it is for others, or cannot be read. */
function missed(
  event: ServiceEvent,
  subscribers: readonly Subscriber[],
  kinds: readonly Kind[],
  onPath: readonly Subscriber[],
): void {
  const asking = subscribers.find((subscriber) => subscriber.missed !== undefined);
  if (event.event === 'inbound' && asking !== undefined) asking.missed?.(event);
  else if (event.event === 'unknown' || !kinds.includes(event.event))
    for (const { notices } of onPath) notices.missed(event.event);
}

/** What the questions make of an event. A message that opts out, by the words of a trigger or the usual ones, is not only an answer. */
async function claimOn(
  event: ServiceEvent,
  key: string,
  subscribers: readonly Subscriber[],
  questions: Questions,
): Promise<ClaimOnMessage | undefined> {
  if (event.event !== 'inbound') return undefined;
  const [optOut] = subscribers.flatMap((subscriber) => subscriber.optOutIn?.(event) ?? []);
  return questions.claim(optOut === undefined ? withOptOut(event) : { ...event, optOut }, key);
}

/** Waits for all, also if one fails. */
async function settled<T>(tasks: ReadonlyArray<Promise<T>>): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
