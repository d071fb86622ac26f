import { createHash } from 'crypto';

import { REMEMBERED_EVENTS, type EventKey } from '../../core/receive';
import { storeOf, type JournalStore } from '../journal/journals';
import type { LastingHost } from '../service/lasting';

/** The latest events of a node or an account, in the journal of the account: the service may call again with an event that the flow has. */
export class RecentEvents {
  private readonly store: JournalStore;
  private readonly prefix: string;
  /** Their names, oldest first. Also those that are being handed over. */
  private readonly names = new Set<string>();
  private readonly loading: Promise<void>;

  /**
   * @param key of the node (nodeKeyOf), or the account
   * @param warn called when they cannot be read or written
   */
  constructor(
    RED: LastingHost,
    key: string,
    account: string,
    private readonly warn: (error: unknown) => void,
  ) {
    this.store = storeOf(RED, account);
    this.prefix = `seen ${key} `;
    const load = () => {
      for (const name of this.store.startingWith(this.prefix).keys()) this.names.add(name);
    };
    // A journal that cannot be read keeps nobody from the flow: an event that starts it twice is better than one that is lost.
    this.loading = this.store.ready.then(load, (error: unknown) => {
      warn(error);
      void this.store.loaded.then(load);
    });
  }

  /**
   * Hands over an event that did not come before, and resolves when it is remembered: one that could not be handed over may come again.
   * @throws what `start` throws
   */
  async handOver(key: EventKey, start: () => void | Promise<void>): Promise<void> {
    await this.loading;
    if (key === undefined) return start();
    const name = this.nameOf(key);
    if (this.names.has(name)) return;
    this.names.add(name);
    try {
      await start();
    } catch (error) {
      this.names.delete(name);
      throw error;
    }
    await this.store.set([[name, 1]]).catch(this.warn);
    this.forgetOldest();
  }

  /** Whether the event came before; remembers nothing. */
  async knows(key: EventKey): Promise<boolean> {
    await this.loading;
    return key !== undefined && this.names.has(this.nameOf(key));
  }

  /** Remembers an event that was used. */
  async remember(key: EventKey): Promise<void> {
    await this.handOver(key, () => undefined);
  }

  /** Call this when the node closes; resolves when everything is written. */
  close(): Promise<void> {
    return this.store.flush();
  }

  private forgetOldest(): void {
    const dropped = [...this.names].slice(0, Math.max(0, this.names.size - REMEMBERED_EVENTS));
    for (const name of dropped) this.names.delete(name);
    void this.store.remove(dropped);
  }

  private nameOf(key: string): string {
    return this.prefix + createHash('sha256').update(key).digest('base64url').slice(0, 24);
  }
}
