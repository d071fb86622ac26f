import type { NodeAPI } from 'node-red';

import type { Language } from '../../core/ask/pageTexts';
import type { MessagingError } from '../../core/client';
import { languages } from '../translations/languages';
import { translatedError, translatedLabel } from '../translations/translated';
import { editorText } from './labels';

/** What a flow and a person get of an error: its facts, with the texts in the language of this Node-RED (`lang` in settings.js, or `LANG`). */
export function factsOf(RED: NodeAPI, error: MessagingError) {
  const { fact } = error;
  const advice = error.adviceFor();
  const data = error.toData();
  const language = languageOf(RED);
  if (language === undefined) return { data, advice, fact };
  const translated = (text: string) => translatedError(text, language);
  const details = data.details.map(({ label, messages, ...detail }) => ({
    ...detail,
    ...(label === undefined ? {} : { label: translatedLabel(label, language) }),
    messages: messages.map(translated),
  }));
  const texts = { message: translated(data.message), description: translated(data.description), details };
  return {
    data: { ...data, ...texts },
    advice: advice === undefined ? undefined : translated(advice),
    fact: translated(fact),
  };
}

/** A sentence that the core says, in the language of this Node-RED. */
export function inLanguageOf(RED: NodeAPI, text: string): string {
  const language = languageOf(RED);
  return language === undefined ? text : translatedError(text, language);
}

/** The language of a page for people who may know nothing of Node-RED, unless their browser prefers another one. */
export function pageLanguage(RED: NodeAPI): Language {
  return languageOf(RED) ?? 'en';
}

/** Undefined for English. */
function languageOf(RED: NodeAPI): (typeof languages)[number] | undefined {
  const code = editorText(RED, 'language');
  return languages.find((each) => each === code);
}
