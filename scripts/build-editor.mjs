// Builds what Node-RED's editor loads in the browser: plain tsc again, and the few steps that a bundler would do otherwise.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const OUTPUT = 'resources';
const IMPORT = /(?<=^(?:import|export) (?:.* from )?')\.{1,2}\/[^']+(?=';$)/gm;

/** Writes `resources/` from `editor/` and the parts of `core/` it uses. Needs the compiled `dist/core`. */
export function buildEditor() {
  rmSync(OUTPUT, { recursive: true, force: true });
  const compiler = path.join('node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', path.join('editor', 'tsconfig.json')], {
    stdio: 'inherit',
  });
  writeDescription(path.join(OUTPUT, 'editor', 'description.js'));
  const loaded = new Set();
  nameImports(path.join(OUTPUT, 'editor', 'index.js'), loaded);
  for (const file of compiledFiles()) if (!loaded.has(file)) rmSync(file);
  cpSync(path.join('editor', 'editor.css'), path.join(OUTPUT, 'editor', 'editor.css'));
}

/** The form description, made from the contract here because the browser has no zod. */
function writeDescription(file) {
  const { forms } = createRequire(import.meta.url)(path.resolve('dist', 'core', 'forms', 'index.js'));
  writeFileSync(file, `export const forms = ${JSON.stringify(forms)};\n`);
}

/** A browser imports files, not modules: `./leaf` becomes `./leaf.js`, here and in all that is imported from here. */
function nameImports(file, loaded) {
  loaded.add(file);
  const source = readFileSync(file, 'utf8');
  const named = source.replace(IMPORT, (specifier) => {
    const inFolder = existsSync(path.join(path.dirname(file), specifier, 'index.js'));
    return inFolder ? `${specifier}/index.js` : `${specifier}.js`;
  });
  writeFileSync(file, named);
  for (const [specifier] of named.matchAll(IMPORT)) {
    const imported = path.join(path.dirname(file), specifier);
    if (!loaded.has(imported)) nameImports(imported, loaded);
  }
}

/** tsc also writes the files of which only types are used. */
function compiledFiles() {
  return readdirSync(OUTPUT, { recursive: true })
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.join(OUTPUT, file));
}
