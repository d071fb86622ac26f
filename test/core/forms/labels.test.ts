import { templateLanguageCodes } from '../../../core/contract';
import { labelOf } from '../../../core/forms';

describe('the label of a value', () => {
  it.each([
    ['Whatsapp', 'WhatsApp'],
    ['UrlPost', 'URL (POST)'],
    ['QuickReplyButton', 'Quick Reply Button'],
  ])('%s is %s', (value, label) => {
    expect(labelOf(value)).toBe(label);
  });

  it.each(templateLanguageCodes.map((code) => [code]))('of the language %s has its English name', (code) => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    expect(labelOf(code)).toBe(`${names.of(code.replace('_', '-'))} (${code})`);
  });
});
