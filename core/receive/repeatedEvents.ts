/** How many events a trigger remembers; their keys take 25 KB where they are stored. */
export const REMEMBERED_EVENTS = 1000;

export interface RepeatedEventFilter {
  /** Whether the key is one of the last `capacity` different ones; remembers it. Takes the same time however many are remembered. */
  isRepeated(key: string | undefined): boolean;
  /** The remembered keys, oldest first, to be stored and handed to a new filter as `remembered`. */
  snapshot(): string[];
}

/**
 * A filter of repeated events: the service may send the same event twice. It remembers the last `capacity` different keys (see
 * `eventKey`), however often each came, and never more.
 *
 * @param options.capacity a whole number from 1
 * @param options.remembered a stored `snapshot()`; what is none is ignored, as a storage can hold anything
 * @throws RangeError for any other capacity
 */
export function createRepeatedEventFilter(options: {
  capacity: number;
  remembered?: unknown;
}): RepeatedEventFilter {
  const { capacity, remembered } = options;
  if (!Number.isSafeInteger(capacity) || capacity < 1) {
    throw new RangeError(
      `The number of events to remember must be a whole number from 1, got ${String(capacity)}`,
    );
  }
  const keys = new Set<string>();
  /** The keys in the order they came; once full, `oldest` is the place of the next one. */
  const ring: string[] = [];
  let oldest = 0;

  const remember = (key: string): void => {
    const forgotten = ring[oldest];
    if (ring.length < capacity) {
      ring.push(key);
    } else {
      if (forgotten !== undefined) keys.delete(forgotten);
      ring[oldest] = key;
      oldest = (oldest + 1) % capacity;
    }
    keys.add(key);
  };
  const isRepeated = (key: string | undefined): boolean => {
    if (key === undefined) return false;
    if (keys.has(key)) return true;
    remember(key);
    return false;
  };

  if (Array.isArray(remembered)) {
    for (const key of remembered) if (typeof key === 'string') isRepeated(key);
  }
  return { isRepeated, snapshot: () => [...ring.slice(oldest), ...ring.slice(0, oldest)] };
}
