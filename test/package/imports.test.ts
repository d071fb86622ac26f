import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Compares the column "May import" of docs/architecture.md with the sources. */
const root = join(__dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');

interface Rule {
  folder: string;
  /** What it may import besides itself; undefined if only `never` applies. */
  allowed: string[] | undefined;
  never: string[];
}

/** `a/{b,c}.ts` becomes `a/b` and `a/c`, without the extension. */
function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    const [, before = name, list = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
    return list.split(',').map((part) => `${before}${part}${after}`.replace(/\/$/, '').replace(/\.ts$/, ''));
  });
}

const rules = text.split('\n').flatMap((line): Rule[] => {
  const [, folders = '', , cell = ''] = line.split(' | ').length === 3 ? ['', ...line.split(' | ')] : [];
  if (!/^\| `(core|nodes|credentials|node-red|editor|sandbox)/.test(folders)) return [];
  const names = namesIn(folders);
  const isNever = cell.startsWith('never');
  return names.map((folder) => ({
    folder,
    allowed: isNever ? undefined : [...names, ...namesIn(cell), 'crypto'],
    never: isNever ? namesIn(cell) : [],
  }));
});

function sources(path: string): string[] {
  const entries = readdirSync(join(root, dirname(path)), { withFileTypes: true });
  const isFolder = entries.some((entry) => entry.name === path.split('/').at(-1) && entry.isDirectory());
  if (!isFolder) return [`${path}.ts`];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(`${path}/${entry.name}`)
      : entry.name.endsWith('.ts')
        ? [`${path}/${entry.name}`]
        : [],
  );
}

/** The imports of a file: other files by their paths in the project, packages by their names. Type imports of packages do not count. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const found = code.matchAll(
    /^(?:import|export)(\s+type)?\s[^;]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
  );
  return [...found].flatMap(([, type, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare ?? '';
    if (name.startsWith('.')) return [relative(root, join(root, dirname(file), name))];
    return type === undefined ? [name] : [];
  });
}

/** The file that an import names, if it is one of these. */
function fileOf(name: string, files: ReadonlySet<string>): string | undefined {
  const plain = name.replace(/\.js$/, '');
  return [`${plain}.ts`, `${plain}/index.ts`].find((file) => files.has(file));
}

/** A way from a file through its imports back to it, or undefined. */
function circleFrom(start: string, imported: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of imported.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

const isIn = (name: string, place: string) => name === place || name.startsWith(`${place}/`);

test('the table has a rule for each folder', () => {
  expect(rules.map(({ folder }) => folder)).toEqual(
    expect.arrayContaining([
      'core/contract',
      'core/client',
      'core/json',
      'nodes',
      'node-red',
      'editor',
      'sandbox',
    ]),
  );
  expect(rules.find(({ folder }) => folder === 'sandbox')?.never).toEqual(['core']);
});

test.each(rules)('$folder imports only what docs/architecture.md lets it', ({ folder, allowed, never }) => {
  const files = sources(folder);
  expect(files).not.toEqual([]);
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((name) =>
        allowed === undefined
          ? never.some((place) => isIn(name, place))
          : !allowed.some((place) => isIn(name, place)),
      )
      .map((name) => `${file} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test.each(['core', 'nodes', 'credentials', 'node-red', 'sandbox'])(
  'no file of %s imports itself through others, not even for a type',
  (folder) => {
    const files = new Set(sources(folder));
    const imported = new Map(
      [...files].map((file) => [file, importsOf(file).flatMap((name) => fileOf(name, files) ?? [])]),
    );
    const links = [...imported.values()].flat().length;
    expect(links).toBeGreaterThan(folder === 'credentials' ? -1 : 20);
    expect([...files].flatMap((file) => circleFrom(file, imported)?.join(' > ') ?? [])).toEqual([]);
  },
);

test('a circle is found', () => {
  const imported = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['a']],
  ]);
  expect(circleFrom('a', imported)).toEqual(['a', 'c', 'd', 'a']);
  expect(circleFrom('b', imported)).toBeUndefined();
});
