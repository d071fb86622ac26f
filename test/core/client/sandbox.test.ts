import { createLimiter, type AccountSettings, type ClientSettings, type Outcome } from '../../../core/client';
import { axiosTransport } from '../../../node-red/service/axiosTransport';
import type { Sandbox } from '../../../sandbox';
import { FAULTS, type FaultName } from '../../../sandbox/service/faults';
import { quietSandbox } from '../../sandbox/support';
import { volume } from '../../volume';
import { JudgingClient, checked, failureOf, sms } from './server';

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
    retry: { retries: 0, longestWaitMs: 0 },
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
    expect(sent.entries).toMatchObject([{ ok: true }, { ok: true }]);
    const status = await client(version).batchStatus(sent.batchId ?? '');
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
    const { entries } = await client().sendBatch(await checked(sms, stranger, sms));
    expect(entries).toMatchObject([
      { ok: true },
      {
        ok: false,
        error: {
          outcome: 'rejected',
          code: 'InvalidContent',
          details: [
            { parameter: 'ToList[0].Address', messages: ["'Nobody Known' is not in the address book."] },
          ],
        },
      },
      { ok: true },
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

  it('say what to check when the password is wrong', async () => {
    const error = await failureOf(client({}, {}, 'secret').send(sms));
    expect(error).toMatchObject({ outcome: 'rejected', status: 401 });
    expect(error.message).toMatch(/^The service does not accept the user name or password/);
    expect(error.description).toContain('Check both in the account');
    expect(error.description).not.toContain('secret');
    expect(sandbox.messages()).toEqual([]);
  });

  it('say what to check when the points are used up', async () => {
    sandbox.change({ points: 1 });
    const error = await failureOf(
      client().send({ ...sms, content: { type: 'Text', text: 'a'.repeat(200) } }),
    );
    expect(error).toMatchObject({ outcome: 'rejected', status: 403, code: 'NotEnoughCredit' });
    expect(error.advice).toContain('Check the credit of the account');
    expect(sandbox.messages()).toEqual([]);
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

type Ending = 'accepted' | Outcome;

/** How a send ends for each fault of the sandbox, and how many messages the sandbox then has. */
const endings: Record<FaultName, [Ending, number]> = {
  unauthorized: ['rejected', 0],
  'no-credit': ['rejected', 0],
  invalid: ['rejected', 0],
  'too-many-requests': ['rejected', 0],
  'too-many-requests-no-hint': ['rejected', 0],
  'server-error': ['unknown', 0],
  'bad-gateway': ['unknown', 0],
  unavailable: ['unknown', 0],
  'unavailable-retry': ['rejected', 0],
  'gateway-timeout': ['unknown', 0],
  redirect: ['unknown', 0],
  slow: ['unknown', 1],
  'close-before-body': ['unknown', 0],
  'close-during-body': ['unknown', 0],
  'close-after-body': ['unknown', 1],
  'close-during-answer': ['unknown', 1],
  'malformed-answer': ['unknown', 1],
  'wrong-type-answer': ['unknown', 1],
  'huge-answer': ['unknown', 1],
  'odd-casing': ['accepted', 1],
  'extra-fields': ['accepted', 1],
  'duplicate-webhooks': ['accepted', 1],
  'out-of-order-webhooks': ['accepted', 1],
};

async function endingOf(sending: Promise<unknown>): Promise<Ending> {
  return sending.then(
    () => 'accepted' as const,
    async () => (await failureOf(sending)).outcome,
  );
}

describe('a fault of the service', () => {
  const faults = Object.entries(endings).map(([fault, [ending, messages]]) => ({ fault, ending, messages }));

  it('of every kind is told here', () => {
    expect(Object.keys(endings).sort()).toEqual(Object.keys(FAULTS).sort());
  });

  it.each(faults)(
    '$fault: the message is $ending, $messages on the ledger',
    async ({ fault, ending, messages }) => {
      sandbox.change({ faults: [{ fault: fault as FaultName, times: 1 }] });
      const timeoutMs = fault === 'slow' ? 300 : 10_000;
      expect(await endingOf(client({}, { timeoutMs }).send(sms))).toBe(ending);
      // The sandbox may still be working when the client has given up.
      await sandbox.until(() => sandbox.calls().length > 0 || fault.startsWith('close') || undefined);
      expect(sandbox.messages()).toHaveLength(messages);
    },
  );

  it.each(['too-many-requests', 'too-many-requests-no-hint', 'unavailable-retry'] as const)(
    '%s is waited out, and the message sent once',
    async (fault) => {
      sandbox.change({ faults: [{ fault, times: 1 }] });
      const patient = { retry: { retries: 3, longestWaitMs: 60_000 } };
      expect(await client({}, patient).send(sms)).toMatchObject({
        messageId: sandbox.messages()[0]?.messageId,
      });
      expect(sandbox.messages()).toHaveLength(1);
    },
  );
});

describe('many messages while the service fails in every way', () => {
  it('are each sent at most once, and what was told of each is true', async () => {
    const magic = Object.values(FAULTS).flatMap((fault) => ('recipient' in fault ? [fault.recipient] : []));
    const recipients = magic.filter(
      (recipient) => recipient !== FAULTS['huge-answer'].recipient && recipient !== FAULTS.slow.recipient,
    );
    const impatient = client({}, { retry: { retries: 1, longestWaitMs: 2000 } });
    const limiter = createLimiter(20);
    const told = await Promise.all(
      Array.from({ length: volume({ full: 400, quick: 100 }) }, (_, index) => {
        const to = index % 2 === 0 ? sms.to : (recipients[index % recipients.length] ?? sms.to);
        return limiter.run(async () => ({
          customerid: `m${index}`,
          ending: await endingOf(impatient.send({ ...sms, to, customerid: `m${index}` })),
        }));
      }),
    );
    const count = new Map<string, number>();
    for (const { customerid } of sandbox.messages())
      count.set(customerid ?? '', (count.get(customerid ?? '') ?? 0) + 1);
    expect([...count.values()].every((times) => times === 1)).toBe(true);
    for (const { customerid, ending } of told) {
      if (ending === 'accepted') expect([customerid, count.get(customerid)]).toEqual([customerid, 1]);
      if (ending === 'rejected' || ending === 'not_sent')
        expect([customerid, count.get(customerid)]).toEqual([customerid, undefined]);
    }
    expect(new Set(told.map(({ ending }) => ending))).toEqual(new Set(['accepted', 'rejected', 'unknown']));
  });
});
