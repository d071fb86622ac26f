/** The languages of the forms besides English. */
export const languages = ['de', 'fr', 'it'] as const;

/** Labels, help texts, examples and sentences of the contract in each language, by the English text. */
export type Translations = Record<string, Record<(typeof languages)[number], string>>;
