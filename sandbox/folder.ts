import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the description is: beside the code, in the sources as in the package. No other file may use `__dirname`: the build bundles them. */
export const folder = __dirname;

const built = join(folder, 'pages');

/** Where the pages for a browser are. Run from its sources, the sandbox serves those of the last `npm run build`. */
export const pagesFolder = existsSync(built)
  ? built
  : join(folder, '..', 'packages', 'sandbox', 'dist', 'pages');
