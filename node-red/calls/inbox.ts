import {
  eventKey,
  readWanted,
  SeenEvents,
  withOptOut,
  withoutSecret,
  type EventKey,
  type InboundEvent,
  type ServiceEvent,
  type StatusEvent,
  type WantedKind,
} from '../../core/receive';

/** What a caller has sent. */
export interface Received {
  query: Record<string, unknown>;
  body: unknown;
}

/** What an inbound message is to the open questions: an answer that starts no flow, one that also starts flows, or no answer. */
export type Claim = 'answer' | 'answerForAll' | 'nothing';

/** The open questions of an account. */
export interface Questions {
  /**
   * How strongly its questions claim a message, compared with those of other accounts; undefined if none of them can take it.
   * @throws NotRead while it is not known which questions are open
   */
  standing(event: InboundEvent, key: EventKey): Promise<number | undefined>;
  /** Whether an inbound message answers one of them, which then ends. */
  claim(event: InboundEvent, key: EventKey): Promise<Claim>;
  /**
   * Takes the report about a message.
   * @throws as `standing`
   */
  reported(event: StatusEvent): Promise<void>;
}

/** What is known when an event was offered to a node. */
export interface Started {
  /** Resolves when the flow has taken the event, which waits for further messages of the person until then. */
  taken: Promise<void>;
}

/** A node that gets the events that come on a path. */
export interface Subscriber {
  kind: Exclude<WantedKind, 'any'>;
  /** Of its account. */
  questions: Questions;
  /** Starts the flow, or will start it with further messages: see `Started`. A node that only waits for answers or reports has none. */
  start?(event: ServiceEvent, key: EventKey): Promise<Started | void>;
  /** What a message says by the words of the node, if its flow starts with opt-outs. */
  optOutIn?(event: InboundEvent): InboundEvent['optOut'];
  /** Called for a message that answers nothing and starts no flow. */
  missed?(event: InboundEvent): void;
  /** Called when a call had events of the other kind. */
  otherKind?(): void;
}

/** The events of a path. Each one is offered to the open questions, then to the nodes that start flows; what neither takes is missed. */
export class Inbox {
  /** Messages that were passed on: one that comes again is not missed. */
  private readonly passedOn = new SeenEvents();

  /** @param startsFlows whether any node on the path starts flows */
  constructor(private readonly startsFlows: () => boolean) {}

  /**
   * Reads a call and gives its events to those who may have them. Resolves when all have taken them.
   * @throws what the first of them throws: then the caller is to call again
   */
  async take({ query, body }: Received, allowed: readonly Subscriber[]): Promise<void> {
    const taken: Array<Promise<void>> = [];
    for (const kind of new Set(allowed.map((subscriber) => subscriber.kind))) {
      const wanting = allowed.filter((subscriber) => subscriber.kind === kind);
      const { events, otherKind } = readWanted(kind, { query: withoutSecret(query), body });
      if (otherKind) for (const subscriber of wanting) subscriber.otherKind?.();
      taken.push(this.takeInOrder(events, wanting));
    }
    await settled(taken);
  }

  /** A failure with one event keeps none of the others from those who want them. */
  private async takeInOrder(
    events: readonly ServiceEvent[],
    subscribers: readonly Subscriber[],
  ): Promise<void> {
    const taken: Array<Promise<void>> = [];
    for (const event of events) {
      const offered = this.offer(event, subscribers, taken);
      taken.push(offered);
      await Promise.allSettled([offered]);
    }
    await settled(taken);
  }

  /** Each flow waits for the questions of its own account only. */
  private async offer(
    event: ServiceEvent,
    subscribers: readonly Subscriber[],
    taken: Array<Promise<void>>,
  ): Promise<void> {
    const key = eventKey(event);
    const asked = withOptOutOf(event, subscribers);
    const claims = claimsOf(new Set(subscribers.map(({ questions }) => questions)), asked, key);
    const start = async (subscriber: Subscriber) => {
      if ((await claims.get(subscriber.questions)) === 'answer') return;
      const started = await subscriber.start?.(event, key);
      if (started === undefined) return;
      taken.push(started.taken);
      // It may fail while earlier events are still being offered; `settled` reports it.
      started.taken.catch(() => undefined);
    };
    await settled(subscribers.map(start));
    if (event.event !== 'inbound') return;
    const isNew = !this.passedOn.has(key);
    const isAnswer = (await Promise.all(claims.values())).some((claim) => claim !== 'nothing');
    if (isAnswer) return;
    this.passedOn.add(key);
    if (isNew && !this.startsFlows()) subscribers.find(({ missed }) => missed !== undefined)?.missed?.(event);
  }
}

/** An event as the questions get it: a message that opts out, by the words of a trigger node or the usual ones, is not only an answer. */
function withOptOutOf(event: ServiceEvent, subscribers: readonly Subscriber[]): ServiceEvent {
  if (event.event !== 'inbound') return event;
  const [optOut] = subscribers.flatMap((subscriber) => subscriber.optOutIn?.(event) ?? []);
  return optOut === undefined ? withOptOut(event) : { ...event, optOut };
}

/**
 * What an event is to the questions of each account. One question takes a message, also where several accounts have the number: the one that had
 * it before, or that the tapped button names; else the one that was asked last. An account whose questions cannot take it waits for no other.
 */
function claimsOf(
  accounts: ReadonlySet<Questions>,
  event: ServiceEvent,
  key: EventKey,
): ReadonlyMap<Questions, Promise<Claim>> {
  if (event.event !== 'inbound')
    return new Map([...accounts].map((questions) => [questions, reported(questions, event)]));
  const standings = new Map([...accounts].map((questions) => [questions, questions.standing(event, key)]));
  const taking = takenBy(standings, event, key);
  // Whoever waits for it reports the failure.
  taking.catch(() => undefined);
  const claimOf = async (questions: Questions, standing: Standing): Promise<Claim> => {
    if ((await standing) === undefined) return questions.claim(event, key);
    const taken = await taking;
    return taken?.questions === questions ? taken.claim : 'nothing';
  };
  return new Map([...standings].map(([questions, standing]) => [questions, claimOf(questions, standing)]));
}

type Standing = ReturnType<Questions['standing']>;

async function reported(questions: Questions, event: ServiceEvent): Promise<Claim> {
  if (event.event === 'status') await questions.reported(event);
  return 'nothing';
}

/** Offers a message to the questions that can take it, the strongest claim first, until one does. */
async function takenBy(
  standings: ReadonlyMap<Questions, Standing>,
  event: InboundEvent,
  key: EventKey,
): Promise<{ questions: Questions; claim: Claim } | undefined> {
  const all = await Promise.all(
    [...standings].map(async ([questions, standing]) => ({ questions, standing: await standing })),
  );
  const able = all.flatMap(({ questions, standing }) =>
    standing === undefined ? [] : [{ questions, standing }],
  );
  for (const { questions } of able.sort((one, other) => other.standing - one.standing)) {
    const claim = await questions.claim(event, key);
    if (claim !== 'nothing') return { questions, claim };
  }
  return undefined;
}

/** Waits for all, also if one fails. */
async function settled(tasks: ReadonlyArray<Promise<void>>): Promise<void> {
  const failed = (await Promise.allSettled(tasks)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
