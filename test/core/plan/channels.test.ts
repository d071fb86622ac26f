import fc from 'fast-check';

import { textOf } from '../../../core/errors/sentence';
import { fault, say } from '../../../core/errors/texts';
import {
  failed,
  MessagingError,
  type Accepted,
  type Outcome,
  type Result,
  type Skipped,
} from '../../../core/client';
import {
  fallbackResult,
  partsResult,
  runFallback,
  type DeliveryReport,
  type FallbackRules,
  type Tried,
} from '../../../core/plan';

const accepted = (messageId: string): Accepted => ({
  outcome: 'accepted',
  messageId,
  messageIds: [messageId],
  recipients: [],
  pages: undefined,
  requestId: `request of ${messageId}`,
  raw: {},
});
const failure = (outcome: Outcome) =>
  new MessagingError({ message: say('words', { words: `It was ${outcome}` }), outcome, code: 'test' });
const skipped: Skipped[] = [
  { outcome: 'opted_out', recipients: [], reason: fault('opted_out') },
  { outcome: 'outside_window', opensAt: '', reason: fault('outside_window', { opens: 'Monday' }) },
  {
    outcome: 'over_limit',
    until: '',
    recipients: [],
    reason: fault('over_limit', { most: 1, minutes: 1, until: 'now' }),
  },
];
const report = (messageId: string, status: DeliveryReport['status']): DeliveryReport => ({
  messageId,
  status,
  final: status === 'delivered' || status === 'failed',
  statusText: status,
});

const three: FallbackRules = { channels: ['Rcs', 'Whatsapp', 'Sms'], countsAs: 'delivered', afterMs: 60_000 };

/** The answer of a channel, and the report that comes while its message is waited for. */
interface Channel {
  answer: 'accepted' | Outcome | Skipped;
  reports?: DeliveryReport[];
}

const endOf = (result: Result): Accepted | Skipped | MessagingError =>
  result.outcome === 'failed' ? result.error : result;

/** A clock that moves only during pauses. */
const START = 1_000_000_000;
beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());
const pause = async (ms: number) => jest.advanceTimersByTime(ms);

/** Runs a plan over channels that behave like this; keeps a list of what was sent. */
async function run(channels: Channel[], rules = three) {
  const sent: number[] = [];
  const work = {
    send: async (index: number) => {
      sent.push(index);
      const { answer = 'accepted' } = channels[index] ?? {};
      if (answer === 'accepted') return accepted(`m${index}`);
      return typeof answer === 'string' ? failed(failure(answer)) : answer;
    },
    statusOf: async (id: string) => {
      const { reports = [] } = channels[sent.at(-1) ?? 0] ?? {};
      const place = reports.findIndex(({ messageId }) => messageId === id);
      return (place < 0 ? undefined : reports.splice(place, 1)[0]) ?? report(id, 'other');
    },
    pause,
  };
  return { end: endOf(await runFallback(rules, work)), sent };
}

