import { attempt, createLimiter, MessagingError, type Limiter, type Result } from '../client';
import { fault } from '../errors/texts';
import { messageIn } from '../reading';

/** Where deduplication keys are stored: the platform's database, or a journal. Calls can overlap. */
export interface KeyStore {
  /**
   * Records keys that are not there yet. Throws anything if it cannot.
   * @param claimants one of them that has claimed its key before, and was interrupted, claims it again
   * @returns the keys that were there before, each with its message id if the store knows it
   */
  record(claimants: Claimants): Promise<ReadonlyMap<string, string | undefined>>;
  remove(keys: readonly string[]): Promise<void>;
  /** Records the id of the message that was sent for a key. */
  confirm?: ((key: string, messageId: string) => Promise<void>) | undefined;
}

/** Who claims each key: the name of a message that finds after a restart that its key is its own; undefined if it has none. */
export type Claimants = ReadonlyMap<string, string | undefined>;

/** The deduplication keys (see `sendOnce`). Each is recorded before its message is sent, and removed if that was certainly not sent. */
export class KeyClaims {
  constructor(
    private readonly store: KeyStore,
    /** Messages with the same key go out one after the other: when the next one comes, it is known what became of the one before. */
    readonly turns: Limiter = createLimiter(Infinity),
  ) {}

  /**
   * @returns the keys whose messages were sent before, each with the message id if it is known; all others are to be settled
   * @throws MessagingError `not_sent` if the keys cannot be recorded
   */
  async claim(claimants: Claimants): Promise<ReadonlyMap<string, string | undefined>> {
    return await this.store.record(claimants).catch((error: unknown) => {
      if (error instanceof MessagingError) throw error;
      throw new MessagingError(fault('key_not_recorded', { reason: messageIn(error) }));
    });
  }

  /**
   * Settles keys by what became of their messages: those stay whose messages were sent, or may have been. Keys that cannot be removed stay as
   * well, which is the safe side: a message that was skipped can still be sent by hand.
   * @returns those that stay although their messages were not sent
   */
  async settle(results: ReadonlyMap<string, Result | undefined>): Promise<readonly string[]> {
    const unsent: string[] = [];
    for (const [key, result] of results) {
      const { messageId } = result?.outcome === 'accepted' ? result : {};
      const mayBeSent = result?.outcome === 'failed' && result.error.outcome === 'unknown';
      // The message was sent and its key is recorded. Without its id, a later result only contains less.
      if (messageId !== undefined) await attempt(async () => this.store.confirm?.(key, messageId));
      else if (result?.outcome !== 'accepted' && !mayBeSent) unsent.push(key);
    }
    const removed = unsent.length === 0 || (await attempt(() => this.store.remove(unsent))).ok;
    return removed ? [] : unsent;
  }
}
