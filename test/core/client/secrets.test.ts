import fc from 'fast-check';

import { secretMask, withoutEchoes, withoutSecrets } from '../../../core/client';
import { SEED } from '../../seed';

const password = 'pässwörd: 1 $(a+b)*[c.d]^{2}?|e';

const credentials = (secret: string) => ({ username: 'demo', password: secret, messageIdField: 'orderNo' });

async function answered(body: string, secret: string) {
  const answer = { status: 200, headers: { echo: body, cookies: [body] }, body };
  const transport = withoutSecrets(() => Promise.resolve(answer), credentials(secret));
  return transport({ method: 'GET', url: 'https://x', headers: {}, timeoutMs: 1 });
}

async function masked(body: string, secret = password): Promise<string> {
  const answer = await answered(body, secret);
  expect(answer.headers).toEqual({ echo: answer.body, cookies: [answer.body] });
  return answer.body;
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const everyByte = (text: string) => [...Buffer.from(text)].map((byte) => `%${hex(byte)}`).join('');
const umlauts = (text: string) => text.replace(/[^\0-\x7f]/g, (sign) => encodeURIComponent(sign));
const escapes = (text: string) =>
  [...text].map((sign) => `\\u${hex(sign.charCodeAt(0)).padStart(4, '0')}`).join('');
const html = (text: string) =>
  text.replace(/[&<>"':]/g, (sign) =>
    sign === ':' ? '&#x3a;' : `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#39'};`,
  );
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

describe('an echoed password is hidden, however it is written', () => {
  it.each([
    ['by encodeURI', encodeURI(password)],
    ['by encodeURIComponent', encodeURIComponent(password)],
    ['with every byte', everyByte(password)],
    ['with every byte, among others', `%41${everyByte(password)}%42`],
    ['with umlauts only', umlauts(password)],
    ['in Latin-1', escape(password)],
    ['as a form', new URLSearchParams({ x: password }).toString().slice(2)],
    ['as a form, twice', encodeURIComponent(new URLSearchParams({ x: password }).toString().slice(2))],
    ['in Base64', Buffer.from(password).toString('base64')],
    ['twice', encodeURIComponent(encodeURIComponent(password))],
    ['in mixed case', encodeURIComponent(password).replace(/%C3/, '%c3')],
    ['as a name in escapes', `{"${escapes(password)}":1}`],
    [
      'in JSON in JSON in JSON',
      JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [password]: password }) }) }),
    ],
    ['in escapes in JSON in JSON', JSON.stringify({ a: `{"${escapes(password)}":1}` })],
    ['in a URL in JSON', JSON.stringify({ a: `https://x?p=${encodeURI(password)}&q` })],
    ['in HTML', html(password)],
    ['in JSON in a URL', `https://x?p=${encodeURIComponent(JSON.stringify({ password }))}`],
  ])('%s', async (_name, written) => {
    const found = await masked(`before ${written} after`);
    expect(found).toMatch(/^before .*\*\*\*.* after$|^\*\*\*$/s);
    for (const part of ['c.d', '%63%2e%64', '0063']) expect(found).not.toContain(part);
  });

  it('in HTML with names in capitals', async () => {
    expect(await masked('aa&AMP;bb&LT;cc', 'aa&bb<cc')).toBe('***');
  });

  it('whatever writings are put into each other', async () => {
    const writing = fc.constantFrom(encodeURIComponent, encodeURI, everyByte, escapes, quoted, umlauts, html);
    const secret = fc
      .string({ unit: fc.constantFrom(...'aZ09 äö/:=&<"'), minLength: 6, maxLength: 12 })
      .filter((text) => text.trim().length > 5);
    await fc.assert(
      fc.asyncProperty(fc.array(writing, { minLength: 1, maxLength: 3 }), secret, async (writings, text) => {
        const written = writings.reduce((inner, write) => write(inner), text);
        // A password that begins with 0, 9 or " can start within %30, %39, \" or %5C%22: %3***; one that ends with & or &a ends within &amp;.
        expect(await masked(`<${written}>`, text)).toMatch(
          /^(<(\\|%(25)*5c)*(%[\da-f])?\*\*\*(a?mp(;|%(25)*3b)a?)*>|\*\*\*)$/i,
        );
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it.each(['{"a":"100%","b":"\\n\\u00e4"}', '%C3', '\\', '%zz\\q', '{"a":"%41%42"}', '&amp;&nope;&#x;', ''])(
    'nothing else is changed: %j',
    async (body) => {
      expect(await masked(body)).toBe(body);
    },
  );
});

test('without a password, the secret of the webhook is hidden all the same', () => {
  const mask = secretMask({ username: '', password: '', webhookSecret: 's3cret-word' });
  expect(mask('https://x/in?secret=s3cret-word')).toBe('https://x/in?***');
  const inUrl = secretMask({ username: '', password: '', webhookSecret: 'hook/wörd of+the' });
  expect(inUrl(`You sent https://x/in?secret=${encodeURIComponent('hook/wörd of+the')}`)).toBe(
    'You sent https://x/in?***',
  );
  expect(secretMask({ username: 'a', password: '' })('a:b')).toBe('a:b');
});

it.each<[string, object, object]>([
  ['message', { messageId: '1', errorMessage: 'No message' }, { messageId: '1', errorMessage: 'No ***' }],
  [
    'failed',
    { status: 'failed', state: 'sms.failed', x: 'a failed b' },
    { status: 'failed', state: 'sms.failed', x: 'a *** b' },
  ],
  ['17000000', { id: 17000000, ids: ['17000000', 170000001] }, { id: '***', ids: ['***', 170000001] }],
  ['orderNo', { orderNo: '1', x: 'No orderNo' }, { orderNo: '1', x: 'No ***' }],
  ['p4ssword', { p4ssword: 1, list: [{ x: 'p4ssword' }] }, { '***': 1, list: [{ x: '***' }] }],
])('with the password %j, answers and calls can be read all the same', async (secret, body, expected) => {
  const mask = secretMask(credentials(secret));
  expect(JSON.parse((await answered(JSON.stringify(body), secret)).body)).toEqual(expected);
  expect(withoutEchoes(body, body, mask)).toEqual({ query: expected, body: expected });
});
