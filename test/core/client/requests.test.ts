import { createServer } from 'node:http';

import { printFigure } from '../../figures';
import { bytesInUse } from '../../measure';
import { listen } from '../../network/listening';
import { checked, clientOf, credentials, failureOf, sms, useServer } from './server';

const server = useServer();

const v2 = { version: 2, versionIn: 'path' } as const;
const v2Header = { version: 2, versionIn: 'header' } as const;
const v1 = { version: 1, versionIn: 'path' } as const;
const v1Header = { version: 1, versionIn: 'header' } as const;

describe('endpoints and versions (specification 4 and 9)', () => {
  it.each([
    ['version 2 in the path', v2, '/api/v2/message', undefined],
    ['version 2 in the header', v2Header, '/api/message', '2'],
    ['version 1, which has no path of its own', v1, '/api/message', '1'],
    ['version 1 in the header', v1Header, '/api/message', '1'],
  ])('sends by %s', async (_name, account, path, header) => {
    await clientOf(server, account).send(sms);
    expect(server.requests).toMatchObject([{ method: 'POST', url: path }]);
    expect(server.requests[0]?.headers['x-api-version']).toBe(header);
  });

  it.each([
    ['the status of a message', 'GET', '/api/v2/message/id-1', () => clientOf(server).messageStatus('id-1')],
    ['a batch', 'POST', '/api/v2/messagelist', async () => clientOf(server).sendBatch(await checked(sms))],
    [
      'the status of a batch',
      'GET',
      '/api/v2/messagelist/list-1',
      () => clientOf(server).batchStatus('list-1'),
    ],
    ['the balance', 'GET', '/api/v2/system/balance', () => clientOf(server).balance()],
    ['an upload', 'POST', '/api/v2/media', () => clientOf(server).uploadMedia(file)],
    [
      'an upload of a version 1 account',
      'POST',
      '/api/v2/media',
      () => clientOf(server, v1).uploadMedia(file),
    ],
    [
      'a batch under another path',
      'POST',
      '/api/v2/my/list',
      async () => clientOf(server, { batchPath: 'my/list' }).sendBatch(await checked(sms)),
    ],
    [
      'its status, too',
      'GET',
      '/api/v2/my/list/list-1',
      () => clientOf(server, { batchPath: '/my/list' }).batchStatus('list-1'),
    ],
    [
      'the balance under another path',
      'GET',
      '/api/v2/points',
      () => clientOf(server, { balancePath: '/points' }).balance(),
    ],
    [
      'a base URL with a path',
      'GET',
      '/gateway/api/v2/message/id-1',
      () => clientOf({ url: `${server.url}/gateway/` }).messageStatus('id-1'),
    ],
    [
      'an id with signs',
      'GET',
      '/api/v2/message/a%2Fb%3Fc%23d%25',
      () => clientOf(server).messageStatus('a/b?c#d%'),
    ],
    [
      'an id with spaces around it',
      'GET',
      '/api/v2/message/id-1',
      () => clientOf(server).messageStatus(' id-1\n'),
    ],
  ])('asks for %s at %s %s', async (_name, method, url, call) => {
    await call();
    expect(server.requests).toMatchObject([{ method, url }]);
  });

  const spellings = [
    'my/list',
    '/my/list',
    'my/list/',
    '//my//list//',
    ' /my/list ',
    'api/my/list',
    '/api/my/list',
    '/API/V2/my/list',
    'v2/my/list',
    '/api/v1/my/list/',
    '/api/v2.0/my/list',
  ];

  it.each(
    spellings.flatMap((spelling) => [
      [spelling, v2, '/api/v2/my/list'] as const,
      [spelling, v2Header, '/api/my/list'] as const,
      [spelling, v1, '/api/my/list'] as const,
    ]),
  )('a path written %j leads to the endpoint, with %j', async (spelling, version, path) => {
    const client = clientOf(server, { ...version, batchPath: spelling, balancePath: spelling });
    await client.sendBatch(await checked(sms));
    await client.batchStatus('list-1');
    await client.balance();
    expect(server.requests.map(({ url }) => url)).toEqual([path, `${path}/list-1`, path]);
  });

  it('asks at the usual paths where the account leaves them empty', async () => {
    const client = clientOf(server, { batchPath: ' ', balancePath: '' });
    await client.sendBatch(await checked(sms));
    await client.balance();
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/v2/messagelist', '/api/v2/system/balance']);
  });

  it.each([
    ['https://api.example.com/api/messagelist', 'must be a path, not a whole address'],
    ['messagelist?a=b', 'must not contain spaces, ? or #'],
    ['message list', 'must not contain spaces, ? or #'],
    ['/', 'must name an endpoint'],
    ['/api/v2/', 'must name an endpoint'],
    ['../messagelist', 'must name an endpoint'],
  ])('refuses the path %j: it %s', async (written, problem) => {
    const client = clientOf(server, { batchPath: written, balancePath: written });
    expect(await failureOf(client.balance())).toMatchObject({
      code: 'invalid_settings',
      outcome: 'not_sent',
      message: expect.stringMatching(/^The balance path ".*" /),
    });
    const entries = await client.sendBatch(await checked(sms));
    expect(entries).toMatchObject([{ error: { message: expect.stringContaining(problem) } }]);
    expect(server.requests).toEqual([]);
  });

  it.each(['', '  ', '.', '..', '\uD800'])(
    'refuses %j as an id: it would lead to another endpoint',
    async (id) => {
      for (const call of [clientOf(server).messageStatus(id), clientOf(server).batchStatus(id)]) {
        expect(await failureOf(call)).toMatchObject({ outcome: 'not_sent', code: 'invalid_request' });
      }
      expect(server.requests).toEqual([]);
    },
  );
});

