import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import manifest from '../../package.json';

const root = join(__dirname, '..', '..');

const folders = ['.', 'docs', 'test', 'packages/n8n', 'packages/node-red', 'packages/sandbox'];
const pages = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') || file === 'llms.txt')
    .map((file) => join(root, folder, file)),
);
const textOf = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]));

/** What the pages name in this way and is not there. */
function missing(named: RegExp, isThere: (name: string, page: string) => boolean): string[] {
  const all = [...textOf].flatMap(([page, text]) =>
    [...text.matchAll(named)].map(([, name = '']) => ({ name, page })),
  );
  expect(all.length).toBeGreaterThan(20);
  return all
    .filter(({ name, page }) => !isThere(name, page))
    .map(({ name, page }) => `${relative(root, page)}: ${name}`);
}

it('the documentation names only scripts that package.json has', () => {
  expect(missing(/npm run ([\w:-]+)/g, (script) => Object.hasOwn(manifest.scripts, script))).toEqual([]);
});

it('no link of the documentation leads nowhere', () => {
  const leadsSomewhere = (target: string, page: string) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (/^[a-z]+:/.test(target)) return true;
    return existsSync(file) && (anchor === undefined || anchorsIn(file).includes(anchor));
  };
  expect(missing(/\]\(([^)\s]+)\)/g, leadsSomewhere)).toEqual([]);
});

it('the documentation names only files that exist', () => {
  const files = ['core', 'editor', 'node-red', 'nodes', 'sandbox', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${folder}/${file}`,
    ),
  );
  const exists = (name: string, page: string) =>
    [root, dirname(page)].some((folder) => existsSync(join(folder, name))) ||
    files.some((file) => file.endsWith(`/${name}`));
  expect(missing(/`([\w./-]+\.(?:ts|mjs|json|yaml))`/g, exists)).toEqual([]);
});

/** The anchors that GitHub gives the headings of a page. */
function anchorsIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The most words of each page, so that people can read to the end. */
const MOST_WORDS = {
  'README.md': 700,
  'CONTRIBUTING.md': 1000,
  'SECURITY.md': 600,
  'docs/architecture.md': 1800,
  'docs/delivery.md': 2000,
  'docs/n8n-verification.md': 400,
  'docs/n8n.md': 2500,
  'docs/node-red.md': 2500,
  'docs/operations.md': 2500,
  'docs/performance.md': 300,
  'docs/readings.md': 1500,
  'docs/sandbox.md': 1800,
  'docs/troubleshooting.md': 900,
};

it('no page, and not all of them together, has more words than somebody will read', () => {
  const words = (text?: string) => text?.split(/\s+/).filter(Boolean).length ?? Infinity;
  const tooLong = Object.entries(MOST_WORDS).filter(
    ([page, most]) => words(textOf.get(join(root, page))) > most,
  );
  expect(tooLong).toEqual([]);
  const read = [...textOf].filter(([page]) => page.endsWith('.md') && !page.endsWith('CHANGELOG.md'));
  expect(read.reduce((sum, [, text]) => sum + words(text), 0)).toBeLessThanOrEqual(22_000);
});
