import { printFigure } from '../figures';
import { volume } from '../volume';
import { INPUTS } from './fuzzing';

const LEAST = volume({ full: 100_000, quick: 15_000 });

it(`one run of all tests tries at least ${LEAST} inputs`, () => {
  const total = Object.values(INPUTS).reduce((sum, count) => sum + count, 0);
  printFigure(`Fuzz of all kinds: ${total} inputs`);
  expect(total).toBeGreaterThanOrEqual(LEAST);
});
