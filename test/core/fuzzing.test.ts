import { INPUTS } from './fuzzing';

it('one run of all tests tries at least 100,000 inputs', () => {
  const total = Object.values(INPUTS).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`Fuzz of all kinds: ${total} inputs\n`);
  expect(total).toBeGreaterThanOrEqual(100_000);
});
