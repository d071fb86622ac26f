import { BoundedMap } from '../boundedMap';
import { MessagingError, wasRefused, type LoopLimit, type RecipientResult } from '../client';
import type { MessageRequest } from '../contract';
import { personKey } from '../contract/phoneNumber';
import { readText } from '../reading';
import { recipientsOf, type Addressed } from './doNotSendTo';
import type { Step } from './journey';

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
   * Takes room for so many messages to a person, all or none.
   * @param now milliseconds since 1970
   * @returns until when there is no room; undefined if it was taken
   */
  claim(person: string, count: number, { most, minutes }: LoopLimit, now: number): number | undefined {
    const lasts = minutes * 60_000;
    this.forget(now - lasts);
    // The clock may have been set back.
    const recent = (this.times.get(person) ?? []).filter((time) => Math.abs(now - time) < lasts);
    const isFull = recent.length + count > most;
    const times = isFull ? recent : [...recent, ...Array.from({ length: count }, () => now)];
    if (times.length > 0) this.times.set(person, times);
    if (!isFull) return undefined;
    return (recent[recent.length + count - most - 1] ?? recent.at(-1) ?? now) + lasts;
  }

  /** Gives room back: the messages were not sent. */
  giveBack(person: string, count: number, claimed: number): void {
    const times = this.times.get(person);
    if (times === undefined) return;
    for (let given = 0; given < count; given += 1) {
      const at = times.indexOf(claimed);
      if (at >= 0) times.splice(at, 1);
    }
    if (times.length === 0) this.times.delete(person);
  }

  get size(): number {
    return this.times.size;
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

/** The loop guard of an account. */
export interface LoopGuard {
  limit: LoopLimit;
  sent: SentLately;
}

/** By account, so that all its nodes in this process share them, and a deploy forgets nothing. */
const sentByAccount = new BoundedMap<string, SentLately>(1000);

/** The loop guard of an account; undefined if it has no limit. */
export function loopGuardOf(accountId: string, limit: LoopLimit | undefined): LoopGuard | undefined {
  if (limit === undefined) return undefined;
  const sent = sentByAccount.get(accountId) ?? new SentLately();
  sentByAccount.set(accountId, sent);
  return { limit, sent };
}

/** The error of a message that the loop guard has held back from all of its recipients. */
export class HeldBack extends MessagingError {
  constructor(
    /** All recipients of the message, with what became of each. */
    readonly recipients: readonly RecipientResult[],
    /** When the message can go out to all of them, as an ISO date. */
    readonly until: string,
    limit: LoopLimit,
  ) {
    super({
      message: reasonOf(limit, until),
      advice:
        'Find out why so many messages go to one person: two bots may be answering each other. The limit is a setting of the account.',
      outcome: 'held_back',
      code: 'held_back',
    });
  }
}

function reasonOf({ most, minutes }: LoopLimit, until: string): string {
  return `The loop guard of the account has reached its limit for one person (${most} in ${minutes} min); held back until ${until}`;
}

export interface LoopGuardRules<M> {
  /** Whether a message counts here, and not on each of its channels. */
  counts?(message: M): boolean;
  /** What became of each recipient, in the result of a message that was accepted. */
  recipientsOf?(message: M): readonly unknown[];
  /** Whether messages are only checked, so that none counts. */
  onlyChecks?: boolean;
  /** Whether a message that has no result yet was sent. */
  isSent?(message: M): boolean;
}

/**
 * Holds back what exceeds the account's limit of messages to one person: a message to nobody else fails with `HeldBack`. The messages are
 * counted before they are sent, so that two at once cannot both be the last one; those that were certainly not sent are taken off again.
 */
export function loopGuard<M extends Addressed<unknown>>(
  guard: LoopGuard,
  rules: LoopGuardRules<M> = {},
  clock: () => number = Date.now,
): Step<M> {
  return async (messages, next) => {
    const now = clock();
    const going: Array<{ message: M; claims: ReadonlyMap<string, number> }> = [];
    for (const message of messages) {
      const { request } = message;
      const isFree = request === undefined || rules.counts?.(message) === false;
      const claims = isFree ? new Map<string, number>() : claim(guard, message, request, now);
      if (claims !== undefined) going.push({ message, claims });
    }
    const giveBack = (unsent: (message: M, person: string, claimed: number) => number) => {
      for (const { message, claims } of going)
        for (const [person, claimed] of claims)
          guard.sent.giveBack(person, unsent(message, person, claimed), now);
    };
    // Before anything waits, so that what is only checked holds nothing back.
    if (rules.onlyChecks === true) giveBack((_message, _person, claimed) => claimed);
    await next(going.map(({ message }) => message));
    if (rules.onlyChecks !== true) giveBack((...claim) => notSent(rules, ...claim));
  };
}

/** The loop guard as steps of a journey; none for an account without one. */
export function guarded<M extends Addressed<unknown>>(
  guard: LoopGuard | undefined,
  rules?: LoopGuardRules<M>,
): Array<Step<M>> {
  return guard === undefined ? [] : [loopGuard(guard, rules)];
}

/** What a message has taken for each person; undefined if nobody may get it, so that it has a result. */
function claim(
  { sent, limit }: LoopGuard,
  message: Addressed<unknown>,
  request: MessageRequest,
  now: number,
): Map<string, number> | undefined {
  const leftOut = new Map(
    (message.leftOut ?? []).filter(isNotHeldBack).map((recipient) => [recipient.address, recipient]),
  );
  const recipients = recipientsOf(request);
  const claims = new Map<string, number>();
  const held = new Map<string, number>();
  for (const [person, count] of countPeople(recipients.filter((address) => !leftOut.has(address)))) {
    const until = sent.claim(person, count, limit, now);
    if (until === undefined) claims.set(person, count);
    else held.set(person, until);
  }
  message.leftOut = recipients.flatMap((address) => {
    const until = held.get(personKey(address));
    return leftOut.get(address) ?? (until === undefined ? [] : [heldBackRecipient(address, limit, until)]);
  });
  if (held.size === 0 || claims.size > 0) return claims;
  message.result = {
    ok: false,
    error: new HeldBack(message.leftOut, isoDate(Math.max(...held.values())), limit),
  };
  return undefined;
}

function countPeople(addresses: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const person of addresses.map(personKey)) counts.set(person, (counts.get(person) ?? 0) + 1);
  return counts;
}

/** How many of the messages to a person were certainly not sent. */
function notSent<M extends Addressed<unknown>>(
  { recipientsOf: resultsOf, isSent }: LoopGuardRules<M>,
  message: M,
  person: string,
  count: number,
): number {
  const { result } = message;
  if (result === undefined) return isSent?.(message) === true ? 0 : count;
  if (!result.ok) return result.error.outcome === 'unknown' ? 0 : count;
  const refused = (resultsOf?.(message) ?? []).filter(
    (recipient) => wasRefused(recipient) && personKey(readText(recipient, 'address') ?? '') === person,
  );
  return Math.min(refused.length, count);
}

function heldBackRecipient(address: string, limit: LoopLimit, until: number): RecipientResult {
  const error = { code: 'held_back', message: reasonOf(limit, isoDate(until)) };
  return { address, accepted: false, messageId: undefined, error };
}

function isNotHeldBack({ error }: RecipientResult): boolean {
  return error?.code !== 'held_back';
}

function isoDate(time: number): string {
  return new Date(time).toISOString();
}
