/**
 * What is changed, by room, each file with the tests that must notice it: those of its subject, as far as they need no platform. Each file is
 * run by itself, because StrykerJS loads all test files again for each change. Property tests are left out: a schedule that fails takes long to shrink.
 */
export const rooms = {
  steps: {
    'core/journey/atMostPerRun.ts': ['core/journey/atMostPerRun'],
    'core/journey/doNotSendTo.ts': ['core/journey/doNotSendTo'],
    'core/journey/followStatus.ts': ['core/journey/followStatus'],
    'core/journey/growingPause.ts': ['core/journey/growingPause'],
    'core/journey/journey.ts': ['core/journey/journey'],
    'core/journey/keyClaims.ts': ['core/journey/oncePerKey'],
    'core/journey/leftOut.ts': ['core/journey/leftOut'],
    'core/journey/loopGuard.ts': ['core/journey/loopGuard'],
    'core/journey/oncePerKey.ts': ['core/journey/oncePerKey'],
    'core/journey/outgoing.ts': ['core/journey/doNotSendTo', 'core/journey/sendingWindow'],
    'core/journey/sendingWindow.ts': ['core/journey/sendingWindow'],
    'core/journey/tellOther.ts': ['core/journey/tellOther'],
    'core/journey/wouldGoOut.ts': ['core/journey/wouldGoOut'],
  },
  journal: {
    'node-red/journal/journal.ts': ['node-red/journal'],
    'node-red/journal/journalRecords.ts': ['node-red/journal'],
    'node-red/journal/storedRecords.ts': ['node-red/journal'],
  },
  matcher: {
    'core/ask/answer.ts': ['core/ask/answer'],
    'core/ask/chain.ts': ['core/ask/chain'],
    'core/ask/reference.ts': ['core/ask/reference'],
  },
  outbox: {
    'node-red/work/keepTrying.ts': ['node-red/keepTrying'],
    'node-red/work/outbox.ts': ['node-red/outbox'],
  },
};

/** The tests of each file. */
export const testsOf = Object.assign({}, ...Object.values(rooms));
