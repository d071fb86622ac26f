import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import manifest from '../../package.json';

const root = join(__dirname, '..', '..');

const pages = ['.', 'docs', 'test', 'packages/n8n', 'packages/node-red', 'packages/sandbox'].flatMap(
  (folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((file) => file.endsWith('.md') || file === 'llms.txt')
          .map((file) => join(root, folder, file))
      : [],
);
const textOf = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]));
const allText = [...textOf.values()].join('\n');

it('the documentation names only scripts that package.json has', () => {
  const scripts = [...allText.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
  expect(scripts.length).toBeGreaterThan(20);
  expect([...new Set(scripts)].filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
});

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

it('no link of the documentation leads nowhere', () => {
  const broken = [...textOf].flatMap(([page, text]) =>
    [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      const isThere =
        existsSync(file) &&
        (anchor === undefined || statSync(file).isDirectory() || anchorsIn(file).includes(anchor));
      return isThere ? [] : [`${relative(root, page)}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});

function anchorsIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
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
