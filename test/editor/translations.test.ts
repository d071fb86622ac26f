import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GOT, isSentenceKey, sentences } from '../../core/contract/sentences';
import { forms } from '../../core/forms';
import { german } from '../../editor/translations/de';

const nodes = join(__dirname, '..', '..', 'node-red');
const types = readdirSync(nodes).filter((name) => name.startsWith('messaging-'));
const languages = ['en-US', 'de'];

/** Every text of the contract that a form shows; the names of languages come from the browser. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { label, help, placeholder, ...rest } = Object(value);
  const isLanguage = /^[a-z]{2,3}(_[A-Z]{2})?$/.test(rest.value ?? '');
  const own = [isLanguage ? undefined : label, help, placeholder].filter((text) => typeof text === 'string');
  return [...own, ...textsOf(Object.values(rest))];
}

function catalog(type: string, language: string): Record<string, string> {
  return flattened(JSON.parse(readFileSync(join(nodes, type, 'locales', language, `${type}.json`), 'utf8')));
}

function flattened(tree: object, path = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([name, value]) =>
      typeof value === 'string' ? { [`${path}${name}`]: value } : flattened(value, `${path}${name}.`),
    ),
  );
}

const placeholdersOf = (text: string) => [...text.matchAll(/__\w+__/g)].map(([name]) => name).sort();

describe('the German texts of the forms', () => {
  const shown = new Set([...textsOf(forms), ...Object.values(sentences), GOT]);

  test('say everything that the contract says', () => {
    expect([...shown].filter((text) => !Object.hasOwn(german, text))).toEqual([]);
  });

  test('hold nothing that is no longer said', () => {
    // The ways to a problem start with these words of the form around the contract.
    const around = ['Notification', 'SMS Options', 'Content'];
    expect(Object.keys(german).filter((text) => !shown.has(text) && !around.includes(text))).toEqual([]);
  });

  test('put the same values into the sentences; the nouns of a list are left to the reader', () => {
    const valuesIn = (sentence: string) =>
      [...sentence.matchAll(/\{\w+\}/g)].map(([value]) => value).filter((value) => value !== '{noun}');
    const different = [...Object.values(sentences), GOT].filter(
      (sentence) =>
        valuesIn(sentence).sort().join() !==
        valuesIn(german[sentence] ?? '')
          .sort()
          .join(),
    );
    expect(different).toEqual([]);
  });

  test('are never empty', () => {
    expect(Object.values(german).filter((text) => text.trim() === '')).toEqual([]);
  });
});

describe.each(types)('the catalogs of %s', (type) => {
  const english = catalog(type, 'en-US');
  const translated = catalog(type, 'de');

  test('have the same texts in both languages', () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
  });

  test('have no empty texts', () => {
    const empty = [english, translated].flatMap((texts) =>
      Object.entries(texts).filter(([, text]) => text.trim() === ''),
    );
    expect(empty).toEqual([]);
  });

  test('put the same values into their texts', () => {
    const different = Object.keys(english).filter(
      (key) => placeholdersOf(english[key] ?? '').join() !== placeholdersOf(translated[key] ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  test('hold every text that the dialog asks for', () => {
    const dialog = readFileSync(join(nodes, type, `${type}.html`), 'utf8');
    const asked = [
      ...[...dialog.matchAll(/data-i18n="(?:\[[\w-]+\])?([^"]+)"/g)].map(([, key]) => key),
      ...[...dialog.matchAll(/catalogText\('([^']+)'\)/g)].map(([, key]) => key),
    ];
    expect(asked.filter((key) => key === undefined || !Object.hasOwn(english, key))).toEqual([]);
  });

  test.each(languages)('come with a help in %s that names what goes in and out', (language) => {
    const help = readFileSync(join(nodes, type, 'locales', language, `${type}.html`), 'utf8');
    expect(help).toContain(`data-help-name="${type}"`);
    const sections = [...help.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title);
    const [inputs, outputs, details] =
      language === 'de' ? ['Eingaben', 'Ausgaben', 'Details'] : ['Inputs', 'Outputs', 'Details'];
    if (type === 'messaging-account') expect(sections).toEqual([details]);
    else if (/inputs: 0/.test(readFileSync(join(nodes, type, `${type}.html`), 'utf8')))
      expect(sections).toEqual([outputs, details]);
    else expect(sections).toEqual([inputs, outputs, details]);
  });
});

test('the shared catalog holds every text that the editor asks for', () => {
  const english = catalog('messaging-account', 'en-US');
  const sources = sourcesIn(join(__dirname, '..', '..', 'editor'));
  const asked = sources.flatMap((source) => [
    ...[...source.matchAll(/translate\(\s*'([^']+)'/g)].map(([, key]) => `editor.${key}`),
    ...[...source.matchAll(/\bkey: '(\w+)'/g)].flatMap(([, key = '']) =>
      isSentenceKey(key) ? [] : [`editor.problems.${key}`],
    ),
  ]);
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.filter((key) => !Object.hasOwn(english, key))).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}
