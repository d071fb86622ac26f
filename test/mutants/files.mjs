/**
 * What is changed, by room, each file with the tests that must notice it: those of its subject, as far as they need no platform. Each file is
 * run by itself, because StrykerJS loads all test files again for each change. Property tests are left out: a schedule that fails takes long to shrink.
 */
export const rooms = {
  steps: {
    'core/steps/exclude.ts': ['core/steps/exclude'],
    'core/steps/followStatus.ts': ['core/steps/followStatus'],
    'core/steps/growingPause.ts': ['core/steps/growingPause'],
    'core/steps/keyClaims.ts': ['core/steps/once'],
    'core/steps/limit.ts': ['core/steps/limit'],
    'core/steps/once.ts': ['core/steps/once'],
    'core/steps/outgoing.ts': ['core/steps/exclude', 'core/steps/schedule', 'core/steps/steps'],
    'core/steps/rateLimit.ts': ['core/steps/rateLimit'],
    'core/steps/schedule.ts': ['core/steps/schedule'],
    'core/steps/steps.ts': ['core/steps/steps'],
    'core/steps/tellOther.ts': ['core/steps/tellOther'],
  },
  journal: {
    'node-red/journal/journal.ts': ['node-red/journal'],
    'node-red/journal/journalRecords.ts': ['node-red/journal'],
    'node-red/journal/storedKeys.ts': ['node-red/journal'],
  },
  matcher: {
    'core/ask/answer.ts': ['core/ask/answer'],
    'core/ask/reference.ts': ['core/ask/reference'],
  },
  plan: {
    'core/plan/channels.ts': ['core/plan/channels'],
    'core/plan/plan.ts': ['core/plan/plan'],
  },
};

/** The tests of each file. */
export const testsOf = Object.assign({}, ...Object.values(rooms));
