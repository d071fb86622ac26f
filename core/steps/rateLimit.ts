import { BoundedMap } from '../boundedMap';
import { wasRefused, type RateLimitSetting, type RecipientResult } from '../client';
import { personKey } from '../contract/phoneNumber';
import { textOf } from '../errors/sentence';
import { fault, type Fault } from '../errors/texts';
import { recipientsOf, type Outgoing } from './outgoing';

/** How many people are remembered: with more within the time, those who got nothing for the longest are forgotten. */
const MOST_PEOPLE = 50_000;
/** How many people who got nothing lately are forgotten with each message. */
const FORGOTTEN_AT_ONCE = 2;

/** When messages went out to each person: one for each account in a process. */
export class SentLately {
  private readonly times: Map<string, number[]>;

  constructor(people = MOST_PEOPLE) {
    this.times = new BoundedMap(people);
  }

  /**
   * Until when there is no room for so many messages to a person; undefined if there is.
   * @param now on the clock of `performance.now()`, as all times here: to set the computer's clock forgets nothing
   */
  fullUntil(
    person: string,
    count: number,
    { most, minutes }: RateLimitSetting,
    now: number,
  ): number | undefined {
    const lasts = minutes * 60_000;
    const recent = this.recent(person, lasts, now);
    if (recent.length + count <= most) return undefined;
    return (recent[recent.length + count - most - 1] ?? recent.at(-1) ?? now) + lasts;
  }

  /** Counts a message to a person. */
  add(person: string, { minutes }: RateLimitSetting, now: number): void {
    const lasts = minutes * 60_000;
    this.forget(now - lasts);
    this.times.set(person, [...this.recent(person, lasts, now), now]);
  }

  get size(): number {
    return this.times.size;
  }

  private recent(person: string, lasts: number, now: number): number[] {
    return (this.times.get(person) ?? []).filter((time) => now - time < lasts);
  }

  /** A few of the oldest each time, so that no message waits for it. */
  private forget(before: number): void {
    let left = FORGOTTEN_AT_ONCE;
    for (const [person, times] of this.times) {
      if (left === 0 || (times.at(-1) ?? 0) > before) return;
      this.times.delete(person);
      left -= 1;
    }
  }
}

/** The rate limit per recipient of an account (*Most to One Person*). */
export interface RateLimit {
  limit: RateLimitSetting;
  sent: SentLately;
}

/** By account, so that all its nodes in this process share them, and a deploy forgets nothing. */
const sentByAccount = new BoundedMap<string, SentLately>(1000);

/** The rate limit of an account; undefined if it has none. */
export function rateLimitOf(accountId: string, limit: RateLimitSetting | undefined): RateLimit | undefined {
  if (limit === undefined) return undefined;
  const sent = sentByAccount.get(accountId) ?? new SentLately();
  sentByAccount.set(accountId, sent);
  return { limit, sent };
}

/**
 * Takes those out of messages who have got as many as the account allows, or would with this call. A message for nobody else is skipped.
 * Messages of one sender to one person go out one after the other, so what was accepted says it all; only what several senders, or several
 * processes, send to one person at the same moment can exceed the limit.
 */
export function skipOverLimit(messages: readonly Outgoing[], { limit, sent }: RateLimit): void {
  const now = performance.now();
  const together = new Map<string, number>();
  for (const message of messages) {
    const before = new Map((message.skipped ?? []).map((recipient) => [recipient.address, recipient]));
    const recipients = recipientsOf(message.request);
    const full = new Map<string, number>();
    let isForOthers = false;
    for (const [person, count] of countPeople(recipients.filter((address) => !before.has(address)))) {
      const all = (together.get(person) ?? 0) + count;
      const until = sent.fullUntil(person, all, limit, now);
      if (until === undefined) together.set(person, all);
      else full.set(person, until);
      isForOthers ||= until === undefined;
    }
    if (full.size === 0) continue;
    const skipped = recipients.flatMap((address) => {
      const until = full.get(personKey(address));
      return before.get(address) ?? (until === undefined ? [] : [recipientOver(address, limit, until)]);
    });
    message.skipped = skipped;
    if (isForOthers) continue;
    const until = isoDate(Math.max(...full.values()));
    message.result = { outcome: 'over_limit', until, recipients: skipped, reason: reasonOf(limit, until) };
  }
}

/** Counts what was accepted, and what may have been. */
export function countSent(messages: readonly Outgoing[], { limit, sent }: RateLimit): void {
  const now = performance.now();
  for (const { request, result, skipped = [] } of messages) {
    const mayBeSent = result?.outcome === 'failed' && result.error.outcome === 'unknown';
    if (result?.outcome !== 'accepted' && !mayBeSent) continue;
    const refused = result.outcome === 'accepted' ? result.recipients.filter(wasRefused) : [];
    const not = new Set([...skipped, ...refused].map(({ address }) => address));
    for (const address of recipientsOf(request))
      if (!not.has(address)) sent.add(personKey(address), limit, now);
  }
}

function countPeople(addresses: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const person of addresses.map(personKey)) counts.set(person, (counts.get(person) ?? 0) + 1);
  return counts;
}

function recipientOver(address: string, limit: RateLimitSetting, until: number): RecipientResult {
  const error = { code: 'over_limit', message: textOf(reasonOf(limit, isoDate(until)).message) };
  return { address, accepted: false, messageId: undefined, error };
}

function reasonOf({ most, minutes }: RateLimitSetting, until: string): Fault {
  return fault('over_limit', { most, minutes, until });
}

/** @param time on the clock of `performance.now()` */
function isoDate(time: number): string {
  return new Date(Math.round(Date.now() + time - performance.now())).toISOString();
}
