import { util } from 'node-red';

import { fileIn } from '../../../node-red/message/media';
import { accountNode, at, typed, sink, tab, text, watchers } from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';

import { nodeRed, sandbox, startForSending } from './sending';

startForSending();

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function flowWith(settings: object, account: object = {}): FlowNode[] {
  const media: FlowNode = {
    id: 'media',
    type: 'messaging-media',
    account: 'account',
    data: typed('msg', 'payload'),
    fileName: typed('msg', 'filename'),
    mimeType: text(''),
    uploadForm: 'multipart',
    maxMegabytes: 16,
    failureOutput: false,
    wires: [['out'], ['failed']],
    ...at,
    ...settings,
  };
  return [tab, accountNode(sandbox.url, account), media, sink('out'), sink('failed'), ...watchers('media')];
}

async function run(settings: object, msg: Message, account: object = {}) {
  await nodeRed.deploy(flowWith(settings, account));
  return pass(nodeRed, 'media', msg);
}

/** The file as the sandbox kept it. */
async function kept(mediaId: unknown): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await fetch(`${sandbox.url}/sandbox/media/${String(mediaId)}`);
  return {
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const mediaIdOf = ({ payload }: Message): unknown =>
  typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'mediaId') : undefined;

it('uploads a Buffer, puts out the media id and keeps everything else of the message', async () => {
  const { arrivesAt } = await run({}, { payload: png, filename: '/data/plan.png', topic: 'plans' });
  const msg = await arrivesAt('out');
  expect(msg).toMatchObject({
    topic: 'plans',
    filename: '/data/plan.png',
    payload: {
      mediaId: expect.any(String),
      fileName: 'plan.png',
      mimeType: 'image/png',
      bytes: png.length,
      requestId: expect.any(String),
    },
  });
  expect(await kept(mediaIdOf(msg))).toEqual({ type: 'image/png', bytes: png });
  expect(await nodeRed.statusLike('media', /^uploaded 1$/)).toMatchObject({ fill: 'green', shape: 'dot' });
});

describe('the MIME type', () => {
  it.each<[string, object, Message, string]>([
    ['is found from the content', {}, { payload: Buffer.from('%PDF-1.7') }, 'application/pdf'],
    [
      'can come with the message',
      { mimeType: typed('msg', 'type') },
      { payload: Buffer.from([0, 1, 2]), type: 'video/mp4' },
      'video/mp4',
    ],
  ])('%s', async (_name, settings, msg, mimeType) => {
    const { arrivesAt, error } = await run(settings, msg);
    expect(error).toBeUndefined();
    const arrived = await arrivesAt('out');
    expect(arrived.payload).toMatchObject({ mimeType });
    expect((await kept(mediaIdOf(arrived))).type).toBe(mimeType);
  });
});

it.each(['multipart', 'raw'])('the file arrives byte by byte when it is sent as %s', async (uploadForm) => {
  const payload = Buffer.concat([
    png,
    Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256)),
  ]);
  const { arrivesAt } = await run({ uploadForm }, { payload });
  expect(await kept(mediaIdOf(await arrivesAt('out')))).toEqual({ type: 'image/png', bytes: payload });
});

it('the file is sent as it was when it came, whatever the flow does with it later', async () => {
  const payload = Buffer.from(png);
  const scope = Object({ RED: { util, _: String }, msg: { payload } });
  const name = { name: 'fileName', ...text('a.png') };
  const { bytes } = await fileIn(
    scope,
    { data: { name: 'data', ...typed('msg', 'payload') }, fileName: name },
    1,
  );
  payload.fill(0);
  expect(Buffer.from(bytes)).toEqual(png);
});

it('the file can be anywhere in the message', async () => {
  const { arrivesAt } = await run(
    { data: typed('msg', 'file.data'), fileName: typed('msg', 'order') },
    { order: 2024, file: { data: png } },
  );
  expect((await arrivesAt('out')).payload).toMatchObject({ fileName: '2024.png', mimeType: 'image/png' });
});

describe('a file that cannot be uploaded', () => {
  it.each<[string, object, unknown, RegExp]>([
    ['a text', {}, 'not a file', /must be a Buffer.*got a value of type string/],
    ['nothing', {}, undefined, /must be a Buffer.*got nothing/],
    ['a list', {}, [1, 2], /must be a Buffer.*got a list/],
    ['an empty file', {}, Buffer.alloc(0), /the file is empty/],
    ['17 MB', {}, Buffer.alloc(17 * 1024 * 1024), /at most 16 MB, got 17 MB/],
    [
      'more than the node allows',
      { maxMegabytes: '0.5' },
      Buffer.alloc(600_000),
      /at most 0.5 MB, got 0.58 MB/,
    ],
    ['an invalid MIME type', { mimeType: text('png') }, png, /spelled like image\/png, got png/],
  ])('%s is refused before anything is sent', async (_name, settings, payload, reason) => {
    const calls = sandbox.calls().length;
    const { error, find } = await run(settings, { payload });
    expect(error).toMatchObject({ code: 'invalid_request', outcome: 'not_sent' });
    expect(error?.message).toMatch(reason);
    expect(sandbox.calls()).toHaveLength(calls);
    expect(find('out')).toBeUndefined();
    expect(await nodeRed.statusLike('media', /^not uploaded: /)).toMatchObject({ fill: 'red' });
  });
});

it('a service that fails is an error', async () => {
  sandbox.change({ faults: [{ fault: 'server-error', times: 1 }] });
  const { error, find } = await run({}, { payload: png });
  expect(error).toMatchObject({ status: 500, outcome: 'not_sent', requestId: expect.any(String) });
  expect(find('out')).toBeUndefined();
});
