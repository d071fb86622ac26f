// Builds the sandbox: its program and its library in one bundle with the libraries they use, so that it is one download and loads fast.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import ts from 'typescript';

import { buildPhone } from './build-phone.mjs';
import { licencesOf } from './licences.mjs';

const viewer = path.join('node_modules', 'swagger-ui-dist');

/** Writes `dist/` of the sandbox's package into a folder, and the licences of what it contains. */
export async function buildSandbox(folder) {
  const dist = path.join(folder, 'dist');
  const { output } = await build({
    input: { main: path.join('sandbox', 'main.ts'), index: path.join('sandbox', 'library', 'index.ts') },
    platform: 'node',
    output: {
      dir: dist,
      format: 'cjs',
      exports: 'named',
      banner: (chunk) => (chunk.name === 'main' ? "#!/usr/bin/env node\n'use strict';" : "'use strict';"),
      chunkFileNames: '[name].js',
    },
  });
  cpSync(path.join('sandbox', 'openapi.yaml'), path.join(dist, 'openapi.yaml'));
  cpSync(path.join('sandbox', 'seed', 'seed.schema.json'), path.join(folder, 'seed.schema.json'));
  writeTypes(dist);
  const pageModules = await buildPages(path.join(dist, 'pages'));
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  const viewerOfDocs = path.resolve(viewer, 'swagger-ui-bundle.js');
  writeFileSync(
    path.join(folder, 'LICENCES.txt'),
    licencesOf('dist', [...modules, ...pageModules, viewerOfDocs]),
  );
}

/** Returns the paths of the modules that the pages contain. */
async function buildPages(pages) {
  const modules = await buildPhone(path.join(pages, 'phone'));
  cpSync(path.join('sandbox', 'docs'), path.join(pages, 'docs'), { recursive: true });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'NOTICE'])
    cpSync(path.join(viewer, file), path.join(pages, 'docs', 'viewer', file));
  return modules;
}

/** Writes the types of the library: `index.d.ts`, and below `types/` the declarations of the files that it needs. */
function writeTypes(dist) {
  const entry = path.join('sandbox', 'library', 'index.ts');
  const found = [entry];
  for (const file of found) {
    const declaration = declarationOf(file);
    const target = path.join(dist, 'types', path.relative('sandbox', file)).replace(/\.ts$/, '.d.ts');
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, declaration);
    for (const [, name] of declaration.matchAll(/from '(\.[^']+)'/g)) {
      const needed = `${path.join(path.dirname(file), name)}.ts`;
      if (!found.includes(needed)) found.push(needed);
    }
  }
  writeFileSync(path.join(dist, 'index.d.ts'), "export * from './types/library';\n");
}

function declarationOf(file) {
  const compilerOptions = { declaration: true, isolatedDeclarations: true, strict: true };
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions,
    reportDiagnostics: true,
  });
  const [wrong] = diagnostics;
  if (wrong) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(wrong.messageText, '\n')}`);
  return outputText;
}
