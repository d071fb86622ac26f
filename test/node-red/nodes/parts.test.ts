import { accountNode, sendNode, sink, tab, watchers } from '../../hosts/node-red/flows';
import { pass } from '../../hosts/node-red/passing';
import { StubService, type StubAnswer } from '../../hosts/node-red/stubService';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

let nodeRed: Runtime;
let service: StubService;

beforeAll(async () => {
  nodeRed = await Runtime.start();
  service = await StubService.start();
});
useFakeClock();
afterAll(async () => {
  await nodeRed?.stop();
  await service?.close();
});
afterEach(async () => {
  await nodeRed.clear();
  service.reset();
});

/** A text of three parts on WhatsApp, named by their letters. */
const inParts = (...letters: string[]) => letters.map((letter) => letter.repeat(4000)).join('\n');
const sent = () => service.texts.map((text) => String(text).slice(0, 1)).join('');
const deploy = (settings: object = {}, account: object = {}) =>
  nodeRed.deploy([
    ...[tab, accountNode(service.url, { senderWhatsapp: '+41795550100', ...account })],
    sendNode({ channel: 'Whatsapp', ifTooLong: 'split', ...settings }),
    ...[sink('out'), sink('failed'), ...watchers('send')],
  ]);
const patient = { keepTrying: 10, keepTryingUnit: 'minutes' };
const onRequest =
  (number: number, answer: StubAnswer) =>
  (at: number): StubAnswer =>
    at === number ? answer : {};

describe('a text that is too long for WhatsApp', () => {
  it('goes out as several messages, with one outcome', async () => {
    await deploy();
    const { arrivesAt } = await pass(nodeRed, 'send', { payload: inParts('a', 'b', 'c') });
    expect(await arrivesAt('out')).toMatchObject({
      payload: {
        ...{ outcome: 'accepted', messageId: 'id-0', messageIds: ['id-0', 'id-1', 'id-2'] },
        parts: [{ messageId: 'id-0' }, { messageId: 'id-1' }, { messageId: 'id-2' }],
      },
    });
    expect(sent()).toBe('abc');
  });

  it.each([{}, patient])('is not mixed with the next one to the same person: %j', async (settings) => {
    await deploy(settings);
    nodeRed.inject('send', { payload: inParts('a', 'b', 'c') }, { payload: inParts('d', 'e') });
    nodeRed.inject('send', { payload: 'f' });
    await nodeRed.until(() => nodeRed.at('out').length === 3, 'all messages');
    expect(sent()).toBe('abcdef');
  });

  it.each([
    ['refused', { status: 400, body: { message: 'No' } }, 'rejected'],
    ['lost', { status: 500 }, 'unknown'],
  ])('ends with the first part that is %s, whose error names it', async (_, answer, outcome) => {
    for (const settings of [{}, patient]) {
      service.reset();
      await deploy(settings);
      service.answer = onRequest(1, answer);
      const second = await pass(nodeRed, 'send', { payload: inParts('a', 'b', 'c') });
      expect(second.error).toMatchObject({
        outcome: 'unknown',
        message: expect.stringMatching(/^Part 2 of 3 did not get through: .*may have been sent/),
        attempts: [{ outcome: 'accepted', messageId: 'id-0' }, { outcome }],
      });
      expect(sent()).toBe('ab');
      service.reset();
      service.answer = onRequest(0, answer);
      const first = await pass(nodeRed, 'send', { payload: inParts('a', 'b', 'c') });
      expect(first.error).toMatchObject({ outcome, message: expect.stringMatching(/^Part 1 of 3 /) });
      expect(sent()).toBe('a');
    }
  });

  it('goes on with the part that the service asked to wait for', async () => {
    await deploy(patient);
    service.answer = onRequest(1, { status: 503, headers: { 'retry-after': '5' } });
    const { error } = await pass(nodeRed, 'send', { payload: inParts('a', 'b', 'c') });
    expect(error).toBeUndefined();
    expect(sent()).toBe('abbc');
  });

  it('is only checked, refused without the setting, and cannot have fallback channels', async () => {
    const payload = inParts('a', 'b');
    await deploy({ validateOnly: true });
    const checked = await pass(nodeRed, 'send', { payload });
    expect(await checked.arrivesAt('out')).toMatchObject({ payload: { outcome: 'valid', parts: [{}, {}] } });
    const fallbackChannels = [{ type: 'Sms', content: { type: 'Text' } }];
    for (const [settings, rule] of [
      [{ ifTooLong: 'cut' }, 'at most 4096 characters'],
      [
        { fallbackChannels },
        'If a text is too long: fallback channels and splitting a text cannot be combined',
      ],
    ] as const) {
      await deploy(settings);
      expect((await pass(nodeRed, 'send', { payload })).error?.message).toMatch(rule);
    }
    expect(sent()).toBe('');
  });
});
