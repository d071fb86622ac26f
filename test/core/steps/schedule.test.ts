import { fault } from '../../../core/errors/texts';
import { checkMessage, type Accepted } from '../../../core/client';
import { ended, outgoing, resultOfOutgoing, takeSteps, readWindow, type Outgoing } from '../../../core/steps';
import {
  readSendingWindow,
  WindowFault,
  type Outside,
  type SendingWindow,
} from '../../../core/sendingWindow';

/** A Wednesday. */
const NIGHT = Date.parse('2026-11-25T22:00:00+01:00');
const DAY = Date.parse('2026-11-25T12:00:00+01:00');
const MORNING = '2026-11-26T07:00:00.000Z';

function windowOf(outside: Outside, changes: object = {}): SendingWindow {
  const window = readSendingWindow({
    days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    from: '08:00',
    until: '20:00',
    timeZone: 'Europe/Zurich',
    exceptions: '',
    outside,
    ...changes,
  });
  if (window instanceof WindowFault) throw new Error(window.rule);
  return window;
}
const plan = windowOf('plan');
const refuse = windowOf('refuse');

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

interface Message extends Outgoing {
  window: SendingWindow | undefined;
  waitsUntil?: number;
}

async function message(window: SendingWindow | undefined, sendDate?: string): Promise<Message> {
  const content = { type: 'Text', text: 'Hello' };
  const request = { channel: 'Sms', from: 'Test', to: '+41791234567', content, sendDate };
  return { request: await checkMessage(request), window };
}

