import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { descriptions } from '../../node-red/descriptions';
import { batchNode } from '../../node-red/messaging-batch/settings';
import { accountNode } from '../../node-red/messaging-account/settings';
import { sendNode } from '../../node-red/messaging-send/settings';
import { statusNode } from '../../node-red/messaging-status/settings';
import { settingsVersionOf } from '../../node-red/settings/describe';
import { readCredentials, readSettings, storedValues, upToDate } from '../../node-red/settings/readSettings';

const older: Array<Record<string, unknown>> = JSON.parse(
  readFileSync(join(__dirname, '..', 'hosts', 'node-red', 'olderFlow.json'), 'utf8'),
);
const nodeNamed = (name: string) => older.find((node) => node['name'] === name) ?? {};

describe('what an older version has stored', () => {
  it('had further channels in one setting, with a text', () => {
    expect(upToDate(sendNode, nodeNamed('By WhatsApp, else by SMS'))).toMatchObject({
      settingsVersion: 2,
      fallbackChannels: [{ channel: 'Sms', contentType: 'Text', content: {} }],
      countsAs: 'delivered',
      after: '60',
      afterUnit: 'seconds',
      channel: 'Whatsapp',
    });
    expect(upToDate(sendNode, nodeNamed('By WhatsApp, else by SMS'))).not.toHaveProperty('fallback');
    const text = { t: 'str', v: 'Call us' };
    const withText = { fallback: { channels: [{ channel: 'Rcs', text }] } };
    expect(upToDate(sendNode, withText)).toMatchObject({
      fallbackChannels: [{ channel: 'Rcs', contentType: 'Text', content: { text } }],
    });
  });

  it('had amounts times 1000, which stay so where an expression gives them', () => {
    const { form } = upToDate(sendNode, nodeNamed('Template with an amount'));
    expect(JSON.stringify(form)).toContain('"decimalAmount":{"t":"str","v":"100.99"}');
    const computed = { form: { amount: { t: 'msg', v: 'cents' } } };
    expect(upToDate(sendNode, computed)).toMatchObject(computed);
    const further = [{ content: { amount: { t: 'num', v: '1500' } } }];
    expect(upToDate(sendNode, { fallbackChannels: further })).toMatchObject({
      fallbackChannels: [{ content: { decimalAmount: { t: 'str', v: '1.50' } } }],
    });
  });

  it('did not say what a batch carries', () => {
    expect(nodeNamed('Collect')).not.toHaveProperty('contentType');
    expect(upToDate(batchNode, nodeNamed('Collect'))).toMatchObject({ contentType: 'Text', count: 3 });
  });

  it('can lack where the id of a batch is', () => {
    expect(upToDate(statusNode, { of: 'batch' })).toMatchObject({ messageId: { v: 'payload.batchId' } });
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
  it.each([
    ['count', 0, 100],
    ['count', 1, 1],
    ['count', '10000', 10_000],
    ['count', 10_001, 100],
    ['count', 1.5, 100],
    ['count', '${COUNT}', 100],
    ['seconds', 0.1, 0.1],
    ['seconds', 'soon', 2],
    ['failureOutput', 'true', true],
    ['contentType', '', 'Text'],
    ['keysKeptFor', '2', 172_800_000],
    ['keysKeptFor', '-1', 31_536_000_000],
  ])('%s of %j is %j', (name, stored, read) => {
    expect(readSettings(batchNode, { [name]: stored, keysKeptForUnit: 'days' })).toMatchObject({
      [name]: read,
    });
  });

  it('leave out the credentials, which are read apart', () => {
    const values = { username: ' demo ', password: ' demo ', inboundPath: '' };
    expect(readSettings(accountNode, values)).not.toHaveProperty('password');
    expect(readSettings(accountNode, values)).toMatchObject({
      inboundPath: '/api/webhooks/receivedmessage',
      timeoutSeconds: 30,
      version: '2',
    });
    expect(readCredentials(accountNode, values)).toEqual({
      username: 'demo',
      password: ' demo ',
      webhookSecret: '',
    });
  });
});
