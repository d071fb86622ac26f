import Sequencer from '@jest/test-sequencer';

/** Files that take long though they are small; where no times of an earlier run are known, jest would begin with the largest files. */
const long = /volume|restarts|hostile\.test|transport|missing-libraries/;

/**
 * Spreads the tests in real platforms, which mostly wait, evenly among the unit tests, which mostly compute, so that the processor is in use
 * from the beginning to the end. Of each kind, those that take longest come first.
 */
export default class SpreadSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const longestFirst = [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
    const inPlatforms = longestFirst.filter(isInPlatform);
    const others = longestFirst.filter((test) => !isInPlatform(test));
    return [inPlatforms, others]
      .flatMap((kind) => kind.map((test, index) => ({ test, place: index / kind.length })))
      .sort((one, other) => one.place - other.place)
      .map(({ test }) => test);
  }
}

function isLong({ path }) {
  return long.test(path);
}

function isInPlatform({ path }) {
  return path.includes('/hosts/');
}
