import type { EventKey } from './eventKey';
import type { InboundEvent } from './events';
import { keywordOf } from './keyword';
import { personKey } from '../contract/phoneNumber';
import { present } from '../reading';

/** When the messages of a person are complete. Both in milliseconds. */
export interface GatherRule {
  /** After this long without a further message. */
  pauseMs: number;
  /** This long after the first one at the latest. */
  atMostMs: number;
}

/** A call that waits until its message was taken. */
export interface HeldCall {
  /** Whether the caller still waits. */
  isOpen(): boolean;
  /** Starts the flow. Resolves when the platform has taken the message. */
  start(gathered: InboundEvent): Promise<void>;
}

interface Group {
  events: InboundEvent[];
  keys: EventKey[];
  calls: HeldCall[];
  /** When it is passed on, if nothing more comes; `end` is the latest time. */
  complete: number;
  end: number;
  taken?: Promise<void>;
}

/** How many calls wait at once; a message beyond that is passed on by itself. */
export const MOST_HELD_CALLS = 10_000;

/**
 * Gathers the messages that a person writes one after the other, so that a flow starts once with all of them. All calls wait until the
 * flow has taken the gathered message. Nothing is stored: if the process dies, no call was answered, and the callers call again.
 */
export class Gatherer {
  private readonly groups = new Map<string, Group>();
  private held = 0;

  /** @param clock tells the time and waits, both in milliseconds */
  constructor(private readonly clock: { now(): number; sleep(ms: number): Promise<void> }) {}

  /**
   * Adds a message to those of its sender to the same number. Resolves when the flow has taken the gathered message; the same event counts once.
   * @throws what `start` of the call throws that starts the flow: the last one whose caller still waits
   */
  async add(event: InboundEvent, key: EventKey, rule: GatherRule, call: HeldCall): Promise<void> {
    if (this.held >= MOST_HELD_CALLS) return call.start(gatheredFrom([event]));
    this.held += 1;
    try {
      const now = this.clock.now();
      const person = personOf(event);
      const group = this.groups.get(person) ?? newGroup(now + rule.atMostMs);
      this.groups.set(person, group);
      group.calls.push(call);
      if (key === undefined || !group.keys.includes(key)) {
        group.events.push(event);
        group.keys.push(key);
        group.complete = Math.min(now + rule.pauseMs, group.end);
      }
      group.taken ??= this.startWhenComplete(person, group);
      await group.taken;
    } finally {
      this.held -= 1;
    }
  }

  private async startWhenComplete(person: string, group: Group): Promise<void> {
    for (let now = this.clock.now(); now < group.complete; now = this.clock.now())
      await this.clock.sleep(group.complete - now);
    // A message that comes from now on begins another group.
    this.groups.delete(person);
    const latestFirst = [...group.calls].reverse();
    const call = latestFirst.find((each) => each.isOpen()) ?? latestFirst[0];
    await call?.start(gatheredFrom(group.events));
  }
}

function newGroup(end: number): Group {
  return { events: [], keys: [], calls: [], complete: end, end };
}

/** Whether a message may be one of several. What a person taps, and an opt-out, stand for themselves. */
export function canBeGathered({ from, choice, optOut }: InboundEvent): boolean {
  return from !== undefined && choice === undefined && optOut === undefined;
}

/** The last event, with the texts of all of them. */
function gatheredFrom(events: readonly InboundEvent[]): InboundEvent {
  const texts = events.flatMap(({ text }) => text ?? []);
  const last = events.at(-1);
  if (last === undefined) throw new RangeError('There is no message to pass on');
  const text = texts.length === 0 ? undefined : texts.join('\n');
  const keyword = text === undefined ? undefined : keywordOf(text);
  return { ...last, ...present({ text, keyword }), gathered: events.length, messages: [...events] };
}

function personOf({ channel, from, to }: InboundEvent): string {
  return [channel, personKey(from ?? ''), personKey(to ?? '')].join(' ');
}
