// Builds all packages into `.work/packages/`, and the checkout itself into `dist/` and `resources/`.
import path from 'node:path';

process.chdir(path.join(import.meta.dirname, '..'));
const { buildCheckout, buildForN8n, buildForNodeRed, buildForSandbox } = await import('./packages.mjs');

await Promise.all([buildForN8n(), buildForNodeRed(), buildForSandbox()]);
buildCheckout();
