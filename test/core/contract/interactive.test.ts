import { EMOJI, on, problemsOf, smallestContents } from './requests';

const url = 'https://example.com/file';
const webAddress = 'must be a URL that starts with https:// or http:// and contains no spaces';
const contentFields = 'the fields are type, header, body, footer, action, options';

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

  it.each([
    ['no action', { action: undefined }, 'action: is required'],
    ['a null action', { action: null }, 'action: must be an object, got null'],
    ['a null header', { header: null }, 'header: must be an object, got null'],
    ['a null body', { body: null }, 'body: must be an object, got null'],
    ['a null footer', { footer: null }, 'footer: must be an object, got null'],
    ['a text as body', { body: 'Hello' }, 'body: must be an object, got "Hello"'],
    ['a text as footer', { footer: 'Hello' }, 'footer: must be an object, got "Hello"'],
    ['an unknown field', { buttons: [] }, `buttons: is not a field here; ${contentFields}`],
    ['a field name in other case', { Body: { text: 'a' } }, 'Body: must be spelled body'],
    [
      'an action without type',
      { action: { buttons: [] } },
      'action.type: is required and must be one of Button, List',
    ],
    [
      'an action of an unknown type',
      { action: { type: 'Link' } },
      'action.type: must be one of Button, List, got "Link"',
    ],
    [
      'an action type in other case',
      { action: { type: 'button' } },
      'action.type: must be spelled Button, got "button"',
    ],
  ])('refuses %s', (_name, fields, problem) => {
    expect(interactive(fields)).toEqual([`content.${problem}`]);
  });
});

describe('interactive header (specification 2.5 and 8)', () => {
  const kinds = 'Text, Image, Video, Document';

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
    ['no type', { text: 'a' }, [`type: is required and must be one of ${kinds}`]],
    ['an unknown type', { type: 'Audio', mediaId: 'a' }, [`type: must be one of ${kinds}, got "Audio"`]],
    ['a type in other case', { type: 'TEXT', text: 'a' }, ['type: must be spelled Text, got "TEXT"']],
    ['no text', { type: 'Text' }, ['text: is required']],
    ['a null text', { type: 'Text', text: null }, ['text: must be text, got null']],
    ['an empty text', { type: 'Text', text: '' }, ['text: must not be empty, got ""']],
    ['61 characters', { type: 'Text', text: 'a'.repeat(61) }, ['text: at most 60 characters, got 61']],
    ['61 emojis', { type: 'Text', text: EMOJI.repeat(61) }, ['text: at most 60 characters, got 61']],
    [
      'a text beside an image',
      { type: 'Image', mediaId: 'a', text: 'b' },
      ['text: is not a field here; the fields are type, mediaId, url'],
    ],
    [
      'a caption of an image',
      { type: 'Image', mediaId: 'a', caption: null },
      ['caption: is not a field here; the fields are type, mediaId, url'],
    ],
    [
      'a file name of a document',
      { type: 'Document', mediaId: 'a', filename: 'b' },
      ['filename: is not a field here; the fields are type, mediaId, url'],
    ],
    [
      'a file beside a text',
      { type: 'Text', text: 'a', url },
      ['url: is not a field here; the fields are type, text'],
    ],
    ['a text instead of a header', 'Hello', ['header: must be an object, got "Hello"']],
  ])('refuses %s', (_name, header, problems) => {
    const prefix = typeof header === 'string' ? 'content.' : 'content.header.';
    expect(interactive({ header })).toEqual(problems.map((problem) => prefix + problem));
  });

  describe.each(['Image', 'Video', 'Document'])('of type %s', (type) => {
    it.each([
      ['an uploaded file', { mediaId: 'media-1' }],
      ['a public file', { url }],
      ['both, which the specification does not forbid here', { mediaId: 'media-1', url }],
      ['a null beside the other', { mediaId: null, url }],
      ['an empty mediaId beside a url', { mediaId: '', url }],
    ])('accepts %s', (_name, source) => {
      expect(interactive({ header: { type, ...source } })).toEqual([]);
    });

    it.each([
      ['no file', {}, ': needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)'],
      [
        'nulls for both',
        { mediaId: null, url: null },
        ': needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)',
      ],
      [
        'an empty mediaId',
        { mediaId: '' },
        ': needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)',
      ],
      ['a url that is no web address', { url: 'file.png' }, `.url: ${webAddress}, got "file.png"`],
      ['an empty url', { mediaId: 'a', url: '' }, `.url: ${webAddress}, got ""`],
    ])('refuses %s', (_name, source, problem) => {
      expect(interactive({ header: { type, ...source } })).toEqual([`content.header${problem}`]);
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
    ['no text', {}, 'text: is required'],
    ['a null text', { text: null }, 'text: must be text, got null'],
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
    ['an unknown field', { text: 'a', type: 'Text' }, 'type: is not a field here; the fields are text'],
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

  it.each([
    ['a reply without type', {}, ['.type: is required and must be one of Button, List']],
    ['a reply of an unknown type', { type: 'Reply' }, ['.type: must be one of Button, List, got "Reply"']],
    ['a reply type in other case', { type: 'list' }, ['.type: must be spelled List, got "list"']],
    ['an id that is a number', { type: 'Button', id: 5 }, ['.id: must be text, got 5']],
    ['a title that is no text', { type: 'List', title: true }, ['.title: must be text, got true']],
    [
      'a description that is no text',
      { type: 'List', description: 5 },
      ['.description: must be text, got 5'],
    ],
    [
      'a description of a button',
      { type: 'Button', description: 'a' },
      ['.description: is not a field here; the fields are type, id, title'],
    ],
    [
      'an unknown field',
      { type: 'List', row: 1 },
      ['.row: is not a field here; the fields are type, id, title, description'],
    ],
    ['a text', 'yes', [': must be an object, got "yes"']],
  ])('refuses %s', (_name, reply, problems) => {
    expect(problemsOf(on('Rcs', { type: 'InteractiveReply', reply }))).toEqual(
      problems.map((problem) => `content.reply${problem}`),
    );
  });
});
