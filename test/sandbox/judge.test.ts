import Ajv2020 from 'ajv/dist/2020';
import { judgeRequest } from '../../sandbox';
import { schemas } from '../../sandbox/service/description';
import { sms, whatsapp } from './support';

const NUMBER = '+41791234567';
const times = (count: number, character = 'x') => character.repeat(count);

const rcs = (content: object, changes: object = {}) => ({
  channel: 'Rcs',
  from: 'agent',
  to: NUMBER,
  content,
  ...changes,
});
const notified = (notification: unknown) => sms({ notification });
const textOf = (text: string) => ({ type: 'Text', text });
const options = (fields: object) =>
  sms({ content: { type: 'Text', text: 'x', options: { type: 'SmsContentOptions', ...fields } } });
const contact = (fields: object) =>
  whatsapp({ type: 'Contacts', contacts: [{ name: { formattedName: 'A' }, ...fields }] });
const interactive = (fields: object) =>
  whatsapp({ type: 'Interactive', action: { type: 'Button', buttons: [button()] }, ...fields });
const button = (fields: object = {}) => ({ type: 'Reply', id: 'a', title: 'A', ...fields });
const buttons = (...list: object[]) => interactive({ action: { type: 'Button', buttons: list } });
const row = (fields: object = {}) => ({ id: 'a', title: 'A', ...fields });
const rows = (count: number) => Array.from({ length: count }, (_, index) => row({ id: `${index}` }));
const list = (...sections: object[]) => interactive({ action: { type: 'List', button: 'Choose', sections } });
const reply = (value: unknown) => whatsapp({ type: 'InteractiveReply', reply: value });
const template = (fields: object) =>
  whatsapp({ type: 'Template', namespace: 'n', name: 'n', language: { code: 'en' }, ...fields });
const component = (fields: object) => template({ components: [{ type: 'Body', parameters: [], ...fields }] });
const parameter = (fields: object) => component({ parameters: [fields] });
const withUrl = (address: string) => notified({ addresses: [{ type: 'UrlPost', address }] });

type Case = [name: string, request: unknown];