describe('a message with fallback channels', () => {
  it('stays on the first channel that delivers', async () => {
    const { end, sent } = await run([{ answer: 'accepted', reports: [report('m0', 'delivered')] }]);
    expect(sent).toEqual([0]);
    expect(end).toMatchObject({
      channel: 'Rcs',
      messageId: 'm0',
      attempts: [{ channel: 'Rcs', outcome: 'delivered', messageId: 'm0', requestId: 'request of m0' }],
    });
  });

  it('is waited for from when the service sends it, if it is scheduled', async () => {
    const sendDate = new Date(START + 3_600_000).toISOString();
    const asked: number[] = [];
    await runFallback(three, {
      send: async () => ({ ...accepted('m0'), sendDate }),
      statusOf: async (id) => {
        asked.push(Date.now() - START);
        return report(id, 'delivered');
      },
      pause,
    });
    expect(asked).toEqual([3_601_000]);
  });

  it.each([0, -2, 9600])(
    'is asked for with growing pauses until the time is up, also if the clock is set by %i hours',
    async (hours) => {
      const pauses: number[] = [];
      let asked = 0;
      await runFallback(
        { ...three, channels: ['Sms'], afterMs: 63_500 },
        {
          send: async () => accepted('m0'),
          statusOf: () => {
            asked += 1;
            return Promise.reject(failure('not_sent'));
          },
          pause: async (ms) => {
            if (pauses.push(ms) === 1) jest.setSystemTime(Date.now() + hours * 3_600_000);
            await pause(ms);
          },
        },
      );
      expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 2500]);
      expect(asked).toBe(7);
    },
  );

  it('fails when the work is broken off', async () => {
    const error = failure('unknown');
    const statusOf = async (id: string) => report(id, 'delivered');
    const work = { send: async () => accepted('m0'), statusOf, pause: () => Promise.reject(error) };
    expect(await runFallback(three, work)).toEqual(failed(error));
  });

  it.each(skipped)('is $outcome as one message if that holds for the first channel', async (answer) => {
    const { end, sent } = await run([{ answer }]);
    expect(sent).toEqual([0]);
    expect(end).toBe(answer);
  });

  it.each(skipped)('tries no other channel once one is $outcome', async (answer) => {
    const refused = await run([{ answer: 'rejected' }, { answer }]);
    expect(refused.sent).toEqual([0, 1]);
    expect(refused.end).toMatchObject({
      ...{ outcome: 'not_sent', code: answer.outcome },
      attempts: [{ outcome: 'rejected' }, { outcome: answer.outcome, reason: textOf(answer.reason.message) }],
    });
    const open = await run([{ answer: 'accepted' }, { answer }]);
    expect(open.sent).toEqual([0, 1]);
    expect(open.end).toMatchObject({ outcome: 'unknown', attempts: [{ outcome: 'accepted' }, {}] });
  });

  it('is sent once where accepted is enough', async () => {
    const { end, sent } = await run([{ answer: 'accepted' }], { ...three, countsAs: 'accepted' });
    expect(sent).toEqual([0]);
    expect(end).toMatchObject({ channel: 'Rcs', attempts: [{ outcome: 'accepted' }] });
  });

  it.each(['rejected', 'not_sent'] as const)('goes to the next channel when it was %s', async (answer) => {
    const { end, sent } = await run([
      { answer },
      { answer: 'accepted', reports: [report('m1', 'delivered')] },
    ]);
    expect(sent).toEqual([0, 1]);
    expect(end).toMatchObject({
      channel: 'Whatsapp',
      attempts: [
        { channel: 'Rcs', outcome: answer, reason: `It was ${answer}` },
        { channel: 'Whatsapp', outcome: 'delivered' },
      ],
    });
  });

  it('goes to the next channel when it is reported as failed, and when the time is up', async () => {
    const { end, sent } = await run([
      { answer: 'accepted', reports: [report('m0', 'delayed'), report('m0', 'failed')] },
      { answer: 'accepted', reports: [report('someone else', 'delivered')] },
      { answer: 'accepted', reports: [report('m2', 'delivered')] },
    ]);
    expect(sent).toEqual([0, 1, 2]);
    expect(end).toMatchObject({
      channel: 'Sms',
      attempts: [
        { outcome: 'failed', reason: 'failed' },
        { outcome: 'accepted', reason: 'No delivery was reported in time' },
        { outcome: 'delivered' },
      ],
    });
  });

  it('is never sent again after an outcome that leaves open whether it was sent', async () => {
    const { end, sent } = await run([{ answer: 'rejected' }, { answer: 'unknown' }, { answer: 'accepted' }]);
    expect(sent).toEqual([0, 1]);
    expect(end).toMatchObject({
      outcome: 'unknown',
      attempts: [{ outcome: 'rejected' }, { outcome: 'unknown', reason: 'It was unknown' }],
    });
  });

  it('says when it was delivered late on a channel that had been given up', async () => {
    const { end, sent } = await run([
      { answer: 'accepted' },
      { answer: 'accepted', reports: [report('m0', 'delivered')] },
    ]);
    expect(sent).toEqual([0, 1]);
    expect(end).toMatchObject({
      channel: 'Rcs',
      messageId: 'm0',
      attempts: [{ outcome: 'delivered', late: true }, { outcome: 'accepted' }],
    });
  });

  it('ends as accepted, by no channel for certain, when no report comes at all', async () => {
    const { end } = await run([{ answer: 'accepted' }, { answer: 'accepted' }, { answer: 'accepted' }]);
    const [reason, channel] = ['No delivery was reported in time', null];
    expect(end).toMatchObject({ channel, messageId: 'm2', attempts: [{ reason }, { reason }, {}] });
    expect(end).not.toHaveProperty('attempts.2.reason');
  });

  it('tells apart a message that surely did not get through from one that may still arrive', async () => {
    const refused = await run([{ answer: 'rejected' }, { answer: 'rejected' }, { answer: 'rejected' }]);
    expect(refused.end).toMatchObject({ outcome: 'rejected', attempts: { length: 3 } });
    const undelivered = await run([
      { answer: 'accepted', reports: [report('m0', 'failed')] },
      { answer: 'not_sent' },
      { answer: 'not_sent' },
    ]);
    expect(undelivered.end).toMatchObject({ outcome: 'rejected', attempts: [{ outcome: 'failed' }, {}, {}] });
    const open = await run([{ answer: 'accepted' }, { answer: 'rejected' }, { answer: 'rejected' }]);
    expect(open.end).toMatchObject({ outcome: 'unknown' });
    expect(String(open.end)).toMatch('Rcs: No delivery was reported in time; Whatsapp: It was rejected');
  });

  it('is as without fallback channels if there is one channel only', async () => {
    const one: FallbackRules = { ...three, channels: ['Sms'], countsAs: 'accepted' };
    const refused = await run([{ answer: 'rejected' }], one);
    expect(String(refused.end)).toMatch('It was rejected');
    expect(refused.end).not.toHaveProperty('attempts', expect.anything());
    const taken = await run([{ answer: 'accepted' }], one);
    expect(taken.end).toEqual(accepted('m0'));
  });

  it('has the error of its only attempt', async () => {
    const { end } = await run([{ answer: 'unknown' }]);
    expect(end).toMatchObject({ code: 'test', message: expect.stringMatching(/^It was unknown/) });
  });

  it('asks for what was accepted only', async () => {
    const asked: string[] = [];
    await runFallback(three, {
      send: async (index) => (index === 1 ? accepted(`m${index}`) : failed(failure('rejected'))),
      statusOf: async (id) => {
        asked.push(id);
        return report(id, 'delivered');
      },
      pause,
    });
    expect(asked).toEqual(['m1']);
  });

  describe('after a restart, when its errors are not known any more', () => {
    const reason = fault('opted_out').message;
    const tried = { target: 0, at: 0, state: 'rejected' as const, reason, requestId: 'r-0', code: 'test' };
    const errorOf = (attempts: readonly Tried[], channels: FallbackRules['channels'] = three.channels) => {
      const result = fallbackResult({ do: 'end', how: 'failed' }, attempts, channels, undefined);
      if (result.outcome !== 'failed') throw new Error('it has failed');
      return result.error;
    };

    it('has the reason of its only attempt, its code and its request id', () => {
      expect(errorOf([tried])).toMatchObject({
        ...{ code: 'test', outcome: 'rejected', requestId: 'r-0' },
        message: expect.stringMatching(new RegExp(`^${textOf(reason)}`)),
      });
      expect(errorOf([{ ...tried, reason: undefined }], ['Sms']).message).toMatch('Sms: ');
    });

    it('leaves open what became of a text of which a part has arrived', () => {
      const states = ['delivered', 'rejected'] as const;
      const parts = states.map((state, target) => ({ ...tried, state, target }));
      expect(partsResult(parts, ['Rcs', 'Rcs'], undefined)).toMatchObject({
        error: { outcome: 'unknown', message: expect.stringMatching(/^Part 2 of 2 .*may have been sent/) },
      });
    });

    it('says of each channel what became of it, and of the whole only what is certain', () => {
      const failedLater = { ...tried, target: 1, state: 'failed' as const, requestId: 'r-1' };
      const error = errorOf([tried, failedLater]);
      expect(error).toMatchObject({ outcome: 'rejected', requestId: 'r-1', attempts: { length: 2 } });
      expect(error.message).toMatch(`Rcs: ${textOf(reason)}; Whatsapp: ${textOf(reason)}`);
      const endings = [
        [failedLater, 'rejected', ''],
        [{ ...tried, state: 'not_sent' as const }, 'not_sent', ' (not sent)'],
        [
          { ...tried, state: 'sending' as const },
          'unknown',
          ' (the message may have been sent; check before you send it again)',
        ],
      ] as const;
      for (const [second, outcome, ending] of endings) {
        const { message, ...told } = errorOf([tried, { ...second, target: 1 }]);
        expect(told.outcome).toBe(outcome);
        expect(message.endsWith(`${textOf(reason)})${ending}`)).toBe(true);
      }
    });
  });

  it('keeps its rules whatever the channels do', async () => {
    const anyChannel = fc.record({
      answer: fc.constantFrom('accepted', 'rejected', 'not_sent', 'unknown'),
      reports: fc.array(
        fc
          .tuple(
            fc.constantFrom('m0', 'm1', 'm2', 'other'),
            fc.constantFrom('delivered', 'failed', 'delayed', 'other'),
          )
          .map(([messageId, status]) => report(messageId, status)),
        { maxLength: 4 },
      ),
    });
    const countsAs = fc.constantFrom('accepted', 'delivered');
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyChannel, { minLength: 3, maxLength: 3 }),
        countsAs,
        async (channels, as) => {
          const rules: FallbackRules = { ...three, countsAs: as as FallbackRules['countsAs'] };
          const { end, sent } = await run(channels as Channel[], rules);
          const { attempts = [] }: Partial<Accepted> = Object(end);
          expect(sent).toEqual(attempts.map((_, index) => index));
          const unknown = attempts.findIndex(({ outcome }) => outcome === 'unknown');
          if (unknown >= 0) expect(unknown).toBe(attempts.length - 1);
          for (const { reason } of attempts.slice(0, -1).filter(({ outcome }) => outcome !== 'delivered'))
            expect(reason).toEqual(expect.any(String));
          const through = attempts.some(({ outcome }) => outcome === 'delivered');
          if (through) expect(end).toMatchObject({ channel: expect.any(String) });
        },
      ),
      { numRuns: 300 },
    );
  });
});
