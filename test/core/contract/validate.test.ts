import { judgeMessage } from '../../../core/contract';
import { EMOJI, problemsInContract, problemsOf, rcs, smallestContents, sms, whatsapp } from './requests';

const example = '"content": { "type": "Text", "text": "Hello" }';
const batch = 'send "messages" with the batch node or the batch operation';

describe('what was meant as a request', () => {
  it('is told so where a request is wanted', () => {
    expect(problemsOf({ to: '+41791234567', text: 'Hello' })[0]).toBe(
      `text: belongs in content: write ${example}`,
    );
    expect(problemsOf({ messages: [sms()] })[0]).toBe(`messages: makes this a batch: ${batch}`);
  });
});

describe('a value of another kind', () => {
  const rcsContent = (type: keyof typeof smallestContents, fields: object) =>
    rcs({ content: { ...smallestContents[type], ...fields } });
  const options = (fields: object) =>
    rcsContent('Text', { options: { type: 'SmsContentOptions', ...fields } });
  const language = (fields: object) => rcsContent('Template', { language: { code: 'en', ...fields } });
  const button = { type: 'Url', id: 'a', title: 'Yes' };

  it.each([
    [rcsContent('Location', { latitude: '1' }), /latitude: must be a number, got "1"$/],
    [options({ forceGsm: 'yes' }), /forceGsm: must be true or false, got "yes"$/],
    [options({ smsType: null }), /smsType: must be one of Standard, Flash, PrioPlus, got null$/],
    [rcsContent('Interactive', { action: {} }), /type: is required and must be one of Button, List$/],
    [
      rcsContent('Interactive', { action: { type: 'Button', buttons: [button] } }),
      /type: must be one of Reply, got "Url"$/,
    ],
    [language({ code: 'xx' }), /code: must be one of af, sq, ar, .*got "xx"$/],
    [language({ code: 'pt_br' }), /code: must be spelled pt_BR, got "pt_br"$/],
    [language({ policy: 'Fallback' }), /policy: must be one of Deterministic, got "Fallback"$/],
    [
      rcsContent('Template', { components: [{ type: 'Body', parameters: [], index: 0 }] }),
      /index: is not a field here; the fields are type, parameters$/,
    ],
    [
      sms({ notification: { forEvent: 'Never', addresses: [{ type: 'Email', address: 'a@b.c' }] } }),
      /forEvent: must be one of SuccessOnly, FinalOnly, All, ErrorOnly, got "Never"$/,
    ],
  ])('is refused: %#', (request, problem) => {
    expect(problemsOf(request)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('a problem', () => {
  it.each([
    ['a long text, cut', 'x'.repeat(500), `"${'x'.repeat(59)}…`],
    ['a text of 58 characters, whole', 'x'.repeat(58), `"${'x'.repeat(58)}"`],
    ['emojis, cut between two of them', EMOJI.repeat(500), `"${EMOJI.repeat(59)}…`],
    ['control characters, escaped', 'a\u0000\r\nb', '"a\\u0000\\r\\nb"'],
    ['a quotation mark, escaped', 'a"b', '"a\\"b"'],
    ['false', false, 'false'],
    ['an object', { secret: 'x' }, 'an object'],
    ['a list', [1, 2], 'a list'],
  ])('shows %s', (_name, to, got) => {
    expect(problemsInContract(sms({ to }))).toEqual([expect.stringContaining(`, got ${got}`)]);
  });

  it('takes a type without a value for a missing one, not for a misspelt one', () => {
    expect(problemsOf(whatsapp({ content: { type: undefined } }))[0]).toMatch(
      /^content\.type: is required and must be one of Text, /,
    );
  });

  it('tells a misspelt field before the one that is missing for it', () => {
    expect(
      problemsOf({ ...sms(), from: undefined, From: 'MyCompany', TO: '+41791234567', to: undefined }),
    ).toEqual([
      'From: must be spelled from',
      'TO: must be spelled to',
      expect.stringMatching(/^from: is required/),
    ]);
  });
});

describe('a valid request', () => {
  it('comes back as it is', () => {
    const request = sms({ customerid: null, sendDate: '2026-12-24T18:00' });
    expect(judgeMessage(request)).toEqual({ ok: true, value: request, notes: [] });
  });

  it('is left as it is: judging changes nothing', () => {
    const request = Object.freeze(sms({ content: Object.freeze({ type: 'Text', text: 'Hello' }) }));
    expect(judgeMessage(request).ok).toBe(true);
  });
});

describe('judging never throws', () => {
  it.each([
    ['an object that cannot become a text', JSON.parse('{"toString":1,"valueOf":1}')],
    ['a function', () => 'Sms'],
    ['a symbol', Symbol('Sms')],
    ['a large integer', 1n],
  ])('with %s as channel', (_name, channel: unknown) => {
    expect(judgeMessage(sms({ channel })).ok).toBe(false);
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])(
    'with the field name %s, which is as unknown as any',
    (name) => {
      const request: unknown = JSON.parse(
        `{${JSON.stringify(name)}: {"x": 1}, ${JSON.stringify(sms()).slice(1)}`,
      );
      expect(problemsOf(request)).toEqual([
        `${name}: is not a field here; the fields are channel, from, to, toList, sendDate, customerid, content, notification`,
      ]);
    },
  );
});