const VALID: Case[] = [
  ['an SMS', sms()],
  ['an SMS from 16 digits', sms({ from: times(16, '1') })],
  ['an SMS from 11 characters with a blank', sms({ from: 'My Company!' })],
  ['a number with 00', sms({ to: '0041791234567' })],
  ['the shortest number', sms({ to: '+12345' })],
  ['the longest number', sms({ to: `+1${times(14, '2')}` })],
  ['null wherever it stands for nothing', sms({ toList: null, sendDate: null, customerid: null })],
  ['a recipient list with to null', sms({ to: null, toList: [{ type: 'Person', address: 'x' }] })],
  ['a send date without seconds and offset', sms({ sendDate: '2026-02-28T12:00' })],
  ['a send date with a fraction and an offset', sms({ sendDate: '2028-02-29T12:00:00.123+01:00' })],
  ['all SMS options', options({ forceGsm: true, pageLimit: 10, smsType: 'PrioPlus' })],
  ['options that are null', sms({ content: { type: 'Text', text: 'x', options: null } })],
  [
    'options on other content',
    whatsapp({ type: 'Location', longitude: 0, latitude: 0, options: { type: 'SmsContentOptions' } }),
  ],
  ['a WhatsApp text of 4096 emojis', whatsapp(textOf(times(4096, '😀')))],
  ['an RCS text of 1000 characters', rcs(textOf(times(1000)))],
  ['an SMS text however long', sms({ content: textOf(times(5000)) })],
  [
    'an image by URL with null as media id',
    whatsapp({ type: 'Image', url: 'https://x', mediaId: null, caption: 'c' }),
  ],
  ['an image by media id with an empty URL left out', whatsapp({ type: 'Image', mediaId: '1' })],
  [
    'an image with an empty media id, which is none',
    whatsapp({ type: 'Image', mediaId: '', url: 'http://x' }),
  ],
  [
    'a document with caption',
    whatsapp({ type: 'Document', url: 'http://x', filename: 'a.pdf', caption: 'c' }),
  ],
  ['a sticker on RCS', rcs({ type: 'Sticker', url: 'http://x' })],
  [
    'a place at the end of the world',
    whatsapp({ type: 'Location', longitude: -180, latitude: 90, name: null, address: '' }),
  ],
  [
    'a contact with a leap day',
    contact({ birthDay: '2000-02-29', organization: { company: null }, phones: null, urls: [{}] }),
  ],
  [
    'an interactive message with all parts',
    interactive({ header: textHeader('h'), body: { text: 'b' }, footer: { text: 'f' } }),
  ],
  ['a header with emoji', interactive({ header: textHeader('Hi 😀') })],
  [
    'a header with media id and URL',
    interactive({ header: { type: 'Image', mediaId: 'a', url: 'http://x' } }),
  ],
  ['a header with single markers', interactive({ header: textHeader('5 * 4 * 3, snake_case_word') })],
  ['three buttons', buttons(button(), button({ id: 'b' }), button({ id: 'c' }))],
  ['a section without title', list({ rows: rows(10) })],
  ['two sections with titles', list({ title: 'A', rows: rows(5) }, { title: 'B', rows: rows(5) })],
  ['list rows with the same id', list({ rows: [row(), row({ description: null })] })],
  ['a button reply', reply({ type: 'Button', id: null, title: 'A' })],
  ['a list reply', reply({ type: 'List', description: 'd' })],
  ['a reply that is null', reply(null)],
  [
    'a template without components',
    template({ components: null, language: { code: 'zh_HK', policy: 'Deterministic' } }),
  ],
  ['a button component', component({ type: 'UrlButton', index: -1 })],
  ['a date in a template', parameter({ type: 'DateTime', dateTime: '2026-01-01T00:00:00Z' })],
  [
    'an amount in a template',
    parameter({ type: 'Currency', code: 'CHF', amount: 2147483647, fallbackValue: 'x' }),
  ],
  [
    'a document in a template',
    parameter({ type: 'Document', mediaId: 'a', url: 'http://x', filename: null }),
  ],
  ['an event that is null', notified({ forEvent: null, addresses: [{ type: 'Sms', address: NUMBER }] })],
  ['addresses of 200 characters', withUrl(`http://${times(193)}`)],
];

function textHeader(text: string): object {
  return { type: 'Text', text };
}

type BadCase = [name: string, request: unknown, path: string];

