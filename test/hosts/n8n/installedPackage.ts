import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { workFolder } from './host';

const run = promisify(execFile);

const manifest = z.looseObject({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

const strippedByN8n = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Installs a package as n8n's own installer for community packages does: the published tarball, without its development, peer and optional
 * dependencies. The package must be built.
 * @param packageDirectory - the folder with the package's package.json
 * @param userFolder - n8n's N8N_USER_FOLDER
 */
export async function installPackage(packageDirectory: string, userFolder: string): Promise<void> {
  await mkdir(workFolder, { recursive: true });
  const unpacked = await mkdtemp(path.join(workFolder, 'pack-'));
  try {
    await packInto(unpacked, packageDirectory);
    const file = path.join(unpacked, 'package', 'package.json');
    const published = manifest.parse(JSON.parse(await readFile(file, 'utf8')));
    if (Object.keys(published.dependencies ?? {}).length > 0) {
      throw new Error(`${published.name} has dependencies: n8n's verification refuses them`);
    }
    for (const key of strippedByN8n) delete published[key];
    await writeFile(file, JSON.stringify(published, null, 2));
    const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', published.name);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(unpacked, 'package'), target, { recursive: true });
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Installs a package as npm does with a folder: as a link to it. */
export async function linkPackage(packageDirectory: string, userFolder: string): Promise<void> {
  const { name } = manifest.parse(
    JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8')),
  );
  const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', name);
  await mkdir(path.dirname(target), { recursive: true });
  await symlink(packageDirectory, target);
}

/** Packs what would be published and unpacks it as `folder/package`. */
async function packInto(folder: string, packageDirectory: string): Promise<void> {
  if (!existsSync(path.join(packageDirectory, 'dist'))) {
    throw new Error(`${packageDirectory} has no dist folder: run "npm run build" first`);
  }
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: packageDirectory },
  );
  const tarball = stdout.trim().split('\n').at(-1) ?? '';
  await run('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
}
