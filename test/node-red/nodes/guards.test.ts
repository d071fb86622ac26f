import { closedNow, openNow } from '../../hosts/windows';
import { askNode } from '../../hosts/node-red/asking';
import {
  accountNode,
  batchNode,
  form,
  typed,
  sendNode,
  sink,
  tab,
  text,
  watchers,
  windowSetting,
} from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { circular, pass } from '../../hosts/node-red/passing';
import { nodeRed, sandbox, startForSending } from './sending';

/** What keeps messages from going out, in all nodes that send. The rules are tested in `core/steps`. */

const [ANNA, BEAT, CLEO] = ['+41791234567', '+41781234567', '+41761234567'];

startForSending();
beforeEach(() => {
  sandbox.reset();
  nodeRed.forget();
});

const toNamed = { ...form({ message: {} }) };
let accounts = 0;
/** An account of its own for each test, as each counts by itself. */
const withAccount =
  (settings: object, account = `account-${(accounts += 1)}`) =>
  (...nodes: FlowNode[]) =>
    nodeRed.deploy([
      tab,
      { ...accountNode(sandbox.url, settings), id: account },
      ...nodes.map((node) => ('account' in node ? { ...node, account } : node)),
      ...['out', 'failed', 'answer', 'silence', 'cancelled'].map(sink),
      ...watchers(...nodes.map(({ id }) => id)),
    ]);
const sentTo = () => sandbox.messages().map(({ to }) => to);

async function output(node: string, msg: Message = {}, at = 'out'): Promise<Message> {
  const passed = await pass(nodeRed, node, { payload: 'Hello', ...msg });
  expect(passed.error).toBeUndefined();
  return passed.arrivesAt(at);
}
const payload = async (node: string, msg?: Message) => (await output(node, msg)).payload;
const failure = async (node: string, msg: Message = {}) =>
  (await pass(nodeRed, node, { payload: 'Hello', ...msg })).error;
const refused = (code: string, message = '') =>
  expect.objectContaining({ code, outcome: 'not_sent', message: expect.stringContaining(message) });

/** What `batch` says about an array of messages. */
async function results(messages: object[], more: object = {}): Promise<unknown[]> {
  const { _msgid } = await pass(nodeRed, 'batch', { payload: messages, ...more });
  const came = await nodeRed.until(() => {
    const all = nodeRed.at('out').filter((each) => each._msgid === _msgid);
    return all.length === messages.length && all;
  }, 'the results');
  return came.map((each) => each.payload);
}

