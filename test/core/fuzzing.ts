import fc from 'fast-check';

import { SEED } from '../seed';
import { volume } from '../volume';

/** Inputs for each property. For more: FUZZ_RUNS=100000 npx jest … */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? volume({ full: 3300, quick: 100 }));

/** Checks a property with `share` times the usual number of inputs; the error of a failure contains seed and input. */
export function check<Given extends unknown[]>(property: fc.IProperty<Given>, share = 1): void {
  fc.assert(property, { numRuns: share * RUNS, seed: SEED });
}

export async function checkAsync<Given extends unknown[]>(
  property: fc.IAsyncProperty<Given>,
  share = 1,
): Promise<void> {
  await fc.assert(property, { numRuns: share * RUNS, seed: SEED });
}

/** For the comparison of contract and sandbox, which generates from all that there is: fewer would not accept every type of content. */
export const CONTRACT = { numRuns: Math.max(3 * RUNS, volume({ full: 10_000, quick: 1000 })), seed: SEED };
