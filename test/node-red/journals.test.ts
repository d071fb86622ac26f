import { EventEmitter } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';

import { closeJournals, Journals, storeOf } from '../../node-red/journal/journals';
import { NotRead } from '../../node-red/calls/webServer';
import { Backlog } from '../../node-red/work/backlog';
import { Outbox } from '../../node-red/work/outbox';
import { OpenMessages } from '../../node-red/calls/openMessages';
import { memories, runtimeOf, serviceOf } from '../../node-red/service/lasting';

describe('what waits for calls', () => {
  const log = { error: () => undefined, warn: () => undefined };
  const at = (userDir: string): NodeAPI =>
    Object({ events: new EventEmitter(), settings: { userDir }, log, _: (key: string) => key });
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

it('a copy of a journal beside it is not used, nor a file of another name', async () => {
  const userDir = mkdtempSync(join(tmpdir(), 'journals-'));
  const told: string[] = [];
  const log = { error: (text: string) => told.push(text), warn: () => undefined };
  const at = (): NodeAPI =>
    Object({ events: new EventEmitter(), settings: { userDir }, log, _: (key: string) => key });
  const first = at();
  await storeOf(first, 'a').set([['sending node 1', 1]]);
  await closeJournals(first);
  const file = (name: string) => join(userDir, 'messaging-service', name);
  for (const name of ['a-2026-11-27.jsonl', 'a copy.jsonl', 'backup 100%.jsonl'])
    copyFileSync(file('a.jsonl'), file(name));
  const second = at();
  const [kept, copied] = [storeOf(second, 'a'), storeOf(second, 'a-2026-11-27')];
  await Promise.all([kept.ready, copied.ready]);
  expect([kept.startingWith('').size, copied.startingWith('').size]).toEqual([1, 0]);
  expect(told).toEqual([expect.stringContaining('journal.copy')]);
  expect(await runtimeOf(second).part(Journals).found).toEqual(expect.arrayContaining(['a', 'a-2026-11-27']));
  await closeJournals(second);
  rmSync(userDir, { recursive: true });
});

describe('what a deleted node has kept', () => {
  let userDir: string;
  let RED: NodeAPI;
  const events = new EventEmitter();
  const ended: unknown[] = [];

  beforeEach(() => {
    userDir = mkdtempSync(join(tmpdir(), 'journals-'));
    ended.length = 0;
    const log = { error: (text: string) => void ended.push(text), warn: () => undefined };
    const _ = (_key: string, values: object) => String(Reflect.get(values, 'ids'));
    RED = Object({ events, settings: { userDir }, log, _ });
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
    const entry = outbox.add(backlog, { _msgid: key }, { id: key.replace(' ', ''), plan, messages: [] });
    await entry.record();
    await file.set([[`key ${key} hash`, 1]]);
    return {
      names: () => [
        ...file.startingWith(`key ${key} `).keys(),
        ...file.startingWith(`sending ${key} `).keys(),
      ],
    };
  }

  /** @param nodes ids of those that are there (`_` for a blank), with their types, and the subflow that they are in, where these matter */
  async function start(...nodes: string[]): Promise<void> {
    const flows = ['account', ...nodes].map((node) => {
      const [id = '', type = 'type', z = 'tab'] = node.split(' ');
      return { id: id.replace('_', ' '), type, z };
    });
    events.emit('flows:started', { config: { flows } });
    await runtimeOf(RED).part(Journals).deleted();
  }

  it('ends with the second start in a row without it: records, keys, and what is in memory', async () => {
    const node = await nodeOf('the node');
    await storeOf(RED, 'other').set([['seen the node hash', 1]]);
    const remembered = serviceOf(RED, 'other').of('the node');
    await start();
    await start('the_node');
    await start();
    expect([node.names().length, ended]).toEqual([2, []]);
    expect(serviceOf(RED, 'other').of('the node')).toBe(remembered);
    await start();
    expect([node.names(), ended]).toEqual([[], ['the node']]);
    expect(serviceOf(RED, 'other').of('the node')).not.toBe(remembered);
    await start();
    expect(ended).toHaveLength(1);
  });

  it('also in a subflow, whose nodes have ids of their own in each instance; the others keep theirs', async () => {
    const kept = await Promise.all(
      ['outer-in-ner-node', 'outer-in-side', 'module-node', 'other'].map(nodeOf),
    );
    const flows =
      'a subflow,b subflow,outer subflow:a,in-ner subflow:b a,node type b,in-side type a,module module-type';
    // One of them was on a tab before.
    const gone = await Promise.all(['outer-in-ner-x', 'no-node', 'in-side'].map(nodeOf));
    for (let turn = 0; turn < 2; turn += 1) await start(...flows.split(','), 'other');
    expect(kept.map((node) => node.names().length)).toEqual([2, 2, 2, 2]);
    expect(gone.map((node) => node.names().length)).toEqual([0, 0, 0]);
  });

  it('and the file of an account goes 30 days after it was found deleted; one inside a subflow is not, nor one with messages', async () => {
    const ids = ['instance-inner', 'restored', 'used', 'deleted'];
    const pathOf = (id: string) => join(userDir, 'messaging-service', `${id}.jsonl`);
    for (const id of ids) await storeOf(RED, id).set([[`${id === 'used' ? 'sending' : 'key'} node id`, 1]]);
    const flows = ['a subflow', 'instance subflow:a', 'inner type a', 'node'];
    await start(...flows);
    await start(...flows, 'restored');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 24 * 60 * 60 * 1000);
    await start(...flows);
    jest.restoreAllMocks();
    expect(ids.filter((id) => existsSync(pathOf(id)))).toEqual(['instance-inner', 'restored', 'used']);
    await storeOf(RED, 'deleted').set([['key node hash', 1]]);
  });
});