const accepted: Accepted = {
  ...{ outcome: 'accepted', messageId: 'id', messageIds: ['id'], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
};

/** Sends messages through the step; gives with which date each went out, and what became of it. */
async function send(now: number, ...messages: Message[]) {
  jest.setSystemTime(now);
  const sent: unknown[] = [];
  for (const each of messages) each.result = undefined;
  await takeSteps(messages, {
    schedule: {
      label: 'Sending Window',
      windowOf: async ({ window }) => window,
      deadlineOf: ({ waitsUntil }) => waitsUntil,
    },
    send: async (going) => {
      for (const each of going) {
        sent.push((await outgoing(each.request, each)).sendDate);
        each.result = accepted;
      }
    },
  });
  const results = messages.map((each) => {
    const result = ended(each);
    if (result.outcome === 'failed') return result.error.message;
    return result.outcome === 'outside_window' ? `opens ${result.opensAt}` : 'sent';
  });
  return { sent, results };
}

describe('the sending window', () => {
  it('changes nothing about a message without one, nor about one inside of it', async () => {
    const { sent, results } = await send(
      DAY,
      await message(undefined),
      await message(plan),
      await message(refuse),
    );
    expect(sent).toEqual([undefined, undefined, undefined]);
    expect(results).toEqual(['sent', 'sent', 'sent']);
    expect((await send(NIGHT, await message(undefined))).sent).toEqual([undefined]);
  });

  it('plans a message for when it opens', async () => {
    const one = await message(plan);
    expect((await send(NIGHT, one)).sent).toEqual([MORNING]);
    // The request stays as it is: it identifies the message in another try.
    expect(one.request.sendDate).toBeUndefined();
  });

  it('lets nothing out that is to be refused, and the others go on', async () => {
    const { sent, results } = await send(
      NIGHT,
      await message(refuse),
      await message(plan),
      await message(refuse),
    );
    expect(sent).toEqual([MORNING]);
    expect(results).toEqual([`opens ${MORNING}`, 'sent', `opens ${MORNING}`]);
  });

  it.each([
    ['inside', NIGHT, '2026-11-26T10:00:00+01:00', undefined],
    ['outside', DAY, '2026-11-25T23:00:00+01:00', MORNING],
    ['in the past, by day', DAY, '2026-11-24T23:00:00Z', undefined],
    ['in the past, by night', NIGHT, '2026-11-25T10:00:00Z', MORNING],
    ['in another offset', DAY, '2026-11-25T23:30:00-10:00', undefined],
    ['at the weekend', DAY, '2026-11-28T12:00:00Z', '2026-11-30T07:00:00.000Z'],
  ])('judges the date of a message that has one: %s', async (_, now, own, planned) => {
    const { sent } = await send(now, await message(plan, own));
    expect(sent).toEqual([planned ?? own]);
    const { results } = await send(now, await message(refuse, own));
    expect(results).toEqual([planned === undefined ? 'sent' : `opens ${planned}`]);
  });

  it('reads a date without an offset in its time zone, and sends it with one', async () => {
    expect((await send(NIGHT, await message(plan, '2026-11-26T08:30'))).sent).toEqual([
      '2026-11-26T07:30:00.000Z',
    ]);
    expect((await send(NIGHT, await message(plan, '2026-11-26T07:30'))).sent).toEqual([MORNING]);
    const newYork = windowOf('refuse', { timeZone: 'America/New_York' });
    expect((await send(NIGHT, await message(newYork, '2026-11-26T08:30'))).sent).toEqual([
      '2026-11-26T13:30:00.000Z',
    ]);
  });

  it('judges anew in another try', async () => {
    const one = await message(plan);
    expect((await send(NIGHT, one)).sent).toEqual([MORNING]);
    expect((await send(Date.parse(MORNING) + 60_000, one)).sent).toEqual([undefined]);
  });

  it('fails a message whose window does not open within a year', async () => {
    const exceptions = Array.from({ length: 400 }, (_, day) =>
      new Date(NIGHT + day * 86_400_000).toISOString().slice(0, 10),
    );
    const { sent, results } = await send(NIGHT, await message(windowOf('plan', { exceptions })));
    expect(sent).toEqual([]);
    expect(results).toEqual([expect.stringContaining('Sending Window: does not open within a year')]);
  });

  it('asks nobody a question that goes out after its time limit', async () => {
    const hour = 3_600_000;
    const inTime = { ...(await message(plan)), waitsUntil: NIGHT + 12 * hour };
    const atOnce = { ...(await message(plan)), waitsUntil: DAY + hour };
    expect((await send(DAY, atOnce)).results).toEqual(['sent']);
    const late = { ...(await message(plan)), waitsUntil: NIGHT + hour };
    const { sent, results } = await send(NIGHT, inTime, late);
    expect(sent).toEqual([MORNING]);
    expect(results).toEqual(['sent', `opens ${MORNING}`]);
    expect(late.result).toMatchObject({
      reason: fault('outside_window.question', { opens: '2026-11-26 08:00, Europe/Zurich' }),
    });
    expect((await send(NIGHT, { ...late, waitsUntil: Date.parse(MORNING) })).sent).toEqual([]);
    expect((await send(NIGHT, { ...late, waitsUntil: Date.parse(MORNING) + 1 })).sent).toEqual([MORNING]);
  });

  it('says until when the window is closed', async () => {
    jest.setSystemTime(NIGHT);
    const closed = await message(refuse);
    const schedule = { windowOf: async ({ window }: Message) => window };
    await takeSteps([closed], { schedule, send: async () => undefined });
    expect(closed.result).toMatchObject({
      reason: fault('outside_window', { opens: '2026-11-26 08:00, Europe/Zurich' }),
    });
  });

  it('says in the result when the service sends the message', async () => {
    const { request } = await message(plan);
    expect(resultOfOutgoing(accepted, { request, sendAt: MORNING })).toEqual({
      ...accepted,
      sendDate: MORNING,
    });
    expect(resultOfOutgoing(accepted, { request })).toEqual(accepted);
  });
});

describe('the window of a message', () => {
  const entered = {
    days: ['monday'],
    from: '08:00',
    until: '20:00',
    timeZone: 'Europe/Zurich',
    exceptions: '',
    outside: 'plan',
  } as const;

  it('is an error that names its field if it cannot be read', () => {
    const wrong = () =>
      readWindow({ ...entered, timeZone: 'Europe/Nowhere' }, (field) => `Sending Window, ${field}`);
    expect(wrong).toThrow('Sending Window, timeZone: ');
    expect(wrong).toThrow('Europe/Nowhere');
    expect(wrong).toThrow(expect.objectContaining({ code: 'invalid_request', outcome: 'not_sent' }));
  });
});
