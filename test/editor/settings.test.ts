import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { textChecks } from '../../editor/checks/settings';
import { descriptions } from '../../node-red/descriptions';
import { batchNode } from '../../node-red/messaging-batch/settings';
import { accountNode } from '../../node-red/messaging-account/settings';
import { sendNode } from '../../node-red/messaging-send/settings';
import {
  describe as describeSettings,
  settingsVersionOf,
  trimmedText,
} from '../../node-red/settings/describe';
import {
  firstProblem,
  readCredentials,
  readSettings,
  storedValues,
  upToDate,
} from '../../node-red/settings/readSettings';

describe('what an older version has stored', () => {
  it('is migrated step by step, and what is dropped is named for the editor', () => {
    const description = describeSettings({
      type: 'a node',
      rows: { name: trimmedText() },
      migrations: [
        { drops: ['title'], migrate: ({ title, ...stored }) => ({ ...stored, name: title }) },
        { migrate: ({ name, ...stored }) => ({ ...stored, name: `${String(name)}!` }) },
      ],
    });
    expect(upToDate(description, { title: 'A' })).toEqual({ name: 'A!', settingsVersion: 3 });
    expect(upToDate(description, { name: 'A', settingsVersion: 2 })).toMatchObject({ name: 'A!' });
    expect(storedValues(description)).toEqual({ name: '', settingsVersion: 3, title: undefined });
  });

  it.each([
    [undefined],
    [null],
    ['x'],
    [[]],
    [{ fallback: 'x', form: [1] }],
    [{ fallback: { channels: 7 } }],
  ])('can be anything: %j', (stored) => {
    for (const description of descriptions) {
      expect(() => readSettings(description, stored)).not.toThrow();
      expect(upToDate(description, upToDate(description, stored))).toEqual(upToDate(description, stored));
    }
  });
});

test.each(descriptions.map((description) => [description.type, description] as const))(
  'what a new %s stores is in the newest version, and stays as it is',
  (_type, description) => {
    const stored = storedValues(description);
    expect(stored['settingsVersion']).toBe(settingsVersionOf(description));
    expect(upToDate(description, stored)).toBe(stored);
  },
);

describe('the examples', () => {
  const folder = join(__dirname, '..', '..', 'examples');

  it.each(readdirSync(folder))('%s is stored in the newest version', (file) => {
    const flow: Array<Record<string, unknown>> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const ours = flow.flatMap((node) =>
      descriptions.filter(({ type }) => type === node['type']).map((description) => ({ description, node })),
    );
    expect(ours.length).toBeGreaterThan(1);
    const older = ours.filter(({ description, node }) => upToDate(description, node) !== node);
    expect(older.map(({ node }) => node['name'])).toEqual([]);
  });
});

test('what a newer version has stored stays as it is', () => {
  const stored = { settingsVersion: 99, fallback: { channels: [] } };
  expect(upToDate(sendNode, stored)).toBe(stored);
});

describe('the settings a node reads', () => {
  const sendOncePer = { t: 'msg', v: 'orderId' };
  it.each([
    ['count', '', 100],
    ['count', '1000', 1000],
    ['count', 1001, Number.NaN],
    ['sendingWindow', '0', false],
    ['sendingWindow', 'yes', true],
    ['channel', 'whatsapp', 'Whatsapp'],
    ['failureOutput', '1', true],
    ['contentType', '', 'Text'],
    ['keysKeptFor', '2', 172_800_000],
  ])('%s of %j is %j', (name, stored, read) => {
    expect(readSettings(batchNode, { sendOncePer, [name]: stored, keysKeptForUnit: 'days' })).toMatchObject({
      [name]: read,
    });
  });

  it('leave out the credentials, which are read apart', () => {
    const values = { username: ' demo ', password: ' demo ', webhookSecret: 1234, inboundPath: '' };
    expect(readSettings(accountNode, values)).not.toHaveProperty('password');
    expect(readSettings(accountNode, values)).toMatchObject({
      inboundPath: '/api/webhooks/receivedmessage',
      timeoutSeconds: 30,
      version: '2',
    });
    expect(readCredentials(accountNode, values)).toEqual({
      username: 'demo',
      password: ' demo ',
      webhookSecret: '1234',
    });
  });
});

describe('a setting', () => {
  const sendOncePer = { t: 'msg', v: 'orderId' };
  it.each<[object, string, string]>([
    [{ sendOncePer, keysKept: '1.000' }, 'keysKept', 'notNumber'],
    [{ sendOncePer, keysKeptFor: '-1' }, 'keysKeptFor', 'range'],
    [{ sendOncePer, keysKeptFor: 2, keysKeptForUnit: 'weeks' }, 'keysKeptFor', 'choice'],
    [{ countPages: true, pointsPerPage: '2,5' }, 'pointsPerPage', 'notNumber'],
    [{ sendingWindow: true, outsideWindow: 'skip' }, 'outsideWindow', 'choice'],
    [{ count: 'many' }, 'count', 'notNumber'],
    [{ count: 1001 }, 'count', 'range'],
    [{ seconds: {} }, 'seconds', 'notNumber'],
    [{ channel: false }, 'channel', 'choice'],
    [{ failureOutput: 'perhaps' }, 'failureOutput', 'choice'],
  ])('of %j is wrong', (stored, name, key) => {
    expect(firstProblem(batchNode, stored)).toMatchObject({ name, rule: { key } });
  });

  it.each([
    { count: '', seconds: null, channel: 'sms', failureOutput: 'on' },
    { sendOncePer, keysKept: '', keysKeptFor: '2', keysKeptForUnit: '' },
    { keysKept: '1.000', pointsPerPage: '2,5' },
    { countPages: 'yes', pointsPerPage: '2.5' },
  ])('of %j is right, not set, or hidden', (stored) => {
    expect(firstProblem(batchNode, stored)).toBeUndefined();
  });
});

it('a base URL is marked as the client refuses it', () => {
  expect(textChecks['baseUrl']?.('http://localhost:8080')).toBeUndefined();
  expect(textChecks['baseUrl']?.('http://example.com')).toMatchObject({ key: 'unencrypted' });
});

it('a filter with an entry that no event can match is marked', () => {
  expect(textChecks['senders']?.('+41791234567, Acme')).toBeUndefined();
  expect(textChecks['senders']?.('Acme, +4179*')).toMatchObject({ key: 'number' });
});
