import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as settled } from 'node:timers/promises';

import { closeJournals, storeOf } from '../../node-red/journal/journals';
import { NotRead } from '../../node-red/calls/webServer';
import { Backlog } from '../../node-red/work/backlog';
import { Outbox } from '../../node-red/work/outbox';
import { OpenMessages } from '../../node-red/calls/openMessages';
import { memories, serviceOf } from '../../node-red/service/lasting';

describe('what waits for calls', () => {
  const log = { error: () => undefined, warn: () => undefined };
  const at = (userDir: string) => ({
    events: new EventEmitter(),
    settings: { userDir },
    log,
    _: (key: string) => key,
  });
  const message = { event: 'inbound', from: '+41791112233', text: 'Yes', raw: {} } as const;

  it('is unknown while the file of the account cannot be read, and nothing where there can be no file', async () => {
    const userDir = mkdtempSync(join(tmpdir(), 'journals-'));
    mkdirSync(join(userDir, 'messaging-service', 'account.jsonl'), { recursive: true });
    const unread = at(userDir);
    const waits = serviceOf(unread, 'account').part(OpenMessages);
    await expect(waits.claim(message, 'key')).rejects.toThrow(NotRead);
    const status = {
      event: 'status',
      status: 'failed',
      statusText: '',
      final: true,
      rank: 3,
      raw: {},
    } as const;
    await expect(waits.reported(status)).rejects.toThrow(NotRead);
    await closeJournals(unread);
    const none = at(join(__filename, 'no folder'));
    expect(await serviceOf(none, 'account').part(OpenMessages).claim(message, 'key')).toBe('nothing');
    rmSync(userDir, { recursive: true });
  });
});

describe('what a deleted node has kept', () => {
  let userDir: string;
  let RED: Parameters<typeof storeOf>[0];
  const events = new EventEmitter();
  const ended: unknown[] = [];

  beforeEach(() => {
    userDir = mkdtempSync(join(tmpdir(), 'journals-'));
    ended.length = 0;
    const log = { error: (text: string) => void ended.push(text), warn: () => undefined };
    const _ = (_key: string, values: object) => String(Reflect.get(values, 'ids'));
    RED = { events: Object.assign(events, {}), settings: { userDir }, log, _ };
  });
  afterEach(async () => {
    await closeJournals(RED);
    events.removeAllListeners();
    rmSync(userDir, { recursive: true });
  });

  /** A node of the account with a message and a key. */
  async function nodeOf(key: string) {
    const file = storeOf(RED, 'account');
    const outbox = serviceOf(RED, 'account').part(Outbox);
    const plan = { targets: 1, order: 'fallback', success: 'accepted', eachMs: 0 } as const;
    const backlog = memories(RED).of(key).part(Backlog);
    const entry = outbox.add(backlog, { _msgid: key }, { id: key, plan, messages: [] });
    await entry.record();
    await file.set([[`key ${key} hash`, 1]]);
    return {
      names: () => [
        ...file.startingWith(`key ${key} `).keys(),
        ...file.startingWith(`sending ${key} `).keys(),
      ],
    };
  }

  /** @param ids of the nodes that are there */
  async function start(...ids: string[]): Promise<void> {
    events.emit('flows:started', { config: { flows: ['account', ...ids].map((id) => ({ id })) } });
    for (let turn = 0; turn < 20; turn += 1) await settled();
  }

  it('ends with the second start in a row without it: records and keys', async () => {
    const node = await nodeOf('node');
    await start();
    await start('node');
    await start();
    expect([node.names().length, ended]).toEqual([2, []]);
    await start();
    expect([node.names(), ended]).toEqual([[], ['node']]);
    await start();
    expect(ended).toHaveLength(1);
  });

  it('also in a subflow, whose nodes are known by their place; the others keep theirs', async () => {
    const [inner, other] = [await nodeOf('flow/instance/inner'), await nodeOf('other')];
    await start('inner', 'other');
    await start('other');
    await start('other');
    expect([inner.names(), other.names().length]).toEqual([[], 2]);
  });
});
