import { draftOf } from '../../editor/checks/draft';
import { readAllowedRecipients } from '../../core/contract/allowedRecipients';
import { contractProblems } from '../../editor/checks/message';
import { contentCases, type WireRequest } from '../nodes/contentCases';
import { keyOf, typedIn } from './storedForm';

type Stored = Record<string, unknown>;

/** What the form of a node stores if a request is entered in it. */
function stored({ channel, content, notification, ...message }: WireRequest) {
  const { type: contentType, options, ...fields } = content;
  const addresses = notification?.addresses.map(({ type, address }) => ({
    type: typed(type),
    address: typed(address),
  }));
  return {
    channel,
    contentType,
    ...typedFields(message),
    content: typedIn(fields),
    smsOptions: typedIn(options ?? {}),
    notification:
      notification === undefined ? {} : { forEvent: typed(notification.forEvent ?? ''), addresses },
  };
}

const typedFields = (fields: object): Stored => Object(typedIn(fields));
const typed = (v: string) => ({ t: 'str', v });

/** The problems as text, without the values in it. */
function problems(message: Stored): string[] {
  return contractProblems(draftOf(message)).map(({ where = [], said }) =>
    [...where, keyOf(said)].join(' › '),
  );
}

const text = (v: string) => ({ channel: 'Sms', contentType: 'Text', content: { text: typed(v) } });

const whatsapp = (contentType: string, content: object) => ({
  channel: 'Whatsapp',
  contentType,
  content: typedIn(content),
});

const message = (fields: object, channel = 'Sms') => ({
  channel,
  contentType: 'Text',
  content: { text: typed('Hello') },
  ...typedFields(fields),
});

const notification = (...addresses: Array<[string, string]>) => ({
  ...text('Hello'),
  notification: {
    addresses: addresses.map(([type, address]) => ({ type: typed(type), address: typed(address) })),
  },
});

const interactive = (action: object) => whatsapp('Interactive', { action });
const button = (id: string, title = 'Title') => ({ id, title });
const row = (id: string) => ({ id, title: 'Row' });
const sections = (...sizes: number[]) =>
  sizes.map((size, section) => ({
    title: `Section ${section}`,
    rows: Array.from({ length: size }, (_, index) => row(`${section}-${index}`)),
  }));

describe('a form in which everything is right has no problems', () => {
  test.each(contentCases)('$name', ({ request }) => {
    expect(problems(stored(request))).toEqual([]);
  });

  test.each(['Text', 'Image', 'Location'])('a channel that the message names, and %s', (contentType) => {
    const content: Record<string, object> = {
      Text: { text: 'Alarm' },
      Image: { url: 'https://example.com/a.png' },
      Location: { latitude: 1, longitude: 1 },
    };
    const from = typed('my-agent');
    expect(problems({ channel: '', contentType, from, content: typedIn(content[contentType]) })).toEqual([]);
  });

  test('a value within a text is not judged', () => {
    expect(problems(message({ to: '{{phone}}', sendDate: '{{at}}' }))).toEqual([]);
  });

  test('what comes with the message is not judged', () => {
    const to = { t: 'msg', v: 'phone' };
    const from = { t: 'env', v: 'SENDER' };
    const content = { text: { t: 'jsonata', v: '$uppercase(payload)' } };
    expect(problems({ channel: 'Whatsapp', contentType: 'Text', to, from, content })).toEqual([]);
  });

  test('sender and recipient may be left out: they can come from the account and the message', () => {
    expect(problems(message({}))).toEqual([]);
  });

  test('numbers may be written as people write them', () => {
    expect(problems(message({ to: '+41 (0)79 123-45-67', from: '+41 79 555 01 00' }))).toEqual([]);
  });

  test('a file that comes with the message needs neither id nor address', () => {
    expect(problems({ ...whatsapp('Image', { caption: 'Hi' }), mediaFrom: 'buffer' })).toEqual([]);
  });
});

const currency = (amount: object) =>
  whatsapp('Template', {
    ...{ namespace: 'ns', name: 'invoice', language: { code: 'de' } },
    components: [
      {
        type: 'Body',
        parameters: [{ type: 'Currency', code: 'CHF', fallbackValue: 'CHF 100.99', ...amount }],
      },
    ],
  });
const amountPath = 'Components › 1 › Parameters › 1 › Amount';

describe('an amount of money', () => {
  test.each([
    ['as people write it', { amount: "1'000.50" }, []],
    ['with a comma', { amount: '100,99' }, []],
    ['with four decimals', { amount: '100.9999' }, [`${amountPath} › amount`]],
    ['in words', { amount: 'a hundred' }, [`${amountPath} › amount`]],
    ['left empty', {}, [`${amountPath} › required`]],
  ])('%s', (_name, amount, expected) => {
    expect(problems(currency(amount))).toEqual(expected);
  });
});

