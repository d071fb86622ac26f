import { chmod, mkdir, open, readFile, rename, unlink, type FileHandle } from 'fs/promises';

import { readProperty } from '../../core/reading';

/** The part of Node.js's file system that a journal needs, so that a test can lose what was not synced. */
export interface Disk {
  open(path: string, flags: string, mode: number): Promise<DiskFile>;
  readFile(path: string): Promise<string | undefined>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the folder, and says whether names in it are written. */
  folder(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'truncate' | 'close'>;

export const realDisk: Disk = {
  open: (path, flags, mode) => open(path, flags, mode),
  readFile: (path) =>
    readFile(path, 'utf8').catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(String(readProperty(error, 'code')))) return undefined;
      throw error;
    }),
  rename,
  remove: unlink,
  folder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700).catch(() => undefined);
  },
  syncFolder: async (path) => {
    // Windows cannot open a folder.
    const folder = await open(path, 'r').catch(() => undefined);
    await folder?.datasync().catch(() => undefined);
    await folder?.close();
  },
};