describe('Do Not Send To', () => {
  const deploy = withAccount({ defaultCountry: '+41' });
  const fromMessage = { doNotSendTo: typed('msg', 'list') };
  const optedOut = (...numbers: string[]) => ({
    outcome: 'opted_out',
    recipients: numbers.map((address) => ({
      address,
      accepted: false,
      error: { code: 'opted_out', message: expect.any(String) },
    })),
  });

  it.each([
    ['an array of the message', typed('msg', 'list'), ['079 123 45 67']],
    ['an array in the flow file', [ANNA], undefined],
    ['a text in the flow file', `${ANNA}, ${BEAT}`, undefined],
    ['a number in the flow file', 41791234567, undefined],
  ])('sends nothing to a number in %s, and goes on with the others', async (_, doNotSendTo, list) => {
    await deploy(sendNode({ doNotSendTo, ...toNamed }));
    expect(await payload('send', { to: ANNA, list })).toEqual(optedOut(ANNA));
    expect((await nodeRed.statusLike('send', /^skipped: .*on the exclude list/)).fill).toBe('grey');
    expect(await payload('send', { to: CLEO, list })).toMatchObject({ outcome: 'accepted' });
    expect(sentTo()).toEqual([CLEO]);
  });

  it.each<[string, object, object]>([
    ['the list', {}, { doNotSendTo: text('${EMPTY}') }],
    ['the time zone of the window', {}, { sendingWindow: true, timeZone: text('${EMPTY}') }],
    ['the key', {}, { sendOncePer: text('${EMPTY}') }],
    ['the numbers that the account allows', { recipientsAllowed: '${EMPTY}' }, {}],
    ['the most to one person', { mostToOnePerson: '${EMPTY}' }, {}],
    ['the recipient', {}, { to: text('${EMPTY}') }],
  ])('sends nothing if a variable for %s is empty', async (_, account, settings) => {
    process.env['EMPTY'] = '';
    await withAccount(account)(sendNode({ ...toNamed, ...settings }));
    expect(await failure('send', { to: BEAT })).toEqual(refused('invalid_settings', 'EMPTY ('));
  });

  it('needs no variable for what is not shown, or optional', async () => {
    const empty = text('${EMPTY}');
    await deploy(
      sendNode({ ...toNamed, timeZone: text('${NOT_SET_ANYWHERE}'), exceptions: empty, from: empty }),
    );
    expect(await payload('send', { to: CLEO })).toMatchObject({ outcome: 'accepted' });
  });

  it.each([
    ['an empty variable', typed('env', 'EMPTY_LIST'), '${EMPTY_LIST} finds nothing'],
    ['nothing', typed('jsonata', '[][0]'), 'there is no list for this message; use an empty one if nobody'],
  ])('sends nothing if the value of the list is %s', async (_, doNotSendTo, said) => {
    process.env['EMPTY_LIST'] = '';
    await deploy(sendNode({ doNotSendTo, ...toNamed }));
    expect(await failure('send', { to: BEAT })).toEqual(refused('invalid_request', said));
  });

  it('says so too when it only checks', async () => {
    await deploy(sendNode({ ...fromMessage, ...toNamed, validateOnly: true }));
    expect(await payload('send', { to: ANNA, list: [ANNA] })).toEqual(optedOut(ANNA));
    expect(await payload('send', { to: [ANNA, BEAT], list: [ANNA] })).toMatchObject({
      outcome: 'valid',
      request: { toList: [{ type: 'Number', address: BEAT }] },
      skipped: [ANNA],
    });
  });

  it('tries no fallback channel for somebody who opts out while a report is awaited', async () => {
    const further = [{ type: 'Sms', content: { type: 'Text' }, from: text('Sandbox') }];
    const func = 'flow.set("list", msg.payload);';
    const optOut = { id: 'optOut', type: 'function', func, outputs: 1, z: 'tab', x: 0, y: 0, wires: [[]] };
    const fallback = { fallbackChannels: further, after: 1, afterUnit: 'seconds', failureOutput: true };
    const send = { ...toNamed, doNotSendTo: typed('flow', 'list'), channel: 'Whatsapp', ...fallback };
    await deploy(optOut, sendNode(send));
    nodeRed.inject('optOut', { payload: [BEAT] });
    const ended = pass(nodeRed, 'send', { payload: 'Hello', to: ANNA });
    await nodeRed.until(() => sandbox.messages()[0]);
    nodeRed.inject('optOut', { payload: [ANNA, BEAT] });
    expect((await (await ended).arrivesAt('failed')).error).toMatchObject({
      outcome: 'unknown',
      attempts: [
        { channel: 'Whatsapp', outcome: 'accepted' },
        { channel: 'Sms', outcome: 'opted_out' },
      ],
    });
    expect(sandbox.messages().map(({ channel }) => channel)).toEqual(['Whatsapp']);
  });

  it('holds for batch', async () => {
    await deploy(batchNode({ ...fromMessage, ...toNamed, seconds: 0.1 }));
    const messages = [ANNA, BEAT, [ANNA, CLEO]].map((to) => ({ to, payload: 'Hello' }));
    expect(await results(messages, { list: [ANNA] })).toMatchObject([
      optedOut(ANNA),
      { outcome: 'accepted' },
      { outcome: 'accepted', recipients: [{ error: { code: 'opted_out' } }, { accepted: true }] },
    ]);
    expect(sentTo()).toEqual([BEAT, CLEO]);
  });

  it.each(['full', 'nodes'] as const)(
    'is read with the default country when a deploy (%s) ends the collecting of batch',
    async (type) => {
      const flow = (name: string) => [
        tab,
        accountNode(sandbox.url, { defaultCountry: '+41', name }),
        batchNode({ ...fromMessage, ...toNamed, seconds: 3000, name }),
        ...['out', 'failed'].map(sink),
      ];
      await nodeRed.deploy(flow('before'));
      const list = ['791234567', '078 123 45 67'];
      nodeRed.inject('batch', ...[ANNA, BEAT, CLEO].map((to) => ({ payload: 'Hello', to, list })));
      await nodeRed.statusLike('batch', /3/);
      await nodeRed.deploy(flow('after'), type);
      await nodeRed.until(() => nodeRed.at('out').length >= 3, 'the three results');
      expect(sentTo()).toEqual([CLEO]);
    },
  );

  it('keeps ask from asking, which says so at its output for failures', async () => {
    await deploy(askNode(fromMessage));
    expect((await output('ask', { to: ANNA, list: ['079 123 45 67'] }, 'failed')).error).toMatchObject({
      outcome: 'not_sent',
      code: 'opted_out',
    });
    expect((await nodeRed.statusLike('ask', /^not sent: .*on the exclude list/)).fill).toBe('red');
    nodeRed.inject('ask', { payload: 'Are you there?', to: BEAT, list: [ANNA] });
    await nodeRed.until(() => sandbox.messages()[0]);
    expect(sentTo()).toEqual([BEAT]);
  });
});

