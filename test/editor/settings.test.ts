import { descriptions } from '../../node-red/descriptions';
import { batchNode } from '../../node-red/messaging-batch/settings';
import { accountNode } from '../../node-red/messaging-account/settings';
import { readCredentials, readSettings } from '../../node-red/settings/readSettings';

describe('the settings a node reads', () => {
  it.each([
    [undefined],
    [null],
    ['x'],
    [[]],
    [{ fallback: 'x', form: [1] }],
    [{ fallback: { channels: 7 } }],
  ])('can be anything: %j', (stored) => {
    for (const description of descriptions) expect(() => readSettings(description, stored)).not.toThrow();
  });

  const sendOncePer = { t: 'msg', v: 'orderId' };
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
    expect(readSettings(batchNode, { sendOncePer, [name]: stored, keysKeptForUnit: 'days' })).toMatchObject({
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
