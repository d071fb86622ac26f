import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds of processor time that work takes in this process. Elapsed time depends on what else the machine does. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}

/** The size of all objects, or of all buffers, once nothing more is freed. */
export async function bytesInUse(part: 'heapUsed' | 'arrayBuffers'): Promise<number> {
  setFlagsFromString('--expose-gc');
  let bytes = Infinity;
  // Some of it is freed in the background, some time after the collection that found it.
  for (let unchanged = 0; unchanged < 5;) {
    runInNewContext('gc()');
    await pause(20);
    const now = process.memoryUsage()[part];
    unchanged = now < bytes ? 0 : unchanged + 1;
    bytes = Math.min(bytes, now);
  }
  return bytes;
}
