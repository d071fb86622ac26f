import type { Accepted } from '../../core/client';
import { localTime, outputOf } from '../../node-red/outcome/report';
import { fitted } from '../../node-red/outcome/statusLine';

const result: Accepted = {
  outcome: 'accepted',
  ...{ messageId: 'a1', messageIds: ['a1'], recipients: [], pages: undefined },
  ...{ requestId: undefined, raw: {} },
};

const unclear = 'INSUFFICIENT_CREDIT';
const notTo = (code: string) => ({
  recipients: [{ address: 'a', accepted: false, messageId: undefined, error: { code, message: '' } }],
});

it.each<[Partial<Accepted>, object]>([
  [{}, { key: 'sent' }],
  [{ statusText: 'queued' }, { key: 'sent' }],
  [{ statusText: 'SUCCESS' }, { key: 'sent' }],
  [{ statusText: unclear }, { look: 'warning', key: 'sentUnclear', values: { statusText: unclear } }],
  [notTo('opted_out'), { key: 'sent' }],
  [notTo('1003'), { look: 'warning', key: 'sentToSome' }],
])('an accepted message shows what a person has to know of it: %j', (more, status) => {
  const sent = { ...result, ...more };
  expect(outputOf(sent)).toMatchObject({ payload: sent, status });
});

it.each([
  [
    'skipped: The sending window is closed until 2026-11-28 08:00, Europe/Zurich',
    'skipped: The sending window is closed until 2026-11-28 08:00',
  ],
  [
    'not sent: The sending window is closed until 2026-11-28 08:00, Europe/Zurich',
    'not sent: The sending window is closed … 2026-11-28 08:00',
  ],
  [
    'skipped: The limit for one person is reached (3 in 60 min); the next message can go out at 2026-11-27T10:20:00.000Z',
    'skipped: The limit for one person … 2026-11-27T10:20:00.000Z',
  ],
  [
    'übersprungen: Sendezeit erst wieder ab 2026-11-28 08:00, Europe/Zurich',
    'übersprungen: Sendezeit erst wieder ab 2026-11-28 08:00, Eu…',
  ],
  [`${'x'.repeat(50)}2026-11-28 08:00`, ' … 2026-11-28 08:00'],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
])('a status that is too long says no half time: %s', (text, shown) => {
  expect(fitted(text)).toBe(shown);
});

test('a time is shown to the minute, on the clock of the machine', () => {
  const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
  expect(localTime(Date.UTC(2026, 10, 25, 10, 30, 59))).toBe('2026-11-25 12:30');
  zone.mockRestore();
});
