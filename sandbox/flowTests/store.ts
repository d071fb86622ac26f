import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongValue } from '../yaml';
import { readTest, writeTest, type Test } from './format';

/** A test with the name of its file; in place of one that cannot be read, what is wrong with it. */
export type StoredTest = { file: string; test: Test } | { file: string; problem: string };

const EXTENSION = /\.ya?ml$/;

/** The tests in a folder, in the order of their file names. */
export async function testsIn(folder: string): Promise<StoredTest[]> {
  const names = await readdir(folder);
  const files = names.filter((name) => EXTENSION.test(name)).sort();
  return await Promise.all(
    files.map(async (file) => stored(file, await readFile(join(folder, file), 'utf8'))),
  );
}

function stored(file: string, text: string): StoredTest {
  try {
    return { file, test: readTest(text) };
  } catch (error) {
    if (error instanceof WrongValue) return { file, problem: error.message };
    throw error;
  }
}

/** Where the phone page keeps its tests: in a folder, or without one in memory until the sandbox stops. */
export class TestStore {
  private readonly memory = new Map<string, Test>();

  constructor(private readonly folder: string | undefined) {}

  async all(): Promise<StoredTest[]> {
    if (this.folder === undefined)
      return [...this.memory].sort(byName).map(([file, test]) => ({ file, test }));
    return existsSync(this.folder) ? await testsIn(this.folder) : [];
  }

  /** Writes a test to its file, or to a new one that is named after it. */
  async save(test: Test, file?: string): Promise<string> {
    const target = file ?? (await this.freeName(test.name));
    if (this.folder === undefined) this.memory.set(target, test);
    else {
      await mkdir(this.folder, { recursive: true });
      await writeFile(join(this.folder, target), writeTest(test));
    }
    return target;
  }

  async delete(file: string): Promise<void> {
    if (this.folder === undefined) this.memory.delete(file);
    else await rm(join(this.folder, file), { force: true });
  }

  private async freeName(name: string): Promise<string> {
    const words = name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? ['test'];
    const base = words.join('-').slice(0, 60);
    const taken = new Set((await this.all()).map(({ file }) => file));
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? `${base}.yaml` : `${base}-${number}.yaml`;
      if (!taken.has(candidate)) return candidate;
    }
  }
}

function byName([one]: [string, Test], [other]: [string, Test]): number {
  return one < other ? -1 : 1;
}

/** Whether a name is that of a test file, and of none in another folder. */
export function isFileName(name: string): boolean {
  return /^[\w-][\w.-]*\.ya?ml$/.test(name);
}
