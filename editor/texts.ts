import { german } from './translations/de';
import { red } from './red';

/** The texts of the contract in other languages, by the English text: what is missing stays English. */
const translations: Record<string, Record<string, string>> = { de: german };

/** A label, help or placeholder of the contract in the language of the editor. */
export function formText(english: string | undefined): string {
  return english === undefined ? '' : (translations[language()]?.[english] ?? english);
}

function language(): string {
  return red.i18n.lang().split('-')[0] ?? 'en';
}

const LANGUAGE_CODE = /^[a-z]{2,3}(_[A-Z]{2})?$/;

/** What a choice is called: languages by their names in the language of the user, everything else as the contract names it. */
export function choiceLabel(value: string, english: string): string {
  if (!LANGUAGE_CODE.test(value)) return formText(english);
  const name = new Intl.DisplayNames([red.i18n.lang()], { type: 'language' }).of(value.replace('_', '-'));
  return `${name ?? english} (${value})`;
}
