// Bundles the sandbox into one file: `node scripts/bundle-sandbox.mjs FILE`. Its pages and its description stay in `sandbox/`.
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');

export async function bundleSandbox(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await build({
    entryPoints: [path.join(root, 'sandbox', 'main.ts')],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['swagger-ui-dist'],
    define: { __dirname: JSON.stringify(path.join(root, 'sandbox')) },
    logLevel: 'warning',
  });
  renameSync(unfinished, file);
}

if (process.argv[1] === import.meta.filename) await bundleSandbox(path.resolve(process.argv[2]));
