import { asMessagingError, changed, MessagingError } from './errors';
import { createLimiter, type Limiter } from './limiter';

/** Where the keys of *Send Only Once Per* are stored: the platform's own database or context store. */
export interface KeyStore {
  /**
   * Records keys that are not there yet.
   * @returns the keys that were there before, each with its message id if the store knows it
   * @throws anything if the store cannot be read or written
   */
  record(keys: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  remove(keys: readonly string[]): Promise<void>;
  /** Records the id of the message that was sent for a key. */
  confirm?(key: string, messageId: string): Promise<void>;
}

/** The result of claiming keys. */
interface Claimed {
  /** Keys whose messages may be sent now; each must be settled. */
  mine: ReadonlySet<string>;
  /** Keys whose messages were sent before, each with the message id if it is known. */
  before: ReadonlyMap<string, string | undefined>;
  /** Keys of which another message is being sent: wait for it, then claim again. */
  busy: ReadonlySet<string>;
}

/** Messages by what may happen to them now. */
interface Divided<M> {
  free: M[];
  later: M[];
  before: Array<{ message: M; key: string; messageId: string | undefined }>;
}

/** What became of a message with a key. */
export type KeyedResult<T> =
  { kind: 'sent'; value: T } | { kind: 'sent_before'; messageId: string | undefined };

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
  return { underWay: new Map(), ids: new Map(), lock: createLimiter(1) };
}

/**
 * Sends only one message for each key. A key is recorded before its message is sent, removed if the message was certainly not sent, and
 * kept if that is not known.
 *
 * @example
 * const once = new SendOnce(store);
 * const result = await once.run('order 17', () => client.send(request), ({ messageId }) => messageId);
 */
export class SendOnce {
  private pending: Array<{
    keys: string[];
    resolve: (before: Before) => void;
    reject: (error: unknown) => void;
  }> = [];

  constructor(
    private readonly store: KeyStore,
    private readonly shared: SharedKeys = sharedKeys(),
  ) {}

  /**
   * Sends unless a message with the key was sent before. Waits while one is being sent.
   * @throws MessagingError `not_sent` if the key cannot be recorded; otherwise what `send` throws
   */
  async run<T>(
    key: string,
    send: () => Promise<T>,
    idOf: (value: T) => string | undefined,
  ): Promise<KeyedResult<T>> {
    const before = await this.claimOne(key);
    if (before !== undefined) return before;
    try {
      const value = await send();
      await this.sent(key, idOf(value));
      return { kind: 'sent', value };
    } catch (error) {
      throw await this.failed(key, asMessagingError(error));
    }
  }

  /**
   * Claims a key, which the caller must settle. Waits while another message with the key is being sent.
   * @returns undefined if the message may be sent
   * @throws MessagingError `not_sent` if the key cannot be recorded
   */
  async claimOne(key: string): Promise<Extract<KeyedResult<never>, { kind: 'sent_before' }> | undefined> {
    for (;;) {
      const { mine, before, busy } = await this.claim([key]);
      if (before.has(key)) return { kind: 'sent_before', messageId: before.get(key) };
      if (mine.has(key)) return undefined;
      await this.over(busy);
    }
  }

  /**
   * Claims keys without waiting for messages that are being sent. A caller that claims several keys must settle all that are `mine` before
   * it waits for those that are `busy`; otherwise two callers could wait for each other forever.
   * @throws MessagingError `not_sent` if the keys cannot be recorded
   */
  async claim(keys: Iterable<string>): Promise<Claimed> {
    const wanted = [...new Set(keys)];
    const busy = new Set(wanted.filter((key) => this.shared.underWay.has(key)));
    const mine = wanted.filter((key) => !busy.has(key));
    for (const key of mine) this.begin(key);
    const before = await this.record(mine).catch((error: unknown) => {
      for (const key of mine) this.end(key);
      throw notRecorded(error);
    });
    for (const key of before.keys()) this.end(key);
    return {
      mine: new Set(mine.filter((key) => !before.has(key))),
      before: new Map([...before].map(([key, id]) => [key, id ?? this.shared.ids.get(key)])),
      busy,
    };
  }

