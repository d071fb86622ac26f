import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, at, sendNode, sink, tab, typed } from '../../hosts/node-red/flows';
import { pass } from '../../hosts/node-red/passing';
import { inboundNode } from '../../hosts/node-red/webhooks';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

let sandbox: Sandbox;
let nodeRed: Runtime;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, users: { demo: 'demo', Jürg: 'pässword ' } });
  Object.assign(process.env, { MSG_URL: sandbox.url, MSG_PASSWORD: 'demo' });
  nodeRed = await Runtime.start();
});
useFakeClock();
afterAll(async () => {
  await nodeRed?.stop();
  await sandbox?.close();
});

const asEditor = { 'content-type': 'application/json', 'x-messaging-test': '1' };

async function test(form: object, headers: Record<string, string> = asEditor) {
  const isForm = headers['content-type']?.startsWith('application/x-www-form');
  const body = isForm === true ? String(new URLSearchParams({ ...form })) : JSON.stringify(form);
  const response = await fetch(`${nodeRed.url}/admin/messaging-account/test`, {
    method: 'POST',
    headers,
    body,
  });
  const text = await response.text();
  return { status: response.status, text, result: response.ok ? JSON.parse(text) : undefined };
}

describe('the Test button', () => {
  const form = () => ({ id: 'new', baseUrl: sandbox.url, username: 'demo', password: 'demo', version: '2' });

  it('shows the balance of an account that was never deployed', async () => {
    expect((await test(form())).result).toEqual({ ok: true, points: 10_000, requestId: expect.any(String) });
  });

  it('takes the stored password where the form holds only its stand-in', async () => {
    await nodeRed.deploy([tab, accountNode(sandbox.url)]);
    const { result } = await test({ ...form(), id: 'account', password: '__PWRD__' });
    expect(result).toMatchObject({ ok: true, points: 10_000 });
  });

  it.each([
    ['in a subflow', { id: 'tab', type: 'subflow', name: 'Sub', in: [], out: [] }],
    ['of a disabled flow', { ...tab, disabled: true }],
  ])('takes it also of an account %s, which has no node of this id', async (_name, flow) => {
    await nodeRed.deploy([flow, accountNode('${MSG_URL}', { z: 'tab' })]);
    const stored = { ...form(), id: 'account', password: '__PWRD__' };
    expect((await test({ ...stored, baseUrl: '${MSG_URL}' })).result).toMatchObject({ ok: true });
    expect((await test(stored)).result).toMatchObject({ ok: false });
  });

  it.each([
    ['another host', 'http://127.0.0.1:1'],
    ['another path of the host', '/elsewhere'],
    ['no address', 'x'],
  ])('sends the stored password nowhere but to the stored base URL: not to %s', async (_name, baseUrl) => {
    await nodeRed.deploy([tab, accountNode(sandbox.url)]);
    const calls = sandbox.calls().length;
    const address = baseUrl.startsWith('/') ? sandbox.url + baseUrl : baseUrl;
    const { result } = await test({ ...form(), id: 'account', baseUrl: address, password: '__PWRD__' });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('stored password') });
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it('sends the password of no other kind of node', async () => {
    const credentials = { user: 'demo', password: 'demo' };
    const other = { id: 'other', type: 'http request', baseUrl: sandbox.url, credentials, ...at };
    await nodeRed.deploy([tab, other]);
    const calls = sandbox.calls().length;
    const { result } = await test({ ...form(), id: 'other', password: '__PWRD__' });
    expect(result).toMatchObject({ ok: false });
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form, with the header', { ...asEditor, 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON as plain text', { ...asEditor, 'content-type': 'text/plain' }],
    ['JSON without the header', { 'content-type': 'application/json' }],
  ])('refuses %s, as another site could post it', async (_name, headers) => {
    const calls = sandbox.calls().length;
    expect(await test(form(), headers)).toMatchObject({ status: 400 });
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it('takes user names and passwords with other letters and blanks as they are', async () => {
    expect((await test({ ...form(), username: 'Jürg', password: 'pässword ' })).result).toMatchObject({
      ok: true,
    });
  });

  it('uses the paths of the form', async () => {
    const { result } = await test({ ...form(), balancePath: '/no/such/path' });
    expect(result).toMatchObject({ ok: false, description: expect.stringContaining('path') });
  });

  const failures: Array<[string, object, RegExp]> = [
    ['a wrong password', { password: 'wrong-word' }, /does not accept the user name or password/],
    [
      'a variable that is not set',
      { password: '${NOT_SET_ANYWHERE}' },
      /NOT_SET_ANYWHERE \(Password\) of the account: not set/,
    ],
    ['no user name', { username: '' }, /has no user name or no password/],
    ['a service that is not there', { baseUrl: 'http://127.0.0.1:1' }, /cannot be reached/],
    ['plain http', { baseUrl: 'http://example.com' }, /must start with https/],
    ['an invalid base URL', { baseUrl: 'x' }, /must be a URL/],
    ['fields of odd kinds', { baseUrl: {}, username: [], password: 7 }, /./],
  ];

  it.each(failures)(
    'says what to do about %s, and never repeats the password',
    async (_name, changes, message) => {
      const { status, result, text } = await test({ ...form(), ...changes });
      expect(status).toBe(200);
      expect(result).toEqual({
        ok: false,
        message: expect.stringMatching(message),
        description: expect.any(String),
      });
      expect(text).not.toContain('wrong-word');
    },
  );
});

describe('an account', () => {
  it.each([
    ['http://example.com', 'demo', /must start with/],
    ['http://127.0.0.1:1', '', /has no user name or no password/],
  ])('that cannot work is reported at deploy, until it is corrected: %s', async (url, username, said) => {
    await nodeRed.forget();
    const credentials = { username, password: 'demo' };
    const account = accountNode(url, { credentials });
    const errors = () => nodeRed.logs.filter(({ level }) => level === 20).map(({ text }) => text);
    // What comes in needs neither.
    await nodeRed.deploy([tab, account, inboundNode(), sink('out')]);
    expect(errors()).toEqual([]);
    await nodeRed.deploy([tab, account, sendNode(), { ...sendNode(), id: 'second' }, sink('out')]);
    expect(errors()).toEqual([expect.stringMatching(said)]);
    await nodeRed.statusLike('send', said);
    await nodeRed.deploy([tab, accountNode(sandbox.url), sendNode(), sink('out')]);
    await nodeRed.until(() => nodeRed.statusOf('send')?.text === undefined, 'no status');
  });

  it('speaks its version of the service', async () => {
    await nodeRed.forget();
    await nodeRed.deploy([tab, accountNode(sandbox.url, { version: '1' }), sendNode(), sink('out')]);
    nodeRed.inject('send', { payload: 'Hello' });
    await nodeRed.messageAt('out');
    const call = sandbox
      .calls()
      .filter(({ direction }) => direction === 'in')
      .at(-1);
    expect(call?.url).toBe('/api/message');
    expect(call?.requestHeaders['x-api-version']).toBe('1');
  });

  it('with a setting that it cannot have says so when it is deployed, and sends nothing', async () => {
    await nodeRed.forget();
    const odd = { version: 7, versionIn: null, trustedProxies: -1, senderSms: {}, allowedCallers: 4 };
    await nodeRed.deploy([
      tab,
      accountNode(sandbox.url, odd),
      sendNode({ failureOutput: true }),
      sink('failed'),
    ]);
    expect(nodeRed.logText).toMatch(/Trusted proxies: .*-1/);
    nodeRed.inject('send', { payload: 'Hello', from: 'Me' });
    expect((await nodeRed.messageAt('failed')).error).toMatchObject({ code: 'invalid_settings' });
  });
});

describe('the files of deleted accounts', () => {
  const fileOf = (id: string) => join(nodeRed.userDir, 'messaging-service', `${id}.jsonl`);
  async function ask(method: string): Promise<unknown> {
    const response = await fetch(`${nodeRed.url}/admin/messaging-account/deleted`, { method });
    return response.json();
  }
  const deploy = (ids: string[], changes: object = {}, waiting: object = {}) =>
    nodeRed.deploy([
      tab,
      ...['account', ...ids].map((id) => ({ ...accountNode(sandbox.url, changes), id })),
      sendNode({ account: ids[0] ?? 'account', sendOncePer: typed('msg', 'payload') }),
      sendNode({ id: 'waiting', account: ids[1], keepTrying: 1, ...waiting }),
      sink('out'),
    ]);
  /** A key in the file of one, and in that of the other a message that waits for a disabled node. */
  async function leave(): Promise<void> {
    await deploy(['old', 'used']);
    expect((await pass(nodeRed, 'send', { payload: 'key' })).error).toBeUndefined();
    await deploy(['old', 'used'], { baseUrl: 'http://127.0.0.1:1' });
    nodeRed.inject('waiting', { payload: 'x' });
    await nodeRed.statusLike('waiting', /^1 waiting/);
  }

  it('are told and removed, but not of a disabled account, nor while messages wait in them', async () => {
    await leave();
    await deploy(['old', 'used'], { d: true }, { d: true });
    const none = { files: 0, kilobytes: 0, keys: 0, inUse: 0 };
    expect(await ask('GET')).toEqual(none);
    await deploy([], {}, { d: true });
    expect(await ask('GET')).toMatchObject({ files: 1, keys: 1, inUse: 1 });
    expect(await ask('DELETE')).toEqual({ ...none, inUse: 1 });
    expect(['old', 'used', 'account'].map((id) => existsSync(fileOf(id)))).toEqual([false, true, false]);
    await nodeRed.clear();
    expect(await ask('DELETE')).toEqual(none);
  });

  it('stay with words where they cannot be removed, and are gone where somebody has removed them', async () => {
    await leave();
    await deploy([]);
    rmSync(fileOf('old'));
    mkdirSync(fileOf('old'));
    expect(await ask('DELETE')).toMatchObject({ files: 1, reason: expect.stringContaining('old.jsonl') });
    rmdirSync(fileOf('old'));
    expect(await ask('DELETE')).toMatchObject({ files: 0 });
  });
});
