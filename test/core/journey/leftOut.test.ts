import { MessagingError } from '../../../core/client';
import {
  alone,
  HeldBack,
  journey,
  leftOutIsNoFailure,
  OptedOut,
  OutsideWindow,
  type OnItsWay,
} from '../../../core/journey';
import { readSendingWindow, WindowFault } from '../../../core/sendingWindow';

const ANNA = { address: '+41791234567', accepted: false, messageId: undefined, error: undefined };
const OPENS = '2026-11-26T07:00:00.000Z';

function refusing(): OutsideWindow {
  const hours = { days: 'thursday', from: '08:00', until: '20:00', timeZone: 'Europe/Zurich' };
  const window = readSendingWindow({ ...hours, exceptions: '', outside: 'refuse' });
  if (window instanceof WindowFault) throw new Error(window.rule);
  return new OutsideWindow(Date.parse(OPENS), window);
}

/** What becomes of a message that fails with this error in a later step. */
async function after(error: MessagingError): Promise<unknown> {
  const message: OnItsWay<unknown> = {};
  await journey<OnItsWay<unknown>>(
    [leftOutIsNoFailure<unknown, OnItsWay<unknown>>((leftOut) => leftOut)],
    alone<unknown, OnItsWay<unknown>>(() => Promise.reject(error)),
  )([message]);
  return message;
}

describe('a message that nobody gets', () => {
  it.each([
    ['opted out', new OptedOut([ANNA]), { outcome: 'opted_out', recipients: [ANNA] }],
    ['outside of the window', refusing(), { outcome: 'outside_window', opensAt: OPENS }],
    [
      'held back',
      new HeldBack([ANNA], OPENS, { most: 1, minutes: 10 }),
      { outcome: 'held_back', until: OPENS, recipients: [ANNA] },
    ],
  ])('is no failure: %s', async (_, error, value) => {
    expect(await after(error)).toEqual({ result: { ok: true, value } });
  });

  it('fails if it fails for another reason', async () => {
    const error = new MessagingError({ message: 'No', outcome: 'rejected', code: { given: 'test' } });
    expect(await after(error)).toEqual({ result: { ok: false, error } });
  });
});
