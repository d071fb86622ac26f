import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rule, sentences } from '../../core/contract/sentences';
import { MessagingError } from '../../core/client';
import { GOT, textOf } from '../../core/errors/sentence';
import { fault, faults, phrases, say, type FaultText } from '../../core/errors/texts';
import { forms } from '../../core/forms';
import { errorIn, labelIn, languages, type Language } from '../../node-red/errors/translations';
import { fault as nodeFault, nodeFaults, nodeTexts } from '../../node-red/errors/texts';
import { n8nFaults } from '../../nodes/texts';
import { descriptions } from '../../node-red/descriptions';
import { sendNode } from '../../node-red/messaging-send/settings';
import { tabOf } from '../../node-red/settings/describe';
import { EDITOR_CATALOG } from '../../node-red/settings/editorNames';
import { labels, errors } from '../../node-red/texts.json';
import { texts as pageTexts } from '../../core/ask/pageTexts';
import { catalogIn, catalogOf, locales, type Catalog, type Locale } from '../../scripts/catalogs';
import { nodeRedHelp } from '../../scripts/nodeRedHelp';
import { nodeRedHtml } from '../../scripts/nodeRedHtml';

const root = join(__dirname, '..', '..');
const nodes = join(root, 'node-red');
const types = readdirSync(nodes).filter((name) => name.startsWith('messaging-'));
const languagesOfNodes = types.flatMap((type) =>
  languages.map((language): [string, Language] => [type, language]),
);

/** Every sentence of an error in English, by its key. */
const errorTexts: Record<string, string> = {
  got: GOT,
  ...sentences,
  ...phrases,
  ...nodeTexts,
  ...Object.fromEntries(
    Object.entries({ ...faults, ...nodeFaults }).flatMap(([key, entry]) => [
      [key, entry.text],
      ...('advice' in entry ? [[`${key}.advice`, entry.advice]] : []),
    ]),
  ),
};

/** Every text of the contract that a form shows; the names of languages come from the browser. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { label, help, placeholder, ...rest } = Object(value);
  const isLanguage = /^[a-z]{2,3}(_[A-Z]{2})?$/.test(rest.value ?? '');
  const own = [isLanguage ? undefined : label, help, placeholder].filter(
    (text) => typeof text === 'string' && text !== '',
  );
  return [...own, ...textsOf(Object.values(rest))];
}

/** The texts of a node in one language, by their keys. */
function catalog(type: string, locale: Locale): Record<string, string> {
  return flattened(catalogOf(type, locale));
}

function flattened(tree: Catalog, path = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([name, value]) =>
      typeof value === 'string' ? { [`${path}${name}`]: value } : flattened(value, `${path}${name}.`),
    ),
  );
}

function helpOf(type: string, locale: string): string {
  const files = [join(type, 'locales', locale, `${type}.html`), join('help', `${locale}.html`)];
  const [help = '', shared = ''] = files.map((file) => readFileSync(join(nodes, file), 'utf8'));
  return nodeRedHelp(help, shared);
}

/** What the editor loads for a node. */
function htmlOf(type: string): string {
  const description = descriptions.find((each) => each.type === type);
  if (description === undefined) throw new Error(`No description of ${type}`);
  return nodeRedHtml(description, catalogOf(type, 'en-US'), catalogOf('messaging-account', 'en-US'));
}

const emptyIn = (texts: object) => Object.entries(texts).filter(([, text]) => String(text).trim() === '');

test('every language is there for all help, and on the answer page', () => {
  const localesOf = (type: string) => readdirSync(join(nodes, type, 'locales')).sort();
  expect(types.filter((type) => localesOf(type).join() !== [...locales].sort().join())).toEqual([]);
  expect(readdirSync(join(nodes, 'help')).sort()).toEqual(locales.map((locale) => `${locale}.html`).sort());
  // The forms read the language of the dialogs from this text.
  const named = languages.map((language) => catalog('messaging-account', language)['editor.language']);
  expect(named).toEqual(languages);
  expect(Object.keys(pageTexts).sort()).toEqual(['en', ...languages].sort());
});

test.each([
  ['is missing in a language', { 'en-US': 'Name', de: 'Name', fr: 'Nom' }],
  ['is missing in English', { de: 'Name', fr: 'Nom', it: 'Nome' }],
  ['is empty in a language', { 'en-US': 'Name', de: ' ', fr: 'Nom', it: 'Nome' }],
  ['lacks a value in a language', { 'en-US': '__n__ h', de: '__n__ h', fr: '__n__ h', it: 'h' }],
  ['stands in no language', 'Name'],
])('a text that %s is refused by its name when the package is built', (_, name) => {
  expect(() => catalogIn({ node: { label: { name } } }, 'en-US')).toThrow('node.label.name: ');
});

describe('the translations', () => {
  test('have every text of the forms, and no other', () => {
    const shown = new Set([...textsOf(forms), ...textsOf(sendNode.rows.fallbackChannels.field)]);
    // The place of a problem starts with these words of the form around the contract.
    const around = ['Status Notification', 'SMS Options', 'Content'];
    expect(Object.keys(labels).sort()).toEqual([...new Set([...shown, ...around])].sort());
  });

  test('have every sentence of an error, and no other', () => {
    expect(Object.keys(errors).sort()).toEqual(Object.keys(errorTexts).sort());
  });

  test.each(languages)(
    'put the same values into the sentences of %s, but leave out some nouns',
    (language) => {
      const values = (text = '') => (text.match(/\{(?!noun|account)\w+\}/g) ?? []).sort().join();
      const different = Object.entries(errorTexts).filter(
        ([key, text]) => values(text) !== values(errorIn(language, key)),
      );
      expect(different).toEqual([]);
    },
  );

  test('have no empty texts', () => {
    expect(Object.values({ ...labels, ...errors }).flatMap(emptyIn)).toEqual([]);
  });
});

