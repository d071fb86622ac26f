import type { Execution } from './inProcess/execution';
import { contentCases, entries, mediaIdCases } from './contentCases';
import { offeredPaths, pathsOf } from './paths';
import { type InputItem, type NodeSettings, useNodeBench } from './inProcess/bench';

/** Every channel and every content, sent through the form and compared with what arrived. */
const bench = useNodeBench();

/** Runs the node and gives the requests that arrived. */
async function send(
  parameters: object,
  items?: InputItem[],
  settings: NodeSettings = {},
): Promise<{ execution: Execution; requests: unknown[] }> {
  const before = new Set(bench.sandbox.messages().map(({ requestId }) => requestId));
  const execution = await bench.run(parameters, items, settings);
  const arrived = bench.sandbox.messages().filter(({ requestId }) => !before.has(requestId));
  const byRequest = new Map(arrived.map(({ requestId, request }) => [requestId, request]));
  return { execution, requests: [...byRequest.values()] };
}

describe('the form of Send', () => {
  it.each(contentCases)('sends $name', async ({ parameters, request }) => {
    const { execution, requests } = await send(parameters);

    expect(execution.error?.message).toBeUndefined();
    expect(requests).toStrictEqual([JSON.parse(JSON.stringify(request))]);
    expect(execution.items()).toMatchObject([
      { messageId: expect.any(String), requestId: expect.any(String) },
    ]);
  });

  it('has been filled in to the last field that the contract offers', () => {
    const requests = [...contentCases, ...mediaIdCases('id')].map(({ request }) => request);
    const sent = new Set(requests.flatMap((request) => pathsOf(JSON.parse(JSON.stringify(request)))));
    // What the service does not know changes the text, and is not sent.
    const ours = 'content<Text>.options.replaceSpecial';
    expect(offeredPaths().filter((path) => !sent.has(path))).toEqual([ours]);
  });

  it('sends a complete request in JSON as it is', async () => {
    const request = {
      channel: 'Rcs',
      from: 'sandbox-agent',
      toList: [{ type: 'Person', address: 'Muster Anna' }],
      content: { type: 'Image', url: 'https://example.com/a.png', caption: null },
    };

    const { requests } = await send({ defineUsing: 'json', requestJson: JSON.stringify(request) });

    expect(requests).toStrictEqual([request]);
  });
});

const pdf = Buffer.from('%PDF-1.7 Rechnung für Zürich\n\u0000\u00ff', 'latin1');
const file = { data: pdf.toString('base64'), mimeType: 'application/pdf', fileName: '../Rechnung "Mai".pdf' };
const fromBinary = { channel: 'Whatsapp', from: '+41441234567', to: '+41791234567' };

/** Where a file can stand: parameters that take it from the field `bill`, and the request around its id. */
const binaryCases: Array<[string, object, (mediaId: unknown) => object]> = [
  [
    'as the content',
    { contentType: 'Document', mediaSource: 'binary', binaryField: 'bill', filename: 'Bill.pdf' },
    (mediaId) => ({ type: 'Document', mediaId, filename: 'Bill.pdf' }),
  ],
  [
    'as the content, under its own name',
    { contentType: 'Document', mediaSource: 'binary', binaryField: 'bill' },
    (mediaId) => ({ type: 'Document', mediaId, filename: 'Rechnung Mai.pdf' }),
  ],
  [
    'as the header of an interactive message',
    {
      contentType: 'Interactive',
      headerType: 'Document',
      headerMediaSource: 'binary',
      headerBinaryField: 'bill',
      actionButtons: entries({ id: 'ok', title: 'OK' }),
    },
    (mediaId) => ({
      type: 'Interactive',
      header: { type: 'Document', mediaId },
      action: { type: 'Button', buttons: [{ type: 'Reply', id: 'ok', title: 'OK' }] },
    }),
  ],
  [
    'as a parameter of a template, twice but uploaded once',
    {
      contentType: 'Template',
      namespace: 'ns',
      name: 'bill',
      languageCode: 'en',
      components: entries({
        parameters: entries(
          { type: 'Document', mediaSource: 'binary', binaryField: 'bill' },
          { type: 'Document', mediaSource: 'binary', binaryField: 'bill' },
        ),
      }),
    },
    (mediaId) => ({
      type: 'Template',
      namespace: 'ns',
      name: 'bill',
      language: { code: 'en' },
      components: [
        {
          type: 'Header',
          parameters: [1, 2].map(() => ({ type: 'Document', mediaId, filename: 'Rechnung Mai.pdf' })),
        },
      ],
    }),
  ],
];

