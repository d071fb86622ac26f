import { existsSync } from 'node:fs';

/**
 * What is changed, by room: the files where a mistake sends twice or not at all. Each has the tests that must notice it, as far as they need no
 * platform, and is run by itself, because StrykerJS loads all test files again for each change. Property tests are left out: a schedule that fails
 * takes long to shrink.
 */
export const rooms = {
  steps: {
    'core/steps/exclude.ts': ['core/steps/exclude'],
    'core/steps/keyClaims.ts': ['core/steps/once'],
    'core/steps/limit.ts': ['core/steps/limit'],
    'core/steps/once.ts': ['core/steps/once', 'core/steps/steps'],
    'core/steps/outgoing.ts': ['core/steps/exclude', 'core/steps/schedule', 'core/steps/steps'],
    'core/steps/rateLimit.ts': ['core/steps/rateLimit'],
    'core/steps/schedule.ts': ['core/steps/schedule'],
  },
  journal: {
    'node-red/journal/journalFile.ts': ['node-red/journalFile', 'node-red/journals'],
    'node-red/journal/lineFile.ts': ['node-red/journalFile', 'node-red/journals'],
    'node-red/journal/storedKeys.ts': ['node-red/storedKeys'],
  },
  matcher: {
    'core/ask/answer.ts': ['core/ask/answer'],
    'core/ask/reference.ts': ['core/ask/reference'],
  },
  plan: {
    'core/plan/channels.ts': ['core/plan/channels'],
    'core/plan/plan.ts': ['core/plan/plan', 'core/plan/channels'],
  },
};

/** The paths of the tests of each file. */
export const testsOf = Object.fromEntries(
  Object.values(rooms)
    .flatMap((files) => Object.entries(files))
    .map(([file, tests]) => [file, tests.map((test) => `test/${test}.test.ts`)]),
);

const gone = Object.entries(testsOf)
  .flat(2)
  .filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
if (gone.length > 0) throw new Error(`test/mutants/files.mjs names files that do not exist: ${gone}`);
