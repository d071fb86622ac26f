import { failed, MessagingError, type Accepted } from '../../core/client';
import {
  canWait,
  newId,
  noRoom,
  readResult,
  readWaiting,
  storedResult,
  waitedTooLong,
} from '../../node-red/work/outbox';
import { localTime } from '../../node-red/outcome/report';

const waiting = { stage: 'waiting', since: 1, until: 2, request: {}, hasFile: false };

describe('what a store has of a waiting message', () => {
  it.each([
    ['waiting', waiting],
    ['sending', { ...waiting, stage: 'sending' }],
    ['done, with its outcome', { ...waiting, stage: 'done', result: { outcome: 'accepted' } }],
  ])('is read: %s', (_name, stored) => expect(readWaiting(stored)).toBe(stored));

  it.each([
    undefined,
    null,
    'text',
    {},
    { ...waiting, stage: 'other' },
    { ...waiting, stage: 'other', result: {} },
    { ...waiting, stage: 'done' },
    { ...waiting, since: 'x' },
    { ...waiting, until: Infinity },
    { ...waiting, request: undefined },
  ])('is not read from %j', (stored) => expect(readWaiting(stored)).toBeUndefined());
});

describe('an outcome', () => {
  const accepted: Accepted = {
    ...{ outcome: 'accepted', messageId: 'a', messageIds: ['a'], recipients: [] },
    ...{ pages: undefined, requestId: undefined, raw: {} },
  };

  it('is stored as it is if the message was sent', () => {
    expect(storedResult(accepted)).toBe(accepted);
    expect(readResult(accepted)).toBe(accepted);
  });

  it('is stored with all that an error says but the body of the answer', () => {
    const error = new MessagingError({
      message: 'Refused',
      advice: 'Ask the service.',
      outcome: 'rejected',
      code: { given: 'REFUSED' },
      status: 400,
      details: [{ parameter: 'to', messages: ['wrong'] }],
      requestId: 'r-1',
      sends: true,
      raw: { secret: 'x' },
    });
    const stored: unknown = JSON.parse(JSON.stringify(storedResult(failed(error))));
    expect(JSON.stringify(stored)).not.toContain('secret');
    const read = readResult(stored as ReturnType<typeof storedResult>);
    if (read.outcome !== 'failed') throw new Error('It was no failure');
    const { message, fact, advice, outcome: became, code, status, details, requestId, sends } = error;
    expect(read.error).toMatchObject({
      ...{ message, fact, advice, outcome: became, code, status, details, requestId, sends },
    });
  });
});

describe('a message that failed', () => {
  const error = (outcome: 'not_sent' | 'rejected' | 'unknown', code: string, more = {}) =>
    new MessagingError({ message: 'No', outcome, code: { given: code }, ...more });

  it.each(['unreachable', 'proxy_unreachable', 'proxy_refused', 'timed_out'])(
    'can wait without a connection: %s',
    (code) => {
      expect(canWait(error('not_sent', code))).toBe(true);
      expect(canWait(error('unknown', code))).toBe(false);
    },
  );

  it('can wait if the service asks for a pause, unless it may have been sent', () => {
    const busy = { status: 503, retryAfterMs: 1000 };
    expect(canWait(error('rejected', 'BUSY', busy))).toBe(true);
    expect(canWait(error('unknown', 'BUSY', busy))).toBe(false);
  });

  it('cannot wait for anything else', () => {
    expect(canWait(error('not_sent', 'invalid_request'))).toBe(false);
    expect(canWait(error('rejected', 'REFUSED', { status: 400 }))).toBe(false);
  });
});

describe('the end of a wait', () => {
  it('says since when the message waited, and why the last attempt failed', () => {
    const tried = waitedTooLong({ since: 0 }, 'No connection');
    expect(tried.message).toContain(
      `since ${localTime(0)}, for as long as 'Keep trying for' allows. Last: No connection`,
    );
    expect(tried).toMatchObject({ outcome: 'not_sent', code: 'kept_too_long' });
    expect(waitedTooLong({ since: 0 }, undefined).fact).toMatch(/allows\.$/);
  });

  it('is there at once if too many wait', () => {
    expect(noRoom()).toMatchObject({ code: 'too_many_waiting', outcome: 'not_sent' });
    expect(noRoom().advice).toContain('when the service can be reached');
  });
});

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
