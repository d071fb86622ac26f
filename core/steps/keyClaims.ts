import { BoundedMap } from '../boundedMap';
import { createLimiter, MessagingError, type Limiter } from '../client';
import { fault, say } from '../errors/texts';

/** Where deduplication keys are stored: the platform's database, or a journal. */
export interface KeyStore {
  /**
   * Records keys that are not there yet. Throws anything if it cannot.
   * @param claimants who claims each key: one that has claimed it before, and was interrupted, claims it again
   * @returns the keys that were there before, each with its message id if the store knows it
   */
  record(keys: readonly string[], claimants?: Claimants): Promise<ReadonlyMap<string, string | undefined>>;
  remove(keys: readonly string[]): Promise<void>;
  /** Records the id of the message that was sent for a key. */
  confirm?(key: string, messageId: string): Promise<void>;
}

/** Names the messages that claim keys, by key, so that one that goes on after a restart finds that its key is its own. */
export type Claimants = ReadonlyMap<string, string>;

/** The result of claiming keys. */
interface Claimed {
  /** Keys whose messages may be sent now; each must be settled. A key that is in neither list waits for another message: see `settled()`. */
  claimed: ReadonlySet<string>;
  /** Keys whose messages were sent before, each with the message id if it is known. */
  sentBefore: ReadonlyMap<string, string | undefined>;
}

const IDS_REMEMBERED = 10_000;

/** What the senders in one process that use the same keys share. */
export interface SharedKeys {
  readonly underWay: Map<string, { settled: Promise<void>; settle: () => void }>;
  /** The message ids of the latest keys. */
  readonly ids: Map<string, string>;
  /** Calls of the store never overlap, so that none overwrites what another has recorded. */
  readonly lock: Limiter;
}

export function sharedKeys(): SharedKeys {
  return { underWay: new Map(), ids: new BoundedMap(IDS_REMEMBERED), lock: createLimiter(1) };
}

/** The deduplication keys (see `sendOnce`). Each is recorded before its message is sent, and removed if that was certainly not sent. */
export class KeyClaims {
  private readonly record: (claim: Claim) => Promise<ReadonlyMap<string, string | undefined>>;
  private readonly remove: (key: string) => Promise<void>;

  constructor(
    private readonly store: KeyStore,
    private readonly shared: SharedKeys = sharedKeys(),
  ) {
    this.record = together(shared.lock, (claims) => {
      const claimants = new Map(claims.flatMap((claim) => [...claim.claimants]));
      return store.record(
        claims.flatMap(({ keys }) => keys),
        claimants,
      );
    });
    this.remove = together(shared.lock, (keys) => store.remove(keys));
  }

  /**
   * Claims keys without waiting for messages that are being sent. A caller that claims several keys must settle all that are `claimed` before
   * it waits for the others; otherwise two callers could wait for each other forever.
   * @throws MessagingError `not_sent` if the keys cannot be recorded
   */
  async claim(keys: Iterable<string>, claimants: Claimants = new Map()): Promise<Claimed> {
    const free = [...new Set(keys)].filter((key) => !this.shared.underWay.has(key));
    if (free.length === 0) return { claimed: new Set(), sentBefore: new Map() };
    for (const key of free) this.begin(key);
    const recorded = await this.record({ keys: free, claimants }).catch((error: unknown) => {
      for (const key of free) this.end(key);
      throw notRecorded(error);
    });
    const before = free.filter((key) => recorded.has(key));
    for (const key of before) this.end(key);
    return {
      claimed: new Set(free.filter((key) => !recorded.has(key))),
      sentBefore: new Map(before.map((key) => [key, recorded.get(key) ?? this.shared.ids.get(key)])),
    };
  }

  /** Call this for a claimed key whose message was interrupted, and claims it again when it goes on. */
  interrupted(key: string): void {
    this.end(key);
  }

  /** Waits until these keys are settled. */
  async settled(keys: Iterable<string>): Promise<void> {
    await Promise.all([...keys].map((key) => this.shared.underWay.get(key)?.settled));
  }

  /** Settles a claimed key: its message was accepted. */
  async sent(key: string, messageId: string | undefined): Promise<void> {
    if (messageId !== undefined) {
      this.shared.ids.set(key, messageId);
      // The message was sent and its key is recorded. Without its id, a later result only contains less.
      await this.shared.lock.run(async () => this.store.confirm?.(key, messageId)).catch(() => undefined);
    }
    this.end(key);
  }

  /** Settles a claimed key: its message failed. Returns the error to report. */
  async failed(key: string, error: MessagingError): Promise<MessagingError> {
    if (error.outcome === 'unknown') {
      this.end(key);
      return error;
    }
    try {
      await this.released(key);
      return error;
    } catch {
      // The key stays, which is the safe side: a message that was skipped can still be sent by hand.
      return error.withAdviceBefore(say('keyKept', { key }));
    }
  }

  /** Settles a claimed key: its message was not sent. Throws what the store throws if the key cannot be removed. */
  async released(key: string): Promise<void> {
    await this.remove(key).finally(() => this.end(key));
  }

  private begin(key: string): void {
    let settle = () => {};
    const settled = new Promise<void>((resolve) => (settle = resolve));
    this.shared.underWay.set(key, { settled, settle });
  }

  private end(key: string): void {
    this.shared.underWay.get(key)?.settle();
    this.shared.underWay.delete(key);
  }
}

interface Claim {
  keys: readonly string[];
  claimants: Claimants;
}

/** Makes of what is asked while the store is busy one call of it. */
function together<Input, Output>(
  lock: Limiter,
  call: (inputs: readonly Input[]) => Promise<Output>,
): (input: Input) => Promise<Output> {
  let waiting: Input[] = [];
  let next: Promise<Output> | undefined;
  return (input) => {
    waiting.push(input);
    next ??= lock.run(async () => {
      // The lock may begin before `next` is set.
      await null;
      const inputs = waiting;
      waiting = [];
      next = undefined;
      return call(inputs);
    });
    return next;
  };
}

function notRecorded(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new MessagingError(fault('key_not_recorded', { reason }));
}
