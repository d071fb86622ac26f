import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { preparedOnce } from './preparedFolder';

const run = promisify(execFile);

const manifest = z.looseObject({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

const strippedByN8n = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Installs a package as n8n's own installer for community packages does: the published tarball, without its development, peer and optional
 * dependencies. It is packed once for each build. The package must be built.
 * @param packageDirectory - the folder with the package's package.json
 * @param userFolder - n8n's N8N_USER_FOLDER
 */
export async function installPackage(packageDirectory: string, userFolder: string): Promise<void> {
  if (!existsSync(path.join(packageDirectory, 'dist'))) {
    throw new Error(`${packageDirectory} has no dist folder: run "npm run build" first`);
  }
  const key = await contentHash(packageDirectory);
  const unpacked = await preparedOnce('n8n-unpacked', key, (folder) => unpack(packageDirectory, folder));
  const source = path.join(unpacked, 'package');
  const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', (await manifestIn(source)).name);
  await mkdir(path.dirname(target), { recursive: true });
  await cp(source, target, { recursive: true });
}

async function unpack(packageDirectory: string, folder: string): Promise<void> {
  await packInto(folder, packageDirectory);
  const published = await manifestIn(path.join(folder, 'package'));
  if (Object.keys(published.dependencies ?? {}).length > 0) {
    throw new Error(`${published.name} has dependencies: n8n's verification refuses them`);
  }
  for (const key of strippedByN8n) delete published[key];
  await writeFile(path.join(folder, 'package', 'package.json'), JSON.stringify(published, null, 2));
}

/** A hash of all files of a folder, with their paths. */
async function contentHash(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

async function manifestIn(folder: string): Promise<z.infer<typeof manifest>> {
  return manifest.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
}

/** Installs a package as npm does with a folder: as a link to it. */
export async function linkPackage(packageDirectory: string, userFolder: string): Promise<void> {
  const { name } = await manifestIn(packageDirectory);
  const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', name);
  await mkdir(path.dirname(target), { recursive: true });
  await symlink(packageDirectory, target);
}

/** Packs what would be published and unpacks it as `folder/package`. */
async function packInto(folder: string, packageDirectory: string): Promise<void> {
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: packageDirectory },
  );
  const tarball = stdout.trim().split('\n').at(-1) ?? '';
  await run('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
}
