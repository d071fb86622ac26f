import { createReadStream } from 'fs';
import { chmod, mkdir, open, rename, stat, unlink, type FileHandle } from 'fs/promises';

import { readProperty } from '../../core/reading';

/** The part of Node.js's file system that a journal needs, so that a test can lose what was not synced. */
export interface Disk {
  open(path: string, flags: string, mode: number): Promise<DiskFile>;
  /** The bytes of a file, some at a time; none if it does not exist. */
  read(path: string): AsyncIterable<Buffer>;
  /** Undefined if the file does not exist. */
  stat(path: string): Promise<FileIdentity | undefined>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the folder, if it is not there. */
  folder(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

export interface DiskFile extends Pick<FileHandle, 'appendFile' | 'datasync' | 'truncate' | 'close'> {
  stat(): Promise<FileIdentity>;
}

/** Which file it is, and its size in bytes. The device is left out: on Windows, a path and a handle can name it in different ways. */
export interface FileIdentity {
  ino: number;
  size: number;
}

const BLOCK = 256 * 1024;

export const realDisk: Disk = {
  open: (path, flags, mode) => open(path, flags, mode),
  read: async function* (path) {
    try {
      yield* createReadStream(path, { highWaterMark: BLOCK });
    } catch (error) {
      unlessMissing(error);
    }
  },
  stat: (path) => stat(path).catch(unlessMissing),
  rename,
  remove: (path) => unlink(path).catch(unlessMissing),
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

function unlessMissing(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(String(readProperty(error, 'code')))) return undefined;
  throw error;
}
