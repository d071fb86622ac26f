import fc, { type Arbitrary } from 'fast-check';

import { templateLanguageCodes } from '../../../../core/contract';

/** Requests that people could write, most of them valid, with every field of chapter 2 and both ends of every length. */

const CHARACTERS = ['a', 'Z', '0', ' ', 'é', 'ł', '€', '^', '😀', '𝒜', '❤', '*', '_', '\n', '"'];

/** A text of 1 to `max` characters, often of exactly 1 or `max`. */
function text(max: number): Arbitrary<string> {
  const length = fc.oneof(fc.constantFrom(1, max), fc.integer({ min: 1, max }));
  return fc.oneof(
    fc.tuple(fc.constantFrom(...CHARACTERS), length).map(([character, count]) => character.repeat(count)),
    fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: Math.min(max, 30) }),
  );
}

const plainText = (max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'B', '7', 'é', ' ', '𝒜', '.'), minLength: 1, maxLength: max });

const number = fc
  .tuple(fc.constantFrom('+', '00'), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 4, max: 14 }))
  .map(([prefix, first, more]) => `${prefix}${first}${'7'.repeat(more)}`);

const webAddress = fc.constantFrom('https://example.com/a.png', 'http://x', 'https://例え.jp/?a=b#c');
const orNull = <T>(value: Arbitrary<T>) => fc.option(value, { freq: 5 });
const anyText = orNull(fc.oneof(fc.constant(''), text(40)));
const constantly = <const T extends string>(value: T) => fc.constant(value);

const day = fc.constantFrom('2026-12-24', '2028-02-29', '1985-04-30', '0001-01-01');
const time = fc.constantFrom('00:00:00', '23:59:59', '18:30:00.123456');
const offset = fc.constantFrom('Z', '+01:00', '-23:59');
const fullDateTime = fc.tuple(day, time, offset).map(([date, clock, zone]) => `${date}T${clock}${zone}`);
const sendDate = fc.oneof(
  fullDateTime,
  fc.tuple(day, fc.constantFrom('', 'Z', '+05:30')).map(([date, zone]) => `${date}T07:05${zone}`),
);

const options = fc.record(
  {
    type: constantly('SmsContentOptions'),
    forceGsm: orNull(fc.boolean()),
    pageLimit: orNull(fc.integer({ min: 1, max: 10 })),
    smsType: fc.constantFrom('Standard', 'Flash', 'PrioPlus'),
  },
  { requiredKeys: ['type'] },
);

type Fields = Record<string, Arbitrary<unknown>>;

/** A content object of a type: its fields, some of which may be left out, and the options that every content may have. */
function content(type: string, required: Fields, optional: Fields = {}): Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(
      fc.record({ type: fc.constant(type), ...required }),
      fc.record({ ...optional, options: orNull(options) }, { requiredKeys: [] }),
    )
    .map(([fields, more]) => ({ ...fields, ...more }));
}

const mediaId = fc.constantFrom('media-1', 'a');
const oneSource = fc.oneof(
  fc.record({ mediaId }),
  fc.record({ url: webAddress }),
  fc.record({ mediaId, url: fc.constant(null) }),
  fc.record({ mediaId: fc.constantFrom(null, ''), url: webAddress }),
);
const anySource = fc.oneof(oneSource, fc.record({ mediaId, url: webAddress }));

function withSource(
  value: Arbitrary<Record<string, unknown>>,
  source: Arbitrary<object>,
): Arbitrary<Record<string, unknown>> {
  return fc.tuple(value, source).map(([fields, file]) => ({ ...fields, ...file }));
}

const typed = (type: string, fields: Fields = {}) => fc.record({ type: fc.constant(type), ...fields });

const mediaContents = [
  withSource(content('Image', {}, { caption: anyText }), oneSource),
  withSource(content('Video', {}, { caption: anyText }), oneSource),
  withSource(content('Document', {}, { caption: anyText, filename: anyText }), oneSource),
  withSource(content('Audio', {}), oneSource),
  withSource(content('Sticker', {}), oneSource),
];

const location = content(
  'Location',
  {
    longitude: fc.oneof(
      fc.constantFrom(-180, 0, 180),
      fc.integer({ min: -1800, max: 1800 }).map((n) => n / 10),
    ),
    latitude: fc.oneof(
      fc.constantFrom(-90, 0, 90),
      fc.integer({ min: -900, max: 900 }).map((n) => n / 10),
    ),
  },
  { name: anyText, address: anyText },
);

const part = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, anyText])), { requiredKeys: [] });
const few = <T>(entry: Arbitrary<T>) => fc.array(entry, { maxLength: 2 });

const contact = fc.record(
  {
    name: fc.record(
      {
        formattedName: text(30),
        firstName: anyText,
        lastName: anyText,
        middleName: anyText,
        suffix: anyText,
        prefix: anyText,
      },
      { requiredKeys: ['formattedName'] },
    ),
    birthDay: orNull(day),
    organization: part('company', 'department', 'title'),
    addresses: orNull(few(part('street', 'city', 'state', 'zip', 'country', 'countryCode', 'type'))),
    phones: orNull(few(part('phone', 'type'))),
    urls: orNull(few(part('url', 'type'))),
  },
  { requiredKeys: ['name'] },
);
const contacts = content('Contacts', {}, { contacts: orNull(few(contact)) });

