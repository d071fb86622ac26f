import { BoundedMap } from '../../core/boundedMap';

it('a bounded map forgets the oldest entries, and counts one that is set again as new', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
