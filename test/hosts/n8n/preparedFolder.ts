import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockFileHash, workFolder } from './host';

/** What fills an empty folder. */
type Preparation = (folder: string) => Promise<void>;

/**
 * Fills a user folder with what n8n makes at its first start, and an owner: its database takes as much work as the rest of the start. It is
 * made once for each version of n8n, and copied from then on.
 */
export async function fillPrepared(userFolder: string, prepare: Preparation): Promise<void> {
  const prepared = await preparedOnce('n8n-prepared', lockFileHash(), prepare);
  await cp(prepared, userFolder, { recursive: true });
}

/** A folder that is filled once for all test files. The key stands for what it is made from. */
export async function preparedOnce(kind: string, key: string, prepare: Preparation): Promise<string> {
  const prepared = path.join(workFolder, kind, key.slice(0, 16));
  if (!existsSync(prepared)) await make(prepared, prepare);
  return prepared;
}

async function make(prepared: string, prepare: Preparation): Promise<void> {
  await mkdir(path.dirname(prepared), { recursive: true });
  const folder = await mkdtemp(`${prepared}-`);
  try {
    await prepare(folder);
    // Another test file may have made it meanwhile.
    await rename(folder, prepared).catch((error: unknown) => {
      if (!existsSync(prepared)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
