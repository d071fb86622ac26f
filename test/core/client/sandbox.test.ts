import { type AccountSettings, type ClientSettings } from '../../../core/client';
import { axiosTransport } from '../../../node-red/service/axiosTransport';
import type { Sandbox } from '../../../sandbox';
import { quietSandbox } from '../../sandbox/support';
import { batchIdOf, checked, failureOf, JudgingClient, sms } from './server';

// Real connections, on a machine that may be busy.
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await quietSandbox({ slowAnswer: 600, acceptUnknown: true });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

function client(
  account: Partial<AccountSettings> = {},
  settings: Partial<ClientSettings> = {},
  password = 'demo',
): JudgingClient {
  return new JudgingClient({
    account: { baseUrl: sandbox.url, version: 2, versionIn: 'path', ...account },
    transport: axiosTransport({ username: 'demo', password }),
    timeoutMs: 10_000,
    retries: 0,
    ...settings,
  });
}

const versions: Array<[string, Pick<AccountSettings, 'version' | 'versionIn'>, RegExp]> = [
  ['version 1 by header', { version: 1, versionIn: 'header' }, /^\d{4}-\d\d-\d\dT[\d:.]+$/],
  ['version 1 by path', { version: 1, versionIn: 'path' }, /^\d{4}-\d\d-\d\dT[\d:.]+$/],
  ['version 2 by header', { version: 2, versionIn: 'header' }, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ['version 2 by path', { version: 2, versionIn: 'path' }, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
];

describe.each(versions)('client and sandbox, %s', (_name, version, timestamp) => {
  it('send a message and ask for its status', async () => {
    const { messageId, requestId, recipients, raw } = await client(version).send(sms);
    const [kept] = sandbox.messages();
    expect(kept).toMatchObject({ messageId, requestId, version: version.version, to: sms.to });
    expect(recipients).toMatchObject([{ address: sms.to, accepted: true, messageId }]);
    expect(raw).toMatchObject({ timestamp: expect.stringMatching(timestamp) });

    sandbox.setState(messageId ?? '', 'Delivered');
    const status = await client(version).messageStatus(messageId ?? '');
    expect(status).toMatchObject({
      messageId,
      status: 'delivered',
      statusText: 'Delivered',
      final: true,
      timestamp: expect.stringMatching(timestamp),
    });
    expect(status.requestId).not.toBe(requestId);
  });

  it('send a batch and ask for the status of all of it', async () => {
    const sent = await client(version).sendBatch(await checked(sms, { ...sms, to: '+41792222222' }));
    expect(sent).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    const status = await client(version).batchStatus(batchIdOf(sent));
    expect(status.messages.map(({ messageId }) => messageId)).toEqual(
      sandbox.messages().map(({ messageId }) => messageId),
    );
    expect(status.messages).toMatchObject([
      { status: 'other', final: false },
      { status: 'other', final: false },
    ]);
  });

  it('tell the balance, which goes down', async () => {
    const { points } = await client(version).balance();
    await client(version).send({ ...sms, content: { type: 'Text', text: 'a'.repeat(200) } });
    expect(await client(version).balance()).toMatchObject({ points: (points ?? 0) - 2 });
  });
});

describe('client and sandbox', () => {
  it('send to a number and a group at once', async () => {
    const withoutTo = { ...sms, to: undefined };
    const toList = [
      { type: 'Number', address: '+41791111111' },
      { type: 'Group', address: 'Team' },
    ];
    const result = await client().send({ ...withoutTo, toList });
    const ids = sandbox.messages().map(({ messageId }) => messageId);
    expect(ids).toHaveLength(4);
    expect(result.messageIds).toEqual(ids);
    expect(result.recipients.map(({ address }) => address)).toEqual(['+41791111111', 'Team', 'Team', 'Team']);
  });

  it('tell which message of a batch was refused and why, and send the others', async () => {
    const withoutTo = { ...sms, to: undefined };
    const stranger = { ...withoutTo, toList: [{ type: 'Person', address: 'Nobody Known' }] };
    const entries = await client().sendBatch(await checked(sms, stranger, sms));
    expect(entries).toMatchObject([
      { outcome: 'accepted' },
      {
        error: {
          outcome: 'rejected',
          code: 'InvalidContent',
          details: [
            { parameter: 'ToList[0].Address', messages: ["'Nobody Known' is not in the address book."] },
          ],
        },
      },
      { outcome: 'accepted' },
    ]);
    expect(sandbox.messages()).toHaveLength(2);
  });

  it.each(['multipart', 'raw'] as const)('upload a file (%s) and send it', async (form) => {
    const file = {
      bytes: Buffer.from('%PDF-1.7 ünd'),
      fileName: 'Offerte für Müller.pdf',
      mimeType: 'application/pdf',
    };
    const { mediaId, requestId } = await client().uploadMedia(file, form);
    expect(requestId).toBeDefined();
    const content = { type: 'Document', mediaId, filename: 'Offerte.pdf' };
    await client().send({ ...sms, channel: 'Whatsapp', from: '+41435000000', content });
    expect(sandbox.messages()).toMatchObject([{ content }]);
  });

  it('refuse media that is not known, with the field', async () => {
    const content = { type: 'Image', mediaId: 'nowhere' };
    const error = await failureOf(client().send({ ...sms, channel: 'Rcs', content }));
    expect(error).toMatchObject({ outcome: 'rejected', details: [{ parameter: 'Content.MediaId' }] });
  });

  it('push a notification that was asked for', async () => {
    const notification = { forEvent: 'All', addresses: [{ type: 'Email', address: 'anna@example.com' }] };
    const { messageId } = await client().send({ ...sms, notification });
    sandbox.setState(messageId ?? '', 'Delivered');
    expect(sandbox.pushes()).toMatchObject([{ messageId, type: 'Email', address: 'anna@example.com' }]);
  });

  it('say so when a message or a batch is not known', async () => {
    expect(await failureOf(client().messageStatus('nothing'))).toMatchObject({
      status: 404,
      outcome: 'rejected',
    });
    expect(await failureOf(client().batchStatus('nothing'))).toMatchObject({
      status: 404,
      outcome: 'rejected',
    });
  });
});
