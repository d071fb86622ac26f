import {
  eventKey,
  readWanted,
  withOptOut,
  type EventKey,
  type InboundEvent,
  type ServiceEvent,
  type StatusEvent,
  type WantedKind,
} from '../../core/receive';
import type { Verdict } from './callers';
import type { Notices, Obstacle } from './notices';
import type { ClaimOnMessage } from './openMessages';

/** What the calls to a path bring. */
export type Kind = Exclude<WantedKind, 'any'>;

/** The open questions of an account. */
export interface Questions {
  claim(event: InboundEvent, key: EventKey): Promise<ClaimOnMessage>;
  reported(event: StatusEvent): Promise<void>;
}

/** What is known when an event was offered to a node. */
export interface Started {
  /** Resolves when the flow has taken the event, which waits for further messages of the person until then. */
  taken: Promise<void>;
}

/** A node that gets events of its account. */
export interface Subscriber {
  kinds: readonly Kind[];
  notices: Notices;
  /** Starts the flow, or will start it with further messages: see `Started`. A node that only waits for answers or reports has none. */
  start?(event: ServiceEvent, key: EventKey): Promise<Started | void>;
  /** Why the node cannot start its flow. */
  unset?: Obstacle | undefined;
  /** What a message says by the words of the node, if its flow starts with opt-outs. */
  optOutIn?(event: InboundEvent): InboundEvent['optOut'];
  /** Called for a message that answers nothing and starts no flow. */
  missed?(event: InboundEvent): void;
  /** Called when a call had events of the other kind. */
  otherKind?(): void;
  /** Called for a caller that is refused. */
  refused?(verdict: Verdict): void;
  /** Called after each deploy if nothing keeps calls away. */
  ready?(): void;
  /** Whether the node asks with links. */
  hasLinks?: boolean;
}

/**
 * Reads a call, and offers each of its events to the open questions, then to the nodes that start flows; what neither takes is missed. Resolves when
 * all have taken them. A failure with one event keeps none of the others from those who want them.
 * @throws what the first of them throws: then the caller is to call again
 */
export async function offerEvents(
  kinds: readonly Kind[],
  received: { query: unknown; body: unknown },
  subscribers: readonly Subscriber[],
  questions: Questions,
): Promise<void> {
  const taken: Array<Promise<void>> = [];
  for (const kind of kinds) {
    const wanting = subscribers.filter((each) => each.kinds.includes(kind) && each.unset === undefined);
    const { events, otherKind } = readWanted(kind, received);
    if (otherKind && kinds.length === 1) for (const subscriber of wanting) subscriber.otherKind?.();
    for (const event of events) {
      const offered = offer(event, wanting, questions, taken);
      taken.push(offered);
      await Promise.allSettled([offered]);
    }
  }
  await settled(taken);
}

async function offer(
  event: ServiceEvent,
  subscribers: readonly Subscriber[],
  questions: Questions,
  taken: Array<Promise<void>>,
): Promise<void> {
  const key = eventKey(event);
  const claim = await claimOn(event, key, subscribers, questions);
  if (claim === 'answer') return;
  const flows = subscribers.filter((subscriber) => subscriber.start !== undefined);
  const start = async (subscriber: Subscriber) => {
    const started = await subscriber.start?.(event, key);
    if (started === undefined) return;
    taken.push(started.taken);
    // It may fail while earlier events are still being offered; `settled` reports it.
    started.taken.catch(() => undefined);
  };
  await settled(flows.map(start));
  if (event.event === 'inbound' && claim === 'nothing' && flows.length === 0)
    subscribers.find((subscriber) => subscriber.missed !== undefined)?.missed?.(event);
}

/** What the questions make of an event. A message that opts out, by the words of a trigger or the usual ones, is not only an answer. */
async function claimOn(
  event: ServiceEvent,
  key: EventKey,
  subscribers: readonly Subscriber[],
  questions: Questions,
): Promise<ClaimOnMessage | undefined> {
  if (event.event === 'status') await questions.reported(event);
  if (event.event !== 'inbound') return undefined;
  const [optOut] = subscribers.flatMap((subscriber) => subscriber.optOutIn?.(event) ?? []);
  return questions.claim(optOut === undefined ? withOptOut(event) : { ...event, optOut }, key);
}

/** Waits for all, also if one fails. */
async function settled(tasks: ReadonlyArray<Promise<void>>): Promise<void> {
  const failed = (await Promise.allSettled(tasks)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