  /**
   * Claims the keys of several messages, and says of each message what may happen now: `free` may be sent (those with a key must then be
   * settled), `later` waits for another message with the same key, `before` was sent earlier. A message without a key is free.
   * @throws MessagingError `not_sent` if the keys cannot be recorded
   */
  async divide<M extends { key: string | undefined }>(messages: readonly M[]): Promise<Divided<M>> {
    const keys = messages.flatMap(({ key }) => key ?? []);
    const { mine, before } = await this.claim(keys);
    const divided: Divided<M> = { free: [], later: [], before: [] };
    const taken = new Set<string>();
    for (const message of messages) {
      const { key } = message;
      if (key === undefined) divided.free.push(message);
      else if (before.has(key)) divided.before.push({ message, key, messageId: before.get(key) });
      else if (!mine.has(key) || taken.has(key)) divided.later.push(message);
      else divided.free.push(message);
      if (key !== undefined) taken.add(key);
    }
    return divided;
  }

  /** Waits until these keys are settled. */
  async over(keys: Iterable<string>): Promise<void> {
    await Promise.all([...keys].map((key) => this.shared.underWay.get(key)?.settled));
  }

  /** Settles a claimed key: its message was accepted. */
  async sent(key: string, messageId: string | undefined): Promise<void> {
    if (messageId !== undefined) {
      this.rememberId(key, messageId);
      // The message was sent and its key is recorded. Without its id, a later result only contains less.
      await this.shared.lock.run(async () => this.store.confirm?.(key, messageId)).catch(() => undefined);
    }
    this.end(key);
  }

  /**
   * Settles a claimed key: its message failed. The key is removed if the message was certainly not sent.
   * @returns the error to report
   */
  async failed(key: string, error: MessagingError): Promise<MessagingError> {
    if (error.outcome === 'unknown') {
      this.end(key);
      return error;
    }
    try {
      await this.released(key);
      return error;
    } catch {
      // The key stays, which is the safe side: a message that was held back can still be sent by hand.
      const advice = `The key "${key}" could not be removed, so its message counts as sent. ${error.advice ?? ''}`;
      return changed(error, { advice: advice.trim() });
    }
  }

  /**
   * Settles a claimed key: its message was not sent.
   * @throws what the store throws if the key cannot be removed
   */
  async released(key: string): Promise<void> {
    try {
      await this.shared.lock.run(() => this.store.remove([key]));
    } finally {
      this.end(key);
    }
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

  private rememberId(key: string, messageId: string): void {
    this.shared.ids.set(key, messageId);
    const [oldest] = this.shared.ids.keys();
    if (this.shared.ids.size > IDS_REMEMBERED && oldest !== undefined) this.shared.ids.delete(oldest);
  }

  /** Keys that arrive while the store is busy are recorded together in its next call. */
  private record(keys: string[]): Promise<Before> {
    if (keys.length === 0) return Promise.resolve(new Map());
    return new Promise((resolve, reject) => {
      this.pending.push({ keys, resolve, reject });
      void this.shared.lock.run(() => this.recordPending());
    });
  }

  private async recordPending(): Promise<void> {
    const claims = this.pending;
    this.pending = [];
    if (claims.length === 0) return;
    try {
      const before = await this.store.record(claims.flatMap(({ keys }) => keys));
      for (const { keys, resolve } of claims) {
        resolve(new Map([...before].filter(([key]) => keys.includes(key))));
      }
    } catch (error) {
      for (const { reject } of claims) reject(error);
    }
  }
}

type Before = ReadonlyMap<string, string | undefined>;

function notRecorded(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  return new MessagingError({
    message: `The key of "Send Only Once Per" could not be recorded: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Nothing was sent. Try again when the key store is available.',
    outcome: 'not_sent',
    code: 'key_not_recorded',
  });
}
