import fc from 'fast-check';

import { printFigure } from '../figures';
import { SEED } from '../seed';
import { volume } from '../volume';

/** Inputs for each property. For more: FUZZ_RUNS=100000 npx jest … */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? volume({ full: 3300, quick: 300 }));

/** How many inputs a run tries, by the code that gets them. */
export const INPUTS = {
  // Fewer would not reach every rule.
  contract: 10_000 * Math.max(1, Math.ceil(RUNS / 3300)),
  'any request': 2 * RUNS,
  'answers of the service': 7 * RUNS,
  'received events': 6 * RUNS,
  'pages of an SMS': 6 * RUNS,
  'allow-list': 10 * RUNS,
  'tests without code': 2 * RUNS,
};

/** Checks properties of one kind and counts the inputs. */
export class Fuzzing {
  private tried = 0;

  constructor(private readonly kind: keyof typeof INPUTS) {}

  /** Checks a property with `share` times the usual number of inputs; the error of a failure contains seed and input. */
  check<Given extends unknown[]>(property: fc.IProperty<Given>, share = 1): void {
    fc.assert(property, { numRuns: share * RUNS, seed: SEED });
    this.tried += share * RUNS;
  }

  async checkAsync<Given extends unknown[]>(property: fc.IAsyncProperty<Given>, share = 1): Promise<void> {
    await fc.assert(property, { numRuns: share * RUNS, seed: SEED });
    this.tried += share * RUNS;
  }

  /** Must be the last test of a file: checks that as many inputs were tried as INPUTS says. */
  testCount(): void {
    it(`${INPUTS[this.kind]} inputs were tried`, () => {
      printFigure(`Fuzz of ${this.kind}: ${this.tried} inputs, FUZZ_SEED=${SEED}`);
      expect(this.tried).toBe(INPUTS[this.kind]);
    });
  }
}

/** For a test that makes its own runs. */
export const CONTRACT = { numRuns: INPUTS.contract, seed: SEED };
