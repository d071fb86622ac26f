import { growingPause } from '../../../core/steps';

const pauses = { first: 1000, longest: 30_000 };

describe('the pauses between two questions', () => {
  it('double up to the longest', () => {
    const made: number[] = [];
    for (let now = 0; made.length < 7; now += made.at(-1) ?? 0) made.push(growingPause(now, pauses));
    expect(made).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
