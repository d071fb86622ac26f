import { isBetween, OpenQuestions, type Expectation, type Question } from '../../../core/ask/answer';
import { steadyNow } from '../../../core/clock';
import type { InboundEvent } from '../../../core/receive';

const references = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'] as const;
const person = '+41791112233';
const any: Expectation = { kind: 'any', options: [] };
const yesOrNo: Expectation = {
  kind: 'choice',
  options: [
    { value: 'yes', title: 'I will come' },
    { value: 'no', title: 'Not this time' },
  ],
  words: ['STOP'],
};
const question = (changes: Partial<Question> = {}): Question => ({
  reference: references[0],
  askedAt: 1000,
  channel: 'Whatsapp',
  person,
  sender: '+41795550100',
  expects: any,
  until: Infinity,
  ...changes,
});
const inbound = (changes: Partial<InboundEvent> = {}): InboundEvent => ({
  event: 'inbound',
  channel: 'Whatsapp',
  from: person,
  to: '+41795550100',
  raw: {},
  ...changes,
});
const tap = (id: string): Partial<InboundEvent> => ({ choice: { kind: 'button', id, title: 'I will come' } });
/** How the message relates to the questions: kind, index of the question, value. */
function match(event: InboundEvent, ...questions: Question[]) {
  const open = new OpenQuestions<Question>();
  for (const each of questions) open.add(each);
  const found = open.match(event);
  if (found.kind === 'none') return ['none'];
  const place = questions.indexOf(found.question);
  return found.kind === 'answer' ? ['answer', place, found.value] : [found.kind, place];
}

describe('any answer', () => {
  it.each([
    ['a text', { text: 'At nine' }, 'At nine'],
    ['a picture with a caption', { media: { type: 'Image', caption: 'Here' } }, 'Here'],
    ['a picture alone', { media: { type: 'Image' } }, ''],
    ['a tap on a button without a reference', tap('yes'), 'yes'],
    ['a message without anything to read', {}, ''],
    ['a tap that brings nothing but its title', { choice: { kind: 'button' as const, title: 'OK' } }, 'OK'],
  ])('takes %s', (_name, event, value) => {
    expect(match(inbound(event), question())).toEqual(['answer', 0, value]);
  });

  it.each([
    ['from another person', { from: '+41791112244' }],
    ['from nobody', { from: undefined }],
    ['on another channel', { channel: 'Sms' as const }],
    ['to another number', { to: '+41795550999' }],
  ])('is not a message %s', (_name, event) => {
    expect(match(inbound({ text: 'Hello', ...event }), question())).toEqual(['none']);
  });

  it.each([
    ['written in another way', { from: '0041 79 111 22 33', to: '0041795550100' }, {}],
    ['without the ninth digit', { from: '+551187654321' }, { person: '+5511987654321' }],
    ['with the 1 of Mexico', { from: '+5215512345678' }, { person: '+525512345678' }],
    ['with the 9 of Argentina', { from: '+5491112345678' }, { person: '+541112345678' }],
    ['written by WhatsApp', { from: 'whatsapp:+41791112233', to: '41795550100@c.us' }, {}],
    ['from a user ID', { from: 'CH.13491208655302741918' }, { person: 'CH.13491208655302741918' }],
    ['without a channel and a receiver', { channel: undefined, to: undefined }, {}],
    [
      'to a number, where the sender was a name',
      { channel: 'Sms' as const },
      { channel: 'Sms' as const, sender: 'Clinic' },
    ],
  ])('is one %s', (_name, event, asked) => {
    expect(match(inbound({ text: 'Hello', ...event }), question(asked))).toEqual(['answer', 0, 'Hello']);
  });
});

describe('a choice', () => {
  const asked = question({ expects: yesOrNo });
  it.each([
    ['its button', tap(`yes~ask.${references[0]}`), 'yes'],
    ['a title, typed', { text: ' i will COME ' }, 'yes'],
    ['a value, typed', { text: 'No!' }, 'no'],
    ['a word', { text: 'stop please' }, 'STOP'],
  ])('is made by %s', (_name, event, value) => {
    expect(match(inbound(event), asked)).toEqual(['answer', 0, value]);
  });

  it.each([
    ['another text', { text: 'Who is this?' }],
    ['nothing', { text: ' ' }],
    ['a picture', { media: { type: 'Image' } }],
  ])('is not made by %s', (_name, event) => {
    expect(match(inbound(event), asked)).toEqual(['misfit', 0]);
  });
});

