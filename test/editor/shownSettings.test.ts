import { rowProblems } from '../../editor/checks/node';
import { accountNode } from '../../node-red/messaging-account/settings';
import { batchNode } from '../../node-red/messaging-batch/settings';
import { sendNode } from '../../node-red/messaging-send/settings';
import { isShown } from '../../node-red/settings/describe';
import { readSettings } from '../../node-red/settings/readSettings';

// The editor's own objects, which no test here needs.
jest.mock('../../editor/red', () => ({ translate: String, catalogText: String, accountOf: () => {} }));

const { countsAs, after, contentType, wholeRequest } = sendNode.rows;
const { mostToOnePersonMinutes } = accountNode.rows;
const key = { t: 'msg', v: 'orderId' };
const none = { t: 'msg', v: '' };
const further = [{ type: 'Sms', content: { type: 'Json' } }];

test.each([
  ['what counts as success, with a fallback channel', countsAs, { fallbackChannels: further }, true],
  ['what counts as success, without one', countsAs, { fallbackChannels: [] }, false],
  ['the time of a channel', after, { fallbackChannels: further, countsAs: 'delivered' }, true],
  [
    'the time of a channel that only accepts',
    after,
    { fallbackChannels: further, countsAs: 'accepted' },
    false,
  ],
  ['the minutes of a limit', mostToOnePersonMinutes, { mostToOnePerson: '5' }, true],
  ['the minutes of no limit', mostToOnePersonMinutes, { mostToOnePerson: '0' }, false],
  ['the form, with a whole request', contentType, { requestFrom: key }, false],
  ['that the form is not used', wholeRequest, { requestFrom: key }, true],
])('%s', (_name, row, values: Record<string, unknown>, shown) => {
  expect(isShown(row, (name) => values[name])).toBe(shown);
});

test('a setting that is not shown is not checked, and has its default', () => {
  const node = (sendOncePer: object) => ({ sendOncePer, keysKept: '0.5' });
  expect(rowProblems(sendNode, 'keysKept', node(key))).not.toEqual([]);
  expect(rowProblems(sendNode, 'keysKept', node(none))).toEqual([]);
  expect(readSettings(sendNode, { sendOncePer: none, keysKept: '7' })).toMatchObject({ keysKept: 10_000 });
  // A variable is text.
  const paged = { countPages: 'TRUE', pointsPerPage: 2, withinBalance: true };
  expect(readSettings(batchNode, paged)).toMatchObject({ ...paged, countPages: true });
  const people = { to: { t: 'str', v: '+41791234567' }, toList: [{ type: 'Number' }] };
  expect(readSettings(sendNode, people)).toMatchObject({ to: people.to, toList: [] });
  expect(readSettings(sendNode, { ...people, recipients: 'several' }).toList).toEqual(people.toList);
});

test('a fault of a fallback channel is placed by its label on the form', () => {
  const [fault] = rowProblems(sendNode, 'fallbackChannels', { fallbackChannels: further });
  expect(fault?.place).toMatch(/^Fallback channels 1 › /i);
});

test.each<[unknown, object | undefined, boolean]>([
  [true, { webhookSecret: '' }, true],
  [true, { webhookSecret: 'open-sesame' }, false],
  [true, { webhookSecret: '', has_webhookSecret: true }, false],
  [false, { webhookSecret: '' }, false],
  // The dialog has not been opened yet, so nobody knows.
  [true, undefined, false],
])('a secret that must be there (%j) is missed in %j: %s', (required, credentials, missed) => {
  const node = { id: '1', type: accountNode.type, credentials, requireSecret: required };
  expect(rowProblems(accountNode, 'requireSecret', node)).toHaveLength(missed ? 1 : 0);
});

test.each([
  ['', 1],
  ['+41', 0],
  ['${COUNTRY}', 0],
])(
  'a national number among the recipients allowed, with the default country %j: %i faults',
  (country, faults) => {
    const node = { type: accountNode.type, defaultCountry: country, recipientsAllowed: '079 123 45 67' };
    expect(rowProblems(accountNode, 'recipientsAllowed', node)).toHaveLength(faults);
  },
);
