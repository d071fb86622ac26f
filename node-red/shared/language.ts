import type { NodeAPI } from 'node-red';

import type { MessagingError } from '../../core/client';
import { languages } from '../translations/languages';
import { translatedError, translatedLabel } from '../translations/translated';
import { editorText } from './labels';

/** What a flow and a person get of an error: its facts, with the texts in the language of this Node-RED (`lang` in settings.js, or `LANG`). */
export function factsOf(RED: NodeAPI, error: MessagingError) {
  const { advice, fact } = error;
  const data = error.toData();
  const code = editorText(RED, 'language');
  const language = languages.find((each) => each === code);
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
