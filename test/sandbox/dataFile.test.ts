import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { call, field, quietSandbox, send, sms, startReceiver, whatsapp } from './support';

let folder: string;
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  data = join(folder, 'data.json');
});
afterEach(async () => await rm(folder, { recursive: true }));

/** Runs a sandbox on the file from its start to its end. */
async function run<Result>(
  use: (sandbox: Sandbox) => Promise<Result>,
  options: SandboxOptions = {},
): Promise<Result> {
  const sandbox = await quietSandbox({ data, ...options });
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

describe('a data file keeps from one start to the next', () => {
  it('messages with their states, and inbound messages', async () => {
    const before = await run(async (sandbox) => {
      sandbox.setState(await send(sandbox, sms({ customerid: '1' })), 'Delivered');
      await send(sandbox, sms({ customerid: '2' }));
      await sandbox.receive({ from: '+41795550111', text: 'Hello' });
      await sandbox.until(() => sandbox.messages()[1]?.state === 'Sent');
      return { messages: sandbox.messages(), received: sandbox.received() };
    });
    await run(async (sandbox) => {
      expect(JSON.stringify(sandbox.messages())).toBe(JSON.stringify(before.messages));
      expect(sandbox.received()).toEqual(before.received);
      await send(sandbox, sms());
      expect(sandbox.messages().map(({ sequence }) => sequence)).toEqual([1, 2, 4]);
    });
  });

  it('batches, settings, balance and the clock', async () => {
    const { id, now } = await run(async (sandbox) => {
      sandbox.change({ pageLimit: 3, points: 100 });
      sandbox.advanceClock(1_000_000_000);
      const { body } = await call(sandbox, '/api/messagelist', { body: { messages: [sms(), sms()] } });
      return { id: String(field(body, 'messageListId')), now: sandbox.now() };
    });
    await run(async (sandbox) => {
      expect(sandbox.settings()).toMatchObject({ pageLimit: 3, points: 98 });
      expect(sandbox.now()).toBeGreaterThanOrEqual(now);
      expect(field((await call(sandbox, `/api/messagelist/${id}`)).body, 'messages')).toHaveLength(2);
    });
  });

  it('media files', async () => {
    const mediaId = await run(async (sandbox) => {
      const headers = { 'content-type': 'image/png' };
      return String(
        field((await call(sandbox, '/api/v2/media', { body: 'a picture', headers })).body, 'mediaId'),
      );
    });
    await run(async (sandbox) => {
      await send(sandbox, whatsapp({ type: 'Image', mediaId }));
      expect((await call(sandbox, `/sandbox/media/${mediaId}`)).text).toBe('a picture');
    });
  });

  it('what is still to happen: a scheduled message goes out, and its notification is pushed', async () => {
    const receiver = await startReceiver();
    const notification = { addresses: [{ type: 'UrlPost', address: receiver.url }] };
    const sendDate = new Date(Date.now() + 60_000).toISOString();
    const messageId = await run(async (sandbox) => await send(sandbox, sms({ sendDate, notification })));
    await run(async (sandbox) => {
      expect(sandbox.messages()[0]?.state).toBe('Scheduled');
      sandbox.change({ automaticDelivery: 0 });
      sandbox.advanceClock(61_000);
      expect((await receiver.request(1)).body).toMatchObject({ messageId, status: 'Delivered' });
    });
    await receiver.close();
  });

  it('nothing after a reset', async () => {
    await run(async (sandbox) => {
      await send(sandbox, sms());
      sandbox.reset();
    });
    await run(async (sandbox) => {
      expect(sandbox.messages()).toEqual([]);
      expect(sandbox.settings().points).toBe(10_000);
    });
  });
});

it('a data file is written at most once a second, and at the end', async () => {
  const stored = async () => JSON.parse(await readFile(data, 'utf8')).messages.length;
  await run(async (sandbox) => {
    for (let count = 0; count < 20; count += 1) await send(sandbox, sms());
    expect(await stored()).toBe(0);
  });
  expect(await stored()).toBe(20);
});

describe('a file that is not one of the sandbox', () => {
  it('is begun anew if it is empty', async () => {
    await writeFile(data, '');
    await run(async (sandbox) => await send(sandbox, sms()));
    await run(async (sandbox) => expect(sandbox.messages()).toHaveLength(1));
  });

  it.each([
    '# My notes\n',
    '{"file":"messaging sandbox"',
    '{"file":"messaging sandbox","settings":{"points":"many"}}',
    '[]',
    'null',
  ])('is refused and left as it is: %s', async (text) => {
    await writeFile(data, text);
    await expect(run(async () => undefined)).rejects.toThrow(`${data} is not a data file of the sandbox`);
    expect(await readFile(data, 'utf8')).toBe(text);
  });

  it('or cannot be written is refused with its name', async () => {
    data = join(folder, 'no-such-folder', 'data.json');
    await expect(run(async () => undefined)).rejects.toThrow('no-such-folder');
  });

  it('or can no longer be written gets a word, and the sandbox goes on', async () => {
    const words: string[] = [];
    await run(
      async (sandbox) => {
        await rm(folder, { recursive: true });
        await send(sandbox, sms());
      },
      { warn: (text) => void words.push(text) },
    );
    expect(words).toEqual([expect.stringContaining(`${data} cannot be written: `)]);
    await mkdir(folder);
  });
});