// That nothing else is found and nothing is missed, verdict.property.test.ts shows.
describe('what is wrong is named with the way to it', () => {
  test.each([
    ['no channel', { ...text('Hello'), channel: undefined }, ['Channel › required']],
    ['a channel named like a method', { ...text('Hello'), channel: 'toString' }, ['Channel › required']],
    [
      'a content the channel does not carry',
      { ...whatsapp('Location', { latitude: 1, longitude: 1 }), channel: 'Sms' },
      ['Content › contentOfChannel'],
    ],
    [
      'faults in the addressing and in the content, together',
      { ...message({ to: '079 123 45 67', from: 'Muster Company' }), contentType: 'Image' },
      ['To › recipientWithoutCountry', 'Content › noSource'],
    ],
    [
      'a wrong number among several',
      message({
        toList: [
          { type: 'Group', address: 'Team' },
          { type: 'Number', address: '79' },
        ],
      }),
      ['Recipients › 2 › Number › number'],
    ],
    [
      'half a page',
      {
        ...text('Hello'),
        smsOptions: { pageLimit: { t: 'num', v: '1.5' } },
      },
      ['SMS Options › Page Limit › wholeNumber'],
    ],
    ['nothing to tap', whatsapp('Interactive', {}), ['Action › required']],
    ['no buttons', interactive({ type: 'Button' }), ['Buttons › required']],
    [
      'two buttons with the same id',
      interactive({ type: 'Button', buttons: [button('a'), button('a')] }),
      ['Buttons › 2 › ID › repeatedId'],
    ],
    [
      'a row in a section',
      interactive({ type: 'List', button: 'Choose', sections: [...sections(1), { rows: [{ id: 'x' }] }] }),
      ['Sections › 2 › Rows › 1 › Title › required'],
    ],
    [
      'a header that is chosen but empty',
      whatsapp('Interactive', {
        header: { type: 'Image' },
        action: { type: 'Button', buttons: [button('a')] },
      }),
      ['Header › noSource'],
    ],
    [
      'the text of a body, which has no other field',
      whatsapp('Interactive', {
        body: { text: 'x'.repeat(1025) },
        action: { type: 'Button', buttons: [button('a')] },
      }),
      ['Body Text › tooLong'],
    ],
    [
      'a kind of component that does not exist',
      whatsapp('Template', {
        ...{ namespace: 'ns', name: 'n', language: { code: 'de' } },
        components: [{ type: 'Tail' }],
      }),
      ['Components › 1 › choice'],
    ],
    [
      'an address that does not suit its type',
      notification(['Email', 'https://example.com']),
      ['Status Notification › Addresses › 1 › Address › urlInOtherType'],
    ],
  ])('%s', (_name, wrong, expected) => {
    expect(problems(wrong)).toEqual(expected);
  });

  test('what comes with the message hides no fault beside it', () => {
    const computed = { t: 'msg', v: 'a' };
    const buttons = [
      { id: typed('a'), title: computed },
      { id: typed('a'), title: computed },
    ];
    const content = { action: { type: 'Button', buttons } };
    const stored = { channel: 'Whatsapp', contentType: 'Interactive', to: computed, from: computed, content };
    expect(problems(stored)).toEqual(['Buttons › 2 › ID › repeatedId']);
  });

  // As in the node, a text that is not there is that of the message.
  test.each([
    ['null', { content: null, to: null }, []],
    ['a text', { content: 'nothing', toList: 'nobody' }, ['Recipients › 1 › Number › number']],
    ['a list', { content: [[]], smsOptions: [] }, []],
    ['two lists', { to: [1], toList: ['x'] }, ['To › number', 'Recipients › 1 › Number › number']],
    [
      'nonsense',
      { content: { text: { t: 1 } }, to: 7, notification: [null] },
      ['To › number', 'Text › notText'],
    ],
  ])('a flow file that holds %s in place of a form breaks nothing', (_name, fields, expected) => {
    expect(problems({ channel: 'Sms', contentType: 'Text', ...fields })).toEqual(expected);
  });
});

describe('with an account that allows only certain recipients', () => {
  const read = readAllowedRecipients('+4178*');
  const rules = { recipientsAllowed: read.ok ? read.allowed : undefined };
  const found = (stored: Stored) =>
    contractProblems(draftOf(stored), rules).map(({ where = [], said }) =>
      [...where, keyOf(said)].join(' › '),
    );

  it('says of a recipient that it is not one of them, and nothing of one that comes with the message', () => {
    expect(found(message({ to: '+41791234567' }))).toEqual(['To › recipientNotAllowed']);
    expect(found(message({ to: '+41781234567' }))).toEqual([]);
    expect(found(message({}))).toEqual([]);
    const fromMessage = { channel: 'Sms', contentType: 'Text' };
    const to = { t: 'msg', v: 'to' };
    expect(found({ ...fromMessage, to, content: { text: typed('Hi') } })).toEqual([]);
  });

  it('says so of the address of a notification', () => {
    expect(found(notification(['Sms', '+41781234567']))).toEqual([]);
    expect(found(notification(['Sms', '+41791234567'])).join()).toContain('recipientNotAllowed');
  });
});