describe('the value of a tap', () => {
  const { options } = yesOrNo;
  const onAny = question({ expects: { kind: 'any', options } });
  it.each([
    ['that was not offered', onAny, tap(`admin~ask.${references[0]}`)],
    ['that was not offered, for a choice', question({ expects: yesOrNo }), tap(`admin~ask.${references[0]}`)],
    ['that is a word, not a button', question({ expects: yesOrNo }), tap(`STOP~ask.${references[0]}`)],
    ['in another spelling', onAny, tap(`YES~ask.${references[0]}`)],
    ['that is empty', onAny, tap(`~ask.${references[0]}`)],
    ['on a question without buttons', question(), tap(`admin~ask.${references[0]}`)],
  ])('%s answers nothing, whatever the reference says', (_name, asked, event) => {
    expect(match(inbound(event), asked)).toEqual(['none']);
  });

  it('is one of the question, also without a reference', () => {
    const other = { choice: { kind: 'button' as const, id: 'admin', title: 'Administrator' } };
    expect(match(inbound(other), onAny)).toEqual(['misfit', 0]);
    expect(match(inbound(tap('no')), onAny)).toEqual(['answer', 0, 'no']);
    expect(match(inbound({ choice: { kind: 'button', title: 'not this time' } }), onAny)).toEqual([
      'answer',
      0,
      'no',
    ]);
    // The title of the tap is that of a button; its id is none.
    expect(match(inbound(tap('admin')), onAny)).toEqual(['answer', 0, 'yes']);
    expect(match(inbound({ text: 'anything' }), onAny)).toEqual(['answer', 0, 'anything']);
  });

  it('goes to the question that offers it', () => {
    const asksTime = question({ reference: references[1], askedAt: 500, expects: any });
    expect(match(inbound(tap(`no~ask.${references[0]}`)), asksTime, onAny)).toEqual(['answer', 1, 'no']);
    expect(match(inbound(tap(`no~ask.${references[1]}`)), asksTime, onAny)).toEqual(['none']);
  });
});

describe('two questions to the same person', () => {
  const expects: Expectation = { kind: 'any', options: yesOrNo.options };
  const older = question({ expects });
  const younger = question({ reference: references[1], askedAt: 2000, expects });
  it('gives a text to the one that waits longest, whatever their order', () => {
    expect(match(inbound({ text: 'x' }), younger, older)).toEqual(['answer', 1, 'x']);
  });
  it.each([0, 1])('gives a tap to its own question (%i)', (place) => {
    expect(match(inbound(tap(`no~ask.${references[place] ?? ''}`)), older, younger)).toEqual([
      'answer',
      place,
      'no',
    ]);
  });
  it('gives a text that does not fit the older one to the younger', () => {
    expect(match(inbound({ text: 'x' }), { ...older, expects: yesOrNo }, younger)).toEqual([
      'answer',
      1,
      'x',
    ]);
  });
  it('gives a tap on a question that is over to neither', () => {
    expect(match(inbound(tap('no~ask.cccccccccccccccc')), older, younger)).toEqual(['none']);
  });
  it('gives a tap that another person makes to neither', () => {
    expect(match(inbound({ ...tap(`no~ask.${references[0]}`), from: '+41791119999' }), older)).toEqual([
      'none',
    ]);
  });
});

describe('an answer in words only', () => {
  const asked = question({ expects: { kind: 'text', options: [] } });
  it('is the text as it was written', () => {
    expect(match(inbound({ text: ' At nine ' }), asked)).toEqual(['answer', 0, ' At nine ']);
  });
  it.each([
    ['a tap', tap('yes')],
    ['a tap with a text', { ...tap('yes'), text: 'yes' }],
    ['a tap with the reference', tap(`yes~ask.${references[0]}`)],
    ['a picture', { media: { type: 'Image', caption: 'Here' } }],
    ['blanks', { text: ' \n ' }],
  ])('is not %s', (_name, event) => {
    expect(match(inbound(event), asked)[0]).not.toBe('answer');
  });
});

describe('a word by which people refuse further messages', () => {
  const stop = (changes: Partial<InboundEvent> = {}) =>
    inbound({ text: 'Cancel', optOut: 'stop', ...changes });
  const choices = { ...yesOrNo, words: ['Cancel'] };
  const tapOn = (title: string) => ({ text: title, choice: { kind: 'button' as const, title } });

  function matchOf(event: InboundEvent, expects: Expectation) {
    const open = new OpenQuestions<Question>();
    open.add(question({ expects }));
    return open.match(event);
  }

  it.each<[string, Expectation, Partial<InboundEvent>]>([
    ['any answer', any, {}],
    ['an answer in words', { kind: 'text', options: [] }, {}],
    ['any answer, on a button of another message', any, tapOn('Stop')],
  ])('answers a question for %s, and is for the triggers as well', (_, expects, event) => {
    expect(matchOf(stop(event), expects)).toMatchObject({ kind: 'answer', forAll: true });
  });

  it('is only an answer where the question offers it', () => {
    expect(matchOf(stop(), choices)).toMatchObject({ kind: 'answer', value: 'Cancel', forAll: false });
    const offered = { ...any, options: [{ value: 'off', title: 'Cancel' }] };
    expect(matchOf(stop(), offered)).toMatchObject({ kind: 'answer', forAll: false });
  });

  it('asks nobody again', () => {
    expect(matchOf(stop(), yesOrNo)).toEqual({ kind: 'none' });
    expect(matchOf(inbound({ text: 'Perhaps' }), yesOrNo)).toMatchObject({ kind: 'misfit' });
  });
});

