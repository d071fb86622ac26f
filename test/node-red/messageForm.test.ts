import { util } from '@node-red/util';

import { checkMessage, type MessagingError } from '../../core/client';
import type { Channel } from '../../core/contract/names';
import { messagesInArray, severalIn } from '../../node-red/messaging-batch/arrayInput';
import { jsonCopy } from '../../node-red/outcome/jsonCopy';
import { requestOf } from '../../node-red/message/preparedMessage';
import { fillingOfRow } from '../../node-red/message/messageRequest';

type Fields = Record<string, unknown>;

const account = {
  senders: { Sms: 'MyCompany', Whatsapp: '+41790000001', Rcs: '' },
  rules: { countryCode: '+41' },
};
const variables: Fields = { pump: 'Pump 3', nothing: null };
const node = { context: () => ({ flow: store('flow'), global: store('global') }) };
const store = (place: string) => ({
  get: (key: string, from: string | undefined, then: (error: null, value: unknown) => void) =>
    then(null, from === undefined ? variables[key] : `${place} ${from} ${key}`),
});
const text = (v: string) => ({ t: 'str', v });
const msg = (v: string) => ({ t: 'msg', v });

interface Form {
  channel?: Channel | '';
  contentType?: string;
  message?: Fields;
  content?: Fields;
  smsOptions?: Fields;
  notification?: Fields;
  requestFrom?: { t: string; v: string };
}

const RED = { util, _: (key: string) => key };

function settingOf(form: Form) {
  const { channel = 'Sms', contentType = 'Text', message = {} } = form;
  const requestFrom = { name: 'requestFrom', ...(form.requestFrom ?? msg('')) };
  const { from, to, toList, sendDate, customerid } = message;
  const fields = { recipients: 'one' as const, from, to, toList, sendDate, customerid };
  const { content, smsOptions, notification } = form;
  const parts = { content, smsOptions, notification };
  return { channel, contentType, ifTooLong: 'cut' as const, requestFrom, ...fields, ...parts };
}

function scopeOf(message: Fields) {
  return Object({ RED, node, msg: { _msgid: '1', ...message } });
}

async function sent(form: Form, message: Fields = {}): Promise<Fields> {
  const { request } = await requestOf(settingOf(form), scopeOf(message), account);
  return request;
}

async function refusal(form: Form, message: Fields = {}): Promise<string> {
  const refused = (error: MessagingError) => error.message;
  return sent(form, message)
    .then(async (request) => {
      await checkMessage(request);
      return JSON.stringify(request);
    })
    .catch(refused);
}

