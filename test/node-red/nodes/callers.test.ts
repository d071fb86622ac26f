import { accountNode, sink } from '../../hosts/node-red/flows';
import {
  call,
  inboundNode,
  INBOUND_PATH,
  post,
  sms,
  status,
  triggerFlow,
} from '../../hosts/node-red/webhooks';
import { address, deploy, nodeRed, startForInbound, texts } from './inboundTrigger';

startForInbound();

describe('a caller', () => {
  const withRefused = { refusedOutput: true };

  it('that is not on the list is refused, told why, counted and put out on its own output', async () => {
    await deploy(withRefused, { allowedCallers: '10.0.0.0/8' });
    const answer = await post(address(), sms());
    expect(answer.status).toBe(403);
    expect(answer.text).toMatch(/127\.0\.0\.1 is not on the list.*add 127\.0\.0\.1 to 'Allowed callers'/);
    expect((await nodeRed.messageAt('refused')).payload).toMatchObject({
      address: '127.0.0.1',
      reason: expect.stringContaining('not on the list'),
    });
    expect(await nodeRed.statusLike('inbound', /^refused 1: 127\.0\.0\.1$/)).toMatchObject({
      fill: 'yellow',
    });
    await post(address(), sms());
    await nodeRed.statusLike('inbound', /^refused 2/);
    expect(nodeRed.at('out')).toHaveLength(0);
  });

  it('and whatever else needs a person stays in the status, before the count of messages', async () => {
    await deploy();
    await nodeRed.statusLike('inbound', /^listening$/);
    await call(address(), { from: '127.0.0.2' });
    await nodeRed.statusLike('inbound', /^refused 1: 127\.0\.0\.2$/);
    await post(address(), sms());
    await nodeRed.statusLike('inbound', /^refused 1: 127\.0\.0\.2 · received 1$/);
    await post(address(), status());
    await nodeRed.statusLike('inbound', /^received a status notification · refused 1: 127\.0\.0\.2/);
    await call(address(), { from: '127.0.0.2' });
    await nodeRed.statusLike('inbound', /^refused 2: 127\.0\.0\.2 · received a status notification/);
    await deploy();
    await post(address(), status());
    await post(address(), sms());
    await nodeRed.statusLike('inbound', /^received a status notification · received 1$/);
  });

  it('is judged before its body is read', async () => {
    await deploy({}, { allowedCallers: '' });
    const headers = { 'content-type': 'application/json', 'content-length': '1000000000' };
    const answer = await call(address(), { headers, body: '{', unfinished: true });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['is not set', 'NOT_SET_ANYWHERE', '${NOT_SET_ANYWHERE}'],
    ['is not set, as Node-RED wrote it before', 'NOT_SET_ANYWHERE', '$(NOT_SET_ANYWHERE)'],
    ['for a filter is empty', 'EMPTY', '${EMPTY}'],
  ])('is refused, whoever it is, where a variable of the node %s', async (_, name, keywords) => {
    process.env['EMPTY'] = '';
    await deploy({ keywords }, { allowAnyCaller: true });
    expect(await post(address(), sms())).toMatchObject({ status: 403 });
    expect(await nodeRed.statusLike('inbound', /^wrong setting · refused 1: /)).toMatchObject({
      fill: 'red',
    });
    expect(nodeRed.logText).toContain(`${name} (Keywords) of the node: not set in the environment.`);
  });

  it('gets no 200 where no event can match a filter, though another node has the event', async () => {
    const working = { ...inboundNode({ wires: [['taken']] }), id: 'working' };
    await deploy({ channels: ['Fax'] }, { allowAnyCaller: true }, working, sink('taken'));
    const text = expect.stringContaining('not set up');
    expect(await post(address(), sms())).toMatchObject({ status: 503, text });
    await nodeRed.messageAt('taken');
    await nodeRed.statusLike('inbound', /^wrong filter/);
    expect(nodeRed.logText).toMatch(/Channels: must be one of .*, got "Fax"\. No event can match/);
  });

  it('is allowed whoever it is when the account says so, which its status never hides', async () => {
    const anyCaller = { allowAnyCaller: true, allowedCallers: '' };
    await deploy({}, anyCaller);
    expect(await nodeRed.statusLike('inbound', /open to any caller/)).toMatchObject({ fill: 'yellow' });
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
    await nodeRed.messageAt('out');
    expect(await nodeRed.statusLike('inbound', /^open to any caller · received 1$/)).toMatchObject({
      fill: 'yellow',
    });
    await nodeRed.deploy(triggerFlow(inboundNode({ name: 'again' }), anyCaller), 'nodes');
    expect(nodeRed.statusOf('inbound')).toMatchObject({ fill: 'yellow', text: 'open to any caller' });
  });

  it.each<[object, object, RegExp, RegExp]>([
    [{}, { allowedCallers: '127.0.0.1, 300.1.1.1' }, /wrong allowed callers/, /300\.1\.1\.1" cannot be an/],
    [{}, { trustedProxies: 'two' }, /wrong setting/, /Trusted proxies: must be a number, got "two"\. Until/],
    [{ account: '' }, {}, /no account/, /This trigger is not set up/],
  ])(
    'is refused, whoever it is, with the setting %j and the account %j',
    async (own, account, shown, said) => {
      await deploy(own, account);
      expect(await nodeRed.statusLike('inbound', shown)).toMatchObject({ fill: 'red' });
      expect(await post(address(), sms())).toMatchObject({ status: 403 });
      expect(nodeRed.logText).toMatch(said);
      expect(nodeRed.at('out')).toHaveLength(0);
    },
  );

  it('is judged by the account that has the path; the nodes of another with the same path name both', async () => {
    const other = { ...accountNode('http://127.0.0.1:2'), id: 'other', name: 'Second' };
    const second = { ...inboundNode({ account: 'other' }), id: 'second' };
    await deploy({}, { name: 'First' }, other, second);
    expect(await nodeRed.statusLike('second', /^path already taken$/)).toMatchObject({ fill: 'red' });
    expect(nodeRed.logText).toContain(
      `The path ${INBOUND_PATH} of the account “Second” already belongs to “First”`,
    );
    expect(await post(address(), sms())).toMatchObject({ status: 200 });
    expect(texts()).toEqual(['Hello']);
    await deploy({}, { name: 'First' }, { ...other, inboundPath: '/second' }, second);
    await nodeRed.statusLike('second', /^listening$/);
    expect(await post(`${nodeRed.url}/second`, sms())).toMatchObject({ status: 200 });
  });

  it.each(['no-slash', '/with space', '/star*', '/:parameter', '/(group)'])(
    'cannot have the path %s',
    async (inboundPath) => {
      await deploy({}, { inboundPath });
      expect(await nodeRed.statusLike('inbound', /wrong path/)).toMatchObject({ fill: 'red' });
      expect(nodeRed.logText).toContain(`The path “${inboundPath}” cannot be used`);
    },
  );

  it('behind a proxy that is not trusted gets one warning, which says which setting to add', async () => {
    await deploy();
    for (let count = 0; count < 3; count += 1) {
      await post(address(), sms(), { 'x-forwarded-for': '193.93.208.200' });
    }
    const warnings = nodeRed.logs.filter(({ text }) => text.includes('trust proxy'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.text).toMatch(/httpServerOptions: \{ "trust proxy": 1 \}/);
  });

  describe('with a shared secret in the account', () => {
    const account = { credentials: { username: 'demo', password: 'demo', webhookSecret: 'open-sesame' } };

    it.each([
      ['in the query', '?secret=open-sesame', {}, 200],
      ['in the header', '', { 'x-webhook-secret': 'open-sesame' }, 200],
      ['wrong', '?secret=open-sesam', {}, 403],
    ])('%s', async (_name, query, headers, status) => {
      await deploy(withRefused, account);
      const answer = await post(`${address()}${query}`, sms(), headers);
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('sesam');
      await nodeRed.messageAt(status === 200 ? 'out' : 'refused');
      const seen = [nodeRed.at('out'), nodeRed.at('refused'), nodeRed.logs, nodeRed.statuses];
      expect(JSON.stringify(seen)).not.toContain('sesam');
    });

    it.each<[string, string, object, boolean, string?, string?]>([
      ['is not part of an imported flow', 'imported', {}, true],
      ['is empty', 'account', { webhookSecret: '' }, true],
      // Even if it is not said that there is one.
      ['is a variable that is not set', 'account', { webhookSecret: '${NO_SUCH_SECRET}' }, false],
      ['is an empty variable', 'account', { webhookSecret: '${EMPTY}' }, false],
      [
        'is an empty variable, in a subflow',
        'account',
        { webhookSecret: '${EMPTY}' },
        false,
        'sub',
        'use-inbound',
      ],
    ])(
      'that %s: refuses all, also where any caller is allowed, and says why',
      async (_, id, secret, requireSecret, z = 'tab', node = 'inbound') => {
        process.env['EMPTY'] = '';
        const credentials = { username: 'demo', password: 'demo', ...secret };
        const own = { id, z, allowAnyCaller: true, requireSecret, credentials };
        const use = { id: 'use', type: 'subflow:sub', z: 'tab', x: 0, y: 0 };
        await deploy({ account: id, z }, own, { id: 'sub', type: 'subflow', in: [], out: [] }, use);
        expect(await nodeRed.statusLike(node, /^webhook secret is missing$/)).toMatchObject({
          fill: 'red',
        });
        expect(nodeRed.logText).toContain('its value is missing:');
        for (const query of ['', '?secret=', `?secret=${encodeURIComponent('${NO_SUCH_SECRET}')}`]) {
          const answer = await post(`${address()}${query}`, sms());
          expect(answer.status).toBe(403);
          expect(answer.text).toContain('the account has a webhook secret, but its value is missing');
        }
        expect(nodeRed.at('out')).toHaveLength(0);
      },
    );

    it('names the caller, not the proxy, when it is missing behind a trusted proxy', async () => {
      await deploy(withRefused, { ...account, trustedProxies: 1 });
      await post(address(), sms(), { 'x-forwarded-for': '193.93.208.200' });
      const refused = await nodeRed.messageAt('refused');
      expect(refused.payload).toMatchObject({
        address: '193.93.208.200',
        reason: expect.stringContaining('secret'),
      });
    });
  });
});

it('environment variables work in what the account says of callers', async () => {
  Object.assign(process.env, { MSG_CALLERS: '10.0.0.1', MSG_PROXIES: '1', MSG_SECRET: 'open-sesame' });
  const credentials = { username: 'demo', password: 'demo', webhookSecret: '${MSG_SECRET}' };
  await deploy({}, { allowedCallers: '${MSG_CALLERS}', trustedProxies: '${MSG_PROXIES}', credentials });
  const behind = { 'x-forwarded-for': '10.0.0.1' };
  expect(await post(address(), sms(), behind)).toMatchObject({ status: 403 });
  const known = { ...behind, 'x-webhook-secret': 'open-sesame' };
  expect(await post(address(), sms(), known)).toMatchObject({ status: 200 });
});