describe('open questions', () => {
  const hello = inbound({ text: 'Hello' });
  const valueIn = (open: OpenQuestions<Question>) => {
    const found = open.match(hello);
    return found.kind === 'answer' ? found.question.reference : found.kind;
  };

  it('are answered one after the other', () => {
    const open = new OpenQuestions<Question>();
    const [older, younger] = [question(), question({ reference: references[1], askedAt: 2000 })];
    open.add(younger);
    open.add(older);
    expect(valueIn(open)).toBe(older.reference);
    open.remove(older);
    expect(valueIn(open)).toBe(younger.reference);
    open.remove(younger);
    expect(valueIn(open)).toBe('none');
  });

  it('are answered in time only', () => {
    const open = new OpenQuestions<Question>();
    open.add(question({ until: steadyNow() - 1 }));
    expect(valueIn(open)).toBe('none');
    open.add(question({ until: steadyNow() + 60_000 }));
    expect(valueIn(open)).toBe(references[0]);
  });

  it('with the same reference are one', () => {
    const open = new OpenQuestions<Question>();
    open.add(question());
    open.add(question({ person: '0041 79 111 22 33' }));
    open.remove(question());
    expect(valueIn(open)).toBe('none');
  });
});

describe('a question that the service asks later', () => {
  const later = question({ askedAt: steadyNow() + 3_600_000, expects: any });

  it('takes nothing that the person writes before', () => {
    expect(match(inbound({ text: 'Good evening' }), later)).toEqual(['none']);
    expect(match(inbound({ text: 'Good evening' }), { ...later, expects: yesOrNo })).toEqual(['none']);
    const asked = question({ reference: references[1] });
    expect(match(inbound({ text: 'At nine' }), later, asked)).toEqual(['answer', 1, 'At nine']);
  });

  it('takes a tap on its own button, as the clocks may differ', () => {
    const withButtons = { ...later, expects: yesOrNo };
    const tapped = inbound(tap(`yes~ask.${references[0]}`));
    expect(match(tapped, withButtons)).toEqual(match(tapped, question({ expects: yesOrNo })));
    expect(match(tapped, withButtons)[0]).toBe('answer');
  });
});

describe('a choice', () => {
  it('is not made by a blank message, though nothing is known of what stands on a button', () => {
    const options = [{ value: 'yes', title: '' }];
    const expects: Expectation = { kind: 'choice', options, words: [] };
    expect(match(inbound({ text: ' ' }), question({ expects }))).toEqual(['misfit', 0]);
  });

  it('is recognized in another case, also of letters that have several', () => {
    const expects: Expectation = { kind: 'choice', options: [], words: ['Straße'] };
    expect(match(inbound({ text: 'STRASSE' }), question({ expects }))).toEqual(['answer', 0, 'Straße']);
  });
});

describe('the time of a question', () => {
  beforeEach(() => jest.useFakeTimers({ now: 5000 }));
  afterEach(() => jest.useRealTimers());

  it('begins when it is asked, and ends at its limit', () => {
    expect(match(inbound({ text: 'x' }), question({ askedAt: 5000 }))).toEqual(['answer', 0, 'x']);
    expect(match(inbound({ text: 'x' }), question({ askedAt: 5001 }))).toEqual(['none']);
    expect(match(inbound({ text: 'x' }), question({ until: 5001 }))).toEqual(['answer', 0, 'x']);
    expect(match(inbound({ text: 'x' }), question({ until: 5000 }))).toEqual(['none']);
  });

  it('is over for good once it was removed', () => {
    const open = new OpenQuestions<Question>();
    open.add(question({ until: 5000 }));
    open.add(question({ reference: references[1], until: 5001 }));
    jest.setSystemTime(4000);
    expect(open.match(inbound({ text: 'x' }))).toMatchObject({ question: { reference: references[1] } });
    open.remove(question({ reference: references[1] }));
    open.remove(question());
    expect(open.match(inbound({ text: 'x' }))).toEqual({ kind: 'none' });
  });
});

describe('a message is between the two of a question', () => {
  const asked = { channel: 'Sms', person, sender: '+41795550100' } as const;
  const event = { channel: 'Sms', from: person, to: '+41795550100' } as const;

  it.each([
    [event, asked, true],
    [{ ...event, channel: undefined, to: undefined }, asked, true],
    [{ ...event, from: undefined }, asked, false],
    [{ ...event, from: '+41790000000' }, asked, false],
    [{ ...event, channel: 'other' }, asked, false],
    [{ ...event, to: '+41790000000' }, asked, false],
    // Nobody can reply to a name.
    [event, { ...asked, sender: 'Shop24' }, true],
    [event, { ...asked, sender: '24Shop' }, true],
    [event, { ...asked, sender: 'Shop' }, true],
    [{ ...event, to: 'Other' }, { ...asked, sender: 'Shop' }, false],
  ] as const)('%j of %j: %p', (message, question, expected) => {
    expect(isBetween(message, question)).toBe(expected);
  });
});