describe('an account that allows only certain recipients', () => {
  it('refuses all others, in every node that sends', async () => {
    await withAccount({ recipientsAllowed: `${ANNA}\n+4178*` })(
      sendNode(toNamed),
      batchNode({ ...toNamed, seconds: 0.1, failureOutput: true }),
      askNode(),
    );
    const notAmong = refused('invalid_request', 'is not among the recipients that the account allows');
    expect(await failure('send', { to: CLEO })).toEqual(notAmong);
    expect((await output('batch', { to: CLEO }, 'failed'))['error']).toEqual(notAmong);
    expect((await output('ask', { to: CLEO }, 'failed'))['error']).toEqual(notAmong);
    expect(sentTo()).toEqual([]);
    await output('send', { to: ANNA });
    await output('send', { to: [BEAT, ANNA] });
    expect(sentTo()).toEqual([ANNA, BEAT, ANNA]);
  });

  it('sends nothing at all if the list cannot be read', async () => {
    await withAccount({ recipientsAllowed: `${ANNA}, everybody` })(sendNode(toNamed));
    expect(await failure('send', { to: ANNA })).toEqual(
      refused('invalid_settings', '"everybody" among the allowed recipients'),
    );
    // As people write it into a flow file.
    await withAccount({ recipientsAllowed: [BEAT] })(sendNode(toNamed));
    expect(await failure('send', { to: ANNA })).toEqual(refused('invalid_request'));
    expect(sentTo()).toEqual([]);
  });
});