const INVALID: BadCase[] = [
  ['nothing', null, ''],
  ['a list', [], ''],
  ['no channel', sms({ channel: undefined }), 'channel'],
  ['a channel in wrong casing', sms({ channel: 'SMS' }), 'channel'],
  ['no content', sms({ content: undefined }), 'content'],
  ['content that is null', sms({ content: null }), 'content'],
  ['an unknown field', sms({ colour: 1 }), 'colour'],
  ['an SMS from a number with a plus', sms({ from: NUMBER }), 'from'],
  ['an SMS from 17 digits', sms({ from: times(17, '1') }), 'from'],
  ['an SMS from 12 characters', sms({ from: times(12) }), 'from'],
  ['an SMS from an umlaut', sms({ from: 'ä' }), 'from'],
  ['an SMS from nobody', sms({ from: '' }), 'from'],
  ['an SMS from a line break', sms({ from: 'a\n' }), 'from'],
  ['WhatsApp from a name', whatsapp(textOf('x'), { from: 'Sandbox' }), 'from'],
  ['RCS from nobody', rcs(textOf('x'), { from: '' }), 'from'],
  ['neither to nor toList', sms({ to: null }), 'to'],
  ['both to and toList', sms({ toList: [{ type: 'Number', address: NUMBER }] }), 'toList'],
  ['an empty toList', sms({ to: null, toList: [] }), 'toList'],
  ['a number without country code', sms({ to: '0791234567' }), 'to'],
  ['a number with blanks', sms({ to: '+41 79 123 45 67' }), 'to'],
  ['a number that is too long', sms({ to: `+1${times(15, '2')}` }), 'to'],
  ['a number with a line break', sms({ to: `${NUMBER}\n` }), 'to'],
  [
    'a recipient of unknown type',
    sms({ to: null, toList: [{ type: 'number', address: NUMBER }] }),
    'toList.0.type',
  ],
  ['a recipient without type', sms({ to: null, toList: [{ address: NUMBER }] }), 'toList.0.type'],
  [
    'a number in the list without country code',
    sms({ to: null, toList: [{ type: 'Number', address: '079' }] }),
    'toList.0.address',
  ],
  ['an empty group', sms({ to: null, toList: [{ type: 'Group', address: '' }] }), 'toList.0.address'],
  ['a send date on a day that is not', sms({ sendDate: '2026-02-29T12:00' }), 'sendDate'],
  ['a send date at an hour that is not', sms({ sendDate: '2026-02-28T24:00' }), 'sendDate'],
  ['a send date without time', sms({ sendDate: '2026-02-28' }), 'sendDate'],
  ['a customer id that is a number', sms({ customerid: 1 }), 'customerid'],
  ['content of unknown type', sms({ content: { type: 'text', text: 'x' } }), 'content.type'],
  ['an empty text', sms({ content: textOf('') }), 'content.text'],
  ['a text that is a number', sms({ content: { type: 'Text', text: 1 } }), 'content.text'],
  ['an image by SMS', sms({ content: { type: 'Image', url: 'http://x' } }), 'content.type'],
  ['a sticker on WhatsApp', whatsapp({ type: 'Sticker', url: 'http://x' }), 'content.type'],
  ['a WhatsApp text of 4097 characters', whatsapp(textOf(times(4097))), 'content.text'],
  ['an RCS text of 1001 characters', rcs(textOf(times(1001))), 'content.text'],
  [
    'options without type',
    sms({ content: { type: 'Text', text: 'x', options: {} } }),
    'content.options.type',
  ],
  ['11 pages', options({ pageLimit: 11 }), 'content.options.pageLimit'],
  ['no pages', options({ pageLimit: 0 }), 'content.options.pageLimit'],
  ['half a page', options({ pageLimit: 1.5 }), 'content.options.pageLimit'],
  ['an SMS type in wrong casing', options({ smsType: 'flash' }), 'content.options.smsType'],
  ['an SMS type that is null', options({ smsType: null }), 'content.options.smsType'],
  ['an image from nowhere', whatsapp({ type: 'Image' }), 'content.mediaId'],
  ['an image from both', whatsapp({ type: 'Image', mediaId: '1', url: 'http://x' }), 'content.url'],
  ['an image by ftp', whatsapp({ type: 'Image', url: 'ftp://x' }), 'content.url'],
  ['an image by an empty URL', whatsapp({ type: 'Image', mediaId: '1', url: '' }), 'content.url'],
  ['an image by a URL with a blank', whatsapp({ type: 'Image', url: 'http://x y' }), 'content.url'],
  ['audio with caption', whatsapp({ type: 'Audio', url: 'http://x', caption: 'c' }), 'content.caption'],
  ['a video with file name', whatsapp({ type: 'Video', url: 'http://x', filename: 'f' }), 'content.filename'],
  ['a place without latitude', whatsapp({ type: 'Location', longitude: 1 }), 'content.latitude'],
  [
    'a place beyond the pole',
    whatsapp({ type: 'Location', longitude: 1, latitude: 90.1 }),
    'content.latitude',
  ],
  ['a place as text', whatsapp({ type: 'Location', longitude: '1', latitude: 1 }), 'content.longitude'],
  ['contacts that are null', whatsapp({ type: 'Contacts', contacts: null }), 'content.contacts'],
  ['no contacts', whatsapp({ type: 'Contacts' }), 'content.contacts'],
  ['an empty list of contacts', whatsapp({ type: 'Contacts', contacts: [] }), 'content.contacts'],
  ['a contact without name', whatsapp({ type: 'Contacts', contacts: [{}] }), 'content.contacts.0.name'],
  [
    'a contact with an empty name',
    contact({ name: { formattedName: '' } }),
    'content.contacts.0.name.formattedName',
  ],
  ['a birthday that is not', contact({ birthDay: '2001-02-29' }), 'content.contacts.0.birthDay'],
  ['an organization that is null', contact({ organization: null }), 'content.contacts.0.organization'],
  [
    'an unknown field of a phone',
    contact({ phones: [{ number: '1' }] }),
    'content.contacts.0.phones.0.number',
  ],
  ['an interactive message without action', interactive({ action: undefined }), 'content.action'],
  ['a header that is null', interactive({ header: null }), 'content.header'],
  ['a header of 61 characters', interactive({ header: textHeader(times(61)) }), 'content.header.text'],
  ['a header in bold', interactive({ header: textHeader('so *bold*!') }), 'content.header.text'],
  ['an image header from nowhere', interactive({ header: { type: 'Image' } }), 'content.header.mediaId'],
  ['a body of 1025 characters', interactive({ body: { text: times(1025) } }), 'content.body.text'],
  ['a footer of 61 characters', interactive({ footer: { text: times(61) } }), 'content.footer.text'],
  ['no buttons', buttons(), 'content.action.buttons'],
  [
    'four buttons',
    buttons(button(), button({ id: 'b' }), button({ id: 'c' }), button({ id: 'd' })),
    'content.action.buttons',
  ],
  ['two buttons with one id', buttons(button(), button()), 'content.action.buttons'],
  [
    'a button title of 21 characters',
    buttons(button({ title: times(21) })),
    'content.action.buttons.0.title',
  ],
  ['a button title with emoji', buttons(button({ title: 'Yes 👍' })), 'content.action.buttons.0.title'],
  ['a button title with a keycap', buttons(button({ title: '1\u20E3' })), 'content.action.buttons.0.title'],
  ['a button title in italics', buttons(button({ title: '_Yes_' })), 'content.action.buttons.0.title'],
  ['a button id of 257 characters', buttons(button({ id: times(257) })), 'content.action.buttons.0.id'],
  ['no sections', list(), 'content.action.sections'],
  [
    'eleven sections',
    list(...Array.from({ length: 11 }, () => ({ title: 'A', rows: rows(1) }))),
    'content.action.sections',
  ],
  [
    'eleven rows over two sections',
    list({ title: 'A', rows: rows(5) }, { title: 'B', rows: rows(6) }),
    'content.action.sections',
  ],
  [
    'two sections, the second without title',
    list({ title: 'A', rows: rows(1) }, { rows: rows(1) }),
    'content.action.sections.1.title',
  ],
  ['a section without rows', list({ rows: [] }), 'content.action.sections.0.rows'],
  ['an empty section title', list({ title: '', rows: rows(1) }), 'content.action.sections.0.title'],
  [
    'a row id of 201 characters',
    list({ rows: [row({ id: times(201) })] }),
    'content.action.sections.0.rows.0.id',
  ],
  [
    'a row title of 25 characters',
    list({ rows: [row({ title: times(25) })] }),
    'content.action.sections.0.rows.0.title',
  ],
  [
    'a row description of 73',
    list({ rows: [row({ description: times(73) })] }),
    'content.action.sections.0.rows.0.description',
  ],
  [
    'a button reply with description',
    reply({ type: 'Button', description: 'd' }),
    'content.reply.description',
  ],
  ['a reply of unknown type', reply({ type: 'Reply' }), 'content.reply.type'],
  ['a template without namespace', template({ namespace: undefined }), 'content.namespace'],
  ['an unknown language', template({ language: { code: 'xx' } }), 'content.language.code'],
  ['a policy that is null', template({ language: { code: 'en', policy: null } }), 'content.language.policy'],
  ['a body component with index', component({ index: 0 }), 'content.components.0.index'],
  ['a button component without index', component({ type: 'QuickReplyButton' }), 'content.components.0.index'],
  [
    'an index beyond int32',
    component({ type: 'UrlButton', index: 2147483648 }),
    'content.components.0.index',
  ],
  ['a component without parameters', component({ parameters: undefined }), 'content.components.0.parameters'],
  ['a parameter of unknown type', parameter({ type: 'Audio' }), 'content.components.0.parameters.0.type'],
  [
    'a date without offset',
    parameter({ type: 'DateTime', dateTime: '2026-01-01T00:00:00' }),
    'content.components.0.parameters.0.dateTime',
  ],
  [
    'a date in lower case',
    parameter({ type: 'DateTime', dateTime: '2026-01-01t00:00:00z' }),
    'content.components.0.parameters.0.dateTime',
  ],
  [
    'a currency of two letters',
    parameter({ type: 'Currency', code: 'CH', amount: 1, fallbackValue: 'x' }),
    'content.components.0.parameters.0.code',
  ],
  [
    'an amount with a fraction',
    parameter({ type: 'Currency', code: 'CHF', amount: 1.5, fallbackValue: 'x' }),
    'content.components.0.parameters.0.amount',
  ],
  [
    'an empty payload',
    parameter({ type: 'Payload', payload: '' }),
    'content.components.0.parameters.0.payload',
  ],
  ['a notification that is null', notified(null), 'notification'],
  ['a notification without addresses', notified({ addresses: [] }), 'notification.addresses'],
  [
    'an event in wrong casing',
    notified({ forEvent: 'all', addresses: [{ type: 'Sms', address: NUMBER }] }),
    'notification.forEvent',
  ],
  ['addresses of 201 characters', withUrl(`http://${times(194)}`), 'notification.addresses'],
  [
    'an e-mail address without dot',
    notified({ addresses: [{ type: 'Email', address: 'a@b' }] }),
    'notification.addresses.0.address',
  ],
  [
    'an SMS address without country code',
    notified({ addresses: [{ type: 'Sms', address: '079' }] }),
    'notification.addresses.0.address',
  ],
  [
    'an empty URL',
    notified({ addresses: [{ type: 'Url', address: '' }] }),
    'notification.addresses.0.address',
  ],
  [
    'an address of unknown type',
    notified({ addresses: [{ type: 'URL', address: 'http://x' }] }),
    'notification.addresses.0.type',
  ],
];

