import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRecord } from '../core/reading';
import { languages } from '../node-red/errors/translations';

/** The languages of Node-RED's texts, by Node-RED's names. */
export const locales = ['en-US', ...languages] as const;
export type Locale = (typeof locales)[number];

/** Texts in one language, as Node-RED loads them. */
export interface Catalog {
  [name: string]: string | Catalog;
}

/** Writes the texts of a node to `<folder>/<language>/<type>.json`, where Node-RED looks for them. */
export function writeCatalogs(type: string, folder: string): void {
  for (const locale of locales) {
    mkdirSync(join(folder, locale), { recursive: true });
    writeFileSync(join(folder, locale, `${type}.json`), JSON.stringify(catalogOf(type, locale)));
  }
}

/** The texts of a node in one language. Those that all dialogs share go with the account, which every flow has. */
export function catalogOf(type: string, locale: Locale): Catalog {
  const own = catalogIn(textsIn(`node-red/${type}/texts.json`), locale);
  if (type !== 'messaging-account') return own;
  const { editor } = textsIn('node-red/texts.json');
  return { ...own, editor: catalogIn(editor, locale, ['editor']) };
}

function textsIn(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * One language of `{ "label": { "count": { "en-US": "Count", "de": "Anzahl", "fr": "Nombre", "it": "Numero" } } }`.
 * @throws Error that names a text that is empty or missing in a language, or lacks a value such as `__count__` in one
 */
export function catalogIn(texts: unknown, locale: Locale, path: readonly string[] = []): Catalog {
  if (!isRecord(texts)) throw new Error(`${path.join('.')}: must be in ${locales.join(', ')}`);
  return Object.fromEntries(
    Object.entries(texts).map(([name, inner]) => {
      const place = [...path, name];
      const isText = isRecord(inner) && locales.some((each) => each in inner);
      return [name, isText ? textIn(inner, locale, place) : catalogIn(inner, locale, place)];
    }),
  );
}

function textIn(text: Record<string, unknown>, locale: Locale, path: readonly string[]): string {
  const values = valuesIn(text[locales[0]]);
  const wrong = locales.find((each) => values === undefined || valuesIn(text[each]) !== values);
  if (wrong !== undefined)
    throw new Error(`${path.join('.')}: ${wrong} is missing, or has other values than ${locales[0]}`);
  return String(text[locale]);
}

/** The values that stand in a text; undefined if it is none. */
function valuesIn(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  return [...text.matchAll(/__\w+?__/g)]
    .map(([name]) => name)
    .sort()
    .join();
}