describe('the sending window', () => {
  const deploy = withAccount({});
  const refusing = { outside: 'refuse' };
  const sentAt = () => sandbox.messages().map(({ sendAt }) => sendAt && new Date(sendAt).toISOString());

  it('sends at once inside, and outside plans or sends nothing', async () => {
    const { window, opens } = closedNow();
    await deploy(sendNode(windowSetting(openNow())));
    expect(await payload('send')).not.toHaveProperty('sendDate');
    await deploy(sendNode(windowSetting(window)));
    expect(await payload('send')).toMatchObject({ outcome: 'accepted', sendDate: opens });
    expect((await nodeRed.statusLike('send', /scheduled/)).fill).toBe('green');
    await deploy(sendNode(windowSetting(window, refusing)));
    expect(await payload('send')).toEqual({ outcome: 'outside_window', opensAt: opens });
    expect((await nodeRed.statusLike('send', /window is closed/)).fill).toBe('grey');
    expect(sentAt()).toEqual([undefined, opens]);
  });

  it('takes time zone and exceptions from the message', async () => {
    const fields = { timeZone: typed('msg', 'zone'), exceptions: typed('msg', 'holidays') };
    await deploy(sendNode(windowSetting(openNow(), { ...fields, from: '00:00', until: '24:00' })));
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.parse(today) + 24 * 3_600_000).toISOString();
    expect(await payload('send', { zone: 'UTC', holidays: [today] })).toMatchObject({ sendDate: tomorrow });
    await payload('send', { zone: 'UTC', holidays: [] });
    expect(sentAt()).toEqual([tomorrow, undefined]);
  });

  it.each<[string, object, Message, string]>([
    [
      'an exception that JSON cannot hold',
      { exceptions: typed('msg', 'holidays') },
      { holidays: [20261225n] },
      'Exceptions: must be dates such as 2026-12-25, got 20261225',
    ],
    [
      'a time zone that contains itself',
      { timeZone: typed('msg', 'zone') },
      { zone: circular },
      'Time zone: must be a time zone such as Europe/Zurich, got an object',
    ],
  ])('sends nothing with %s', async (_, changes, msg, reason) => {
    await deploy(sendNode(windowSetting(openNow(), changes)));
    expect(await failure('send', msg)).toEqual(refused('invalid_request', reason));
    expect(sandbox.calls()).toEqual([]);
  });

  it('takes exceptions that people write into a flow file as an array', async () => {
    const exceptions = [-1, 0, 1].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );
    await deploy(sendNode(windowSetting({ ...openNow(), outside: 'refuse' }, { exceptions })));
    expect(await payload('send')).toMatchObject({ outcome: 'outside_window' });
  });

  it('waits for the delivery of a scheduled message from when it goes out', async () => {
    const { window, opens } = closedNow();
    const fallbackChannels = [{ type: 'Sms', content: { type: 'Text' }, from: text('Sandbox') }];
    const fallback = { channel: 'Whatsapp', fallbackChannels, countsAs: 'delivered', after: 0.1 };
    await deploy(sendNode({ ...fallback, afterUnit: 'seconds', ...windowSetting(window) }));
    nodeRed.inject('send', { payload: 'Hello' });
    await nodeRed.until(() => sandbox.messages()[0]);
    // Longer than the time for a channel that is not planned.
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sandbox.messages().map(({ channel }) => channel)).toEqual(['Whatsapp']);
    expect(sentAt()).toEqual([opens]);
  });

  it('plans messages of batch one by one', async () => {
    const { window, opens, later } = closedNow();
    await deploy(batchNode({ ...windowSetting(window), seconds: 0.1, ...form({ message: {} }) }));
    const messages = [{ to: ANNA }, { to: ANNA, sendDate: later }];
    expect(await results(messages.map((each) => ({ ...each, payload: 'Hello' })))).toMatchObject([
      { sendDate: opens },
      { outcome: 'accepted' },
    ]);
    expect(sentAt()).toEqual([opens, later]);
  });

  it('plans a question, whose time limit begins when it goes out, or keeps ask from asking', async () => {
    const { window, opens } = closedNow();
    await deploy(askNode({ ...windowSetting(window), limit: 1, limitUnit: 'seconds' }));
    nodeRed.inject('ask', { payload: 'Are you there?', to: ANNA });
    await nodeRed.until(() => sandbox.messages()[0]);
    expect(sentAt()).toEqual([opens]);
    // Longer than its limit.
    await jest.advanceTimersByTimeAsync(60_000);
    expect(nodeRed.at('silence')).toEqual([]);
    nodeRed.inject('ask', { cancel: ANNA });
    expect(await nodeRed.messageAt('cancelled')).toMatchObject({
      question: { outcome: 'cancelled', askedAt: opens },
    });
    await deploy(askNode(windowSetting(window, refusing)));
    expect((await output('ask', { to: ANNA }, 'failed')).error).toMatchObject({
      outcome: 'not_sent',
      code: 'outside_window',
    });
    expect((await nodeRed.statusLike('ask', /window is closed/)).fill).toBe('red');
  });
});

