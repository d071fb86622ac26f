import { asMessagingError, MessagingError } from './errors';
import { createLimiter, type Limiter } from './limiter';

/** Where the keys of *Send Only Once Per* are kept: the platform's own database or context store. */
export interface KeyStore {
  /**
   * Records keys that are not there yet.
   * @returns those that were there before, each with the id of its message where the store knows it
   * @throws anything when the store cannot be read or written
   */
  record(keys: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Takes keys out again. */
  remove(keys: readonly string[]): Promise<void>;
  /** Told which message a key stands for. */
  confirm?(key: string, messageId: string): Promise<void>;
}

/** What became of the keys that were claimed. */
export interface Claimed {
  /** Their messages may go now; each has to be settled. */
  mine: ReadonlySet<string>;
  /** Their messages were sent before, each with the id where it is known. */
  before: ReadonlyMap<string, string | undefined>;
  /** Another message with this key is under way: wait for it, then claim again. */
  busy: ReadonlySet<string>;
}

/** What became of a message that has a key. */
export type KeyedResult<T> =
  { kind: 'sent'; value: T } | { kind: 'sent_before'; messageId: string | undefined };

const IDS_REMEMBERED = 10_000;

/** What those who send with the same keys in one process know of each other. */
export interface SharedKeys {
  readonly underWay: Map<string, { settled: Promise<void>; settle: () => void }>;
  /** The ids of the latest messages by key. */
  readonly ids: Map<string, string>;
  /** Calls of the store never overlap, so that none undoes what another has recorded. */
  readonly lock: Limiter;
}

export function sharedKeys(): SharedKeys {
  return { underWay: new Map(), ids: new Map(), lock: createLimiter(1) };
}

/**
 * Sends a message only once for each key. A key is recorded before its message leaves, taken back when the message was surely not sent,
 * and stays when that is not known.
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
   * Sends unless the key was sent before; waits while another message with the same key is under way.
   * @throws MessagingError `not_sent` when the key cannot be recorded; otherwise what `send` throws
   */
  async run<T>(
    key: string,
    send: () => Promise<T>,
    idOf: (value: T) => string | undefined,
  ): Promise<KeyedResult<T>> {
    for (;;) {
      const { mine, before, busy } = await this.claim([key]);
      if (before.has(key)) return { kind: 'sent_before', messageId: before.get(key) };
      if (mine.has(key)) break;
      await this.over(busy);
    }
    try {
      const value = await send();
      await this.sent(key, idOf(value));
      return { kind: 'sent', value };
    } catch (error) {
      throw await this.failed(key, asMessagingError(error));
    }
  }

  /**
   * Claims keys without waiting for those that are under way. Whoever claims several settles all that are `mine` before waiting for
   * those that are `busy`: two that wait for each other would wait for ever.
   * @throws MessagingError `not_sent` when the keys cannot be recorded
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

  /** Waits until these keys are settled. */
  async over(keys: Iterable<string>): Promise<void> {
    await Promise.all([...keys].map((key) => this.shared.underWay.get(key)?.settled));
  }

  /** Settles a claimed key: its message was accepted. */
  async sent(key: string, messageId: string | undefined): Promise<void> {
    if (messageId !== undefined) {
      this.rememberId(key, messageId);
      // The message is out and its key recorded: without its id, only a later answer says less.
      await this.shared.lock.run(async () => this.store.confirm?.(key, messageId)).catch(() => undefined);
    }
    this.end(key);
  }

  /**
   * Settles a claimed key: its message failed. The key is taken back when the message was surely not sent.
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
      // The safe side: a message that is kept back can still be sent by hand.
      const advice = `The key "${key}" could not be taken back, so its message counts as sent. ${error.advice ?? ''}`;
      return new MessagingError({ ...error, message: error.message, advice: advice.trim() });
    }
  }

  /**
   * Settles a claimed key: its message did not leave.
   * @throws what the store throws when the key cannot be taken back
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

  /** Keys that come while the store is busy are recorded together in its next call. */
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
  return new MessagingError({
    message: `The key of "Send Only Once Per" could not be recorded: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Nothing was sent. Try again when the store of the keys answers.',
    outcome: 'not_sent',
    code: 'key_not_recorded',
  });
}
