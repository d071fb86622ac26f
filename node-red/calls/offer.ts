import {
  eventKey,
  readWanted,
  withOptOut,
  type EventKey,
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

/** A node that gets events of its account. */
export interface Subscriber {
  kinds: readonly Kind[];
  notices: Notices;
  /** It has another account by now, and waits only for what its earlier messages bring. */
  isFormer?: boolean;
  /** Resolves when the flow has taken the event, maybe with further messages of the person. A node that only waits for answers or reports has none. */
  start?(event: ServiceEvent, key: EventKey): Promise<void>;
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
}

/**
 * Reads a call, and offers each of its events to the open questions, then to the nodes that start flows; what neither takes is missed. Resolves when
 * all have taken them. A failure with one event keeps none of the others from those who want them.
 * @throws what the first of them throws: then the caller is to call again
 */
export async function offerEvents(
  kinds: readonly Kind[],
  received: ReceivedRequest,
  subscribers: readonly Subscriber[],
  questions: Questions,
): Promise<void> {
  const taken: Array<Promise<void>> = [];
  const take = (task: Promise<void>) => {
    taken.push(task);
    // It may fail while later events are still matched; `settled` reports it.
    task.catch(() => undefined);
  };
  for (const kind of kinds) {
    const wanting = subscribers.filter((each) => each.kinds.includes(kind) && each.unset === undefined);
    const { events, otherKind } = readWanted(kind, received);
    if (otherKind && kinds.length === 1) for (const subscriber of wanting) subscriber.otherKind?.();
    for (const event of events) {
      const key = eventKey(event);
      const claim = claimOn(event, key, wanting, questions);
      const started = claim.then((claimed) => startFlows(event, key, claimed, wanting));
      take(started);
      // The flows need not wait until it is recorded.
      if (event.event === 'status') take(questions.reported(event));
      // What a message answers depends on what those before it have answered.
      await Promise.allSettled([claim]);
    }
  }
  await settled(taken);
}

async function startFlows(
  event: ServiceEvent,
  key: EventKey,
  claim: ClaimOnMessage | undefined,
  subscribers: readonly Subscriber[],
): Promise<void> {
  if (claim === 'answer') return;
  const flows = subscribers.flatMap((subscriber) => subscriber.start?.(event, key) ?? []);
  await settled(flows);
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
  if (event.event !== 'inbound') return undefined;
  const [optOut] = subscribers.flatMap((subscriber) => subscriber.optOutIn?.(event) ?? []);
  return questions.claim(optOut === undefined ? withOptOut(event) : { ...event, optOut }, key);
}

/** Waits for all, also if one fails. */
async function settled(tasks: ReadonlyArray<Promise<void>>): Promise<void> {
  const failed = (await Promise.allSettled(tasks)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
