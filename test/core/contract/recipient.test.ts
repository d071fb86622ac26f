import { hasOddLength } from '../../../core/contract/phoneNumber';
import { judgeMessage } from '../../../core/contract';
import { said as saidOf } from '../../../core/contract/sentences';
import { textOf } from '../../../core/errors/sentence';
import { problemsOf, rcs, sms, whatsapp } from './requests';

const international = 'must be a number in international format, such as +41791234567 or 0041791234567';

function toList(...recipients: unknown[]) {
  return problemsOf(sms({ to: null, toList: recipients }));
}

describe('recipients of toList (specification 2.3)', () => {
  it.each([
    ['a number with +', { type: 'Number', address: '+41791234567' }],
    ['a person', { type: 'Person', address: 'Muster Anna' }],
    ['a person of one character', { type: 'Person', address: 'A' }],
    ['a group', { type: 'Group', address: 'On-call team' }],
    ['a group of one character', { type: 'Group', address: 'G' }],
  ])('accept %s', (_name, recipient) => {
    expect(toList(recipient)).toEqual([]);
  });

  it('accept every type beside the others, and a recipient twice', () => {
    const number = { type: 'Number', address: '+41791234567' };
    expect(
      toList(number, { type: 'Person', address: 'Muster Anna' }, { type: 'Group', address: 'Team' }, number),
    ).toEqual([]);
  });

  it('accept a thousand entries: the specification names no limit', () => {
    expect(
      toList(...Array.from({ length: 1000 }, () => ({ type: 'Number', address: '+41791234567' }))),
    ).toEqual([]);
  });

  it.each([
    ['an empty number', { type: 'Number', address: '' }, [`toList[0].address: ${international}, got ""`]],
    ['an empty person', { type: 'Person', address: '' }, ['toList[0].address: must not be empty, got ""']],
    ['an empty group', { type: 'Group', address: '' }, ['toList[0].address: must not be empty, got ""']],
  ])('refuse %s', (_name, recipient, problems) => {
    expect(toList(recipient)).toEqual(problems);
  });
});

describe('a number without country code, for the default country of the account', () => {
  const sentences = (to: string, countryCode?: string) => {
    const judged = judgeMessage(sms({ to }), { countryCode });
    return judged.ok ? [] : judged.findings.map((finding) => textOf(saidOf(finding)));
  };

  it.each([
    ['791234567', '+41', /write \+41791234567 or \+791234567, whichever you mean/],
    // With the country code a second time, it would be too long.
    ['41791234567', '+41', /write \+41791234567 if 41791234567 begins/],
    ['491711234567', '+49', /write \+491711234567 if/],
    ['1711234567', '+49', /write \+491711234567 or \+1711234567,/],
    ['791234567', undefined, /write \+791234567 if 791234567 begins/],
    ['0791234567', undefined, /write \+41791234567, or set the default country/],
  ])('%s with %s is refused with what it can mean', (to, countryCode, sentence) => {
    expect(sentences(to, countryCode)).toEqual([expect.stringMatching(sentence)]);
    expect(sentences(to, countryCode)).toHaveLength(1);
  });

  it('is said of recipients only: a sender has no default country', () => {
    const judged = judgeMessage(whatsapp({ from: '791234567' }), { countryCode: '+41' });
    expect(judged.ok ? [] : judged.findings.map(({ key }) => key)).toEqual(['numberWithoutPlus']);
  });

  it.each([
    ['+4179123456', '+41', true],
    ['+417912345678', '+41', true],
    ['004179123456', '+41', true],
    ['+41791234567', '+41', false],
    ['0041791234567', '+41', false],
    ['+4917112', '+41', false],
    ['+4917112', '+49', false],
    ['+4237912345', '+423', false],
    ['+42379123456', '+423', true],
  ])('%s, with the default country %s, has an odd length: %s', (number, country, odd) => {
    expect(hasOddLength(number, country)).toBe(odd);
  });
});

describe('a person whose number WhatsApp does not show', () => {
  const id = 'CH.13491208655302741918';
  const rule =
    'is a user ID of WhatsApp, to which no Sms message can go, got "CH.13491208655302741918": send a WhatsApp message, or write the number';

  it('is reached by WhatsApp', () => {
    expect(problemsOf(whatsapp({ to: id }))).toEqual([]);
    expect(problemsOf(whatsapp({ to: null, toList: [{ type: 'Number', address: id }] }))).toEqual([]);
  });

  it('is reached by no other channel', () => {
    expect(problemsOf(sms({ to: id }))).toEqual([`to: ${rule}`]);
    expect(problemsOf(rcs({ to: id }))).toEqual([`to: ${rule.replace('Sms', 'Rcs')}`]);
    expect(toList({ type: 'Person', address: id }, { type: 'Number', address: id })).toEqual([
      `toList[1].address: ${rule}`,
    ]);
  });
});
