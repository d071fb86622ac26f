import texts from '../texts.json';

/** The languages of the texts besides English. */
export const languages = ['de', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

type Texts = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The build makes a file of these, which the editor and the server read. */
const { labels, errors }: { labels: Texts; errors: Texts } = texts;

/** A label, help text or example of the forms in a language; undefined in English, and if there is no translation. */
export function formTextIn(language: string, english: string): string | undefined {
  return translated(labels, english, language);
}

/** A sentence of an error in a language, by its key; undefined in English, and if there is no translation. */
export function errorIn(language: string, key: string): string | undefined {
  return translated(errors, key, language);
}

function translated(texts: Texts, key: string, wanted: string): string | undefined {
  const language = languages.find((each) => each === wanted);
  return language && Object.hasOwn(texts, key) ? texts[key]?.[language] : undefined;
}

/** A label of the contract in a language; in English in the case of Node-RED's dialogs: `Send at` for `Send At`. Others stay. */
export function labelIn(language: string, label: string): string {
  return languages.some((each) => each === language)
    ? (formTextIn(language, label) ?? label)
    : sentenceCase(label);
}

/** Names that keep their case, beside words with a capital within, such as WhatsApp and SMS. */
const NAMES = ['Prio Plus'];

function sentenceCase(label: string): string {
  if (NAMES.includes(label)) return label;
  return label.replace(/(?<=\s)[A-Z](?=[a-z]+(?![A-Za-z]))/g, (letter) => letter.toLowerCase());
}
