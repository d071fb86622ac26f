import { EMOJI, on, problemsOf } from './requests';

function action(value: unknown) {
  return problemsOf(on('Whatsapp', { type: 'Interactive', action: value })).map((problem) =>
    problem.replace('content.action', ''),
  );
}

const formatting = 'must not contain formatting such as *bold* or _italic_';
const emojis = 'must not contain emojis';

/** A label that the specification limits to 1–20 characters, "no emojis or markdown". */
const labels: Array<[string, unknown, string[]]> = [
  ['an emoji', `Yes ${EMOJI}`, [`${emojis}, got "Yes ${EMOJI}"`]],
  ['an emoji made by a variation selector', '❤\uFE0F', [`${emojis}, got "❤\uFE0F"`]],
  ['a keycap', '1\u20E3', [`${emojis}, got "1\u20E3"`]],
  ['formatting', '*Yes*', [`${formatting}, got "*Yes*"`]],
  [
    'an emoji and formatting',
    `*${EMOJI}*`,
    [`${emojis}, got "*${EMOJI}*"`, `${formatting}, got "*${EMOJI}*"`],
  ],
];
const goodLabels = ['é', '❤', '1 * 2', 'snake_case_', '100 % ok!'];

describe('InteractiveButtonAction (specification 2.5 and 8)', () => {
  const button = (fields: Record<string, unknown> = {}) => ({
    type: 'Reply',
    id: 'yes',
    title: 'Yes',
    ...fields,
  });
  const buttons = (...list: unknown[]) => action({ type: 'Button', buttons: list });

  it('accepts one, two and three buttons', () => {
    const three = [button({ id: 'a' }), button({ id: 'b' }), button({ id: 'c' })];
    expect(buttons(...three.slice(0, 1))).toEqual([]);
    expect(buttons(...three.slice(0, 2))).toEqual([]);
    expect(buttons(...three)).toEqual([]);
  });

  it.each([
    ['an empty list', { type: 'Button', buttons: [] }, '.buttons: at least one button is required'],
    [
      'four buttons',
      { type: 'Button', buttons: ['a', 'b', 'c', 'd'].map((id) => button({ id })) },
      '.buttons: at most 3 buttons, got 4',
    ],
  ])('refuses %s', (_name, value, problem) => {
    expect(action(value)).toEqual([problem]);
  });

  it.each(['*a*', EMOJI])('accepts the id %j', (id) => {
    expect(buttons(button({ id }))).toEqual([]);
  });

  it.each(goodLabels)('accepts the title %j', (title) => {
    expect(buttons(button({ title }))).toEqual([]);
  });

  it.each(labels)('refuses a title of %s', (_name, title, problems) => {
    expect(buttons(button({ id: 'a' }), button({ title }))).toEqual(
      problems.map((problem) => `.buttons[1].title: ${problem}`),
    );
  });

  it('refuses an id that an earlier button has, and names every repetition', () => {
    const rule = 'must differ from the ids of the other buttons';
    expect(buttons(button({ id: 'a' }), button({ id: 'b' }), button({ id: 'a' }))).toEqual([
      `.buttons[2].id: ${rule}, got "a" again`,
    ]);
    expect(buttons(button({ id: 'a' }), button({ id: 'a' }), button({ id: 'a' }))).toEqual([
      `.buttons[1].id: ${rule}, got "a" again`,
      `.buttons[2].id: ${rule}, got "a" again`,
    ]);
  });
});

describe('InteractiveListAction (specification 2.5 and 8)', () => {
  const row = (fields: Record<string, unknown> = {}) => ({ id: 'slot', title: '09:00', ...fields });
  const rows = (count: number) => Array.from({ length: count }, () => row());
  const section = (fields: Record<string, unknown> = {}) => ({ title: 'Morning', rows: [row()], ...fields });
  const list = (fields: Record<string, unknown> = {}) =>
    action({ type: 'List', button: 'Choose', sections: [section()], ...fields });
  const sections = (...value: unknown[]) => list({ sections: value });

  it.each([
    ['one section with one row', [section()]],
    ['one section without title', [section({ title: undefined })]],
    ['one section with a null title', [section({ title: null })]],
    ['one section with 10 rows', [section({ rows: rows(10) })]],
    ['10 sections with one row each', Array.from({ length: 10 }, () => section())],
    ['two sections with 10 rows together', [section({ rows: rows(4) }), section({ rows: rows(6) })]],
    ['the same row id twice, which the specification does not forbid', [section({ rows: rows(2) })]],
    ['the same section title twice', [section(), section()]],
  ])('accepts %s', (_name, value) => {
    expect(sections(...value)).toEqual([]);
  });

  const over = '.sections: at most 10 rows across all sections, got';

  it.each([
    ['an empty list', [], ['.sections: at least one section is required']],
    ['11 sections', Array.from({ length: 11 }, () => section()), ['.sections: at most 10 sections, got 11']],
    [
      'a section with an empty list of rows',
      [section({ rows: [] })],
      ['.sections[0].rows: at least one row is required'],
    ],
    ['a section with 11 rows', [section({ rows: rows(11) })], ['.sections[0].rows: at most 10 rows, got 11']],
    ['11 rows in two sections', [section({ rows: rows(5) }), section({ rows: rows(6) })], [`${over} 11`]],
    [
      '11 rows in 10 sections',
      [...Array.from({ length: 9 }, () => section()), section({ rows: rows(2) })],
      [`${over} 11`],
    ],
    [
      'two sections of which one has no title',
      [section(), section({ title: undefined })],
      ['.sections[1].title: is required when there is more than one section'],
    ],
    [
      'two sections with null titles',
      [section({ title: null }), section({ title: null })],
      [
        '.sections[0].title: is required when there is more than one section, got null',
        '.sections[1].title: is required when there is more than one section, got null',
      ],
    ],
  ])('refuses %s', (_name, value, problems) => {
    expect(list({ sections: value })).toEqual(problems);
  });

  it.each([EMOJI, '*bold*'])('accepts the section title %j', (title) => {
    expect(sections(section({ title }), section())).toEqual([]);
  });

  it.each(goodLabels)('accepts the button %j', (button) => {
    expect(list({ button })).toEqual([]);
  });

  it.each(labels)('refuses a button of %s', (_name, button, problems) => {
    expect(list({ button })).toEqual(problems.map((problem) => `.button: ${problem}`));
  });

  it.each([undefined, null, EMOJI])('accepts a row with the description %s', (description) => {
    expect(sections(section({ rows: [row({ description })] }))).toEqual([]);
  });

  it('names the row that is wrong', () => {
    expect(sections(section({ rows: [row(), row({ title: '' })] }))).toEqual([
      '.sections[0].rows[1].title: must not be empty, got ""',
    ]);
  });
});