describe('a file of the input item', () => {
  it.each(binaryCases)('is uploaded and sent %s', async (_name, parameters, content) => {
    const uploads = () => bench.sandbox.calls().filter(({ url }) => url.endsWith('/media'));
    const before = uploads().length;

    const { execution, requests } = await send({ ...fromBinary, ...parameters }, [
      { binary: { bill: file } },
    ]);

    expect(execution.error?.message).toBeUndefined();
    const [upload, ...more] = uploads().slice(before);
    expect(more).toEqual([]);
    const { mediaId } = JSON.parse(upload?.responseBody ?? '{}');
    expect(requests).toStrictEqual([{ ...fromBinary, content: content(mediaId) }]);
    expect(execution.items()).toMatchObject([{ mediaId }]);
    const stored = await fetch(`${bench.sandbox.url}/sandbox/media/${mediaId}`);
    expect(stored.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(pdf);
  });

  it('can be named by the id of an earlier upload', async () => {
    const execution = await bench.run({ resource: 'media', operation: 'upload', binaryField: 'bill' }, [
      { binary: { bill: file } },
    ]);
    const [upload] = execution.items();
    expect(upload).toMatchObject({
      fileName: 'Rechnung Mai.pdf',
      mimeType: 'application/pdf',
      size: pdf.length,
    });
    const mediaId = String(upload?.mediaId);

    for (const { parameters, request } of mediaIdCases(mediaId)) {
      const { execution: sending, requests } = await send(parameters);
      expect(sending.error).toBeUndefined();
      expect(requests).toStrictEqual([request]);
    }
  });

  it('is uploaded as the raw body when the credential says so', async () => {
    const upload = { resource: 'media', operation: 'upload', binaryField: 'bill' };
    await bench.run(upload, [{ binary: { bill: file } }], { account: { uploadFormat: 'raw' } });
    expect(bench.sandbox.calls().at(-1)?.requestHeaders['content-type']).toBe('application/pdf');
  });

  const photo = { data: 'iVBORw0KGgoAAAANSUhEUg==', mimeType: 'image/png', fileName: 'photo.png' };

  it.each([
    ['a video', { contentType: 'Video', mediaSource: 'binary', binaryField: 'bill' }],
    [
      'the video of a template',
      {
        ...{ contentType: 'Template', namespace: 'ns', name: 'film', languageCode: 'en' },
        components: entries({
          parameters: entries({ type: 'Video', mediaSource: 'binary', binaryField: 'bill' }),
        }),
      },
    ],
  ])('is no %s if it is a picture, before anything is uploaded', async (_name, content) => {
    const { execution, requests } = await send({ ...fromBinary, ...content }, [{ binary: { bill: photo } }]);
    expect(execution.error?.message).toBe(
      'Input Binary Field: must be a video file, got image/png (not sent)',
    );
    expect(requests).toEqual([]);
  });

  it('is no video either if n8n takes it for one', async () => {
    const parameters = { ...fromBinary, contentType: 'Video', mediaSource: 'binary', binaryField: 'bill' };
    const named = { ...photo, mimeType: 'video/mp4' };
    const { execution, requests } = await send(parameters, [{ binary: { bill: named } }]);
    expect(execution.error?.message).toContain('must be a video file, got image/png');
    expect(requests).toEqual([]);
  });

  it.each(['send', 'check'])('is found too large before anything is sent, with %s', async (operation) => {
    const parameters = { ...fromBinary, contentType: 'Image', mediaSource: 'binary', binaryField: 'bill' };
    const items = [photo, { ...photo, bytes: 2e9 }].map((bill) => ({ binary: { bill } }));
    const { execution, requests } = await send({ ...parameters, operation }, items);
    const said = execution.error?.message ?? JSON.stringify(execution.items()[1]?.problem);
    expect(said).toContain('the file may be at most 16 MB');
    expect(requests).toEqual([]);
  });

  it('is missed by name before anything is sent', async () => {
    const parameters = { ...fromBinary, contentType: 'Image', mediaSource: 'binary', binaryField: 'photo' };

    const { execution, requests } = await send(parameters, [{ binary: { bill: file } }]);

    expect(execution.error?.message).toContain("'photo'");
    expect(requests).toEqual([]);
  });
});

describe('a file that cannot be uploaded is the error of its item only', () => {
  const good = { binary: { data: { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'a.pdf' } } };
  const bytes = Buffer.alloc(1.5 * 1024 * 1024);
  const large = { data: bytes.toString('base64'), mimeType: 'image/png', fileName: 'large.png' };

  it.each<[string, InputItem, RegExp]>([
    ['an item without binary data', {}, /binary data|'data'/],
    ['another field than the one asked for', { binary: { other: good.binary.data } }, /'data'/],
    [
      'an empty file',
      { binary: { data: { data: '', mimeType: 'image/png', fileName: 'a.png' } } },
      /^Input Binary Field: the file is empty$/,
    ],
    [
      'a file above the limit of the account',
      { binary: { data: large } },
      /^Input Binary Field: the file may be at most 1 MB, as set in "Largest File \(MB\)", got 1\.5 MB$/,
    ],
  ])('%s', async (_name, bad, message) => {
    const settings = { account: { largestFile: 1 }, onError: 'continueRegularOutput' } as const;
    const execution = await bench.run(
      { resource: 'media', operation: 'upload' },
      [good, bad, good],
      settings,
    );

    expect(execution.items()).toMatchObject([
      { mediaId: expect.any(String) },
      { error: expect.stringMatching(message), errorDetails: { outcome: 'not_sent' } },
      { mediaId: expect.any(String) },
    ]);
  });

  it.each([
    [{ mimeType: 'application/octet-stream', fileName: 'a' }],
    // As a Code node may give it.
    [{ mimeType: undefined, fileName: null }],
  ])('and a type that says nothing is told by the content: %j', async (said) => {
    const unnamed = Object({ ...good.binary.data, ...said });

    const execution = await bench.run({ resource: 'media', operation: 'upload' }, [
      { binary: { data: unnamed } },
    ]);

    expect(execution.items()).toMatchObject([{ mimeType: 'application/pdf' }]);
  });

  it.each([
    { resource: 'media', operation: 'upload' },
    { ...fromBinary, contentType: 'Document', mediaSource: 'binary' },
  ])('and neither has the tool of an agent that passes on none: %j', async (parameters) => {
    const execution = await bench.run({ binaryField: 'data', ...parameters }, [good], { type: 'nodeTool' });
    expect(execution.items()).toMatchObject([{ error: expect.stringContaining('use a URL or a media ID') }]);
  });
});
