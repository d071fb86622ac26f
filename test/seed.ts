/**
 * The seed of all generated inputs: the same in every run, so that a change is judged only by its own effect. `npm run nightly` sets and prints
 * another one each time.
 */
export const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
