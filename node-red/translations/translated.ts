import { GOT, withGot } from '../../core/contract/sentences';
import { translations } from '.';
import { askErrors } from './askErrors';
import { callerErrors } from './callerErrors';
import { limitErrors } from './limitErrors';
import { sentenceCase } from './sentenceCase';
import type { languages, Translations } from './languages';
import { networkErrors } from './networkErrors';
import { nodesErrors } from './nodesErrors';
import { settingsErrors } from './settingsErrors';
import { serviceErrors } from './serviceErrors';
import { windowErrors } from './windowErrors';

type Language = (typeof languages)[number];

const { labels, sentences } = translations;

/** All sentences of errors: what the contract, the core and the nodes say. */
export const errorSentences: Translations = {
  ...sentences,
  ...serviceErrors,
  ...callerErrors,
  ...networkErrors,
  ...nodesErrors,
  ...askErrors,
  ...limitErrors,
  ...settingsErrors,
  ...windowErrors,
};

/** A sentence with values, in its parts: `['The service failed with status ', '']` and `['{0}']`. */
interface Pattern {
  english: string;
  parts: readonly string[];
  names: readonly string[];
}

const PLACEHOLDER = /\{\w+\}/g;

/** The more of a sentence is fixed, the earlier it is tried. */
const patterns: readonly Pattern[] = Object.keys(errorSentences)
  .flatMap((english) => {
    const names = english.match(PLACEHOLDER);
    return names === null ? [] : [{ english, parts: english.split(PLACEHOLDER), names }];
  })
  .sort((one, other) => fixedLength(other) - fixedLength(one));

/** The nouns of a list are left to the reader; in `at most 20 characters, got 27` there is none. */
const NOUN = /^[a-z]+(?: [a-z]+)?$/;

function fixedLength({ parts }: Pattern): number {
  return parts.join('').length;
}

/**
 * An English text of an error in another language: whole sentences, sentences with values, several sentences in a row, and any of these
 * after the label of a field. Errors are made of text, are stored as text, and contain one another, so their sentences are recognized as
 * text too. What is not known, such as the service's own words, stays as it is.
 */
export function translatedError(english: string, language: Language): string {
  return english
    .split('\n')
    .map((line) => lineIn(line, language) ?? line)
    .join('\n');
}

/** By the label as Node-RED shows it in English. */
let shownLabels: Translations | undefined;

function labelNamed(shown: string): Translations[string] | undefined {
  shownLabels ??= Object.fromEntries(
    Object.entries(labels).map(([english, texts]) => [sentenceCase(english), texts]),
  );
  return known(shownLabels, shown);
}

/** The label of a field in another language: `Buttons 2 › Title`. */
export function translatedLabel(english: string, language: Language): string {
  return english
    .split(' › ')
    .map((part) => {
      const [, name = '', number = ''] = /^(.*?)((?: \d+)?)$/s.exec(part) ?? [];
      return `${labelNamed(name)?.[language] ?? name}${number}`;
    })
    .join(' › ');
}

function lineIn(line: string, language: Language): string | undefined {
  return (
    known(errorSentences, line)?.[language] ??
    afterLabel(line, language, isLabel) ??
    gotBeforeAdvice(line, language) ??
    filledIn(line, language) ??
    severalIn(line, language) ??
    withStop(line, language) ??
    afterLabel(line, language)
  );
}

/** A field as the form or the service calls it. */
function isLabel(text: string): boolean {
  return /^[\w.[\]]+$/.test(text) || text.split(' › ').every((part) => labelNamed(part.replace(/ \d+$/, '')));
}

/** A rule with what was there instead, and then its advice (`withGot`). */
function gotBeforeAdvice(line: string, language: Language): string | undefined {
  const [, rule, got, advice] = /^(.+?), got ("(?:[^"\\]|\\.)*"|\S+?)(: .+)$/.exec(line) ?? [];
  if (rule === undefined || got === undefined || advice === undefined) return undefined;
  const translated = lineIn(`${rule}${advice}`, language);
  return translated && withGot(translated, got, known(errorSentences, GOT)?.[language]);
}

function withStop(line: string, language: Language): string | undefined {
  const sentence = line.endsWith('.') ? lineIn(line.slice(0, -1), language) : undefined;
  return sentence === undefined ? undefined : `${sentence}.`;
}

function filledIn(line: string, language: Language): string | undefined {
  for (const pattern of patterns) {
    const values = valuesIn(line, pattern);
    const translation = values && known(errorSentences, pattern.english)?.[language];
    if (values === undefined || translation === undefined) continue;
    const translated = values.map((value) => lineIn(value, language) ?? value);
    return translation.replace(PLACEHOLDER, (name) => translated[pattern.names.indexOf(name)] ?? name);
  }
  return undefined;
}

/** The values of a sentence, if the line is such a sentence. */
function valuesIn(line: string, { parts, names }: Pattern): string[] | undefined {
  const [first = '', ...others] = parts;
  const last = others.at(-1) ?? '';
  if (!line.startsWith(first) || !line.endsWith(last) || line.length < first.length + last.length)
    return undefined;
  const values: string[] = [];
  let position = first.length;
  for (const [index, part] of others.entries()) {
    const end = index === others.length - 1 ? line.length - part.length : line.indexOf(part, position);
    if (end < position || (end === position && part !== '')) return undefined;
    const value = line.slice(position, end);
    if (names[index] === '{noun}' && !NOUN.test(value)) return undefined;
    values.push(value);
    position = end + part.length;
  }
  return values;
}

/** `And 7 more. The others were sent.` */
function severalIn(line: string, language: Language): string | undefined {
  const end = line.indexOf('. ');
  if (end < 0) return undefined;
  const [first, rest] = [line.slice(0, end + 1), line.slice(end + 2)];
  const [one, others] = [lineIn(first, language), lineIn(rest, language)];
  return one === undefined && others === undefined ? undefined : `${one ?? first} ${others ?? rest}`;
}

/** `Buttons 2 › Title: at most 20 characters, got 27`, and what the service says after a sentence. */
function afterLabel(
  line: string,
  language: Language,
  mayBe: (before: string) => boolean = () => true,
): string | undefined {
  const colon = line.indexOf(': ');
  const [before, after] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 2)];
  if (colon < 0 || !mayBe(before)) return undefined;
  const sentence = lineIn(before, language);
  const rest = lineIn(after, language);
  if (sentence === undefined && rest === undefined) return undefined;
  return `${sentence ?? translatedLabel(before, language)}${language === 'fr' ? ' : ' : ': '}${rest ?? after}`;
}

function known(table: Translations, english: string): Translations[string] | undefined {
  return Object.hasOwn(table, english) ? table[english] : undefined;
}
