// Builds the phone page of the sandbox.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const source = path.join('sandbox', 'phone');

/**
 * Writes all that a browser loads below `/phone` into a folder.
 * @returns the paths of the modules that the page contains
 */
export async function buildPhone(target) {
  const { metafile } = await build({
    entryPoints: [path.join(source, 'main.tsx')],
    outdir: target,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  for (const file of ['index.html', 'icon.svg']) cpSync(path.join(source, file), path.join(target, file));
  return Object.keys(metafile.inputs).map((file) => path.resolve(file));
}
