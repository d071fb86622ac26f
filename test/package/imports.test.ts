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
