import { createLimiter, pauseAskedFor, type MessagingError } from '../../core/client';
import type { Sentence } from '../../core/errors/sentence';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The messages of an account that wait while the service cannot be reached. Then only the oldest is tried, now and then; once it gets through,
 * all go on. Those of one conversation go on one after the other, also if one of them is tried again.
 */
export class Line {
  private readonly conversations = createLimiter(Infinity);
  /** Whether the last attempt did not reach the service. */
  isAway = false;
  /** Why the last attempt failed; undefined if none did. */
  lastReason: Sentence | undefined;
  /** When the next attempt is due, on the clock of `performance.now()`. */
  private nextTry = 0;
  private pauseMs = FIRST_PAUSE_MS;
  /** Those that are first in their conversations, oldest first. */
  private readonly waiting: Place[] = [];
  private probe: Place | undefined;
  private timer: NodeJS.Timeout | undefined;
  private entered = 0;
  /** How many are in the line. */
  private size = 0;

  /** @param until when it has waited long enough, on the steady clock */
  enter(conversations: readonly string[], until: number): Place {
    const place = new Place((this.entered += 1), until);
    this.size += 1;
    this.conversations.start(() => {
      place.isFirst = true;
      if (place.tell !== undefined) this.offer(place);
      return place.left;
    }, conversations);
    return place;
  }

  /** Resolves with whether it may be tried now: false once it is told that its time is over, undefined if the place was left meanwhile. */
  turn(place: Place): Promise<boolean | undefined> {
    return new Promise((resolve) => {
      place.tell = (may) => {
        place.tell = undefined;
        resolve(may);
      };
      if (place.isFirst) this.offer(place);
    });
  }

  /** Whether the service may be called with it, when it comes to that. */
  mayGo(place: Place): boolean {
    return !this.isAway || place === this.probe;
  }

  /** The service was reached. */
  reached(): void {
    this.recover();
    this.probe = undefined;
    for (const place of this.waiting.splice(0)) place.tell?.(true);
  }

  /** The service could not be reached, or asks to wait: the next attempt is after a pause, which doubles, or as long as the service asks for. */
  failed(place: Place, reason: MessagingError): void {
    const now = performance.now();
    this.lastReason = reason.said;
    if (this.isAway && now >= this.nextTry) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    this.isAway = true;
    this.nextTry = Math.max(this.nextTry, now + Math.max(pauseAskedFor(reason) ?? 0, this.pauseMs));
    this.goesBack(place);
  }

  /** It was not tried, or that says nothing about the service. */
  goesBack(place: Place): void {
    if (place === this.probe) this.probe = undefined;
    this.probeNext();
  }

  leave(place: Place): void {
    place.tell?.(undefined);
    place.leave();
    this.size -= 1;
    // Whoever comes next is tried at once.
    if (this.size === 0) this.recover();
    const at = this.waiting.indexOf(place);
    if (at >= 0) this.waiting.splice(at, 1);
    this.goesBack(place);
  }

  private recover(): void {
    this.isAway = false;
    this.nextTry = 0;
    this.pauseMs = FIRST_PAUSE_MS;
  }

  private offer(place: Place): void {
    if (!this.isAway) return place.tell?.(true);
    let at = this.waiting.length;
    while (at > 0 && (this.waiting[at - 1]?.number ?? 0) > place.number) at -= 1;
    this.waiting.splice(at, 0, place);
    this.probeNext();
  }

  private probeNext(): void {
    clearTimeout(this.timer);
    if (this.probe !== undefined || this.waiting.length === 0) return;
    const ms = this.nextTry - performance.now();
    if (ms > 0) {
      this.timer = setTimeout(() => this.probeNext(), ms).unref();
      return;
    }
    const next = this.waiting.shift();
    // Its time may be over.
    if (next?.tell === undefined) return this.probeNext();
    this.probe = next;
    next.tell(true);
  }
}

/** The place of a message in the line. */
export class Place {
  isFirst = false;
  /** With an attempt that did not reach the service, or before a deploy or a restart. */
  hasWaited = false;
  tell: ((may: boolean | undefined) => void) | undefined;
  leave: () => void = () => undefined;
  readonly left = new Promise<void>((resolve) => (this.leave = resolve));

  constructor(
    /** Those that came earlier have smaller ones. */
    readonly number: number,
    readonly until: number,
  ) {}
}