const header = fc.oneof(
  typed('Text', { text: fc.oneof(plainText(60), fc.constant('😀'.repeat(60))) }),
  ...['Image', 'Video', 'Document'].map((type) => withSource(typed(type), anySource)),
);
const replyButton = fc.record({ type: constantly('Reply'), id: text(256), title: plainText(20) });
const buttonAction = typed('Button', {
  buttons: fc.uniqueArray(replyButton, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
});
const row = fc.record(
  { id: text(200), title: text(24), description: orNull(text(72)) },
  { requiredKeys: ['id', 'title'] },
);
const rows = (maxLength: number) => fc.array(row, { minLength: 1, maxLength });
const listAction = typed('List', {
  button: plainText(20),
  sections: fc.oneof(
    fc.array(fc.record({ title: text(24), rows: rows(1) }), { minLength: 1, maxLength: 10 }),
    fc.array(fc.record({ title: text(24), rows: rows(5) }), { minLength: 1, maxLength: 2 }),
    fc.tuple(fc.record({ title: orNull(text(24)), rows: rows(10) }, { requiredKeys: ['rows'] })),
  ),
});
const interactive = content(
  'Interactive',
  { action: fc.oneof(buttonAction, listAction) },
  { header, body: fc.record({ text: text(1024) }), footer: fc.record({ text: text(60) }) },
);

const reply = fc.oneof(
  fc.record({ type: constantly('Button'), id: anyText, title: anyText }, { requiredKeys: ['type'] }),
  fc.record(
    { type: constantly('List'), id: anyText, title: anyText, description: anyText },
    { requiredKeys: ['type'] },
  ),
);
const interactiveReply = content('InteractiveReply', {}, { reply: orNull(reply) });

const int32 = fc.oneof(fc.constantFrom(-2147483648, 0, 2147483647), fc.integer());
const parameter = fc.oneof(
  typed('Text', { text: text(40) }),
  withSource(typed('Image'), anySource),
  withSource(typed('Video'), anySource),
  withSource(
    fc.record({ type: constantly('Document'), filename: anyText }, { requiredKeys: ['type'] }),
    anySource,
  ),
  typed('DateTime', { dateTime: fullDateTime }),
  typed('Currency', { code: fc.constantFrom('CHF', '😀😀😀'), amount: int32, fallbackValue: text(20) }),
  typed('Payload', { payload: text(40) }),
);
const component = fc.oneof(
  typed('Header', { parameters: few(parameter) }),
  typed('Body', { parameters: few(parameter) }),
  typed('QuickReplyButton', { index: int32, parameters: few(parameter) }),
  typed('UrlButton', { index: int32, parameters: few(parameter) }),
);
const template = content(
  'Template',
  {
    namespace: text(40),
    name: text(40),
    language: fc.record(
      { code: fc.constantFrom(...templateLanguageCodes), policy: constantly('Deterministic') },
      { requiredKeys: ['code'] },
    ),
  },
  { components: orNull(few(component)) },
);

const textContent = (max: number) => content('Text', { text: text(max) });
const gsmText = fc.record({
  type: constantly('Text'),
  text: fc.constantFrom('Hello [World] {1}', '€'.repeat(200), 'Grüezi @ 100 %'),
  options,
});
const richContents = [...mediaContents, location, contacts, interactive, interactiveReply, template];

const byChannel = {
  Sms: {
    from: fc.oneof(
      fc.constantFrom('MyCompany', '1', '1234567890123456', 'a b c d e f'),
      fc.constant('0041791234567'),
    ),
    content: fc.oneof(textContent(2000), gsmText),
  },
  Whatsapp: { from: number, content: fc.oneof(textContent(4096), ...richContents) },
  Rcs: { from: text(20), content: fc.oneof(textContent(1000), ...richContents) },
};

const recipient = fc.oneof(
  typed('Number', { address: number }),
  typed('Person', { address: text(20) }),
  typed('Group', { address: text(20) }),
);
const severalRecipients = fc.array(recipient, { minLength: 1, maxLength: 3 });
const recipients = fc.oneof(
  fc.record({ to: number, toList: fc.constant(null) }, { requiredKeys: ['to'] }),
  fc.record({ to: fc.constant(null), toList: severalRecipients }, { requiredKeys: ['toList'] }),
);

/** A message of a batch. */
export const message: Arbitrary<Record<string, unknown>> = fc
  .constantFrom('Sms', 'Whatsapp', 'Rcs')
  .chain((channel) =>
    fc
      .tuple(
        fc.record(
          {
            channel: fc.constant(channel),
            ...byChannel[channel],
            sendDate: orNull(sendDate),
            customerid: anyText,
          },
          { requiredKeys: ['channel', 'from', 'content'] },
        ),
        recipients,
      )
      .map(([fields, to]) => ({ ...fields, ...to })),
  );

const notificationAddress = fc.oneof(
  typed('Sms', { address: number }),
  typed('Email', { address: fc.constantFrom('anna@example.com', 'a@b.c', 'ü.x+y@sub.例え.jp') }),
  typed('Url', { address: webAddress }),
  typed('UrlPost', { address: fc.constantFrom('https://x/status', `https://${'a'.repeat(192)}`) }),
);
const notification = fc.record(
  {
    forEvent: orNull(fc.constantFrom('SuccessOnly', 'FinalOnly', 'All', 'ErrorOnly')),
    addresses: fc.array(notificationAddress, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['addresses'] },
);
const withNotification = (value: Arbitrary<Record<string, unknown>>) =>
  fc
    .tuple(value, fc.option(notification, { freq: 2, nil: undefined }))
    .map(([fields, told]) => ({ ...fields, ...(told === undefined ? {} : { notification: told }) }));

/** A single send. */
export const messageRequest = withNotification(message);

/** A batch send. */
export const batchRequest = withNotification(
  fc.record({ messages: fc.array(message, { minLength: 1, maxLength: 3 }) }),
);
