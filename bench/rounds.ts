/** One of several ways to do the same work. */
export interface Contender {
  name: string;
  /** Does the work once and gives what was measured. */
  measure(): number | Promise<number>;
}

/** What each contender measured, round by round. */
export type Measured = ReadonlyMap<string, readonly number[]>;

/**
 * Lets the contenders take turns, so that whatever else the machine does meanwhile meets all of them alike. The first begins in one
 * round and the last in the next, because the first of a round often finds the machine quieter.
 */
export async function inTurn(contenders: readonly Contender[], rounds: number): Promise<Measured> {
  const measured = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : [...contenders].reverse();
    for (const contender of order) {
      measured.get(contender.name)?.push(await contender.measure());
    }
  }
  return measured;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export interface Ratio {
  median: number;
  lowest: number;
  highest: number;
}

/** How two series relate, round by round: what disturbs a round disturbs both of its sides. */
export function ratioOf(over: readonly number[], under: readonly number[]): Ratio {
  const ratios = over.map((value, round) => value / (under[round] ?? NaN));
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

export function valuesOf(measured: Measured, name: string): readonly number[] {
  const values = measured.get(name);
  if (values === undefined) throw new Error(`Nothing was measured for ${name}`);
  return values;
}

/** CPU time of this process so far, in microseconds; unlike the clock it does not count what others do on the machine. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds of CPU that one call takes, over as many calls as fill about `forMs` milliseconds. */
export function cpuPerCall(call: () => unknown, forMs = 60): number {
  let calls = 0;
  let batch = 1;
  const begun = cpuMicroseconds();
  for (;;) {
    for (let index = 0; index < batch; index += 1) call();
    calls += batch;
    const elapsed = cpuMicroseconds() - begun;
    if (elapsed > forMs * 1000) return elapsed / calls;
    batch = Math.min(batch * 2, 10_000);
  }
}
