// What npm would publish for each platform: the files, their size, and that they install and load there.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assert, check, finish } from './checks.mjs';
import { registeredTypes } from './nodeRedTypes.mjs';
import { checkout, pack, temporaryFolder } from './tarball.mjs';

const packages = {
  n8n: { allowed: /^(dist\/.+|package\.json|README\.md|LICENSE)$/, sizeLimit: 200_000 },
  'node-red': {
    allowed: /^((dist|examples|resources)\/.+|package\.json|README\.md|LICENSE)$/,
    sizeLimit: 400_000,
  },
  sandbox: {
    allowed: /^(dist\/.+|package\.json|README\.md|LICENSE|LICENCES\.txt|seed\.schema\.json)$/,
    sizeLimit: 1_500_000,
  },
};
const forN8n = pack('n8n');
const forNodeRed = pack('node-red');
const forSandbox = pack('sandbox');
const n8nFiles = [...forN8n.manifest.n8n.nodes, ...forN8n.manifest.n8n.credentials];
const nodeRedFiles = Object.values(forNodeRed.manifest['node-red'].nodes);

for (const [platform, { size, paths }] of Object.entries({
  n8n: forN8n,
  'node-red': forNodeRed,
  sandbox: forSandbox,
})) {
  const { allowed, sizeLimit } = packages[platform];
  await check(`${platform}: the tarball holds only what is meant to be published`, () => {
    const surplus = paths.filter(
      (each) => !allowed.test(each) || /(?<!\.d)\.(ts|map|tsbuildinfo)$|\.test\.|~$/.test(each),
    );
    assert(surplus.length === 0, surplus.join('\n'));
  });
  await check(`${platform}: the tarball has a README and a licence`, () => {
    for (const name of ['README.md', 'LICENSE']) assert(paths.includes(name), `${name} is missing`);
  });
  await check(`${platform}: the tarball is smaller than ${sizeLimit / 1000} kB`, () => {
    assert(size < sizeLimit, `it has ${size} bytes`);
  });
}
await check("n8n's package depends on nothing but n8n-workflow", () => {
  const wanted = Object.keys(forN8n.manifest).filter((key) => /dependencies$/i.test(key));
  assert(wanted.join() === 'peerDependencies', wanted.join());
  assert(Object.keys(forN8n.manifest.peerDependencies).join() === 'n8n-workflow', 'it has other peers');
});
await check("n8n's package has no word of Node-RED", () => {
  const found = forN8n.paths.filter((each) =>
    /node-?red/i.test(readFileSync(path.join(forN8n.folder, each), 'utf8')),
  );
  assert(found.length === 0, found.join('\n'));
});
await check(
  'the code can be read: no line has more than 400 characters, but that with the forms as JSON',
  () => {
    const code = [forN8n, forNodeRed].flatMap(({ folder, paths }) =>
      paths.filter((each) => /^dist.*\.js$/.test(each)).map((each) => path.join(folder, each)),
    );
    const found = code.filter((each) => {
      const lines = readFileSync(each, 'utf8').split('\n');
      return lines.some((line) => line.length > 400 && !/^const forms = JSON\.parse\(/.test(line));
    });
    assert(found.length === 0, found.join('\n'));
  },
);

const iconFolders = nodeRedFiles.map((each) => `${path.posix.dirname(each)}/icons`);
for (const script of nodeRedFiles) {
  const name = path.posix.basename(script, '.js');
  const html = script.replace('.js', '.html');
  await check(`${script} has its html and its English texts`, () => {
    const texts = `${path.posix.dirname(script)}/locales/en-US/${name}`;
    const missing = [script, html, `${texts}.json`].filter((each) => !forNodeRed.paths.includes(each));
    assert(missing.length === 0, `missing: ${missing.join(', ')}`);
    const help = forNodeRed.paths.includes(`${texts}.html`) ? `${texts}.html` : html;
    assert(
      readFileSync(path.join(forNodeRed.folder, help), 'utf8').includes('data-help-name='),
      `no help text: neither in ${texts}.html nor in ${html}`,
    );
  });
  await check(`${script} has the icon it names`, () => {
    for (const { type, category, icon } of registeredTypes(path.join(forNodeRed.folder, html))) {
      if (icon === undefined && category === 'config') continue;
      const found = iconFolders.some((each) => forNodeRed.paths.includes(`${each}/${icon}`));
      assert(found, `${type}: ${icon} is in none of ${[...new Set(iconFolders)].join(', ')}`);
    }
  });
}

// As Node-RED's palette manager installs.
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
      forNodeRed.file,
    ],
    palette,
  );
  for (const library of Object.keys(forNodeRed.manifest.dependencies))
    assert(existsSync(path.join(palette, 'node_modules', library)), `${library} is missing`);
});
for (const script of nodeRedFiles) {
  await check(`Node-RED can load ${script}`, () => {
    load(
      path.join(palette, 'node_modules', forNodeRed.manifest.name, script),
      "typeof loaded === 'function'",
      '',
    );
  });
}

// As n8n installs: nothing but the package; n8n-workflow and zod are n8n's own.
const n8n = temporaryFolder();
cpSync(forN8n.folder, path.join(n8n, 'node_modules', forN8n.manifest.name), { recursive: true });
mkdirSync(path.join(n8n, 'given'));
for (const given of ['n8n-workflow', 'zod']) {
  symlinkSync(path.join(checkout, 'node_modules', given), path.join(n8n, 'given', given));
}
for (const script of n8nFiles) {
  const className = path.posix.basename(script).split('.')[0];
  const built = path.join(n8n, 'node_modules', forN8n.manifest.name, script);
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
      assert(forN8n.paths.includes(named), `${named} is missing`);
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
