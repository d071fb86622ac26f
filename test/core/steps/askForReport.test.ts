import { MessagingError } from '../../../core/client';
import { askForReport } from '../../../core/steps';

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

const away = new MessagingError({ message: 'No connection', outcome: 'not_sent', code: 'unreachable' });
describe('the report about one of several messages', () => {
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
    const report = await askForReport(['one', 'other'], { until: START + 1e6, statusOf, pause });
    expect(report).toEqual({ ...reports.other, messageId: 'other' });
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is undefined at the time limit, at which it is asked for once more', async () => {
    const { pauses, pause } = clock();
    expect(
      await askForReport(['one'], {
        until: START + 2500,
        statusOf: () => Promise.reject(away),
        pause,
      }),
    ).toBeUndefined();
    expect(pauses).toEqual([1000, 1500]);
  });

  it('is no longer asked for when the work is broken off', async () => {
    const pause = () => Promise.reject(away);
    const statusOf = async () => reports.other;
    await expect(askForReport(['one'], { until: START + 1e6, statusOf, pause })).rejects.toBe(away);
  });

  it.each([-2, 9600])(
    'waits no longer, and no shorter, after the clock was set by %i hours',
    async (hours) => {
      const { pauses, pause } = clock();
      const later = async (ms: number) => {
        if (pauses.length === 0) jest.setSystemTime(Date.now() + hours * 3_600_000);
        await pause(ms);
      };
      const statusOf = async () => reports.one;
      await askForReport(['one'], {
        until: START + 2500,
        statusOf: async () => ({ ...(await statusOf()), status: 'other' }),
        pause: later,
      });
      expect(pauses).toEqual([1000, 1500]);
    },
  );

  it('is asked for once if the time is up', async () => {
    const { pauses, pause } = clock();
    const statusOf = async () => reports.other;
    expect(await askForReport(['a'], { until: 0, statusOf, pause })).toEqual({
      ...reports.other,
      messageId: 'a',
    });
    expect(pauses).toEqual([]);
  });
});