// The sandbox itself does not check them again at each start.
it('all schemas of the description are valid', () => {
  const ajv = new Ajv2020();
  expect(ajv.validateSchema({ $defs: schemas() })).toBe(true);
  const { Message } = schemas();
  expect(ajv.validateSchema({ $defs: { Message: { ...Message, maxProperties: 'many' } } })).toBe(false);
});

describe('the description takes', () => {
  it.each(VALID)('%s', (_name, request) => {
    expect(judgeRequest('message', request)).toEqual({ ok: true });
  });
});

describe('the description refuses', () => {
  it.each(INVALID)('%s', (_name, request, path) => {
    const verdict = judgeRequest('message', withoutUndefined(request));
    expect(verdict.ok).toBe(false);
    const paths = verdict.ok ? [] : verdict.problems.map((problem) => problem.path.join('.'));
    expect([...new Set(paths)]).toEqual([path]);
  });
});

describe('a batch', () => {
  it('is judged with all its messages', () => {
    expect(judgeRequest('batch', { messages: [sms(), sms()] })).toEqual({ ok: true });
    expect(judgeRequest('batch', { messages: [sms(), sms({ to: '0041' })] })).toMatchObject({
      ok: false,
      problems: [{ path: ['messages', '1', 'to'] }],
    });
  });

  it('has one notification for all, none in its messages', () => {
    const notification = { addresses: [{ type: 'Sms', address: NUMBER }] };
    expect(judgeRequest('batch', { messages: [sms()], notification })).toEqual({ ok: true });
    expect(judgeRequest('batch', { messages: [notified(notification)] })).toMatchObject({
      ok: false,
      problems: [{ path: ['messages', '0', 'notification'] }],
    });
  });
});

/** As in JSON, which leaves undefined fields out. */
function withoutUndefined(request: unknown): unknown {
  return JSON.parse(JSON.stringify(request));
}
