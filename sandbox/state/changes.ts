import { EventEmitter } from 'node:events';

/** Notifies all listeners of what has happened. */
export class Changes<Change> {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  announce(change: Change): void {
    this.emitter.emit('change', change);
  }

  /** Returns a function that stops listening. */
  listen(listener: (change: Change) => void): () => void {
    this.emitter.on('change', listener);
    return () => this.emitter.off('change', listener);
  }

  /**
   * Waits until the probe finds something: it is called at once and again after every change.
   * @returns What it found; `undefined` if the time is up.
   */
  async until<Found>(probe: () => Found | undefined, timeout: number): Promise<Found | undefined> {
    const found = probe();
    if (found !== undefined) return found;
    return await new Promise((resolve) => {
      const finish = (result: Found | undefined) => {
        clearTimeout(timer);
        stop();
        resolve(result);
      };
      const timer = setTimeout(() => finish(undefined), timeout);
      const stop = this.listen(() => {
        const result = probe();
        if (result !== undefined) finish(result);
      });
    });
  }
}