describe('a field that is filled in wins', () => {
  const boss = { to: text('+41791111111') };
  const hello = { text: text('Hello') };

  it.each<[string, Fields]>([
    ['msg.to', { to: '+41792222222' }],
    ['msg.toList', { toList: ['+41792222222', '+41793333333'] }],
    ['msg.to of an e-mail', { to: 'me@example.com', from: 'you@example.com', topic: 'Alarm' }],
    [
      'the inbound message',
      { inbound: { event: 'inbound', channel: 'Sms', from: '+41792222222', to: '5555' } },
    ],
    ['a request in the payload', { payload: { channel: 'Sms', to: '+41792222222', content: 'x' } }],
    ['the channel of Slack', { channel: 'alerts' }],
  ])('over %s', async (_, message) => {
    expect(await sent({ message: boss, content: hello }, message)).toEqual({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41791111111',
      content: { type: 'Text', text: 'Hello' },
    });
  });

  it('over every property of the message', async () => {
    const form: Form = {
      channel: 'Whatsapp',
      message: {
        from: text('+41790000009'),
        toList: [{ type: text('Number'), address: text('+41791111111') }],
        sendDate: text('2030-01-01T08:00:00Z'),
        customerid: text('own'),
      },
      content: hello,
      notification: { addresses: [{ type: text('Url'), address: text('https://example.com/own') }] },
    };
    const own = await sent(form);
    const message = {
      channel: 'Sms',
      from: 'Other',
      to: '+41792222222',
      sendDate: '2031-01-01T08:00:00Z',
      customerid: 'other',
      notification: { addresses: [] },
      payload: 'Other',
    };
    expect(await sent(form, message)).toEqual(own);
  });

  it('and a message fills what is left empty, in any spelling of the channel', async () => {
    const message = { channel: ' SMS', to: '079 222 22 22', customerid: 7, payload: 'Hello', sendDate: '' };
    const smsOptions = { pageLimit: { t: 'num', v: '1' } };
    expect(await sent({ channel: '', smsOptions }, message)).toEqual({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41792222222',
      customerid: '7',
      content: { type: 'Text', text: 'Hello', options: { type: 'SmsContentOptions', pageLimit: 1 } },
    });
    expect(await sent({ channel: '' }, { channel: 'whatsapp' })).toMatchObject({ from: '+41790000001' });
  });

  it('and a message names a sender only if the account has none', async () => {
    const message = { to: '+41792222222', from: 'agent' };
    expect(await sent({ content: hello }, message)).toMatchObject({ from: 'MyCompany' });
    expect(await sent({ channel: 'Rcs', content: hello }, message)).toMatchObject({ from: 'agent' });
  });

  const inbound = { event: 'inbound', channel: 'Whatsapp', from: '+41792222222', to: '+41790000005' };

  it('and an answer goes back on its channel if nobody is named', async () => {
    expect(await sent({ content: hello }, { payload: inbound })).toMatchObject({
      channel: 'Whatsapp',
      from: '+41790000005',
      to: '+41792222222',
    });
    expect(await sent({ content: hello }, { payload: 'x', inbound })).toMatchObject({ to: '+41792222222' });
    for (const to of [null, ''])
      expect(await refusal({ content: hello }, { inbound, to })).toMatch(/^needs a recipient/);
    expect(await sent({ content: hello }, { payload: 'x', inbound, to: '+41793333333' })).toMatchObject({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41793333333',
    });
  });

  it.each([
    ['Shelly', { channel: 0, to: '+41792222222' }],
    ['RSS', { title: 'News', content: 'Text' }],
    ['OpenAI', { role: 'assistant', content: 'Text' }],
  ])('and the payload of %s is no request', async (_, payload) => {
    const form = { message: boss, content: { text: text('Alarm') } };
    expect(await sent(form, { payload })).toMatchObject({ to: '+41791111111', content: { text: 'Alarm' } });
  });
});

describe('a row of a batch', () => {
  const fromRow = async (form: Form, row: Fields) => {
    const filling = fillingOfRow(row, {});
    const scope = scopeOf({ payload: row });
    return (await requestOf(settingOf(form), scope, account, { filling })).request;
  };

  it('without a text names what it has', async () => {
    const rule = /^Text: must be text, not an object with "to;text": .*such as msg.payload\["to;text"\] /;
    await expect(fromRow({}, { 'to;text': '+41792222222;Hi' })).rejects.toThrow(rule);
    expect(await fromRow({}, { to: '+41792222222', text: {} })).toHaveProperty('content.text', {});
    expect(await fromRow({}, { to: '+41792222222', text: null })).toHaveProperty('content', { type: 'Text' });
    const never = new Date(NaN);
    expect(await fromRow({}, { to: '+41792222222', text: never })).toHaveProperty('content.text', never);
  });

  it('fills what is left empty, with its names in any case, and with what CSV files leave around them', async () => {
    const row = { '\uFEFFTo': '079 222 22 22', ' TEXT ': 'Hello', SendDate: '', name: 'Ann' };
    expect(await fromRow({}, row)).toEqual({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41792222222',
      content: { type: 'Text', text: 'Hello' },
    });
  });

  it('that is an inbound message is answered, and is no recipient of its own', async () => {
    const row = { event: 'inbound', channel: 'Sms', from: '+41792222222', to: '5555', text: 'Hi' };
    expect(await fromRow({}, row)).toMatchObject({ to: '+41792222222', content: { text: 'Hi' } });
  });
});

