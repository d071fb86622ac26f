import { translations, type PageTexts } from './pageTranslations';

export type { PageTexts };

export type Language = 'en' | keyof typeof translations;

export const texts: Record<Language, PageTexts> = {
  en: {
    approve: 'Approve',
    decline: 'Decline',
    choose: 'Choose',
    title: 'Your answer, please',
    from: 'Question from',
    answer: 'Your answer',
    send: 'Send',
    empty: 'Please enter an answer.',
    thanks: 'Thank you. Your answer has been received.',
    chosen: 'You chose:',
    answered: 'This question has already been answered.',
    over: 'This question is closed. No answer is needed any more.',
    chat: 'Please answer in the chat in which you were asked.',
    busy: 'Your answer could not be recorded just now. Please try again in a moment.',
    close: 'You can close this page.',
  },
  ...translations,
};

function isLanguage(text: string): text is Language {
  return Object.hasOwn(texts, text);
}

/** The page's language for a browser, from its Accept-Language; `usual` if the page has none of those languages. */
export function languageOf(acceptLanguage: unknown, usual: Language = 'en'): Language {
  const wanted = String(acceptLanguage ?? '')
    .split(',')
    .slice(0, 30)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { primary: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { primary } of wanted) {
    if (isLanguage(primary)) return primary;
  }
  return usual;
}
