import { type Draft, EMOJI, on, problemsOf, smallestContents } from './requests';

const url = 'https://example.com/file';

function interactive(fields: Record<string, unknown>) {
  return problemsOf(on('Whatsapp', { ...smallestContents.Interactive, ...fields }));
}

describe('InteractiveContent (specification 2.4 and 2.5)', () => {
  it.each([
    ['nothing but an action', {}],
    ['a header', { header: { type: 'Text', text: 'Appointment' } }],
    ['a body', { body: { text: 'Does Tuesday suit you?' } }],
    ['a footer', { footer: { text: 'Muster Ltd' } }],
  ])('accepts %s', (_name, fields) => {
    expect(interactive(fields)).toEqual([]);
  });
});

const button = (fields: Draft) => ({
  action: { type: 'Button', buttons: [{ type: 'Reply', id: 'yes', title: 'Yes', ...fields }] },
});
const list = (fields: Draft, section: Draft = {}, row: Draft = {}) => ({
  action: {
    type: 'List',
    button: 'Choose',
    sections: [{ rows: [{ id: 'slot', title: '09:00', ...row }], ...section }],
    ...fields,
  },
});

it.each<[string, number, (text: string) => Draft]>([
  ['header.text', 60, (text) => ({ header: { type: 'Text', text } })],
  ['body.text', 1024, (text) => ({ body: { text } })],
  ['footer.text', 60, (text) => ({ footer: { text } })],
  ['action.buttons[0].id', 256, (id) => button({ id })],
  ['action.buttons[0].title', 20, (title) => button({ title })],
  ['action.button', 20, (text) => list({ button: text })],
  ['action.sections[0].title', 24, (title) => list({}, { title })],
  ['action.sections[0].rows[0].id', 200, (id) => list({}, {}, { id })],
  ['action.sections[0].rows[0].title', 24, (title) => list({}, {}, { title })],
  ['action.sections[0].rows[0].description', 72, (description) => list({}, {}, { description })],
])('%s has from one to %i characters (specification 2.5 and 8)', (field, most, fieldsOf) => {
  // A letter of one code point and two UTF-16 units, which is no emoji.
  for (const letter of ['a', '𝒜']) {
    expect(interactive(fieldsOf(letter))).toEqual([]);
    expect(interactive(fieldsOf(letter.repeat(most)))).toEqual([]);
    expect(interactive(fieldsOf(letter.repeat(most + 1)))).toEqual([
      `content.${field}: at most ${most} characters, got ${most + 1}`,
    ]);
  }
  expect(interactive(fieldsOf(''))).toEqual([`content.${field}: must not be empty, got ""`]);
});

describe('interactive header (specification 2.5 and 8)', () => {
  it.each(['*bold*', 'a _b_ c', '~gone~', '`code`', '*a b*', '(*a*)', `*${EMOJI}*`, '*a\nb*', '**a**'])(
    'refuses the formatting in %j',
    (text) => {
      expect(interactive({ header: { type: 'Text', text } })).toEqual([
        `content.header.text: must not contain formatting such as *bold* or _italic_, got ${JSON.stringify(text)}`,
      ]);
    },
  );

  it.each([
    '5 * 3 = 15, snake_case_name, ~ 10 `',
    '* a *',
    '*a',
    'a*b*c',
    '2*3*4',
    '__',
    '**',
    'a_b_c',
    '*a_',
    '_ a_',
    'é*a*é',
  ])('lets %j through: no pair of markers around text', (text) => {
    expect(interactive({ header: { type: 'Text', text } })).toEqual([]);
  });

  describe.each(['Image', 'Video', 'Document'])('of type %s', (type) => {
    // The rule of the file is that of a template's parameter.
    it('takes both sources, which the specification does not forbid here, and refuses none', () => {
      expect(interactive({ header: { type, mediaId: 'media-1', url } })).toEqual([]);
      expect(interactive({ header: { type } })).toEqual([
        'content.header: needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)',
      ]);
    });
  });
});

it.each(['body', 'footer'])('interactive %s takes formatting, links and emojis', (part) => {
  expect(interactive({ [part]: { text: `*bold* _italic_ https://example.com ${EMOJI}` } })).toEqual([]);
});

describe('InteractiveReplyContent (specification 2.4 and 2.5)', () => {
  it.each([
    ['no reply', {}],
    ['a null reply', { reply: null }],
    ['a button without more', { reply: { type: 'Button' } }],
    ['a button', { reply: { type: 'Button', id: 'yes', title: 'Yes' } }],
    ['a button of nulls', { reply: { type: 'Button', id: null, title: null } }],
    ['a list without more', { reply: { type: 'List' } }],
    ['a list row', { reply: { type: 'List', id: 'a', title: 'b', description: 'c' } }],
    ['a list row of nulls', { reply: { type: 'List', id: null, title: null, description: null } }],
    ['texts of any length', { reply: { type: 'Button', id: 'a'.repeat(1000), title: '' } }],
  ])('accepts %s', (_name, fields) => {
    expect(problemsOf(on('Rcs', { type: 'InteractiveReply', ...fields }))).toEqual([]);
  });
});
