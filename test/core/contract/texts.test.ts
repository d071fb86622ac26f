import { checkMessage, checkWithNotes } from '../../../core/client';
import { textOf, type Said } from '../../../core/errors/sentence';
import { labelOnForm } from '../../../core/forms';
import { sms, whatsapp } from './requests';

const DECOMPOSED = 'Cafe\u0301';

function template(text: string) {
  const components = [
    {
      type: 'Body',
      parameters: [
        { type: 'Text', text: 'Anna' },
        { type: 'Text', text },
      ],
    },
  ];
  const content = {
    type: 'Template',
    namespace: 'ns',
    name: 'reminder',
    language: { code: 'en' },
    components,
  };
  return whatsapp({ content });
}

const english = (notes: readonly Said[]) => notes.map((note) => textOf(note));

describe("a text parameter of WhatsApp's template", () => {
  it.each([
    ['Hello\nAnna', 'Hello Anna'],
    ['Hello \r\n\r\n Anna', 'Hello Anna'],
    ['a\tb', 'a b'],
    ['a     b', 'a b'],
    ['a\u2028b', 'a b'],
    ['a\n\n', 'a '],
  ])('%j becomes %j, and the output says so', async (text, sent) => {
    const { request, notes } = await checkWithNotes(template(text), { labelOf: labelOnForm });
    expect(request).toEqual(template(sent));
    expect(english(notes)).toEqual([
      expect.stringMatching(
        /Parameters 2 › Text: line breaks, tabs and more than four spaces .* replaced by one space/,
      ),
    ]);
  });

  it.each(['a    b', 'Anna', ' '])('%j stays as it is', async (text) => {
    expect(await checkWithNotes(template(text))).toEqual({ request: template(text), notes: [] });
  });

  it('stays as it is if the limits of the account are not strict', async () => {
    const { request, notes } = await checkWithNotes(template('a\nb'), { rules: { strictLimits: false } });
    expect([request, notes]).toEqual([template('a\nb'), []]);
  });

  it('is the only text that is changed', async () => {
    const content = { type: 'Text', text: 'a\n\tb      c' };
    expect(await checkMessage(whatsapp({ content }))).toEqual(whatsapp({ content }));
  });
});

describe('the special characters of an SMS', () => {
  const text = '\u201EGr\u00FCezi\u201C \u2013 it\u2019s\u00A05\u202F%\u2026 \u00ABok\u00BB';
  const content = (options: object | null, written = text) => ({ type: 'Text', text: written, options });
  const all = { type: 'SmsContentOptions' };

  it('are replaced if that is wanted, and the output names them', async () => {
    const wanted = content({ ...all, forceGsm: true, replaceSpecial: true });
    const { request, notes } = await checkWithNotes(sms({ content: wanted }), { labelOf: labelOnForm });
    expect(request.content).toEqual(content({ ...all, forceGsm: true }, '"Gr\u00FCezi" - it\'s 5 %... "ok"'));
    expect(english(notes)).toEqual([
      'Text: characters that would make the SMS longer were replaced: „ “ – ’ U+00A0 U+202F … « »',
    ]);
  });

  it('and letters with an accent of their own become one character', async () => {
    const wanted = content({ ...all, replaceSpecial: true }, DECOMPOSED);
    const { request, notes } = await checkWithNotes(sms({ content: wanted }));
    expect(request.content).toMatchObject({ text: 'Café' });
    expect(english(notes)).toEqual([expect.stringContaining('U+0301')]);
  });

  it.each([[{ ...all, replaceSpecial: false }], [{ ...all, replaceSpecial: null }], [all], [null]])(
    'stay with the options %j',
    async (options) => {
      const { request, notes } = await checkWithNotes(sms({ content: content(options) }));
      expect([request.content, notes]).toEqual([content(options === null ? null : all), []]);
    },
  );

  it('are an unknown wish on another channel', async () => {
    const wanted = content({ ...all, replaceSpecial: true });
    await expect(checkMessage(whatsapp({ content: wanted }))).rejects.toThrow('replaceSpecial');
  });
});

describe('a text that nobody can have meant', () => {
  it.each([
    ['Hallo [object Object]', '[object Object]'],
    ['Hallo undefined!', 'undefined'],
    ['Hallo [undefined]', '[undefined]'],
    ['NaN CHF', 'NaN'],
    ['am Invalid DateTime', 'Invalid DateTime'],
  ])('%j is sent, and named', async (text, left) => {
    const { notes } = await checkWithNotes(sms({ content: { type: 'Text', text } }), {
      labelOf: labelOnForm,
    });
    expect(english(notes)).toEqual([
      `Text: contains "${left}", so an expression or a field probably found no text`,
    ]);
  });

  it.each(['Nan and Nana', 'NaNo', 'Undefined', 'an object', 'redundefined', '[object]', 'nullundefined1'])(
    '%j is a text like any other',
    async (text) => {
      expect((await checkWithNotes(sms({ content: { type: 'Text', text } }))).notes).toEqual([]);
    },
  );

  it('is named by its field wherever it is', async () => {
    const action = { type: 'Button', buttons: [{ type: 'Reply', id: 'yes', title: 'NaN' }] };
    const content = { type: 'Interactive', body: { text: 'Hello undefined' }, action };
    const { notes } = await checkWithNotes(whatsapp({ content, customerid: 'undefined' }), {
      labelOf: labelOnForm,
    });
    expect(english(notes).map((note) => note.split(':')[0])).toEqual([
      'Body Text',
      'Buttons 1 › Title',
      'Customer ID',
    ]);
  });

  it.each(['Hello \ud83d', '\ude00', 'a\ud83db'])('%j, with half of an emoji, is refused', async (text) => {
    await expect(checkMessage(sms({ content: { type: 'Text', text } }))).rejects.toThrow(
      'content.text: contains half of an emoji',
    );
  });
});
