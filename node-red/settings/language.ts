import type { NodeAPI } from 'node-red';

import { languageOf, type Language } from '../../core/ask/pageTexts';
import type { MessagingError } from '../../core/client';
import { textOf, type Edge, type Said } from '../../core/errors/sentence';
import { errorIn, labelIn } from '../errors/translations';
import { EDITOR_CATALOG } from './editorNames';

/* The language of this Node-RED: `lang` in settings.js, or `LANG`. */

/** What a flow and a person get of an error: its facts, with the texts in the language of this Node-RED. */
export function errorFacts(RED: NodeAPI, error: MessagingError) {
  const edge = edgeOf(RED);
  return { data: error.toData(edge), advice: error.adviceFor(edge), fact: textOf(error.said, edge) };
}

/** A sentence in the language of this Node-RED. */
export function inLanguageOf(RED: NodeAPI, said: Said): string {
  return textOf(said, edgeOf(RED));
}

/** A label of the contract as the editor shows it. */
export function formLabel(RED: NodeAPI, english: string): string {
  return labelIn(languageNamed(RED), english);
}

/** The language of a page for people who may know nothing of Node-RED, unless their browser prefers another one. */
export function pageLanguage(RED: NodeAPI): Language {
  return languageOf(languageNamed(RED));
}

function edgeOf(RED: NodeAPI): Edge {
  const language = languageNamed(RED);
  return { translate: (key) => errorIn(language, key) };
}

function languageNamed(RED: NodeAPI): string {
  return RED._(`${EDITOR_CATALOG}language`);
}
