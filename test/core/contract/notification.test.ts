import { sentence, textOf } from '../../../core/errors/sentence';
import { EMOJI, problemsOf, sms } from './requests';

const email = { type: 'Email', address: 'anna@example.com' };
const international = 'must be a number in international format, such as +41791234567 or 0041791234567';
const webAddress = 'must be a URL that starts with https:// or http:// and contains no spaces';
const urlInOtherType = 'is a URL: choose the type URL (POST) or URL (GET) for it';
const emailInOtherType = 'is an e-mail address: choose the type Email for it';
const emailAddress = 'must be an e-mail address such as anna@example.com';

function notification(value: unknown) {
  return problemsOf(sms({ notification: value })).map((problem) => problem.replace('notification', ''));
}

function addresses(...list: unknown[]) {
  return notification({ addresses: list }).map((problem) => problem.replace('.addresses', ''));
}

describe('Notification (specification 2.6)', () => {
  it.each([undefined, null, 'SuccessOnly', 'FinalOnly', 'All', 'ErrorOnly'])(
    'accepts forEvent %s',
    (forEvent) => {
      expect(notification({ forEvent, addresses: [email] })).toEqual([]);
    },
  );

  it('refuses an empty list of addresses', () => {
    expect(addresses()).toEqual([': at least one address is required']);
  });
});

describe('notification addresses (specification 2.6)', () => {
  it.each([
    ['Sms', '+41791234567'],
    ['Email', 'anna@example.com'],
    ['Email', 'a@b.c'],
    ['Email', "first.last+tag'o@sub.example.co.uk"],
    ['Email', 'ünï@例え.jp'],
    ['Url', 'https://example.com/status'],
    ['Url', 'http://x'],
    ['UrlPost', 'https://example.com/status?key=a#b'],
    ['UrlPost', 'http://127.0.0.1:1880/status'],
  ])('accept %s %s', (type, address) => {
    expect(addresses({ type, address })).toEqual([]);
  });

  it.each([
    ['Sms', '', international],
    ['Sms', 'anna@example.com', emailInOtherType],
    ['Sms', 'https://example.com/status', urlInOtherType],
    ['Email', 'https://example.com/status', urlInOtherType],
    ['Email', 'anna', emailAddress],
    ['Email', '@example.com', emailAddress],
    ['Email', 'anna@', emailAddress],
    ['Email', 'anna@example', emailAddress],
    ['Email', 'anna@.com', emailAddress],
    ['Email', 'anna@example.', emailAddress],
    ['Email', 'anna@example..com', emailAddress],
    ['Email', 'anna@b@example.com', emailAddress],
    ['Email', 'anna muster@example.com', emailAddress],
    ['Email', 'anna@example.com ', emailAddress],
    ['Email', 'a@x.com,b@x.com', emailAddress],
    ['Url', 'example.com', webAddress],
    ['Url', 'anna@example.com', emailInOtherType],
    ['UrlPost', 'anna@example.com', emailInOtherType],
    ['UrlPost', '+41791234567', webAddress],
  ])('refuse %s %j', (type, address, rule) => {
    const got =
      address === ''
        ? 'must not be empty, got ""'
        : textOf(sentence('', rule, { got: JSON.stringify(address) }));
    expect(addresses({ type, address })).toEqual([`[0].address: ${got}`]);
  });

  it('names each address that is wrong, not only the first', () => {
    expect(addresses({ type: 'Email', address: 'a' }, email, { type: 'Url', address: 'b' })).toEqual([
      `[0].address: ${emailAddress}, got "a"`,
      `[2].address: ${webAddress}, got "b"`,
    ]);
  });
});

describe('combined length of the notification addresses (specification 2.6 and 8)', () => {
  const url = (length: number) => ({ type: 'Url', address: `https://${'a'.repeat(length - 8)}` });
  const rule = 'at most 200 characters for all addresses together, got';

  it.each([
    ['one address of 200 characters', [url(200)]],
    ['several addresses with 200 characters together', [url(100), url(84), email]],
    ['200 characters counted by code point', [{ type: 'Url', address: `https://${EMOJI.repeat(192)}` }]],
  ])('accepts %s', (_name, list) => {
    expect(addresses(...list)).toEqual([]);
  });

  it.each([
    ['one address of 201 characters', [url(201)], `: ${rule} 201`],
    ['several addresses with 201 characters together', [url(100), url(85), email], `: ${rule} 201`],
    [
      '201 characters counted by code point',
      [{ type: 'Url', address: `https://${EMOJI.repeat(193)}` }],
      `: ${rule} 201`,
    ],
    ['a long list', Array.from({ length: 100 }, () => email), `: ${rule} 1600`],
  ])('refuses %s', (_name, list, problem) => {
    expect(addresses(...list)).toEqual([problem]);
  });
});