describe('a whole request', () => {
  const form = { message: { to: text('+41791111111') }, requestFrom: msg('payload') };

  it('replaces the form if the node takes one, in any spelling', async () => {
    const content = { Type: 'text', Text: 'Hello', Options: { PageLimit: 1 } };
    const payload = { Channel: 'SMS', TO: '079 222 22 22', Content: content };
    expect(await sent(form, { payload, to: '+41793333333' })).toEqual({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41792222222',
      content: { type: 'Text', text: 'Hello', options: { pageLimit: 1 } },
    });
    expect(await sent(form, { payload: JSON.stringify(payload) })).toMatchObject({ to: '+41792222222' });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'msg.payload finds nothing for this message'],
    ['a text', 'Hello', 'must be JSON'],
    ['a list', [], 'must be a message request'],
    [
      'a Buffer',
      Buffer.from('{}'),
      'must be a message request, an object with channel, to and content, got binary data',
    ],
  ])('is refused if it is %s', async (_, payload, reason) => {
    expect(await refusal(form, { payload })).toContain(reason);
  });
});

describe('a field that is set but finds nothing', () => {
  const content = { text: text('Hello') };
  const to = text('+41791111111');

  it.each<[string, Form, string]>([
    ['Send at', { message: { to, sendDate: msg('sendat') }, content }, 'msg.sendat'],
    ['Send at', { message: { to, sendDate: msg('empty') }, content }, 'msg.empty'],
    ['Send at', { message: { to, sendDate: msg('null') }, content }, 'msg.null'],
    ['Send at', { message: { to, sendDate: msg('a.b.c') }, content }, 'msg.a.b.c'],
    ['Send at', { message: { to, sendDate: { t: 'jsonata', v: '$.at' } }, content }, '$.at'],
    ['To', { message: { to: { t: 'flow', v: 'phone' } }, content }, 'flow.phone'],
    ['From', { message: { to, from: { t: 'global', v: 'nothing' } }, content }, 'global.nothing'],
    ['Page limit', { message: { to }, content, smsOptions: { pageLimit: msg('pages') } }, 'msg.pages'],
    [
      'Status notification › Addresses 1 › Address',
      { message: { to }, content, notification: { addresses: [{ type: text('Url'), address: msg('url') }] } },
      'msg.url',
    ],
    ['Text', { message: { to }, content: { text: msg('paylod') } }, 'msg.paylod'],
  ])('%s is an error that names its expression', async (label, form, source) => {
    const said = await refusal(form, { empty: '', null: null, a: 1 });
    expect(said).toContain(`${label}: ${source} finds nothing for this message`);
  });

  it('is left out if it is the customer ID, or an optional part of the content', async () => {
    const form: Form = {
      channel: 'Whatsapp',
      contentType: 'Image',
      message: { to, customerid: msg('id') },
      content: { url: text('https://example.com/a.png'), caption: msg('caption') },
    };
    const request = await sent(form);
    expect(request).not.toHaveProperty('customerid');
    expect(request).toMatchObject({ content: { type: 'Image', url: 'https://example.com/a.png' } });
    expect(request['content']).not.toHaveProperty('caption');
  });
});

