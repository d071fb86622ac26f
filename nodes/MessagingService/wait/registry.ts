import { isBetween, personKey } from '../../../core/ask/answer';
import type { InboundEvent } from '../../../core/receive';
import type { Channel } from '../../../core/contract/names';

/**
 * Who is expected to answer by a plain message. It is in the memory of this process, so it works only if one process runs everything, and
 * is empty after a restart. The triggers that listen in this process fill one of the two, the waiting nodes the other.
 */
const listening = new Set<symbol>();
const expected = new Map<string, OpenQuestion[]>();

/** A question that the person's next message answers. */
export interface OpenQuestion {
  channel: Channel;
  /** The person who was asked. */
  person: string;
  /** The number or sender that asked; the person writes to it. */
  sender: string;
  /** The signed URL of the question. */
  url: string;
  /** When the expectation ends, milliseconds since 1970. */
  until: number;
}

/**
 * Called when a trigger begins to listen in this process. Returns a function to call when it stops; a trigger that is published again may
 * begin before it stops.
 */
export function listenForAnswers(): () => void {
  const one = Symbol('trigger');
  listening.add(one);
  return () => listening.delete(one);
}

/** Whether a trigger for inbound messages listens in this process. */
export function isTriggerListening(): boolean {
  return listening.size > 0;
}

/** How often expectations whose time is up are removed. */
const PURGE_MS = 60_000;
let nextPurge = 0;

export function expect(expectation: OpenQuestion): void {
  const now = Date.now();
  if (now >= nextPurge) {
    nextPurge = now + PURGE_MS;
    for (const [key, questions] of expected) keep(key, questions);
  }
  const key = keyOf(expectation.channel, expectation.person);
  const others = (expected.get(key) ?? []).filter(({ url }) => url !== expectation.url);
  expected.set(key, [...others, expectation]);
}

/** The questions that a message may answer, oldest first. */
export function expectationsFor(event: InboundEvent): OpenQuestion[] {
  const { channel, from, text, choice } = event;
  if (channel === undefined || from === undefined || !text?.trim() || choice?.id !== undefined) return [];
  const now = Date.now();
  const asked = expected.get(keyOf(channel, from)) ?? [];
  return asked.filter((question) => question.until > now && isBetween(event, question));
}

/** Called when the question was answered, or its execution no longer waits. */
export function dropExpectation({ channel, person, url }: OpenQuestion): void {
  const key = keyOf(channel, person);
  keep(
    key,
    (expected.get(key) ?? []).filter((each) => each.url !== url),
  );
}

/** Keeps the questions whose time is not up. */
function keep(key: string, questions: OpenQuestion[]): void {
  const now = Date.now();
  const left = questions.filter(({ until }) => until > now);
  if (left.length === 0) expected.delete(key);
  else expected.set(key, left);
}

function keyOf(channel: Channel, person: string): string {
  return `${channel} ${personKey(person)}`;
}
