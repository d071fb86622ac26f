// What npm would publish for each platform: that it can be read, installs and loads there. `npm run tarballs` checks its size and its package.json.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { assert, check, finish } from './checks.mjs';
import { registeredTypes } from './nodeRedTypes.mjs';
import { checkout, pack, temporaryFolder } from './tarball.mjs';

const forN8n = pack('n8n');
const forNodeRed = pack('node-red');

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

// As Node-RED's palette manager installs.
const palette = temporaryFolder();
await check("Node-RED's package installs the way its palette manager does", () => {
  writeFileSync(path.join(palette, 'package.json'), '{ "name": "node-red-project", "private": true }');
  const options = ['--no-audit', '--no-fund', '--save', '--save-prefix=~', '--omit=dev', '--engine-strict'];
  execFileSync('npm', ['install', ...options, '--', forNodeRed.file], { cwd: palette, stdio: 'pipe' });
});
const nodeRed = path.join(palette, 'node_modules', forNodeRed.manifest.name);
for (const script of Object.values(forNodeRed.manifest['node-red'].nodes)) {
  await check(`Node-RED can load ${script}, with the icon it names`, () => {
    const file = path.join(nodeRed, script);
    assert(typeof createRequire(file)(file) === 'function', 'it exports no function');
    for (const { icon } of registeredTypes(file.replace('.js', '.html')))
      if (icon !== undefined)
        assert(existsSync(path.join(path.dirname(file), 'icons', icon)), `${icon} is missing`);
  });
}

// As n8n installs: nothing but the package; n8n-workflow and zod are n8n's own.
const modules = path.join(temporaryFolder(), 'node_modules');
const n8n = path.join(modules, forN8n.manifest.name);
cpSync(forN8n.folder, n8n, { recursive: true });
for (const given of ['n8n-workflow', 'zod'])
  symlinkSync(path.join(checkout, 'node_modules', given), path.join(modules, given));
for (const script of [...forN8n.manifest.n8n.nodes, ...forN8n.manifest.n8n.credentials]) {
  await check(`n8n can load ${script}, with the icons it names`, () => {
    const file = path.join(n8n, script);
    const object = new (createRequire(file)(file)[path.basename(script).split('.')[0]])();
    for (const icon of Object.values((object.description ?? object).icon)) {
      const named = path.resolve(path.dirname(file), icon.replace(/^file:/, ''));
      assert(existsSync(named), `${named} is missing`);
    }
  });
}
finish();