describe('the rate limit of an account', () => {
  const guardedBy = (mostToOnePerson: number | string, mostToOnePersonMinutes = 10) =>
    withAccount({ mostToOnePerson, mostToOnePersonMinutes });
  const overLimit = (...numbers: string[]) => ({
    outcome: 'over_limit',
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    recipients: numbers.map((address) => ({
      address,
      accepted: false,
      error: { code: 'over_limit', message: expect.stringContaining('limit for one person') },
    })),
  });

  it('counts for all nodes together, and other people get everything', async () => {
    const deploy = guardedBy(3);
    const batch = batchNode({ ...toNamed, seconds: 0.1 });
    await deploy(sendNode(toNamed), batch, askNode({ ...form({ message: {} }) }));
    expect(await payload('send', { to: ANNA })).toMatchObject({ outcome: 'accepted' });
    expect(await payload('batch', { to: '0041 79 123 45 67' })).toMatchObject({ outcome: 'accepted' });
    nodeRed.inject('ask', { payload: 'Are you there?', to: ANNA });
    await nodeRed.until(() => sandbox.messages()[2]);
    // It counts once the service has answered.
    await nodeRed.statusLike('ask', /waiting/);
    expect(await payload('send', { to: ANNA })).toEqual(overLimit(ANNA));
    const status = await nodeRed.statusLike('send', /^skipped: The limit for one person … \d{4}-\S+Z$/);
    expect(status.fill).toBe('yellow');
    expect(await payload('batch', { to: ANNA })).toEqual(overLimit(ANNA));
    const { error } = await output('ask', { to: ANNA }, 'failed');
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'over_limit' });
    expect(await payload('send', { to: [ANNA, BEAT] })).toMatchObject({
      outcome: 'accepted',
      recipients: [{ error: { code: 'over_limit' } }, { address: BEAT, accepted: true }],
    });
    expect((await nodeRed.statusLike('send', /not to everybody/)).fill).toBe('yellow');
    expect(sentTo()).toEqual([ANNA, ANNA, ANNA, BEAT]);
    // A deploy forgets nothing.
    await deploy(sendNode({ ...toNamed, name: 'Changed' }));
    expect(await payload('send', { to: ANNA })).toEqual(overLimit(ANNA));
  });

  it('counts each channel, and tries no other for what is over the limit', async () => {
    const further = [{ type: 'Sms', content: { type: 'Text' }, from: text('Test') }];
    const fallback = { fallbackChannels: further, countsAs: 'delivered', after: 60 };
    await guardedBy(2)(sendNode({ ...toNamed, channel: 'Whatsapp', ...fallback }));
    sandbox.change({ automaticDelivery: 0 });
    // Fails on WhatsApp after it was accepted.
    const person = '+41790000007';
    expect(await payload('send', { to: person })).toMatchObject({
      channel: 'Sms',
      attempts: [{ outcome: 'failed' }, { outcome: 'delivered' }],
    });
    expect(await payload('send', { to: person })).toEqual(overLimit(person));
    expect(sandbox.messages()).toHaveLength(2);
    sandbox.change({ automaticDelivery: 'manual' });
  });

  it('lets nothing out if it cannot be read', async () => {
    await guardedBy('five')(sendNode(toNamed));
    const wrong = refused('invalid_settings', 'must be a number, got "five"');
    expect(await failure('send', { to: ANNA })).toEqual(wrong);
    expect(sentTo()).toEqual([]);
  });
});

describe('Limit per run of batch', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ to: `+4179${1_000_000 + index}`, payload: 'Hello' }));
  const limited = (settings: object) => withAccount({})(batchNode({ ...toNamed, seconds: 0.1, ...settings }));

  it('sends nothing of an array above the limit, and all of one within it', async () => {
    await limited({ mostPerRun: text('99') });
    expect(await failure('batch', { payload: people(100) })).toEqual(
      refused('run_over_limit', 'Limit per run: 100 messages in all, but the limit is 99'),
    );
    expect(sandbox.calls()).toEqual([]);
    expect(await failure('batch', { payload: people(99) })).toBeUndefined();
    expect(sentTo()).toHaveLength(99);
  });

  it('sends nothing that costs more than the account has, and asks once', async () => {
    await limited({ countPages: true, pointsPerPage: 2.5, withinBalance: true });
    sandbox.change({ points: 249 });
    expect(await failure('batch', { payload: people(100) })).toEqual(
      refused('run_over_limit', 'Within the balance: 250 points in all, but the balance is 249'),
    );
    expect(sentTo()).toEqual([]);
    sandbox.change({ points: 250 });
    expect(await failure('batch', { payload: people(100) })).toBeUndefined();
    expect(sentTo()).toHaveLength(100);
    expect(sandbox.calls().filter(({ url }) => url.endsWith('balance'))).toHaveLength(2);
    await limited({ countPages: true, pointsPerPage: '2,5', withinBalance: true });
    const wrong = refused('invalid_settings', 'Points per page: must be a number, got "2,5"');
    expect(await failure('batch', { payload: people(1) })).toEqual(wrong);
  });
});