describe('values in a text', () => {
  const form = (v: string) => ({ message: { to: text('+41791111111') }, content: { text: text(v) } });
  const message = { payload: { name: '<Ann & Bob>', items: [{ n: 1 }], no: false }, zero: 0 };

  it.each([
    ['Alarm: {{payload.name}}!', 'Alarm: <Ann & Bob>!'],
    ['{{{ payload.name }}} {{& payload.name}} {{payload.items.0.n}}', '<Ann & Bob> <Ann & Bob> 1'],
    ['{{zero}} {{payload.no}} {{msg.zero}}', '0 false 0'],
    ['{{flow.pump}} {{global[file].place}}', 'Pump 3 global file place'],
    ['Open {{ or }x} or {x}', 'Open {{ or }x} or {x}'],
    ['{"a":{"b":1}}', '{"a":{"b":1}}'],
  ])('%s', async (written, out) => {
    const request = await sent(form(written), message);
    expect(request['content']).toEqual({ type: 'Text', text: out });
  });

  it.each([
    ['Hello {{payload.nam}}', 'Text: {{payload.nam}} finds nothing for this message'],
    ['Hello {{1}}', 'Text: {{1}} finds nothing for this message'],
    ['Hello {{flow.nothing}}', 'Text: {{flow.nothing}} finds nothing for this message'],
    ['Hello {{payload}}', 'Text: {{payload}} is an object, and no text'],
    ['Hello {{#payload.items}}x{{/payload.items}}', 'Text: {{#payload.items}}'],
    ['Hello {{#each x}}', 'Text: {{#each x}} of this field cannot be evaluated'],
  ])('%s is refused', async (written, reason) => {
    expect(await refusal(form(written), message)).toContain(reason);
  });

  it('are read in every field, and not read again in what they bring', async () => {
    const fields = { to: text('{{phone}}'), customerid: text('order-{{id}}') };
    const request = await sent(
      { message: fields, content: { text: text('{{payload}}') } },
      { phone: '079 111 11 11', id: 7, payload: 'Look: {{flow.pump}}' },
    );
    expect(request).toMatchObject({
      to: '+41791111111',
      customerid: 'order-7',
      content: { text: 'Look: {{flow.pump}}' },
    });
  });
});

describe('a Buffer of 100 MB is never listed or copied', () => {
  const buffer = Buffer.alloc(100 * 1024 * 1024);
  const whole = { requestFrom: msg('payload') };
  const to = '+41791111111';
  const content = { type: 'Text', text: 'x' };

  /** Whatever lists an object's fields, from the first one that sees binary data. */
  function watched(): string[] {
    const seen: string[] = [];
    const listings: Array<[object, string]> = [
      ...['keys', 'values', 'entries', 'getOwnPropertyNames', 'assign'].map((name): [object, string] => [
        Object,
        name,
      ]),
      [Reflect, 'ownKeys'],
      [JSON, 'stringify'],
    ];
    for (const [owner, name] of listings) {
      const original = Reflect.get(owner, name);
      jest.spyOn(Object(owner), name).mockImplementation((...given: unknown[]) => {
        if (given.some((value) => ArrayBuffer.isView(value))) seen.push(name);
        return Reflect.apply(original, owner, given);
      });
    }
    return seen;
  }

  afterEach(() => jest.restoreAllMocks());

  it.each<[string, Form, Fields, string]>([
    ['the text', { message: { to: text(to) } }, { payload: buffer }, 'must be text, not binary data'],
    [
      'within a text',
      { content: { text: text('{{payload}}') } },
      { payload: buffer },
      '{{payload}} is binary data, and no text',
    ],
    ['a content', whole, { payload: { channel: 'Sms', to, content: buffer } }, 'content'],
    ['an unknown field', whole, { payload: { channel: 'Sms', to, content, file: buffer } }, 'file'],
  ])('as %s', async (_, form, message, reason) => {
    const seen = watched();
    const said = await refusal(form, message);
    jest.restoreAllMocks();
    expect(said).toContain(reason);
    expect(seen).toEqual([]);
    expect(said.length).toBeLessThan(1000);
  });

  it('beside the rows of a batch, and where a message is recorded', () => {
    const seen = watched();
    const message = { _msgid: '1', picture: buffer, payload: [{ to, text: 'x' }, buffer, 'y'] };
    const entries = messagesInArray(Object({ util }), message, Object(severalIn(message.payload, false)));
    expect(entries.map((entry) => Reflect.get(entry.msg, 'picture') === buffer)).toEqual([true, true, true]);
    expect(jsonCopy(message)).toEqual({ copy: { _msgid: '1' }, lost: ['picture', 'payload'] });
    jest.restoreAllMocks();
    expect(seen).toEqual([]);
  });
});
