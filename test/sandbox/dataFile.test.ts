import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { volume } from '../volume';
import { call, field, quietSandbox, send, sms, startReceiver, whatsapp } from './support';

let folder: string;
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  data = join(folder, 'data.jsonl');
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

describe('after a crash', () => {
  it.each([1, 2, 40, 300])(
    'without the last %d bytes, all but the last change is there, with a word',
    async (missing) => {
      const messageId = await run(async (sandbox) => {
        await send(sandbox, sms({ customerid: 'Grüezi' }));
        const last = await send(sandbox, sms({ customerid: 'last' }));
        await sandbox.until(() => sandbox.messages().every(({ state }) => state === 'Sent'));
        return last;
      });
      const stored = await readFile(data);
      await writeFile(data, stored.subarray(0, -missing));
      const words: string[] = [];
      const warn = (text: string) => void words.push(text);
      await run(
        async (sandbox) => {
          expect(sandbox.messages().map((message) => message.messageId)).toContain(messageId);
          expect(sandbox.messages()[0]).toMatchObject({ customerid: 'Grüezi', state: 'Sent' });
        },
        { warn },
      );
      const repaired = [`${data} ends in the middle of line`];
      expect(words.map((text) => text.slice(0, repaired[0]?.length))).toEqual(missing === 1 ? [] : repaired);
      await run(async () => undefined, { warn: () => expect('a second word').toBe('') });
    },
  );

  it('an empty file is begun anew', async () => {
    await writeFile(data, '');
    await run(async (sandbox) => await send(sandbox, sms()));
    await run(async (sandbox) => expect(sandbox.messages()).toHaveLength(1));
  });
});

it('a data file stays small however often its messages change', async () => {
  await run(
    async (sandbox) => {
      for (let round = 0; round < 14; round += 1) {
        const messages = Array.from({ length: 1000 }, () => sms());
        await call(sandbox, '/api/messagelist', { body: { messages } });
        for (const { messageId } of sandbox.messages()) sandbox.setState(messageId, 'Delivered');
      }
    },
    { messageLimit: 100 },
  );
  const lines = (await readFile(data, 'utf8')).split('\n').length;
  expect(lines).toBeGreaterThan(100);
  expect(lines).toBeLessThan(10_500);
});

describe('a file that is not one of the sandbox', () => {
  it('is refused and left as it is', async () => {
    await writeFile(data, '# My notes\n');
    await expect(run(async () => undefined)).rejects.toThrow(`${data} is not a data file of the sandbox.`);
    expect(await readFile(data, 'utf8')).toBe('# My notes\n');
  });

  it('or is damaged is refused with the line', async () => {
    await run(async (sandbox) => await send(sandbox, sms()));
    const lines = (await readFile(data, 'utf8')).split('\n');
    for (const wrong of [
      '{"message":{"mess',
      '{"message":5}',
      '[]',
      'null',
      '',
      '{"settings":{"points":"many"}}',
    ]) {
      const damaged = [...lines.slice(0, 2), wrong, ...lines.slice(2)].join('\n');
      await writeFile(data, damaged);
      await expect(run(async () => undefined)).rejects.toThrow(`${data} is damaged in line 3.`);
      expect(await readFile(data, 'utf8')).toBe(damaged);
    }
  });

  it('or cannot be written is refused with its name', async () => {
    data = join(folder, 'no-such-folder', 'data.jsonl');
    await expect(run(async () => undefined)).rejects.toThrow('no-such-folder');
  });
});

describe('a file of two sandboxes', () => {
  const words: string[] = [];
  const warn = (text: string) => void words.push(text);
  afterEach(() => words.splice(0));

  // The lock of a process that was killed counts for five seconds of real time.
  const nightly = volume({ full: 1, quick: 0 }) === 1 ? it : it.skip;

  it('is refused to the second one, even by a link, and stays whole', async () => {
    const second = join(folder, 'link.jsonl');
    await run(async (sandbox) => {
      await symlink(data, second);
      await send(sandbox, sms({ customerid: 'before' }));
      await expect(quietSandbox({ data: second, warn })).rejects.toThrow(
        `${second} is used by another sandbox. Stop that one, or choose another file.`,
      );
      await send(sandbox, sms({ customerid: 'after' }));
    });
    expect(words).toEqual([
      `${second} is locked, by a running sandbox or one that was killed. Waiting up to 6 seconds.`,
    ]);
    await run(async (sandbox) => {
      expect(sandbox.messages().map(({ customerid }) => customerid)).toEqual(['before', 'after']);
    });
  });

  it('is free once the first one is closed, or did not start', async () => {
    await run(async (sandbox) => {
      await send(sandbox, sms());
      const other = join(folder, 'other.jsonl');
      await expect(quietSandbox({ data: other, port: sandbox.port })).rejects.toThrow('EADDRINUSE');
    });
    await writeFile(join(folder, 'notes'), 'Notes');
    await expect(quietSandbox({ data: join(folder, 'notes') })).rejects.toThrow('not a data file');
    expect((await readdir(folder)).sort()).toEqual(['data.jsonl', 'notes', 'other.jsonl']);
  });

  it('is free at once if the lock is old', async () => {
    await mkdir(`${data}.lock`);
    await utimes(`${data}.lock`, 1, 1);
    await run(async (sandbox) => await send(sandbox, sms()), { warn });
    expect(words).toEqual([]);
  });

  nightly('is free soon if its owner was just killed', async () => {
    await run(async (sandbox) => await send(sandbox, sms()), { warn });
    await mkdir(`${data}.lock`);
    await run(async (sandbox) => expect(sandbox.messages()).toHaveLength(1), { warn });
    expect(words).toHaveLength(1);
  });

  it('is no longer written by one that lost its lock', async () => {
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((resolve) => (lose = resolve));
    await run(
      async (sandbox) => {
        await send(sandbox, sms({ customerid: 'before' }));
        await rm(`${data}.lock`, { recursive: true });
        await lost;
        await send(sandbox, sms({ customerid: 'after' }));
        expect(sandbox.messages()).toHaveLength(2);
      },
      {
        warn: (text) => {
          warn(text);
          lose();
        },
      },
    );
    expect(words).toEqual([
      `The lock of ${data} is gone: another sandbox may use it. This one stores nothing more.`,
    ]);
    await run(async (sandbox) => {
      expect(sandbox.messages().map(({ customerid }) => customerid)).toEqual(['before']);
    });
  });
});
