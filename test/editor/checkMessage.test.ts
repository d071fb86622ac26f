import { forms } from '../../core/forms';
import { checkMessage } from '../../editor/checks/message';
import { sendables, type Sendable } from '../hosts/browser/sendable';
import { typedIn } from './storedForm';

/** What the form of a node stores when a request was typed in. */
function stored({ channel, content, notification, ...message }: Sendable) {
  const { type: contentType, options, ...fields } = content;
  const addresses = notification?.addresses.map(({ type, address }) => ({
    type: leaf(type),
    address: leaf(address),
  }));
  return {
    channel,
    contentType,
    form: {
      message: typedIn(message),
      content: typedIn(fields),
      smsOptions: typedIn(options ?? {}),
      notification:
        notification === undefined ? {} : { forEvent: leaf(notification.forEvent ?? ''), addresses },
    },
  };
}

const leaf = (v: string) => ({ t: 'str', v });

/** The problems as one reads them, without the values in their texts. */
function problems(message: Parameters<typeof checkMessage>[1]): string[] {
  return checkMessage(forms, message).map(({ where, key }) => [...where, key].join(' › '));
}

const text = (v: string) => ({ channel: 'Sms', contentType: 'Text', form: { content: { text: leaf(v) } } });

const whatsapp = (contentType: string, content: object) => ({
  channel: 'Whatsapp',
  contentType,
  form: { content: typedIn(content) },
});

const message = (fields: object, channel = 'Sms') => ({
  channel,
  contentType: 'Text',
  form: { content: { text: leaf('Hello') }, message: typedIn(fields) },
});

