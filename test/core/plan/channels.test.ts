import fc from 'fast-check';

import { textOf } from '../../../core/errors/sentence';
import { fault } from '../../../core/errors/texts';
import {
  failed,
  MessagingError,
  type Accepted,
  type Outcome,
  type Result,
  type Skipped,
} from '../../../core/client';
import {
  runFallback,
  type DeliveryReport,
  type FallbackProgress,
  type FallbackRules,
  type FallbackWork,
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
  new MessagingError({ message: `It was ${outcome}`, outcome, code: { given: 'test' } });
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

const endOf = (result: Result) => (result.outcome === 'failed' ? result.error : result);

/** Runs a plan over channels that behave like this; keeps a list of what was sent. */
async function run(channels: Channel[], rules = three) {
  const sent: number[] = [];
  const kept: FallbackProgress[] = [];
  const work: FallbackWork = {
    send: async (index) => {
      sent.push(index);
      const { answer = 'accepted' } = channels[index] ?? {};
      if (answer === 'accepted') return accepted(`m${index}`);
      return typeof answer === 'string' ? failed(failure(answer)) : answer;
    },
    report: async () => channels[sent.at(-1) ?? 0]?.reports?.shift(),
    keep: async (progress) => void kept.push(progress),
  };
  return { end: endOf(await runFallback(rules, work)), sent, kept };
}

describe('a message with further channels', () => {
  it('stays on the first channel that delivers', async () => {
    const { end, sent } = await run([{ answer: 'accepted', reports: [report('m0', 'delivered')] }]);
    expect(sent).toEqual([0]);
    expect(end).toMatchObject({
      channel: 'Rcs',
      messageId: 'm0',
      attempts: [{ channel: 'Rcs', state: 'delivered', messageId: 'm0', requestId: 'request of m0' }],
    });
  });

  it('is waited for from when the service sends it, if it is planned', async () => {
    const sendDate = new Date(Date.now() + 3_600_000).toISOString();
    const kept: FallbackProgress[] = [];
    await runFallback(three, {
      send: async () => ({ ...accepted('m0'), sendDate }),
      report: async () => report('m0', 'delivered'),
      keep: async (progress) => void kept.push(progress),
    });
    expect(kept[0]).toMatchObject({ attempts: [{ sendDate, at: Date.parse(sendDate) }] });
  });

  it.each(skipped)('is $outcome as one message if that holds for the first channel', async (answer) => {
    const { end, sent, kept } = await run([{ answer }]);
    expect(sent).toEqual([0]);
    expect(end).toBe(answer);
    expect(kept.at(-1)?.attempts).toEqual([]);
  });

  it.each(skipped)('tries no other channel once one is $outcome', async (answer) => {
    const refused = await run([{ answer: 'rejected' }, { answer }]);
    expect(refused.sent).toEqual([0, 1]);
    expect(refused.end).toMatchObject({
      ...{ outcome: 'not_sent', code: answer.outcome },
      attempts: [{ state: 'rejected' }, { state: answer.outcome, reason: textOf(answer.reason.message) }],
    });
    const open = await run([{ answer: 'accepted' }, { answer }]);
    expect(open.sent).toEqual([0, 1]);
    expect(open.end).toMatchObject({ outcome: 'unknown', attempts: [{ state: 'accepted' }, {}] });
  });

  it('is sent once where accepted is enough', async () => {
    const { end, sent } = await run([{ answer: 'accepted' }], { ...three, countsAs: 'accepted' });
    expect(sent).toEqual([0]);
    expect(end).toMatchObject({ channel: 'Rcs', attempts: [{ state: 'accepted' }] });
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
        { channel: 'Rcs', state: answer, reason: `It was ${answer}` },
        { channel: 'Whatsapp', state: 'delivered' },
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
        { state: 'failed', reason: 'failed' },
        { state: 'accepted', reason: 'No delivery was reported in time' },
        { state: 'delivered' },
      ],
    });
  });

  it('is never sent again after an outcome that leaves open whether it was sent', async () => {
    const { end, sent } = await run([{ answer: 'rejected' }, { answer: 'unknown' }, { answer: 'accepted' }]);
    expect(sent).toEqual([0, 1]);
    expect(end).toMatchObject({
      outcome: 'unknown',
      attempts: [{ state: 'rejected' }, { state: 'unknown', reason: 'It was unknown' }],
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
      attempts: [{ state: 'delivered', late: true }, { state: 'accepted' }],
    });
  });

  it('ends as accepted, by no channel for certain, when no report comes at all', async () => {
    const { end } = await run([{ answer: 'accepted' }, { answer: 'accepted' }, { answer: 'accepted' }]);
    expect(end).toMatchObject({ channel: null, messageId: 'm2' });
  });

  it('tells apart a message that surely did not get through from one that may still arrive', async () => {
    const refused = await run([{ answer: 'rejected' }, { answer: 'rejected' }, { answer: 'rejected' }]);
    expect(refused.end).toMatchObject({ outcome: 'rejected', attempts: { length: 3 } });
    const open = await run([{ answer: 'accepted' }, { answer: 'rejected' }, { answer: 'rejected' }]);
    expect(open.end).toMatchObject({ outcome: 'unknown' });
    expect(String(open.end)).toMatch('Rcs: No delivery was reported in time; Whatsapp: It was rejected');
  });

  it('goes on after a restart where it was, and sends nothing that may have been on its way', async () => {
    const { kept } = await run([{ answer: 'rejected' }, { answer: 'accepted' }, { answer: 'accepted' }]);
    for (const [index, progress] of kept.entries()) {
      const sent: number[] = [];
      const work: FallbackWork = {
        send: async (at) => {
          sent.push(at);
          return accepted(`m${at}`);
        },
        report: async ([first = '']) => report(first, 'delivered'),
      };
      const stored: FallbackProgress = JSON.parse(JSON.stringify(progress));
      const end = endOf(await runFallback(three, work, stored));
      const wasOnItsWay = stored.attempts.at(-1)?.state === 'unknown';
      expect([index, sent.length]).toEqual([
        index,
        wasOnItsWay || stored.attempts.length > 1 ? sent.length : 1,
      ]);
      expect(sent).not.toContain(stored.attempts.length - 1);
      if (wasOnItsWay) expect(sent).toEqual([]);
      expect(end).toMatchObject(wasOnItsWay ? { outcome: 'unknown' } : { attempts: expect.anything() });
    }
  });

  it('looks for a report before the next channel when its time has passed during a stop', async () => {
    const sent: number[] = [];
    const work = (status: 'delivered' | 'failed'): FallbackWork => ({
      send: async (index) => {
        sent.push(index);
        return accepted('m1');
      },
      report: async (ids) => report(ids.at(-1) ?? '', ids.includes('m0') ? status : 'delivered'),
    });
    const before: FallbackProgress = {
      attempts: [{ channel: 'Rcs', state: 'accepted', messageId: 'm0', at: Date.now() - 3_600_000 }],
      results: [accepted('m0')],
    };
    expect(await runFallback(three, work('delivered'), before)).toMatchObject({ channel: 'Rcs' });
    expect(sent).toEqual([]);
    await runFallback(three, work('failed'), before);
    expect(sent).toEqual([1]);
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
          const { end, sent, kept } = await run(channels as Channel[], rules);
          const attempts = kept.at(-1)?.attempts ?? [];
          expect(sent).toEqual(attempts.map((_, index) => index));
          const unknown = attempts.findIndex(({ state }) => state === 'unknown');
          if (unknown >= 0) expect(unknown).toBe(attempts.length - 1);
          for (const { reason } of attempts.slice(0, -1).filter(({ state }) => state !== 'delivered'))
            expect(reason).toBeDefined();
          const through = attempts.some(({ state }) => state === 'delivered');
          if (through) expect(end).toMatchObject({ channel: expect.any(String) });
          const read = attempts.map((each) =>
            each.reason ? { ...each, reason: textOf(each.reason) } : each,
          );
          if (end instanceof MessagingError) expect(read).toMatchObject(end.attempts ?? {});
        },
      ),
      { numRuns: 300 },
    );
  });
});
