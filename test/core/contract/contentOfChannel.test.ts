import { contentTypesOfChannel, judgeMessage, type Channel, type ContentType } from '../../../core/contract';
import { EMOJI, on, problemsOf, rcs, said, smallestContents, sms, whatsapp } from './requests';

const types: ContentType[] = [
  'Text',
  'Template',
  'Image',
  'Video',
  'Document',
  'Location',
  'Audio',
  'Sticker',
  'Contacts',
  'Interactive',
  'InteractiveReply',
];

/** docs/readings.md, "Content by channel", written out. */
const carried: Record<Channel, ContentType[]> = {
  Sms: ['Text'],
  Whatsapp: types.filter((type) => type !== 'Sticker'),
  Rcs: types,
};

const cells = (['Sms', 'Whatsapp', 'Rcs'] as const).flatMap((channel) =>
  types.map((type) => ({ channel, type, verdict: carried[channel].includes(type) ? 'carries' : 'refuses' })),
);

describe('content by channel (specification 1 and 2.4)', () => {
  it.each(cells)('$channel $verdict $type', ({ channel, type, verdict }) => {
    const contents = contentTypesOfChannel[channel].join(', ');
    const refused = said('content.type', 'contentOfChannel', { channel, contents, got: `"${type}"` });
    const problems = verdict === 'carries' ? [] : [refused];
    expect(problemsOf(on(channel, smallestContents[type]))).toEqual(problems);
  });

  it('is what the editors are told', () => {
    for (const channel of ['Sms', 'Whatsapp', 'Rcs'] as const) {
      expect([...contentTypesOfChannel[channel]].sort()).toEqual([...carried[channel]].sort());
    }
  });

  const named =
    'Text, Image, Video, Document, Audio, Sticker, Location, Contacts, Interactive, Template, InteractiveReply';

  it.each([
    ['no type', { text: 'Hello' }, said('content.type', 'requiredChoice', { choices: named })],
    ['a null type', { type: null }, said('content.type', 'choice', { choices: named, got: 'null' })],
    ['an unknown type', { type: 'Poll' }, said('content.type', 'choice', { choices: named, got: '"Poll"' })],
    [
      'the name of a field of every object',
      { type: '__proto__' },
      said('content.type', 'choice', { choices: named, got: '"__proto__"' }),
    ],
    [
      'a list as type',
      { type: ['Text'], text: 'Hello' },
      said('content.type', 'choice', { choices: named, got: 'a list' }),
    ],
    [
      'an object as type',
      { type: { toString: 1, valueOf: 1 } },
      said('content.type', 'choice', { choices: named, got: 'an object' }),
    ],
    [
      'the type in small letters',
      { type: 'text', text: 'Hello' },
      said('content.type', 'spelling', { name: 'Text', got: '"text"' }),
    ],
  ])('is refused with %s', (_name, content, problem) => {
    expect(problemsOf(sms({ content }))).toEqual([problem]);
  });

  it.each(types)('takes SMS options beside the fields of %s (a field of every content object)', (type) => {
    const options = { type: 'SmsContentOptions' };
    expect(problemsOf(on('Rcs', { ...smallestContents[type], options }))).toEqual([]);
    expect(problemsOf(on('Rcs', { ...smallestContents[type], options: null }))).toEqual([]);
    expect(problemsOf(on('Rcs', { ...smallestContents[type], options: {} }))).toEqual([
      said('content.options.type', 'requiredChoice', { choices: 'SmsContentOptions' }),
    ]);
  });
});

describe('length of a text by channel', () => {
  it('has no limit on Sms', () => {
    expect(problemsOf(on('Sms', { type: 'Text', text: 'a'.repeat(5000) }))).toEqual([]);
  });

  it.each([
    ['Whatsapp', 4096],
    ['Rcs', 1000],
  ] as const)('%s takes %i characters, and not one more', (channel, max) => {
    const tooLong = said('content.text', 'tooLongOnChannel', { max, channel, got: max + 1 });
    for (const letter of ['a', EMOJI]) {
      expect(problemsOf(on(channel, { type: 'Text', text: letter.repeat(max) }))).toEqual([]);
      expect(problemsOf(on(channel, { type: 'Text', text: letter.repeat(max + 1) }))).toEqual([tooLong]);
    }
  });
});

describe('an account without strict limits', () => {
  const judged = (request: object) => judgeMessage(request, { strictLimits: false });

  it.each([
    ['4097 characters on WhatsApp', whatsapp({ content: { type: 'Text', text: 'a'.repeat(4097) } })],
    ['1001 characters on RCS', rcs({ content: { type: 'Text', text: 'a'.repeat(1001) } })],
    ['a sticker on WhatsApp', whatsapp({ content: { type: 'Sticker', mediaId: 'a' } })],
  ])('takes %s, which other accounts refuse', (_name, request) => {
    expect(judgeMessage(request).ok).toBe(false);
    expect(judgeMessage(request, { strictLimits: true }).ok).toBe(false);
    expect(judged(request).ok).toBe(true);
  });

  it('still refuses what the specification forbids', () => {
    expect(judged(sms({ content: { type: 'Sticker', mediaId: 'a' } })).ok).toBe(false);
    expect(judged(whatsapp({ content: { type: 'Text', text: '' } })).ok).toBe(false);
    expect(judged(whatsapp({ from: '' })).ok).toBe(false);
  });
});