const notification = (...addresses: Array<[string, string]>) => ({
  ...text('Hello'),
  form: {
    content: { text: leaf('Hello') },
    notification: {
      addresses: addresses.map(([type, address]) => ({ type: leaf(type), address: leaf(address) })),
    },
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
  test.each(sendables)('%s', (_name, request) => {
    expect(problems(stored(request))).toEqual([]);
  });

  test('what comes with the message is not judged', () => {
    const to = { t: 'msg', v: 'phone' };
    const from = { t: 'env', v: 'SENDER' };
    const content = { text: { t: 'jsonata', v: '$uppercase(payload)' } };
    expect(
      problems({ channel: 'Whatsapp', contentType: 'Text', form: { message: { to, from }, content } }),
    ).toEqual([]);
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
    ['as people write it', { decimalAmount: "1'000.50" }, []],
    ['with a comma', { decimalAmount: '100,99' }, []],
    ['stored times 1000 by an older version', { amount: 100990 }, []],
    ['with four decimals', { decimalAmount: '100.9999' }, [`${amountPath} › amount`]],
    ['in words', { decimalAmount: 'a hundred' }, [`${amountPath} › amount`]],
    ['left empty', {}, [`${amountPath} › required`]],
  ])('%s', (_name, amount, expected) => {
    expect(problems(currency(amount))).toEqual(expected);
  });
});

describe('what is wrong is named with the way to it', () => {
  test.each([
    ['no text', text(''), ['Text › required']],
    ['no content at all', { channel: 'Sms', contentType: 'Text', form: {} }, ['Text › required']],
    ['no form at all', { channel: 'Sms', contentType: 'Text', form: undefined }, ['Text › required']],
    ['no channel', { ...text('Hello'), channel: '' }, ['Channel › required']],
    ['a channel that does not exist', { ...text('Hello'), channel: 'Fax' }, ['Channel › required']],
    ['a channel named like a method', { ...text('Hello'), channel: 'toString' }, ['Channel › required']],
    [
      'a content the channel does not carry',
      { ...text('Hello'), contentType: 'Image' },
      ['Content › notOnChannel'],
    ],
    ['a number without country code', message({ to: '079 123 45 67' }), ['To › internationalNumber']],
    ['a word in place of a number', message({ to: 'Anna' }), ['To › internationalNumber']],
    [
      'one recipient and several',
      message({ to: '+41791234567', toList: [{ type: 'Group', address: 'Team' }] }),
      ['Recipients › bothRecipients'],
    ],
    [
      'a wrong number among several',
      message({
        toList: [
          { type: 'Group', address: 'Team' },
          { type: 'Number', address: '79' },
        ],
      }),
      ['Recipients › 2 › Number › internationalNumber'],
    ],
    [
      'a recipient without an address',
      message({ toList: [{ type: 'Person' }] }),
      ['Recipients › 1 › Person › required'],
    ],
    ['a sender too long for an SMS', message({ from: 'Muster Company' }), ['From › smsSender']],
    [
      'a sender for WhatsApp that is no number',
      message({ from: 'MyCompany' }, 'Whatsapp'),
      ['From › internationalNumber'],
    ],
    ['a date without a time', message({ sendDate: '2026-12-24' }), ['Send At › dateTime']],
    ['a day that does not exist', message({ sendDate: '2026-02-30T10:00:00Z' }), ['Send At › dateTime']],
    ['a WhatsApp text that is too long', whatsapp('Text', { text: 'x'.repeat(4097) }), ['Text › tooLong']],
    [
      'an RCS text that is too long',
      { channel: 'Rcs', contentType: 'Text', form: { content: { text: leaf('x'.repeat(1001)) } } },
      ['Text › tooLong'],
    ],
    [
      'more pages than an SMS can have',
      {
        ...text('Hello'),
        form: { content: { text: leaf('Hi') }, smsOptions: { pageLimit: { t: 'num', v: '11' } } },
      },
      ['SMS Options › Page Limit › tooLarge'],
    ],
    [
      'half a page',
      {
        ...text('Hello'),
        form: { content: { text: leaf('Hi') }, smsOptions: { pageLimit: { t: 'num', v: '1.5' } } },
      },
      ['SMS Options › Page Limit › wholeNumber'],
    ],
    [
      'an SMS type that does not exist',
      { ...text('Hello'), form: { content: { text: leaf('Hi') }, smsOptions: { smsType: leaf('Loud') } } },
      ['SMS Options › SMS Type › choice'],
    ],
    ['an image without a file', whatsapp('Image', { caption: 'Hi' }), ['source']],
    [
      'an image with two files',
      whatsapp('Image', { mediaId: 'a', url: 'https://example.com/a.png' }),
      ['Media ID › bothSources'],
    ],
    ['a file without https', whatsapp('Image', { url: 'ftp://example.com/a.png' }), ['URL › webAddress']],
    [
      'a latitude beyond the pole',
      whatsapp('Location', { latitude: 91, longitude: 0 }),
      ['Latitude › tooLarge'],
    ],
    [
      'a longitude that is a word',
      {
        ...whatsapp('Location', {}),
        form: { content: { latitude: { t: 'num', v: '1' }, longitude: { t: 'num', v: 'east' } } },
      },
      ['Longitude › number'],
    ],
    [
      'a contact without a name',
      whatsapp('Contacts', { contacts: [{ birthDay: '1985-04-30' }] }),
      ['Contacts › 1 › Name › Full Name › required'],
    ],
    [
      'a birthday that is none',
      whatsapp('Contacts', { contacts: [{ name: { formattedName: 'Anna' }, birthDay: '30.4.1985' }] }),
      ['Contacts › 1 › Birthday › calendarDate'],
    ],
    ['nothing to tap', whatsapp('Interactive', {}), ['Action › required']],
    ['no buttons', interactive({ type: 'Button' }), ['Action › Buttons › required']],
    [
      'four buttons',
      interactive({ type: 'Button', buttons: ['a', 'b', 'c', 'd'].map((id) => button(id)) }),
      ['Action › Buttons › tooMany'],
    ],
    [
      'two buttons with the same id',
      interactive({ type: 'Button', buttons: [button('a'), button('a')] }),
      ['Action › Buttons › 2 › ID › repeatedId'],
    ],
    [
      'a title that is too long',
      interactive({ type: 'Button', buttons: [button('a', 'x'.repeat(21))] }),
      ['Action › Buttons › 1 › Title › tooLong'],
    ],
    [
      'an emoji on a button',
      interactive({ type: 'Button', buttons: [button('a', 'Yes 😀')] }),
      ['Action › Buttons › 1 › Title › noEmojis'],
    ],
    [
      'formatting on a button',
      interactive({ type: 'Button', buttons: [button('a', '*Yes*')] }),
      ['Action › Buttons › 1 › Title › noMarkdown'],
    ],
    [
      'a section without a title among several',
      interactive({ type: 'List', button: 'Choose', sections: [...sections(1), { rows: [row('x')] }] }),
      ['Action › Sections › 2 › Title › sectionTitle'],
    ],
    [
      'eleven rows over all sections',
      interactive({ type: 'List', button: 'Choose', sections: sections(6, 5) }),
      ['Action › Sections › tooManyRows'],
    ],
    [
      'a header text with formatting',
      whatsapp('Interactive', {
        header: { type: 'Text', text: '_Hi_' },
        action: { type: 'Button', buttons: [button('a')] },
      }),
      ['Header › Header Text › noMarkdown'],
    ],
    [
      'a header that is chosen but empty',
      whatsapp('Interactive', {
        header: { type: 'Image' },
        action: { type: 'Button', buttons: [button('a')] },
      }),
      ['Header › source'],
    ],
    [
      'a template without its name',
      whatsapp('Template', { namespace: 'ns', language: { code: 'de' } }),
      ['Template Name › required'],
    ],
    [
      'a language that does not exist',
      whatsapp('Template', { namespace: 'ns', name: 'n', language: { code: 'xx' } }),
      ['Template Language › Language › choice'],
    ],
    [
      'a component without parameters',
      whatsapp('Template', {
        namespace: 'ns',
        name: 'n',
        language: { code: 'de' },
        components: [{ type: 'Body' }],
      }),
      ['Components › 1 › Parameters › required'],
    ],
    [
      'a kind of component that does not exist',
      whatsapp('Template', {
        namespace: 'ns',
        name: 'n',
        language: { code: 'de' },
        components: [{ type: 'Tail' }],
      }),
      ['Components › 1 › choice'],
    ],
    [
      'an address that does not suit its type',
      notification(['Email', 'https://example.com']),
      ['Notification › Addresses › 1 › email'],
    ],
    [
      'an SMS address without country code',
      notification(['Sms', '0791234567']),
      ['Notification › Addresses › 1 › internationalNumber'],
    ],
    [
      'a status address that is none',
      notification(['UrlPost', 'example.com']),
      ['Notification › Addresses › 1 › webAddress'],
    ],
    [
      'addresses that are too long together',
      notification(
        ['UrlPost', `https://example.com/${'x'.repeat(100)}`],
        ['Url', `https://example.com/${'x'.repeat(100)}`],
      ),
      ['Notification › Addresses › addressesTooLong'],
    ],
  ])('%s', (_name, wrong, expected) => {
    expect(problems(wrong)).toEqual(expected);
  });

  test.each([
    ['null', null],
    ['a text', 'nothing'],
    ['a list', [[]]],
    ['deep nonsense', { content: { text: { t: 1, v: {} } }, message: 7, notification: [null] }],
  ])('a flow file that holds %s in place of a form breaks nothing', (_name, form) => {
    expect(problems({ channel: 'Sms', contentType: 'Text', form })).toContain('Text › required');
  });
});
