import { fileURLToPath } from 'node:url';

const file = process.env.MUTATED;

/**
 * How StrykerJS changes one file, for run.mjs.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [file],
  // All that the tests load is copied, and nothing else.
  ignorePatterns: [
    '**',
    ...['core', 'nodes', 'node-red', 'sandbox', 'test'].flatMap((path) => [`!${path}`, `!${path}/**`]),
    '!*.{json,mjs}',
    '**/node_modules',
  ],
  testRunner: 'jest',
  jest: { configFile: 'test/mutants/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  plugins: ['@stryker-mutator/jest-runner', fileURLToPath(new URL('wording.mjs', import.meta.url))],
  ignorers: ['wording'],
  concurrency: 2,
  tempDirName: '.work/mutants/tree',
  // Left there, a tree of a run that failed would be linted.
  cleanTempDir: 'always',
  reporters: ['json', 'html'],
  htmlReporter: { fileName: `.work/mutants/${file}.html` },
  jsonReporter: { fileName: `.work/mutants/${file}.json` },
};
