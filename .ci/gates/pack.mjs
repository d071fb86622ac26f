// What npm would publish: the files in it, its size, and that it installs and loads in both worlds.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assert, check, finish } from './checks.mjs';
import { registeredTypes } from './nodeRedTypes.mjs';
import { pack, packageRoot, temporaryFolder } from './tarball.mjs';

const allowed = /^(dist\/.+|examples\/.+|resources\/.+|package\.json|README\.md|LICENSE)$/;
const sizeLimit = 400_000;

const { file, folder, size, paths, manifest } = pack();
const nodeRedFiles = Object.values(manifest['node-red']?.nodes ?? {});
const n8nFiles = [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])];

await check('the tarball holds only what is meant to be published', () => {
  const surplus = paths.filter(
    (each) => !allowed.test(each) || /\.(ts|map|tsbuildinfo)$|\.test\.|~$/.test(each),
  );
  assert(surplus.length === 0, surplus.join('\n'));
});
await check('the tarball has a README and a licence', () => {
  for (const name of ['README.md', 'LICENSE']) assert(paths.includes(name), `${name} is missing`);
});
await check(`the tarball is smaller than ${sizeLimit / 1000} kB`, () => {
  assert(size < sizeLimit, `it has ${size} bytes`);
});
await check('package.json lists nodes for n8n and for Node-RED', () => {
  assert(n8nFiles.length > 0 && nodeRedFiles.length > 0, JSON.stringify({ n8nFiles, nodeRedFiles }));
});

const iconFolders = nodeRedFiles.map((each) => `${path.posix.dirname(each)}/icons`);
for (const script of nodeRedFiles) {
  const name = path.posix.basename(script, '.js');
  const html = script.replace('.js', '.html');
  await check(`${script} has its html and its English texts`, () => {
    const texts = `${path.posix.dirname(script)}/locales/en-US/${name}`;
    const missing = [script, html, `${texts}.json`].filter((each) => !paths.includes(each));
    assert(missing.length === 0, `missing: ${missing.join(', ')}`);
    const help = paths.includes(`${texts}.html`) ? `${texts}.html` : html;
    assert(
      readFileSync(path.join(folder, help), 'utf8').includes('data-help-name='),
      `no help text: neither in ${texts}.html nor in ${html}`,
    );
  });
  await check(`${script} has the icon it names`, () => {
    for (const { type, category, icon } of registeredTypes(path.join(folder, html))) {
      if (icon === undefined && category === 'config') continue;
      const found = iconFolders.some((each) => paths.includes(`${each}/${icon}`));
      assert(found, `${type}: ${icon} is in none of ${[...new Set(iconFolders)].join(', ')}`);
    }
  });
}

// As Node-RED's palette manager installs: with optional dependencies, without n8n.
const palette = temporaryFolder();
writeFileSync(path.join(palette, 'package.json'), '{ "name": "node-red-project", "private": true }');
await check("the tarball installs the way Node-RED's palette manager does", () => {
  run(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--save',
      '--save-prefix=~',
      '--omit=dev',
      '--engine-strict',
      '--',
      file,
    ],
    palette,
  );
  assert(!existsSync(path.join(palette, 'node_modules', 'n8n-workflow')), 'it brings n8n-workflow along');
});
for (const script of nodeRedFiles) {
  await check(`Node-RED can load ${script}`, () => {
    load(path.join(palette, 'node_modules', manifest.name, script), "typeof loaded === 'function'", '');
  });
}

// As n8n installs: nothing but the package; n8n-workflow and zod are n8n's own.
const n8n = temporaryFolder();
cpSync(folder, path.join(n8n, 'node_modules', manifest.name), { recursive: true });
mkdirSync(path.join(n8n, 'given'));
for (const given of ['n8n-workflow', 'zod']) {
  symlinkSync(path.join(packageRoot, 'node_modules', given), path.join(n8n, 'given', given));
}
for (const script of n8nFiles) {
  const className = path.posix.basename(script).split('.')[0];
  const built = path.join(n8n, 'node_modules', manifest.name, script);
  await check(`n8n can load ${script}`, () => {
    load(built, `(object = new loaded.${className}()).description ?? object.name`, path.join(n8n, 'given'));
  });
  await check(`${script} has the icon it names`, () => {
    const icon = JSON.parse(
      load(
        built,
        `(object = new loaded.${className}()).description?.icon ?? object.icon`,
        path.join(n8n, 'given'),
      ),
    );
    for (const each of typeof icon === 'string' ? [icon] : Object.values(icon)) {
      const named = path.posix.join(path.posix.dirname(script), each.replace(/^file:/, ''));
      assert(paths.includes(named), `${named} is missing`);
    }
  });
}
finish();

/** Loads a file in a Node.js of its own and gives what the expression about `loaded` is, as JSON; it must not be false or nothing. */
function load(script, expression, nodePath) {
  const program = `
    let object;
    const loaded = require(${JSON.stringify(script)});
    const value = ${expression};
    if (!value) throw new Error('it exports ' + require('node:util').inspect(loaded));
    console.log(JSON.stringify(value));`;
  return run(process.execPath, ['-e', program], path.dirname(script), { NODE_PATH: nodePath });
}

function run(program, args, cwd, env = {}) {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const said = String(error.stderr)
      .split('\n')
      .filter((line) => !/^\s+at |^\s*$|^Node\.js/.test(line));
    throw new Error(`${program} failed:\n${said.slice(-20).join('\n')}`, { cause: error });
  }
}
