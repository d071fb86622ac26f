import { nextInChain, othersAsked, type AskOrder, type PersonAsked } from '../../../core/ask/chain';

const EACH_MS = 1000;
const person = (state: PersonAsked['state'], askedAt = 0): PersonAsked => ({ state, askedAt });
const next = (order: AskOrder, people: PersonAsked[], now: number) =>
  nextInChain({ order, eachMs: EACH_MS }, people, now);

describe('one after another', () => {
  it.each([
    ['the first one is asked', [person('not_asked'), person('not_asked')], { do: 'ask', indexes: [0] }],
    [
      'who was asked has some time',
      [person('asked', 9500), person('not_asked')],
      { do: 'wait', until: 10_500 },
    ],
    ['then the next one is asked', [person('asked', 9000), person('not_asked')], { do: 'ask', indexes: [1] }],
    ['after a failure at once', [person('failed', 9999), person('not_asked')], { do: 'ask', indexes: [1] }],
    [
      'after an unknown outcome, too',
      [person('unknown', 9999), person('not_asked')],
      { do: 'ask', indexes: [1] },
    ],
    [
      'who may have it has time when nobody is left',
      [person('unknown', 9500), person('failed', 9999)],
      { do: 'wait', until: 10_500 },
    ],
    [
      'once somebody has taken it nobody is asked',
      [person('asked', 0), person('taken', 0), person('not_asked')],
      { do: 'end', how: 'taken', index: 1 },
    ],
    [
      'nor if the first one has taken it',
      [person('taken', 0), person('not_asked')],
      { do: 'end', how: 'taken', index: 0 },
    ],
    [
      'who was asked before for a later day holds up nobody',
      [person('unknown', 99_000), person('asked', 9500), person('not_asked')],
      { do: 'wait', until: 10_500 },
    ],
    ['nor once it is cancelled', [person('cancelled'), person('not_asked')], { do: 'end', how: 'cancelled' }],
    [
      'taken counts before cancelled',
      [person('cancelled'), person('taken')],
      { do: 'end', how: 'taken', index: 1 },
    ],
    ['nobody has answered', [person('failed'), person('asked', 9000)], { do: 'end', how: 'timeUp' }],
    ['nobody has got it', [person('failed'), person('unknown', 9000)], { do: 'end', how: 'nobody' }],
  ])('%s', (_name, people, step) => {
    expect(next('inTurn', people, 10_000)).toEqual(step);
  });
});

describe('all at once', () => {
  it.each([
    [
      'all who were not asked are asked',
      [person('asked', 0), person('not_asked'), person('not_asked')],
      { do: 'ask', indexes: [1, 2] },
    ],
    [
      'though the time of the others is not over',
      [person('asked', 9900), person('not_asked')],
      { do: 'ask', indexes: [1] },
    ],
    [
      'the last of them has time',
      [person('asked', 9000), person('asked', 9500)],
      { do: 'wait', until: 10_500 },
    ],
    ['without anybody it ends at once', [person('failed'), person('failed')], { do: 'end', how: 'nobody' }],
    ['it ends when the time is up', [person('asked', 9000), person('failed')], { do: 'end', how: 'timeUp' }],
  ])('%s', (_name, people, step) => {
    expect(next('first', people, 10_000)).toEqual(step);
  });
});

it('those who have the question, or may have it, are told that somebody else has taken it', () => {
  const states = ['failed', 'asked', 'taken', 'unknown', 'cancelled', 'not_asked'] as const;
  const people = states.map((state, index) => ({ ...person(state), to: `+4179000000${index}` }));
  expect(othersAsked(people).map(({ state }) => state)).toEqual(['asked', 'unknown']);
});

it('who was asked several times is told once, and not at all after taking it', () => {
  const asked = (to: string) => ({ ...person('asked'), to });
  const people = [
    asked('0041790000001'),
    { ...person('taken'), to: '+41790000001' },
    asked('+41790000002'),
    asked('+41 79 000 00 02'),
  ];
  expect(othersAsked(people).map(({ to }) => to)).toEqual(['+41790000002']);
});
