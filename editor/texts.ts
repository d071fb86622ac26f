import { textOf, type Said } from '../core/errors/sentence';
import { labelOf } from '../core/forms/labels';
import { translate } from './red';
import { errorIn, formTextIn, labelIn } from '../node-red/errors/translations';

/** A help or placeholder of the contract in the editor's language; English if there is no translation. */
export function formText(english: string | undefined): string {
  return english === undefined ? '' : (formTextIn(dialogLanguage(), english) ?? english);
}

/** A label of the contract in the editor's language. */
export function formLabel(english: string): string {
  return labelIn(dialogLanguage(), english);
}

/** A sentence in the editor's language. */
export function errorText(said: Said): string {
  const language = dialogLanguage();
  return textOf(said, { translate: (key) => errorIn(language, key) });
}

/**
 * The language of the dialogs. Node-RED itself falls back to English if it has no translation, such as Italian, although its nodes may have
 * one.
 */
function dialogLanguage(): string {
  return translate('language');
}

const LANGUAGE_CODE = /^[a-z]{2,3}(_[A-Z]{2})?$/;

/** The name of a choice, a channel or a content in the editor's language; the browser knows those of languages. */
export function choiceLabel(value: string): string {
  if (!LANGUAGE_CODE.test(value)) return formLabel(labelOf(value));
  const name = new Intl.DisplayNames([dialogLanguage()], { type: 'language' }).of(value.replace('_', '-'));
  return `${name ?? value} (${value})`;
}

/** Choices with their names, for a select. */
export function namedChoices(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, choiceLabel(value)]));
}
