import { localTime } from '../../node-red/outcome/report';
import { newId } from '../../node-red/work/newId';

test('a time is shown to the minute, on the clock of the machine', () => {
  const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
  expect(localTime(Date.UTC(2026, 10, 25, 10, 30, 59))).toBe('2026-11-25 12:30');
  zone.mockRestore();
});

describe('the id of a message', () => {
  afterEach(() => jest.restoreAllMocks());

  it('sorts as text in the order in which ids were made, also while the clock stands still or is set back', () => {
    const later = Date.now() + 60_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    const many = Array.from({ length: 100 }, () => newId());
    clock.mockReturnValue(later - 30_000);
    many.push(...Array.from({ length: 100 }, () => newId()));
    clock.mockReturnValue(later + 1);
    many.push(newId());
    expect(new Set(many).size).toBe(201);
    expect([...many].sort()).toEqual(many);
  });

  it('has always the same length, so that no later one is shorter', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2050, 0, 1));
    const long = newId();
    clock.mockReturnValue(Date.UTC(2050, 0, 2));
    expect(newId()).toHaveLength(long.length);
    expect(long).toHaveLength(14);
  });
});