test.each(languagesOfNodes)('the help of %s in %s has what English has, part by part', (type, language) => {
  // Headings, outputs, properties and paragraphs, in their order.
  const partsOf = (help: string) =>
    [...help.matchAll(/<(h3|ol|li|dl|dt|dd|p)\b|data-help-name="[^"]*"/g)].map(([part]) => part);
  const help = helpOf(type, language);
  expect(partsOf(help)).toEqual(partsOf(helpOf(type, 'en-US')));
  expect(help).not.toMatch(/<(h3|dd|p|dt)>\s*<\/\1>/);
});

describe.each(types)('%s in English', (type) => {
  const english = catalog(type, 'en-US');

  test('has every text that the dialog asks for', () => {
    const shared = catalog('messaging-account', 'en-US');
    // A key of the shared catalog has its name in front.
    const known = (key: string) =>
      key.startsWith(EDITOR_CATALOG)
        ? Object.hasOwn(shared, `editor.${key.slice(EDITOR_CATALOG.length)}`)
        : Object.hasOwn(english, key);
    const dialog = htmlOf(type);
    const asked = [
      ...[...dialog.matchAll(/data-i18n="([^"]+)"/g)].flatMap(([, keys = '']) =>
        keys.split(';').map((key) => key.replace(/^\[[\w-]+\]/, '')),
      ),
      ...[...dialog.matchAll(/catalogText\('([^']+)'\)/g)].map(([, key]) => key),
    ];
    expect(asked.filter((key) => key === undefined || !known(key))).toEqual([]);
  });

  test('comes with a help that names what goes in and out', () => {
    const help = helpOf(type, 'en-US');
    expect(help).toContain(`data-help-name="${type}"`);
    const sections = [...help.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title);
    if (type === 'messaging-account') expect(sections).toEqual(['Details']);
    else if (htmlOf(type).includes('inputs: 0')) expect(sections).toEqual(['Outputs', 'Details']);
    else expect(sections).toEqual(['Inputs', 'Outputs', 'Details']);
  });
});

test.each(Object.entries(pageTexts))('the answer page says everything in %s', (_language, texts) => {
  expect(Object.keys(texts).sort()).toEqual(Object.keys(pageTexts.en).sort());
  expect(emptyIn(texts)).toEqual([]);
});

test('every tab has a label, and the rows of a section are on one tab', () => {
  const english = catalog('messaging-account', 'en-US');
  const tabs = new Set(descriptions.flatMap((description) => description.tabs ?? []));
  expect([...tabs].filter((tab) => english[`editor.tab.${tab}`] === undefined)).toEqual([]);
  const placed = descriptions.flatMap((description) =>
    Object.values(description.rows).flatMap((row) =>
      row.section === undefined
        ? []
        : [`${description.type} ${row.section}: ${tabOf(description, row) ?? 'no tab'}`],
    ),
  );
  const sections = [...new Set(placed)].map((each) => each.replace(/:.*/, ''));
  expect(sections).toEqual([...new Set(sections)]);
});

test('no error of a message that may have been sent advises to send it again', () => {
  const unknown = [faults, nodeFaults, n8nFaults]
    .flatMap((table) => Object.values<FaultText>(table))
    .filter(({ outcome }) => outcome === 'unknown');
  expect(unknown.filter(({ advice = '' }) => /again|later/.test(advice))).toEqual([]);
});

test('the shared catalog holds every text that the editor asks for', () => {
  const english = catalog('messaging-account', 'en-US');
  const sources = sourcesIn(join(root, 'editor'));
  const asked = sources.flatMap((source) =>
    [...source.matchAll(/translate\(\s*'([^']+)'/g)].map(([, key]) => `editor.${key}`),
  );
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((key) => !Object.hasOwn(english, key))).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

describe('an error in another language', () => {
  const german = (key: string) => errorIn('de', key);

  test('is made of its code and values; what the service says stays as it is', () => {
    const edge = { translate: german };
    const reason = fault('timed_out').message;
    const failure = new MessagingError({
      ...nodeFault('several_failed', { failed: 2, count: 4, entry: 'payload[1]', reason }),
      outcome: 'not_sent',
      details: [{ parameter: 'to', label: 'An', messages: [rule('tooLong', { max: 20, got: 27 })] }],
    });
    expect(failure.toData(edge)).toMatchObject({
      message:
        '2 von 4 Nachrichten sind fehlgeschlagen; payload[1]: Der Dienst hat nicht rechtzeitig geantwortet: An: höchstens 20 Zeichen, nicht 27 (nicht gesendet)',
      details: [{ messages: ['höchstens 20 Zeichen, nicht 27'] }],
    });
    const said = new MessagingError({
      ...fault('refused'),
      message: say('words', { words: 'Not {sent}: $& enough credit.' }),
    });
    expect(textOf(said.said, edge)).toBe('Not {sent}: $& enough credit.');
  });

  test('says what was there before the advice', () => {
    const said = rule('numberWithoutCountry', { number: '+41791', got: '"079: 1"' });
    expect(textOf(said, { translate: german })).toBe(
      'muss mit der Landesvorwahl beginnen, nicht "079: 1": zum Beispiel +41791 für die Schweiz',
    );
  });
});

it.each([
  ['en', 'Send At', 'Send at'],
  ['de', 'Send At', 'Senden am'],
  ['de', 'Maximal pro Durchlauf', 'Maximal pro Durchlauf'],
])('in %s, the label %s is shown as %s', (language, label, shown) => {
  expect(labelIn(language, label)).toBe(shown);
});
