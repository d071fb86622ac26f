import { printFigure } from '../figures';
import { INPUTS } from './fuzzing';

it('one run of all tests tries at least 100,000 inputs', () => {
  const total = Object.values(INPUTS).reduce((sum, count) => sum + count, 0);
  printFigure(`Fuzz of all kinds: ${total} inputs`);
  expect(total).toBeGreaterThanOrEqual(100_000);
});
