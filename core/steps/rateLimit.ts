import { BoundedMap } from '../boundedMap';
import { steadyNow, timeOfDay } from '../clock';
import { createLimiter, wasRefused, type Limiter, type RateLimitSetting } from '../client';
import { personKey } from '../contract/phoneNumber';
import { fault, type Fault } from '../errors/texts';
import { NOBODY, recipientsOf, skip, type Outgoing } from './outgoing';

/** The rate limit per recipient of an account (*Rate Limit per Recipient*). */
export interface RateLimit extends Counts {
  limit: RateLimitSetting;
}

/** What has gone out to each person. */
export interface Counts {
  /**
   * When messages went out to each person, on the steady clock, as all times here: to set the computer's clock forgets nothing. With too
   * many people, those who got nothing for the longest are forgotten.
   */
  readonly sent: Map<string, readonly number[]>;
  /** The messages to a person have their turns one after the other, as only an answer says which of them count. */
  readonly turns: Limiter;
}

const MOST_PEOPLE = 50_000;

/** The counts of an account from which nothing has gone out yet. */
export function noneSent(): Counts {
  return { sent: new BoundedMap(MOST_PEOPLE), turns: createLimiter(Infinity) };
}

/** By account, so that all its nodes in this process share them, and a deploy forgets nothing. */
const countsByAccount = new BoundedMap<string, Counts>(1000);

/** The rate limit of an account; undefined if it has none. */
export function rateLimitOf(accountId: string, limit: RateLimitSetting | undefined): RateLimit | undefined {
  if (limit === undefined) return undefined;
  const counts = countsByAccount.get(accountId) ?? noneSent();
  countsByAccount.set(accountId, counts);
  return { limit, ...counts };
}

/** Sends messages within the rate limit: those who have got as many as it allows are skipped, and what was sent counts. */
export async function withinLimit(
  messages: readonly Outgoing[],
  rate: RateLimit,
  send: () => Promise<void>,
): Promise<void> {
  const people = messages.flatMap(({ request }) => recipientsOf(request).map(personKey));
  await rate.turns.run(async () => {
    skipOverLimit(messages, rate);
    await send();
    countSent(messages, rate);
  }, people);
}

function recentTo(person: string, { limit, sent }: RateLimit, now: number): readonly number[] {
  return (sent.get(person) ?? []).filter((time) => now - time < limit.minutes * 60_000);
}

/** Until when there is no room for so many messages to a person; undefined if there is. */
function fullUntil(person: string, count: number, rate: RateLimit, now: number): number | undefined {
  const { most, minutes } = rate.limit;
  const recent = recentTo(person, rate, now);
  if (recent.length + count <= most) return undefined;
  return (recent[recent.length + count - most - 1] ?? recent.at(-1) ?? now) + minutes * 60_000;
}

/** Takes those out of messages who have got as many as the account allows, or would with this call. A message for nobody else is skipped. */
function skipOverLimit(messages: readonly Outgoing[], rate: RateLimit): void {
  const now = steadyNow();
  const counted = new Map<string, number>();
  for (const message of messages) {
    const { skipped = NOBODY } = message;
    const over = new Map<string, Fault>();
    let last = now;
    for (const address of recipientsOf(message.request).filter((each) => !skipped.has(each))) {
      const person = personKey(address);
      const count = (counted.get(person) ?? 0) + 1;
      const until = fullUntil(person, count, rate, now);
      if (until === undefined) counted.set(person, count);
      else over.set(address, reasonOf(rate.limit, isoDate(until)));
      last = Math.max(last, until ?? last);
    }
    if (over.size === 0) continue;
    const until = isoDate(last);
    const reason = reasonOf(rate.limit, until);
    skip(message, over, (recipients) => ({ outcome: 'over_limit', until, recipients, reason }));
  }
}

/** Counts what was accepted, and what may have been. */
function countSent(messages: readonly Outgoing[], rate: RateLimit): void {
  const now = steadyNow();
  for (const { request, result, skipped = NOBODY } of messages) {
    const mayBeSent = result?.outcome === 'failed' && result.error.outcome === 'unknown';
    if (result?.outcome !== 'accepted' && !mayBeSent) continue;
    const refused = result.outcome === 'accepted' ? result.recipients.filter(wasRefused) : [];
    const not = new Set(refused.map(({ address }) => address));
    for (const person of recipientsOf(request)
      .filter((each) => !skipped.has(each) && !not.has(each))
      .map(personKey))
      rate.sent.set(person, [...recentTo(person, rate, now), now]);
  }
}

function reasonOf({ most, minutes }: RateLimitSetting, until: string): Fault {
  return fault('over_limit', { most, minutes, until });
}

/** @param time on the steady clock */
function isoDate(time: number): string {
  return new Date(Math.round(timeOfDay(time))).toISOString();
}
