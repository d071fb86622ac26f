// `npm run build`: builds the packages in `packages/`, and the checkout itself, which is a package of both platforms.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { buildForN8n } from './n8n.mjs';
import { buildForNodeRed } from './nodeRed.mjs';
import { buildSandbox } from './sandbox.mjs';

const results = ['n8n/dist', 'node-red/dist', 'node-red/examples', 'node-red/resources', 'sandbox/dist'];
for (const folder of ['dist', 'resources', ...results.map((each) => `packages/${each}`)])
  rmSync(folder, { recursive: true, force: true });

await Promise.all([buildForN8n(), buildForNodeRed(), buildSandbox()]);

cpSync('packages/n8n/dist', 'dist', { recursive: true });
for (const part of ['dist', 'resources']) {
  cpSync(`packages/node-red/${part}`, part, { recursive: true });
  for (const file of readdirSync(part, { recursive: true }).filter((each) => /\.(js|html)$/.test(each)))
    rename(path.join(part, file));
}

/** Node-RED finds texts and what its editor loads by the name of the package, which is another one in the checkout. */
function rename(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll('/node-red-messaging-service', '/n8n-nodes-messaging-service'));
}
