import { checkCountryCode, tidyRequest } from '../../../core/client';

const ANNA = { type: 'Number', address: '+41791234567' };
const BRUNO = { type: 'Number', address: '+41795550112' };

describe('a request is tidied', () => {
  it.each([
    ['a number as people write it', { to: '+41 (0)79 123 45 67' }, { to: '+41791234567' }],
    ['a number as a spreadsheet holds it', { to: 41791234567 }, { to: '41791234567' }],
    [
      'recipients of a list, bare numbers among them',
      { toList: ['+41 79 123 45 67', { type: 'Number', address: '+41 79 555 01 12' }] },
      { toList: [ANNA, BRUNO] },
    ],
    ['a list in to', { to: ['+41 79 123 45 67', BRUNO] }, { toList: [ANNA, BRUNO] }],
    ['a list in to beside a toList that is null', { to: [ANNA], toList: null }, { toList: [ANNA] }],
    [
      'names of the address book as they are',
      { toList: [{ type: 'Person', address: 'Muster Anna-Maria' }] },
      { toList: [{ type: 'Person', address: 'Muster Anna-Maria' }] },
    ],
    ['the number of a link', { to: 'tel:+41-79-123-45-67' }, { to: '+41791234567' }],
    [
      'choices in any spelling',
      {
        channel: 'SMS',
        toList: [{ type: 'number', address: '+41 79 123 45 67' }],
        content: { type: 'text', text: 'a' },
        notification: { forEvent: 'ALL', addresses: [{ type: 'sms', address: '+41 79 123 45 67' }] },
      },
      {
        channel: 'Sms',
        toList: [ANNA],
        content: { type: 'Text', text: 'a' },
        notification: { forEvent: 'All', addresses: [{ type: 'Sms', address: '+41791234567' }] },
      },
    ],
    ['recipients in one text', { toList: '+41 79 123 45 67, +41 79 555 01 12;' }, { toList: [ANNA, BRUNO] }],
    ['recipients as JSON text', { toList: '["+41791234567","+41795550112"]' }, { toList: [ANNA, BRUNO] }],
    ['milliseconds', { sendDate: 1798135200000 }, { sendDate: '2026-12-24T18:00:00.000Z' }],
    ['seconds as text', { sendDate: '1798135200' }, { sendDate: '2026-12-24T18:00:00.000Z' }],
    ['seconds with a fraction', { sendDate: 1798135200.5 }, { sendDate: '2026-12-24T18:00:00.000Z' }],
    ['no other number for a date', { sendDate: 202612241800 }, { sendDate: 202612241800 }],
    ['nor a delay', { sendDate: 3600 }, { sendDate: 3600 }],
    ['nor what is after all dates', { sendDate: 1e16 }, { sendDate: 1e16 }],
    ['nor its text', { sendDate: '20261224180000' }, { sendDate: '20261224180000' }],
    ['a customer ID of digits', { customerid: 4711 }, { customerid: '4711' }],
    ['not one that has lost digits', { customerid: 2 ** 53 + 2 }, { customerid: 2 ** 53 + 2 }],
    [
      'notification addresses, only those that are numbers',
      {
        notification: {
          forEvent: 'All',
          addresses: [
            { type: 'Sms', address: '+41 79 123 45 67' },
            { type: 'Url', address: 'https://example.com/a-b' },
          ],
        },
      },
      {
        notification: {
          forEvent: 'All',
          addresses: [
            { type: 'Sms', address: '+41791234567' },
            { type: 'Url', address: 'https://example.com/a-b' },
          ],
        },
      },
    ],
    [
      'what is none of these, as it is',
      { to: null, toList: 5, from: {}, notification: 1, extra: ['+41 79'] },
      { to: null, toList: 5, from: {}, notification: 1, extra: ['+41 79'] },
    ],
  ])('%s', (_name, request, expected) => {
    const before = structuredClone(request);
    expect(tidyRequest(request)).toStrictEqual(expected);
    expect(request).toStrictEqual(before);
  });

  it.each([
    ['Sms', '+41 79 123 45 67', '0041791234567'],
    ['Sms', '0041791234567', '0041791234567'],
    // It would have too many digits with 00.
    ['Sms', '+123456789012345', '123456789012345'],
    ['Sms', 'My-Company', 'My-Company'],
    ['Sms', ' My Shop ', 'My Shop'],
    ['Sms', '079 123 45 67', '079 123 45 67'],
    ['Sms', 4711, '4711'],
    ['Whatsapp', '+41 79 123 45 67', '+41791234567'],
    ['Rcs', 'my-agent', 'my-agent'],
  ])('the sender on %s, %j, is %j', (channel, from, expected) => {
    expect(tidyRequest({ channel, from })).toStrictEqual({ channel, from: expected });
  });

  it.each([
    ['+41', '079 123 45 67', '+41791234567'],
    ['+41', '(079) 123-45-67', '+41791234567'],
    ['+41', '+49 171 1234567', '+491711234567'],
    ['+41', '0049 171 1234567', '00491711234567'],
    ['+41', '41791234567', '41791234567'],
    ['+41', '791234567', '791234567'],
    ['+41', '0', '0'],
    ['+41', 'Anna', 'Anna'],
    ['+1', '0', '0'],
    ['+36', '06 30 123 4567', '+36301234567'],
    ['+36', '0301234567', '0301234567'],
    ['+39', '06 1234 5678', '+390612345678'],
    ['+225', '07 12 34 56 78', '+2250712345678'],
    ['+229', '01 97 12 34 56', '+2290197123456'],
  ])('a recipient with the country code %s: %j is %j', (countryCode, to, expected) => {
    expect(tidyRequest({ to }, countryCode)).toEqual({ to: expected });
    expect(tidyRequest({ to: [to] }, countryCode)).toEqual({
      toList: [{ type: 'Number', address: expected }],
    });
    expect(tidyRequest({ toList: [{ type: 'Number', address: to }] }, countryCode)).toEqual({
      toList: [{ type: 'Number', address: expected }],
    });
  });

  it('only recipients get the country code', () => {
    const request = {
      channel: 'Whatsapp',
      from: '0791234567',
      toList: [{ type: 'Person', address: '0791234567' }],
      notification: { addresses: [{ type: 'Sms', address: '0791234567' }] },
    };
    expect(tidyRequest(request, '+41')).toEqual(request);
  });

  it.each([
    ['', undefined],
    [' +41 ', '+41'],
    ['0041', '+41'],
    ['41', '+41'],
    ['+1', '+1'],
    ['+423', '+423'],
  ])('the default country %j is %j', (written, code) => {
    expect(checkCountryCode(written)).toBe(code);
  });

  it.each(['CH', '+', '+0', '+4', '+411', '+4179', '041'])('the default country %j is refused', (written) => {
    expect(() => checkCountryCode(written)).toThrow(
      expect.objectContaining({
        code: 'invalid_settings',
        fact: `The default country "${written}" is not a country code`,
      }),
    );
  });

  it('an empty list in to beside toList is none', () => {
    expect(tidyRequest({ to: [], toList: [ANNA] })).toEqual(tidyRequest({ toList: [ANNA] }));
  });

  it.each([
    ['another list', [BRUNO]],
    ['an empty list', []],
  ])('a list in to beside %s in toList is refused, as one would be lost', (_name, toList) => {
    expect(() => tidyRequest({ to: [ANNA], toList })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        outcome: 'not_sent',
        fact: 'to: takes either To (to) or Recipients (toList), not both',
      }),
    );
  });
});
