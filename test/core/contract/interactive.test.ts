import { EMOJI, on, problemsOf, smallestContents } from './requests';

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

describe('interactive header (specification 2.5 and 8)', () => {
  it.each([
    ['one character', 'a'],
    ['60 characters', 'a'.repeat(60)],
    ['60 emojis', EMOJI.repeat(60)],
    ['signs that are no formatting', '5 * 3 = 15, snake_case_name, ~ 10 `'],
  ])('accepts a text of %s', (_name, text) => {
    expect(interactive({ header: { type: 'Text', text } })).toEqual([]);
  });

  it.each(['*bold*', 'a _b_ c', '~gone~', '`code`', '*a b*', '(*a*)', `*${EMOJI}*`, '*a\nb*', '**a**'])(
    'refuses the formatting in %j',
    (text) => {
      expect(interactive({ header: { type: 'Text', text } })).toEqual([
        `content.header.text: must not contain formatting such as *bold* or _italic_, got ${JSON.stringify(text)}`,
      ]);
    },
  );

  it.each(['* a *', '*a', 'a*b*c', '2*3*4', '__', '**', 'a_b_c', '*a_', '_ a_', 'é*a*é'])(
    'lets %j through: no pair of markers around text',
    (text) => {
      expect(interactive({ header: { type: 'Text', text } })).toEqual([]);
    },
  );

  it.each([
    ['an empty text', { type: 'Text', text: '' }, ['text: must not be empty, got ""']],
    ['61 characters', { type: 'Text', text: 'a'.repeat(61) }, ['text: at most 60 characters, got 61']],
    ['61 emojis', { type: 'Text', text: EMOJI.repeat(61) }, ['text: at most 60 characters, got 61']],
  ])('refuses %s', (_name, header, problems) => {
    const prefix = typeof header === 'string' ? 'content.' : 'content.header.';
    expect(interactive({ header })).toEqual(problems.map((problem) => prefix + problem));
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

describe.each([
  ['body', 1024],
  ['footer', 60],
])('interactive %s (specification 2.5 and 8)', (part, longest) => {
  it.each([
    ['one character', 'a'],
    ['its longest text', 'a'.repeat(longest)],
    ['its longest text of emojis', EMOJI.repeat(longest)],
    ['formatting and links', '*bold* _italic_ https://example.com'],
  ])('accepts %s', (_name, text) => {
    expect(interactive({ [part]: { text } })).toEqual([]);
  });

  it.each([
    ['an empty text', { text: '' }, 'text: must not be empty, got ""'],
    [
      'one character too many',
      { text: 'a'.repeat(longest + 1) },
      `text: at most ${longest} characters, got ${longest + 1}`,
    ],
    [
      'one emoji too many',
      { text: EMOJI.repeat(longest + 1) },
      `text: at most ${longest} characters, got ${longest + 1}`,
    ],
  ])('refuses %s', (_name, value, problem) => {
    expect(interactive({ [part]: value })).toEqual([`content.${part}.${problem}`]);
  });
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