const file = { bytes: Buffer.from([0, 1, 2, 255]), fileName: 'a.png', mimeType: 'image/png' };

describe('what goes over the wire', () => {
  it('is the request exactly as it was given, as JSON in UTF-8', async () => {
    const request = { ...sms, customerid: null, content: { type: 'Text', text: 'Grüezi 😀' } };
    await clientOf(server).send(request);
    expect(JSON.parse(server.requests[0]?.body.toString('utf8') ?? '')).toEqual(request);
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      accept: 'application/json',
    });
  });

  it('carries the credentials in UTF-8 (specification 5)', async () => {
    await clientOf(server).balance();
    const [scheme, token] = server.requests[0]?.headers.authorization?.split(' ') ?? [];
    expect(scheme).toBe('Basic');
    expect(Buffer.from(token ?? '', 'base64').toString('utf8')).toBe(
      `${credentials.username}:${credentials.password}`,
    );
  });

  it('is a batch with the notification once at its level (specification 2.2)', async () => {
    const notification = { addresses: [{ type: 'Email', address: 'anna@example.com' }] };
    const request = { ...sms, notification };
    await clientOf(server).sendBatch(await checked(request, request));
    expect(JSON.parse(server.requests[0]?.body.toString('utf8') ?? '')).toEqual({
      messages: [sms, sms],
      notification,
    });
  });

  it.each([
    [
      'without the part that the service would cut within a joined emoji',
      '☃'.repeat(669),
      '👨\u200D👩\u200D👧 and more',
    ],
    ['whole if the text is GSM-7, as the service cuts it as well as we do', 'a'.repeat(1600), ''],
  ])('is an SMS that is too long, %s', async (_name, sent, cut) => {
    const message = { ...sms, content: { type: 'Text' as const, text: sent + cut } };
    const [first] = await checked(message);
    if (first === undefined) throw new Error('no message');
    await clientOf(server).send(first);
    await clientOf(server).sendBatch(await checked(message));
    const [one, batch] = server.requests.map(({ body }) => JSON.parse(body.toString('utf8')));
    expect([one.content.text, batch.messages[0].content.text]).toEqual([sent, sent]);
  });

  it('has no body for a query', async () => {
    await clientOf(server).balance();
    expect(server.requests[0]?.body).toHaveLength(0);
    expect(server.requests[0]?.headers['content-type']).toBeUndefined();
  });
});

