import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import manifest from '../../package.json';

const root = join(__dirname, '..', '..');
const run = promisify(execFile);

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

describe('what the documentation tells to run', () => {
  const COMMAND = /npx jest --selectProjects ([\w -]+?) --testPathPatterns (?:'([^']+)'|([^\s'`]+))/g;
  const commands = [...allText.matchAll(COMMAND)].map(([command, projects = '', quoted, bare = '']) => ({
    command,
    projects: projects.split(' '),
    pattern: new RegExp(quoted ?? bare, 'i'),
  }));

  it('finds tests', async () => {
    expect(commands.length).toBeGreaterThan(20);
    const projects = [...new Set(commands.flatMap((each) => each.projects))];
    const lists = await Promise.all(
      projects.map(async (project) => [project, await testsOf(project)] as const),
    );
    const tests = new Map(lists);
    const wrong = commands.filter(
      (each) =>
        !each.projects.some(
          (project) => tests.get(project)?.some((file) => each.pattern.test(file)) ?? false,
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('is a script of package.json', () => {
    const scripts = [...allText.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
    expect(scripts.length).toBeGreaterThan(20);
    expect([...new Set(scripts)].filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
  });
});

/** The files that jest runs for a project. */
async function testsOf(project: string): Promise<string[]> {
  const jest = join(root, 'node_modules', '.bin', 'jest');
  const env = { ...process.env, NIGHTLY: '1' };
  const { stdout } = await run(jest, ['--listTests', '--selectProjects', project], { cwd: root, env });
  return stdout.split('\n').filter((line) => line.endsWith('.test.ts'));
}

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

it('llms.txt names every page of docs/', () => {
  const list = readFileSync(join(root, 'llms.txt'), 'utf8');
  const missing = readdirSync(join(root, 'docs')).filter(
    (file) => file.endsWith('.md') && !list.includes(`(docs/${file})`),
  );
  expect(missing).toEqual([]);
});
