import { catalogs } from './catalogs';

/** The languages of the forms besides English. */
export type Language = 'de' | 'fr' | 'it';

/** Texts in another language. */
export interface Catalog {
  /** Labels, help texts and examples of the forms, by the English text. */
  labels: Readonly<Record<string, string>>;
  /** What went wrong, by the key of the sentence. */
  errors: Readonly<Record<string, string>>;
}

/** The catalog of a language; undefined for English, and for a language that there is none for. */
export function catalogIn(language: string): Catalog | undefined {
  return new Map<string, Catalog>(Object.entries(catalogs)).get(language);
}
