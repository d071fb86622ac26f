import { BoundedMap } from '../boundedMap';
import { attempt, createLimiter, MessagingError, type Limiter, type Result } from '../client';
import { fault } from '../errors/texts';
import { messageIn } from '../reading';

/** Where deduplication keys are stored: the platform's database, or a journal. */
export interface KeyStore {
  /**
   * Records keys that are not there yet. Throws anything if it cannot.
   * @param claimants one of them that has claimed its key before, and was interrupted, claims it again
   * @returns the keys that were there before, each with its message id if the store knows it
   */
  record(claimants: Claimants): Promise<ReadonlyMap<string, string | undefined>>;
  remove(keys: readonly string[]): Promise<void>;
  /** Records the id of the message that was sent for a key. */
  confirm?(key: string, messageId: string): Promise<void>;
}

/** Who claims each key: the name of a message that finds after a restart that its key is its own; undefined if it has none. */
export type Claimants = ReadonlyMap<string, string | undefined>;

const IDS_REMEMBERED = 10_000;

/** What the senders in one process that use the same keys share. */
export interface SharedKeys {
  /** Messages with the same key go out one after the other: when the next one comes, it is known what became of the one before. */
  readonly turns: Limiter;
  /** The message ids of the latest keys. */
  readonly ids: Map<string, string>;
  /** Calls of the store never overlap, so that none overwrites what another has recorded. */
  readonly lock: Limiter;
}

export function sharedKeys(): SharedKeys {
  return { turns: createLimiter(Infinity), ids: new BoundedMap(IDS_REMEMBERED), lock: createLimiter(1) };
}

/** The deduplication keys (see `sendOnce`). Each is recorded before its message is sent, and removed if that was certainly not sent. */
export class KeyClaims {
  private readonly record: (claimants: Claimants) => Promise<ReadonlyMap<string, string | undefined>>;
  private readonly remove: (key: string) => Promise<void>;

  constructor(
    private readonly store: KeyStore,
    /** Its turns, by their keys, are those of the messages. */
    readonly shared: SharedKeys = sharedKeys(),
  ) {
    this.record = together(shared.lock, (claims) =>
      store.record(new Map(claims.flatMap((each) => [...each]))),
    );
    this.remove = together(shared.lock, (keys) => store.remove(keys));
  }

  /**
   * @returns the keys whose messages were sent before, each with the message id if it is known; all others are to be settled
   * @throws MessagingError `not_sent` if the keys cannot be recorded
   */
  async claim(claimants: Claimants): Promise<ReadonlyMap<string, string | undefined>> {
    const recorded = await this.record(claimants).catch((error: unknown) => {
      if (error instanceof MessagingError) throw error;
      throw new MessagingError(fault('key_not_recorded', { reason: messageIn(error) }));
    });
    const before = [...claimants.keys()].filter((key) => recorded.has(key));
    return new Map(before.map((key) => [key, recorded.get(key) ?? this.shared.ids.get(key)]));
  }

  /**
   * Settles a key: it stays if its message was sent, or may have been. A key that cannot be removed stays as well, which is the safe side: a
   * message that was skipped can still be sent by hand.
   * @returns whether it stays although its message was not sent
   */
  async settle(key: string, result: Result | undefined): Promise<boolean> {
    if (result?.outcome === 'failed' && result.error.outcome === 'unknown') return false;
    if (result?.outcome !== 'accepted') return !(await attempt(() => this.remove(key))).ok;
    const { messageId } = result;
    if (messageId === undefined) return false;
    this.shared.ids.set(key, messageId);
    // The message was sent and its key is recorded. Without its id, a later result only contains less.
    await attempt(() => this.shared.lock.run(async () => this.store.confirm?.(key, messageId)));
    return false;
  }
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
