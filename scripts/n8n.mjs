import { bundle, copyAssets, manifestOf } from './bundle.mjs';

/** Builds n8n's package. n8n brings everything that it needs, also zod. */
export async function buildForN8n() {
  const { nodes, credentials } = manifestOf('n8n').n8n;
  const files = [...nodes, ...credentials].map((file) => file.replace('dist/', ''));
  await bundle('.', 'packages/n8n/dist', files, [
    { name: 'nodes/shared', test: /[\\/]nodes[\\/]/, minShareCount: 2 },
  ]);
  for (const part of ['icons', 'nodes', 'credentials']) copyAssets(part, `packages/n8n/dist/${part}`);
}
