import { form, typed, text } from '../../hosts/node-red/flows';
import { brokenAccounts } from '../../hosts/node-red/passing';
import { StubService } from '../../hosts/node-red/stubService';
import { nodeRed, run, sandbox, sentRequest, startForSending } from './sending';

startForSending();

describe('a message that is accepted', () => {
  it('comes out with the result as its payload, its other properties kept, for Complete nodes too', async () => {
    const { arrivesAt } = await run({}, { payload: 'Hello', topic: 'orders', order: { id: 7 } });
    const msg = await arrivesAt('out');
    expect(msg).toMatchObject({ topic: 'orders', order: { id: 7 } });
    expect(msg.payload).toMatchObject({
      outcome: 'accepted',
      messageId: expect.any(String),
      recipients: [{ accepted: true, address: '+41791234567' }],
      pages: { pages: 1 },
      requestId: expect.any(String),
    });
    expect((await arrivesAt('completed')).payload).toEqual(msg.payload);
    expect(await nodeRed.statusLike('send', /^sent 1$/)).toMatchObject({ fill: 'green', shape: 'dot' });
  });

  it('is what the sandbox got', async () => {
    expect(await sentRequest({}, { payload: 'Hello' })).toEqual({
      channel: 'Sms',
      from: 'Sandbox',
      to: '+41791234567',
      content: { type: 'Text', text: 'Hello' },
    });
  });
});

describe('a text that does not fit', () => {
  it.each([
    ['sent', {}, /^text cut off · sent 1$/],
    ['only checked', { validateOnly: true }, /^text too long · valid 1$/],
  ])('is a warning in the status when it is %s', async (_name, settings, status) => {
    const { error } = await run(settings, { payload: 'x'.repeat(1600) });
    expect(error).toBeUndefined();
    expect(await nodeRed.statusLike('send', status)).toMatchObject({ fill: 'yellow' });
  });
});

describe('where the account names the field of the message ID', () => {
  it('it is taken from there', async () => {
    const service = await StubService.start();
    service.answer = () => ({ body: { SmsRef: 'r-1' } });
    const account = { baseUrl: service.url, messageIdField: 'smsRef' };
    const { arrivesAt } = await run({}, { payload: 'Hello' }, account);
    expect((await arrivesAt('out')).payload).toMatchObject({ messageId: 'r-1', outcome: 'accepted' });
    await service.close();
  });
});

describe('only checking', () => {
  it('puts out the request and its pages, and sends nothing', async () => {
    const seen = sandbox.messages().length;
    const { arrivesAt } = await run({ validateOnly: true }, { payload: 'Hello' });
    expect((await arrivesAt('out')).payload).toMatchObject({
      outcome: 'valid',
      request: { channel: 'Sms', content: { type: 'Text', text: 'Hello' } },
      pages: { pages: 1 },
    });
    expect(sandbox.messages()).toHaveLength(seen);
  });
});

describe('a file as the media', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const image = {
    channel: 'Whatsapp',
    contentType: 'Image',
    mediaFrom: 'buffer',
    ...form({ content: { caption: text('Plan') } }),
  };

  it('is uploaded and then sent', async () => {
    const request = await sentRequest(image, { payload: png, filename: '/data/plan.png' });
    expect(request).toMatchObject({
      content: { type: 'Image', mediaId: expect.any(String), caption: 'Plan' },
    });
  });

  it.each([
    ['Invoice.pdf'],
    ['/srv/customers/Anna/Invoice.pdf'],
    ['C:\\Customers\\Anna\\Invoice.pdf'],
    ['files/Invoice.pdf'],
  ])('gives a document its name, and of %s the last part only', async (filename) => {
    const settings = { ...image, contentType: 'Document', ...form({ content: {} }) };
    const request = await sentRequest(settings, { payload: Buffer.from('%PDF-1.7'), filename });
    expect(request).toMatchObject({ content: { type: 'Document', filename: 'Invoice.pdf' } });
  });

  it('is called by the last part of a path in the form too, but by a name that was typed as it is', async () => {
    const content = { url: text('https://example.com/a.pdf'), filename: typed('msg', 'filename') };
    const settings = { channel: 'Whatsapp', contentType: 'Document', ...form({ content }) };
    expect(await sentRequest(settings, { filename: '/srv/customers/Invoice.pdf' })).toMatchObject({
      content: { filename: 'Invoice.pdf' },
    });
    const entered = form({ content: { ...content, filename: text('Offer 11/2026.pdf') } });
    expect(await sentRequest({ ...settings, ...entered }, {})).toMatchObject({
      content: { filename: 'Offer 11/2026.pdf' },
    });
  });

  it('is not uploaded for a message that cannot be sent', async () => {
    const calls = sandbox.calls().length;
    const { error } = await run(
      { ...image, ...form({ content: {}, message: {} }) },
      { payload: png, to: '12' },
    );
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ parameter: 'to' }] });
    expect(sandbox.calls()).toHaveLength(calls);
  });
});

describe('a message that fails', () => {
  it('carries what a flow needs to react in its error, for Catch nodes too', async () => {
    sandbox.change({ points: 0 });
    const { error, arrivesAt, find } = await run({}, { payload: 'Hello' });
    sandbox.change({ points: 10_000 });
    expect(error).toMatchObject({
      outcome: 'rejected',
      status: 403,
      requestId: expect.any(String),
      message: expect.stringMatching(/permit.*credit.*Request ID for support/s),
    });
    expect((await arrivesAt('caught'))['error']).toMatchObject({
      message: expect.stringContaining('permit'),
      source: { id: 'send' },
      cause: { outcome: 'rejected', status: 403, requestId: error?.requestId, raw: expect.any(Object) },
    });
    expect(find('out')).toBeUndefined();
    expect(await nodeRed.statusLike('send', /^refused: /)).toMatchObject({ fill: 'red', shape: 'ring' });
  });

  it('goes to the second output instead, when there is one', async () => {
    const { error, arrivesAt, find } = await run(
      { failureOutput: true, ...form({ message: {} }) },
      { payload: 'Hello', to: '0791234567', topic: 'x' },
    );
    expect(error).toBeUndefined();
    expect(await arrivesAt('failed')).toMatchObject({
      payload: 'Hello',
      topic: 'x',
      error: {
        code: 'invalid_request',
        outcome: 'not_sent',
        message: expect.stringContaining('country code'),
      },
    });
    expect(find('caught')).toBeUndefined();
    expect(await nodeRed.statusLike('send', /^not sent: to: must start with the country code/)).toBeDefined();
  });

  const failures: Array<[string, object, object, object]> = [
    ...brokenAccounts.map(([what, account, error]): [string, object, object, object] => [
      what,
      {},
      account,
      error,
    ]),
    [
      'broken JSON',
      { ...form({ message: { toList: typed('json', '[') } }) },
      {},
      { code: 'invalid_request', details: [{ parameter: 'toList' }] },
    ],
    ['a content type that does not exist', { contentType: 'Fax' }, {}, { code: 'invalid_request' }],
    ['a channel that does not exist', { channel: 'Pigeon' }, {}, { code: 'invalid_settings' }],
  ];

  it.each(failures)(
    '%s ends in an error that says what to do',
    async (_name, settings, account, expected) => {
      const { error } = await run(settings, { payload: 'Hello' }, account);
      expect(error).toMatchObject(expected);
      expect(error?.description).not.toBe('');
      const shown = JSON.stringify([error, nodeRed.logs, nodeRed.statuses]);
      expect(shown).not.toContain('wrong-word');
      expect(shown).not.toContain(Buffer.from('demo:wrong-word').toString('base64'));
    },
  );
});
