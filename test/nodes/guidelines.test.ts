import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';

// n8n's UX guidelines. Its lint reads only what is written out in the sources; most properties are made from the contract.

type Option = NonNullable<INodeProperties['options']>[number];

const isProperty = (option: Option): option is INodeProperties => 'type' in option;
const isGroup = (option: Option): option is INodePropertyCollection => 'values' in option;
const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option;

/** A property with its path, and all properties in it. */
function withInner(property: INodeProperties, path = ''): Array<[string, INodeProperties]> {
  const own = `${path}${property.name}`;
  const inner = (property.options ?? []).flatMap((option) => {
    if (isGroup(option)) return option.values;
    return isProperty(option) ? [option] : [];
  });
  return [[own, property], ...inner.flatMap((each) => withInner(each, `${own}.`))];
}

const nodes = [new MessagingService(), new MessagingServiceTrigger()];
const all = [...nodes.map(({ description }) => description), new MessagingServiceApi()].flatMap(
  ({ name, properties }) => properties.flatMap((property) => withInner(property, `${name}.`)),
);
const choicesOf = ({ options = [] }: INodeProperties) => options.filter(isChoice);
const operations = all
  .filter(([, { name }]) => name === 'operation')
  .flatMap(([, property]) => choicesOf(property));

/** Names that a person reads, by the path of their property. */
const names = all.flatMap(([path, property]): Array<[string, string]> => {
  const groups = (property.options ?? []).filter(isGroup).map(({ displayName }) => displayName);
  const own = property.type === 'notice' ? [] : [property.displayName];
  return [...own, ...groups, ...choicesOf(property).map(({ name }) => name)].map((name) => [path, name]);
});

/** Sentences that a person reads. */
const texts = all.flatMap(([path, property]): Array<[string, string]> => {
  const notice = property.type === 'notice' ? property.displayName : undefined;
  const own = [notice, property.description, property.hint];
  const ofChoices = choicesOf(property).map(({ description }) => description);
  return [...own, ...ofChoices].flatMap((text) => (text === undefined || text === '' ? [] : [[path, text]]));
});

const SMALL = new Set('a an and as at by for from if in is of on or per the to with'.split(' '));

function isTitleCase(name: string): boolean {
  const words = name.split(/[\s/]+/);
  return words.every((word, index) => {
    const isInside = index > 0 && index < words.length - 1;
    return (isInside && SMALL.has(word)) || !/^\(?\p{Ll}/u.test(word);
  });
}

test('names are in title case', () => {
  // Languages have their code beside them, such as `German (de)`.
  const wrong = names.filter(([, name]) => !isTitleCase(name.replace(/ \([a-z]{2,3}(_[A-Z]{2})?\)$/, '')));
  expect(wrong).toEqual([]);
});

test('subtitles are in title case', () => {
  const shown = nodes.flatMap(({ description: { subtitle = '' } }) =>
    [...subtitle.matchAll(/(?<=: ?|\|\| )"([^"]+)"/g)].map(([, text = '']) => text.replace(/^: /, '')),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((text) => !isTitleCase(text))).toEqual([]);
});

test('a text begins like a sentence, and ends with a full stop only if there are several', () => {
  const wrong = texts.filter(([, text]) => {
    const hasSeveral = /[.?!] (?=["'\p{Lu}\d])/u.test(text.replace(/\be\.g\. /g, ''));
    return /^\p{Ll}/u.test(text) || /[^.?!]$/.test(text) === hasSeveral;
  });
  expect(wrong).toEqual([]);
});

test('no text says that something is an error, a problem, a failure or a mistake', () => {
  expect(texts.filter(([, text]) => /\b(error|problem|failure|mistake)s?\b/i.test(text))).toEqual([]);
});

test('the description of a yes or no begins with Whether, and an example with e.g.', () => {
  const wrong = all.filter(
    ([, { type, description = '', placeholder = 'e.g.' }]) =>
      (type === 'boolean' && !description.startsWith('Whether ')) ||
      !/^(?:e\.g\. |e\.g\.$|Add )/.test(placeholder),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('five choices or more are sorted, after one that leaves it open', () => {
  const wrong = all.filter(([, property]) => {
    const choices = choicesOf(property).filter(({ value }) => value !== '');
    const listed = choices.map(({ name }) => name);
    const isOfDays = property.name === 'days';
    return (
      listed.length >= 5 &&
      !isOfDays &&
      listed.join() !== [...listed].sort((one, other) => one.localeCompare(other)).join()
    );
  });
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('every operation has the option Output, and at most nine options', () => {
  const options = nodes[0]?.description.properties.filter(({ name }) => name === 'options') ?? [];
  expect(options).toHaveLength(operations.length);
  for (const property of options) {
    const shown = (property.options ?? []).filter(isProperty).filter(({ type }) => type !== 'hidden');
    expect(shown.map(({ name }) => name)).toContain('output');
    expect(shown.length).toBeLessThanOrEqual(9);
  }
});

test('everything has a default, and that of a list is one of its choices', () => {
  const wrong = all.filter(([, property]) => {
    if (property.default === undefined) return true;
    if (property.type !== 'options' || String(property.default).startsWith('=')) return false;
    const values = choicesOf(property).map(({ value }) => value);
    return property.default !== '' && !values.some((value) => value === property.default);
  });
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('actions name what they act on, without articles', () => {
  expect(operations.length).toBeGreaterThan(8);
  const actions = operations.map(({ action = '' }) => action);
  const wrong = actions.filter(
    (action) =>
      !/^[A-Z][a-z]+ /.test(action) ||
      /\b(?:an?|the)\b/i.test(action) ||
      !/\b(?:messages?|batch|balance|media)\b/.test(action),
  );
  expect(wrong).toEqual([]);
});

/** Names of parameters and operations that cannot be taken for other words. */
const quotable = [
  ...all.filter(([, { type }]) => type !== 'notice').map(([, { displayName }]) => displayName),
  ...operations.map(({ name }) => name),
].filter((name) => /^[A-Z][A-Za-z]+(?: [A-Za-z]+)+$/.test(name) && name !== 'Status Notification');

function hasUnquotedName(text: string): boolean {
  const others = quotable.reduce((rest, name) => rest.replaceAll(`'${name}'`, ''), text);
  return quotable.some((name) => others.includes(name));
}

test('a text quotes the name of a parameter in single quotation marks', () => {
  expect(quotable.length).toBeGreaterThan(60);
  expect(texts.filter(([, text]) => hasUnquotedName(text))).toEqual([]);
});

const root = join(__dirname, '..', '..');

/** The sources in these folders, by their file, without comments. */
function sourcesIn(...folders: string[]): Array<[string, string]> {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file): [string, string] => {
        const source = readFileSync(join(root, folder, file), 'utf8');
        return [join(folder, file), source.replace(/^ *(?:\/\*\*|\*|\/\/).*$/gm, '')];
      }),
  );
}

/** The texts in a source: quoted, with a space. */
const literalsIn = (source: string) =>
  [...source.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(
    ([, , text = '']) => text,
  );

test('so does an error', () => {
  const wrong = sourcesIn('core', 'credentials', 'nodes').flatMap(([file, source]) =>
    literalsIn(source)
      .filter((text) => !names.some(([, name]) => text === name || text === `Add ${name}`))
      .filter((text) => hasUnquotedName(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('what both platforms say is right on both: n8n calls a flow a workflow', () => {
  const wrong = sourcesIn('core').flatMap(([, source]) =>
    literalsIn(source).filter((text) => /\b(?:flow|platform)s?\b/i.test(text)),
  );
  expect(wrong).toEqual([]);
});
