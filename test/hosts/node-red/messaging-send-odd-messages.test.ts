import { pass } from './passing';
import { flowWith, nodeRed, startForSending } from './sending';

startForSending();

describe('whatever a message holds', () => {
  const circular: Record<string, unknown> = { content: { type: 'Text' } };
  circular['self'] = circular;
  const payloads: Array<[string, unknown]> = [
    ['null', null],
    ['nothing', undefined],
    ['true', true],
    ['not a number', Number.NaN],
    ['a huge integer', 10n ** 40n],
    ['an empty text', ''],
    ['half a surrogate pair', '\ud83d'],
    ['a text of 5 MB', 'x'.repeat(5_000_000)],
    ['a Buffer', Buffer.from('text')],
    ['a date', new Date(0)],
    ['a list', [1, [2, [3]]]],
    ['a Map', new Map([['a', 1]])],
    ['an object that contains itself', circular],
    [
      '__proto__ as a field',
      JSON.parse('{"__proto__":{"polluted":true},"content":{"type":"Text","__proto__":{"text":"x"}}}'),
    ],
    [
      'constructor as a field',
      { channel: 'constructor', content: { type: '__proto__' }, to: { toString: 'x' } },
    ],
    ['recipients that are none', { content: { type: 'Text', text: 'x' }, toList: [null, 1, {}, []] }],
    ['an inbound event with nothing in it', { event: 'inbound' }],
    ['an error', new Error('upstream')],
  ];

  beforeAll(() => nodeRed.deploy(flowWith({})));

  it.each(payloads)('done is called once for %s', async (_name, payload) => {
    const before = nodeRed.completions.length;
    const { _msgid } = await pass(nodeRed, 'send', { payload });
    await pass(nodeRed, 'send', { payload: 'next' });
    expect(nodeRed.completions.slice(before).filter(({ msgid }) => msgid === _msgid)).toHaveLength(1);
  });

  it.each([
    [
      'overrides of odd kinds',
      { to: {}, from: [], channel: 7, toList: 'x', notification: 'y', sendDate: new Date(0), customerid: [] },
    ],
    ['an inbound that is none', { inbound: 'x', to: null }],
    ['a property named done', { done: 1, send: 2, req: 3, res: 4 }],
  ])('%s', async (_name, msg) => {
    await expect(pass(nodeRed, 'send', { payload: 'Hello', ...msg })).resolves.toBeDefined();
    expect((await pass(nodeRed, 'send', { payload: 'Still here' })).error).toBeUndefined();
  });

  const message = "const msg = { payload: 'Hello', _msgid: 'odd' };";
  it.each([
    ['is frozen', `${message} return Object.freeze(msg);`],
    [
      'cannot be copied',
      `${message} Object.defineProperty(msg, 'bad', { enumerable: true, get() { throw new Error('bad'); } }); return msg;`,
    ],
    [
      'holds functions',
      `${message} msg.callback = () => 1; msg.payload = { toString() { throw new Error('bad'); } }; return msg;`,
    ],
    [
      'is an object of a class',
      `${message} class Odd { get topic() { throw new Error('bad'); } } return Object.assign(new Odd(), msg);`,
    ],
    ['has no prototype', `${message} return Object.assign(Object.create(null), msg);`],
  ])('a message that %s ends in one done as well', async (_name, code) => {
    // Two wires, so that the message is copied on its way.
    await nodeRed.deploy(flowWith({ wires: [['out', 'failed'], []] }));
    const before = nodeRed.completions.length;
    nodeRed.injectMade('send', code);
    await nodeRed.until(() => nodeRed.completions.length > before, 'the end of the message');
    expect((await pass(nodeRed, 'send', { payload: 'Still here' })).error).toBeUndefined();
    expect(nodeRed.completions.length).toBe(before + 2);
  });

  it('pollutes no prototype', () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

it('nothing was written by the process itself, and no text of the catalog is missing', () => {
  expect(nodeRed.output).toBe('');
  expect(nodeRed.statuses.map(({ status }) => status.text).join()).not.toContain('messaging-');
});
