import { MessagingError } from '../../../core/client';
import { askForReport, followStatus } from '../../../core/steps';

/** A clock that moves only during pauses. */
const START = 1_000_000_000;
beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());

function clock() {
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    jest.advanceTimersByTime(ms);
  };
  return { pauses, pause };
}

const open = { final: false, name: 'open' };
const final = { final: true, name: 'final' };
const away = new MessagingError({ message: 'No connection', outcome: 'not_sent', code: 'unreachable' });
const gone = new MessagingError({ message: 'Not found', outcome: 'rejected', code: 'not_found' });

/** Answers in turn; the last one again and again. */
function answering(...answers: Array<typeof open | MessagingError>) {
  let asked = 0;
  return async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? open;
    if (answer instanceof MessagingError) throw answer;
    return answer;
  };
}

describe('a status that is followed', () => {
  const follow = (answers: Array<typeof open | MessagingError>, { pause }: ReturnType<typeof clock>) =>
    followStatus({
      ask: answering(...answers),
      pause,
      pauses: { first: 10, longest: 10 },
      until: START + 25,
      endsWith: (error) => error === gone,
    }).catch((error: unknown) => error);

  it.each([
    ['is asked for until it is final', [open, open, final], final, [10, 10]],
    ['is at the time limit the last that is known', [open], open, [10, 10, 5]],
    ['is asked for again while the service cannot be reached', [away, open, final], final, [10, 10]],
    ['is the last known one, though the last question had no answer', [open, away], open, [10, 10, 5]],
    ['is an error if no question was answered', [away], away, [10, 10, 5]],
    ['is an error if it is of no use to ask again', [open, gone], gone, [10]],
  ])('%s', async (_name, answers, expected, pauses) => {
    const time = clock();
    expect(await follow(answers, time)).toBe(expected);
    expect(time.pauses).toEqual(pauses);
  });

  it.each([-2, 9600])(
    'is asked for no longer, and no shorter, after the clock was set by %i hours',
    async (hours) => {
      const { pauses, pause } = clock();
      const later = async (ms: number) => {
        if (pauses.length === 0) jest.setSystemTime(Date.now() + hours * 3_600_000);
        await pause(ms);
      };
      expect(await follow([open], { pauses, pause: later })).toBe(open);
      expect(pauses).toEqual([10, 10, 5]);
    },
  );
});

describe('the report about one of several messages', () => {
  const isOver = (error: MessagingError) => error === gone;
  const reports = {
    one: { status: 'sent', statusText: 'sent', final: false },
    other: { status: 'failed', statusText: 'expired', final: true },
  } as const;

  it('is the first final one, asked for with growing pauses', async () => {
    const { pauses, pause } = clock();
    let rounds = 0;
    const statusOf = async (id: string) => {
      if (id === 'one') rounds += 1;
      if (id === 'one') throw away;
      return rounds === 7 ? reports.other : { ...reports.one, status: 'other' as const };
    };
    const report = await askForReport(['one', 'other'], { until: START + 1e6, isOver, statusOf, pause });
    expect(report).toEqual({ ...reports.other, messageId: 'other' });
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is undefined at the time limit, at which it is asked for once more', async () => {
    const { pauses, pause } = clock();
    expect(
      await askForReport(['one'], {
        until: START + 2500,
        isOver,
        statusOf: () => Promise.reject(away),
        pause,
      }),
    ).toBeUndefined();
    expect(pauses).toEqual([1000, 1500]);
  });

  it('is no longer asked for when the work is broken off', async () => {
    const statusOf = () => Promise.reject(gone);
    const { pauses, pause } = clock();
    const asking = askForReport(['one'], { until: START + 1e6, isOver, statusOf, pause });
    await expect(asking).rejects.toBe(gone);
    expect(pauses).toEqual([1000]);
  });

  it('is not asked for before a planned message is sent', async () => {
    const { pauses, pause } = clock();
    const askedAt: number[] = [];
    const statusOf = async () => {
      askedAt.push(Date.now());
      return reports.other;
    };
    await askForReport(['one'], {
      until: START + 500_000,
      isOver,
      statusOf,
      pause,
      notBefore: START + 400_000,
    });
    expect(pauses).toEqual([400_000, 1000]);
    expect(askedAt).toEqual([START + 401_000]);
  });

  it('is asked for once if the time is up', async () => {
    const { pauses, pause } = clock();
    const statusOf = async () => reports.other;
    expect(await askForReport(['a'], { until: 0, isOver, statusOf, pause })).toEqual({
      ...reports.other,
      messageId: 'a',
    });
    expect(pauses).toEqual([]);
  });
});
