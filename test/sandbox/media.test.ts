import { call, field, sandbox, useSandbox, whatsapp } from './support';

useSandbox();

const authorization = `Basic ${btoa('demo:demo')}`;
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x0d, 0x0a);

async function upload(
  body: FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = '/api/v2/media',
) {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    body: body instanceof FormData ? body : new Blob([body]),
    headers: { authorization, ...headers },
  });
  return { status: answer.status, body: await answer.json() };
}

function form(name = 'file', bytes = PNG): FormData {
  const data = new FormData();
  data.append(name, new Blob([bytes], { type: 'image/png' }), 'bild ä.png');
  return data;
}

async function stored(mediaId: unknown) {
  const answer = await fetch(`${sandbox.url}/sandbox/media/${String(mediaId)}`);
  return {
    type: answer.headers.get('content-type'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
    headers: answer.headers,
  };
}

describe('a media file', () => {
  it.each([
    ['as the part file of a form', () => upload(form())],
    ['as the body itself', () => upload(PNG, { 'content-type': 'image/png' })],
    ['in version 2 by header', () => upload(form(), { 'X-API-Version': '2' }, '/api/media')],
  ])('is uploaded %s, byte by byte', async (_name, send) => {
    const { status, body } = await send();
    expect(status).toBe(200);
    const file = await stored(field(body, 'mediaId'));
    expect(file).toMatchObject({ type: 'image/png', bytes: PNG });
  });

  it('can run nothing in the browser that shows it', async () => {
    const { body } = await upload(new TextEncoder().encode('<script>alert(1)</script>'), {
      'content-type': 'text/html',
    });
    const { headers } = await stored(field(body, 'mediaId'));
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['a form without a part named file', () => upload(form('picture')), 400],
    ['an empty file', () => upload(form('file', new Uint8Array())), 400],
    ['an empty body', () => upload(new Uint8Array(), { 'content-type': 'image/png' }), 400],
    ['a body without Content-Type', () => upload(PNG), 400],
    ['an invalid form', () => upload(PNG, { 'content-type': 'multipart/form-data; boundary=x' }), 400],
    ['a form without boundary', () => upload(PNG, { 'content-type': 'multipart/form-data' }), 400],
    ['version 1', () => upload(form(), {}, '/api/v1/media'), 404],
    ['no version', () => upload(form(), {}, '/api/media'), 404],
  ])('is refused: %s', async (_name, send, status) => {
    expect(await send()).toMatchObject({ status, body: { errorCode: expect.any(String) } });
  });

  it('larger than 100 MB is refused with 413', async () => {
    const answer = await upload(new Uint8Array(100 * 1024 * 1024 + 1), { 'content-type': 'image/png' });
    expect(answer).toMatchObject({ status: 413, body: { errorCode: 'RequestTooLarge' } });
  });
});

describe('a media id in a message', () => {
  it.each([
    ['an image', (mediaId: string) => whatsapp({ type: 'Image', mediaId }), 'Content.MediaId'],
    [
      'a header',
      (mediaId: string) =>
        whatsapp({
          type: 'Interactive',
          header: { type: 'Image', mediaId },
          action: { type: 'Button', buttons: [{ type: 'Reply', id: 'a', title: 'A' }] },
        }),
      'Content.Header.MediaId',
    ],
    [
      'a template',
      (mediaId: string) =>
        whatsapp({
          type: 'Template',
          namespace: 'n',
          name: 'invoice',
          language: { code: 'en' },
          components: [{ type: 'Header', parameters: [{ type: 'Document', mediaId }] }],
        }),
      'Content.Components[0].Parameters[0].MediaId',
    ],
  ])('is taken when it was uploaded, and refused when not: %s', async (_name, message, parameter) => {
    const { body } = await upload(form());
    const known = await call(sandbox, '/api/v2/message', { body: message(String(field(body, 'mediaId'))) });
    expect(known.status).toBe(200);
    const unknown = await call(sandbox, '/api/v2/message', { body: message('no-such-id') });
    expect(unknown).toMatchObject({ status: 400, body: { errorDetails: { errors: [{ parameter }] } } });
  });

  it('that is unknown is the error of its message in a batch', async () => {
    const messages = [
      whatsapp({ type: 'Image', mediaId: 'no-such-id' }),
      whatsapp({ type: 'Image', url: 'http://x' }),
    ];
    const { body } = await call(sandbox, '/api/messagelist', { body: { messages } });
    expect(field(body, 'messages')).toEqual([
      { error: expect.objectContaining({ errorCode: 'InvalidContent' }) },
      { messageId: expect.any(String) },
    ]);
  });
});
