import { createHash } from 'crypto';

import { REMEMBERED_EVENTS } from '../../core/receive';
import { storeOf, type JournalStore } from '../journal/journals';
import type { Lasting } from '../service/lasting';

const TAKEN = Promise.resolve();

/**
 * The latest events that a node has taken, or that have answered questions of an account, in the journal of the account: the service may call again
 * with one. A deploy replaces the node but not this object.
 */
export class RecentEvents {
  /** Called when they cannot be read or written. */
  warn: (error: unknown) => void = () => undefined;
  private readonly store: JournalStore;
  private readonly loading: Promise<void>;
  private readonly prefix: string;
  /** By name, oldest first: each resolves when the event is taken and remembered. */
  private readonly taken = new Map<string, Promise<void>>();

  constructor({ RED, id, account }: Lasting) {
    this.prefix = `seen ${id} `;
    this.store = storeOf(RED, account);
    this.loading = this.load();
  }

  /**
   * Takes an event that was not taken before. Whoever brings it again, also meanwhile, waits for the same end.
   * @throws what `take` throws: then the event may come again
   */
  async once(key: string, take = () => Promise.resolve()): Promise<void> {
    await this.loading;
    const name = this.nameOf(key);
    const known = this.taken.get(name);
    if (known !== undefined) return known;
    const taking = take().then(() => this.remember(name));
    this.taken.set(name, taking);
    taking.catch(() => this.taken.delete(name));
    return taking;
  }

  /** Whether the event was taken before. */
  async has(key: string): Promise<boolean> {
    await this.loading;
    return this.taken.has(this.nameOf(key));
  }

  private async load(): Promise<void> {
    const load = () => {
      for (const name of this.store.startingWith(this.prefix).keys()) this.taken.set(name, TAKEN);
    };
    // A journal that cannot be read keeps nobody from the flow: an event that starts it twice is better than one that is lost.
    await this.store.ready.then(load, (error: unknown) => {
      this.warn(error);
      void this.store.loaded.then(load);
    });
  }

  private async remember(name: string): Promise<void> {
    await this.store.set([[name, 1]]).catch((error: unknown) => this.warn(error));
    const dropped = [...this.taken.keys()].slice(0, Math.max(0, this.taken.size - REMEMBERED_EVENTS));
    for (const oldest of dropped) this.taken.delete(oldest);
    void this.store.remove(dropped);
  }

  private nameOf(key: string): string {
    return this.prefix + createHash('sha256').update(key).digest('base64url').slice(0, 24);
  }
}