describe('requests that break the contract are not sent', () => {
  it('names every field that is wrong', async () => {
    const error = await failureOf(
      clientOf(server).send({ ...sms, to: '0791234567', content: { type: 'Text', text: '' } }),
    );
    expect(error).toMatchObject({
      outcome: 'not_sent',
      code: 'invalid_request',
      fact: 'to: must start with the country code, got "0791234567": for Switzerland, for example, write +41791234567, or set the default country; further problems: 1',
      details: [{ parameter: 'to' }, { parameter: 'content.text', messages: ['must not be empty, got ""'] }],
    });
    expect(error.message).toContain('(not sent)');
    expect(error.describe()).not.toContain('sent');
    expect(server.requests).toEqual([]);
  });

  it('has no call for a batch of nothing', async () => {
    expect(await clientOf(server).sendBatch([])).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});

describe('media upload (specification 4)', () => {
  beforeEach(() => server.answer('{"mediaId":"media-1"}'));

  it('sends a form with one part named file', async () => {
    expect(await clientOf(server).uploadMedia(file)).toMatchObject({ mediaId: 'media-1' });
    const { headers, body } = server.requests[0] ?? { headers: {}, body: Buffer.alloc(0) };
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData();
    const part = form.get('file');
    if (!(part instanceof File)) throw new Error('The form has no file.');
    expect([...form.keys()]).toEqual(['file']);
    expect([part.name, part.type]).toEqual(['a.png', 'image/png']);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(file.bytes);
  });

  it('sends the bytes as they are where the account wants that', async () => {
    await clientOf(server).uploadMedia(file, 'raw');
    expect(server.requests[0]?.headers['content-type']).toBe('image/png');
    expect(server.requests[0]?.body).toEqual(file.bytes);
  });

  it('keeps no more than one copy of the file: the body of the request', async () => {
    const bytes = Buffer.alloc(64 * 1024 * 1024, 'x');
    const sink = createServer((request, response) => {
      request.once('data', () => (atWork = process.memoryUsage().arrayBuffers));
      request.resume().on('end', () => response.end('{"mediaId":"m"}'));
    });
    const port = await listen(sink);
    let atWork = 0;
    const before = await bytesInUse('arrayBuffers');
    await clientOf({ url: `http://127.0.0.1:${port}` }).uploadMedia({ ...file, bytes });
    sink.close();
    const times = (atWork - before) / bytes.length;
    printFigure(`Upload of 64 MB: ${times.toFixed(2)} times its size in memory besides the file itself`);
    expect(times).toBeGreaterThan(0.5);
    expect(times).toBeLessThan(1.2);
  });

  it('sends only the part that a view shows', async () => {
    const bytes = new Uint8Array([9, 9, 1, 2, 3, 9]).subarray(2, 5);
    await clientOf(server).uploadMedia({ ...file, bytes }, 'raw');
    expect([...(server.requests[0]?.body ?? [])]).toEqual([1, 2, 3]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\files\\a.pdf', 'a.pdf'],
    ['a"; filename="b\r\nX: y', 'a; filename=bX y'],
    ['', 'file'],
    ['..', 'file'],
    ['bill.pdf?token=abc', 'bill.pdf'],
    ['Offerte für Müller.pdf', 'Offerte für Müller.pdf'],
  ])('sends the file name %j as %j', async (fileName, sent) => {
    await clientOf(server).uploadMedia({ ...file, fileName });
    expect(server.requests[0]?.body.toString('utf8')).toContain(`name="file"; filename="${sent}"\r\n`);
  });

  it.each([
    ['image/png', 'image/png'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus'],
    ['audio/ogg; codecs=opus\r\nX: y', 'audio/ogg; codecs=opus'],
    ['', 'application/octet-stream'],
    ['no type\r\nX: y', 'application/octet-stream'],
  ])('sends the type %j as %j', async (mimeType, sent) => {
    await clientOf(server).uploadMedia({ ...file, mimeType }, 'raw');
    expect(server.requests[0]?.headers['content-type']).toBe(sent);
    expect(server.requests[0]?.headers['x']).toBeUndefined();
  });

  it.each(['{}', '""', 'null', '{"mediaId":" "}', '{"mediaId":1e25}'])('finds no id in %s', async (body) => {
    server.answer(body);
    expect(await failureOf(clientOf(server).uploadMedia(file))).toMatchObject({
      code: 'unreadable_answer',
      outcome: 'not_sent',
    });
  });

  it.each(['{"mediaId":"m","errors":["virus"]}', '{"id":"t","success":false}'])(
    'fails by %s',
    async (body) => {
      server.answer(body);
      expect(await failureOf(clientOf(server).uploadMedia(file))).toMatchObject({ code: 'refused' });
    },
  );

  it.each([
    ['"media-2"', 'media-2'],
    ['{"mediaId":"","MediaID":" media-2 "}', 'media-2'],
    ['{"MEDIAID":"media-2"}', 'media-2'],
    ['{"id":5}', '5'],
  ])('reads the id from %s', async (body, mediaId) => {
    server.answer(body);
    expect(await clientOf(server).uploadMedia(file)).toMatchObject({ mediaId });
  });
});
