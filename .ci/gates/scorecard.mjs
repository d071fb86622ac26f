// Node-RED's scorecard of Node-RED's package. The tool prints "Unable to parse" and lets its node checks pass when it cannot read a
// node's html, so this one also counts the node types.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assert, check, finish } from './checks.mjs';
import { registeredTypes } from './nodeRedTypes.mjs';
import { pack, temporaryFolder } from './tarball.mjs';

const { folder, manifest } = pack('node-red');
const nodes = Object.entries(manifest['node-red']?.nodes ?? {});

await check('package.json has the keyword by which Node-RED finds nodes', () => {
  // The tool's own check of this (P05) always passes.
  assert(manifest.keywords?.includes('node-red'), 'the keyword node-red is missing');
});

const types = [];
await check('package.json lists Node-RED nodes', () => assert(nodes.length > 0, '"node-red".nodes is empty'));
for (const [name, file] of nodes) {
  await check(`the html of ${name} registers a type that the scorecard can read`, () => {
    const found = registeredTypes(path.join(folder, file.replace('.js', '.html')));
    assert(found.length > 0, 'no registerType() with a literal name and an inline object');
    for (const { type, category } of found) assert(category !== undefined, `${type} has no literal category`);
    types.push(...found);
  });
}
await check('there are as many node types as nodes in package.json', () => {
  const names = new Set(types.map(({ type }) => type));
  assert(names.size === nodes.length, `${nodes.length} nodes, but the types ${[...names].join(', ')}`);
});

const { card, output } = validate();
await check('node-red-dev could read everything', () => {
  assert(!/Unable to (parse|read)/.test(output) && output.includes('Complete'), output);
});
const results = Object.entries(card).filter(([id]) => /^[PND]\d\d$/.test(id));
await check('the scorecard has its 12 checks', () => {
  assert(results.length === 12, `only ${results.map(([id]) => id).join(' ')}\n${output}`);
});
for (const [id, result] of results) {
  await check(`scorecard ${id}`, () =>
    assert(result.test === true, `${JSON.stringify(result)}\n${linesAbout(id)}`),
  );
}
await check('an example shows every node that is not a config node', () => {
  const expected = types.filter(({ category }) => category !== 'config').map(({ type }) => type);
  const shown = card.N02?.nodes ?? [];
  const missing = expected.filter((type) => !shown.includes(type));
  assert(missing.length === 0, `in no example: ${missing.join(', ')}`);
});
finish();

function validate() {
  const tool = path.join(import.meta.dirname, 'node_modules', 'node-red-dev', 'bin', 'run');
  const preload = path.join(import.meta.dirname, 'offlineCatalogue.cjs');
  const file = path.join(temporaryFolder(), 'card.json');
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    ['-r', preload, tool, 'validate', '--path', folder, '--output', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 },
  );
  const output = `${stdout}${stderr}${error?.message ?? ''}`;
  return { card: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}, output };
}

function linesAbout(id) {
  return output
    .split('\n')
    .filter((line) => line.includes(id))
    .join('\n');
}
