import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxOptions } from '../../sandbox';
import { optionsFromSeed } from '../../sandbox/seed/optionsFromSeed';
import { readSeed } from '../../sandbox/seed/readSeed';
import { call, field, quietSandbox, send, sms, whatsapp } from './support';

const folder = mkdtempSync(join(tmpdir(), 'seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(text: string, name = 'seed.yaml'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const SHOP = `
account: { user: shop, password: secret, balance: 5 }
senders:
  - number: '+41795550900'
    channels: [Sms, Whatsapp]
    inboundUrl: http://127.0.0.1:9/in
people:
  - { name: Meier Max, number: '+41791110001', channels: [Sms] }
  - { name: Frei Fritz, number: '0041791110002', channels: [Sms], otherChannels: refused }
  - { name: Langsam Lea, number: '+41791110003', delivery: slow, after: 2 minutes }
  - { name: Weg Willi, number: '+41791110004', delivery: fails }
  - { name: Nie Nina, number: '+41791110005', delivery: never }
groups:
  All: [Meier Max, Frei Fritz]
templates:
  - { name: hello, body: 'Hello {{1}}', buttons: [{ type: QuickReply, text: Hi }] }
conversations:
  - with: Meier Max
    messages:
      - account: Your parcel is here.
      - person: Thank you
  - with: '+41791119999'
    channel: Whatsapp
    messages:
      - person: Hello?
`;

async function seeded(options: SandboxOptions = {}) {
  return await quietSandbox({
    ...optionsFromSeed(readSeed(write(SHOP))),
    automaticDelivery: 1000,
    ...options,
  });
}

describe('a seed gives', () => {
  it('the account, its senders and its balance', async () => {
    const sandbox = await seeded();
    const credentials = 'shop:secret';
    expect((await call(sandbox, '/api/system/balance', { credentials })).body).toEqual({ balance: 5 });
    expect((await call(sandbox, '/api/system/balance')).status).toBe(401);
    expect(sandbox.settings()).toMatchObject({
      numbers: [
        { number: '+41795550900', channel: 'Sms' },
        { number: '+41795550900', channel: 'Whatsapp' },
      ],
      inboundUrls: { '+41795550900': 'http://127.0.0.1:9/in' },
    });
    await sandbox.close();
  });

  it('people whose phones lack a channel, are slow or fail', async () => {
    const sandbox = await seeded({ users: { demo: 'demo' }, points: 100, acceptUnknown: true });
    const text = { type: 'Text', text: 'Hello' };
    const to = async (number: string, body: (changes: object) => unknown) =>
      await send(sandbox, body({ to: number }));
    const ids = {
      sms: await to('+41791110001', sms),
      lacking: await to('+41791110001', (changes) => whatsapp(text, changes)),
      slow: await to('+41791110003', sms),
      failing: await to('+41791110004', sms),
      never: await to('+41791110005', sms),
    };
    const refused = await call(sandbox, '/api/v2/message', { body: whatsapp(text, { to: '+41791110002' }) });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('does not have Whatsapp') });
    const states = () =>
      Object.values(ids).map((id) => sandbox.messages().find(({ messageId }) => messageId === id)?.state);
    sandbox.advanceClock(2000);
    expect(states()).toEqual(['Delivered', 'Failed', 'Delayed', 'Failed', 'Sent']);
    sandbox.advanceClock(120_000);
    expect(states()).toEqual(['Delivered', 'Failed', 'Delivered', 'Failed', 'Sent']);
    const group = { toList: [{ type: 'Group', address: 'All' }], to: undefined };
    await send(sandbox, sms(group));
    expect(sandbox.messages().map((message) => message.to)).toEqual(
      expect.arrayContaining(['+41791110001', '+41791110002']),
    );
    await sandbox.close();
  });

  it('templates and conversations, also again after a reset', async () => {
    const sandbox = await seeded();
    const check = async () => {
      const { body } = await call(sandbox, '/sandbox/overview');
      expect(field(body, 'templates')).toMatchObject([{ name: 'hello' }]);
      expect(field(body, 'people')).toMatchObject({ 'Frei Fritz': '+41791110002' });
      expect(sandbox.messages()).toMatchObject([{ to: '+41791110001', state: 'Delivered' }]);
      expect(sandbox.received()).toMatchObject([
        { from: '+41791110001', to: '+41795550900', channel: 'Sms' },
        { from: '+41791119999', to: '+41795550900', channel: 'Whatsapp' },
      ]);
      expect(sandbox.pushes()).toEqual([]);
    };
    await check();
    sandbox.reset();
    await check();
    await sandbox.close();
  });

  it('its conversations once: later starts with the same data file go on from what is stored', async () => {
    const data = join(folder, 'data.jsonl');
    for (let start = 0; start < 3; start += 1) {
      const sandbox = await seeded({ data });
      expect(sandbox.messages()).toHaveLength(1);
      expect(sandbox.received()).toHaveLength(2);
      await sandbox.close();
    }
  });
});

it.each([
  ['an unknown field', 'account:\n  balence: 5\n', 2, 'account.balence: This field is not known.'],
  ['an unknown section', '# Shop\n\npeoples: []\n', 3, 'peoples: This field is not known.'],
  [
    'a wrong channel',
    "senders:\n  - number: '1'\n    channels:\n      - Sms\n      - Whatsap\n",
    5,
    "senders[0].channels[1]: 'Whatsap' is not one of Sms, Whatsapp, Rcs.",
  ],
  [
    'a missing number',
    'people:\n  - name: Anna\n  - name: Bruno\n    number: 1\n',
    2,
    'people[0].number: This field is required.',
  ],
  [
    'a number without quotes',
    'people:\n  - name: Anna\n    number: +41795550111\n',
    3,
    "people[0].number: Put +41795550111 in quotes: '+41795550111'.",
  ],
  [
    'a national number',
    "people:\n  - name: Anna\n    number: '079 555 01 11'\n",
    3,
    "people[0].number: '079 555 01 11' is not a number in international format",
  ],
  [
    'a duration without a unit',
    "people:\n  - name: Anna\n    number: '+41795550111'\n    after: '30'\n",
    4,
    "people[0].after: '30' is not a duration, such as 30 seconds",
  ],
  [
    'a person twice',
    "people:\n  - { name: Anna, number: '+41795550111' }\n  - { name: Anna, number: '+41795550112' }\n",
    3,
    "people[1].name: 'Anna' is there twice.",
  ],
  [
    'an unknown member',
    'groups:\n  Team:\n    - Muster Anna\n    - Nobody\n',
    4,
    "groups.Team[1]: 'Nobody' is none of the people.",
  ],
  [
    'an unknown partner',
    'conversations:\n  - messages: [{ person: Hi }]\n    with: Nobody\n',
    3,
    "conversations[0].with: 'Nobody' is none of the people, and no number.",
  ],
  [
    'a sender without the channel',
    "conversations:\n  - with: '+41795550111'\n    sender: '+41795550999'\n    messages: [{ person: Hi }]\n",
    3,
    "conversations[0].sender: '+41795550999' is no sender that has the channel Sms.",
  ],
  [
    'a message of nobody',
    "conversations:\n  - with: '+41795550111'\n    messages:\n      - {}\n",
    4,
    'conversations[0].messages[0]:',
  ],
  ['no YAML', 'people:\n  - name: "Anna\n', 3, ''],
  ['a key twice', 'account: {}\npeople: []\naccount: {}\n', 3, 'Map keys must be unique'],
  ['a list', '- people\n', 1, 'the seed: A list is not object.'],
  [
    'JSON with a wrong field',
    '{\n  "account": {\n    "user": 5\n  }\n}\n',
    3,
    "account.user: '5' is not string.",
  ],
])('a seed with %s is refused with the line', (_name, text, line, message) => {
  const file = write(text);
  const reason = () => readSeed(file);
  expect(reason).toThrow(`${file}, line ${line}: `);
  expect(reason).toThrow(message);
});

it('all that is wrong with a seed is said at once, in the order of the lines', () => {
  const file = write('people:\n  - name: Anna\naccount:\n  colour: red\n  balance: much\n');
  expect(() => readSeed(file)).toThrow(
    [
      `${file}, line 2: people[0].number: This field is required.`,
      `${file}, line 4: account.colour: This field is not known.`,
      `${file}, line 5: account.balance: 'much' is not number.`,
    ].join('\n'),
  );
});

it('an empty seed is one that names nothing, and a program may give it as an object', () => {
  expect(readSeed(write('# nothing yet\n'))).toEqual({});
  expect(readSeed({ account: { balance: 5 } })).toEqual({ account: { balance: 5 } });
  expect(() => readSeed({ people: [{ name: 'Anna', number: '1' }] })).toThrow("people[0].number: '1' is not");
});
