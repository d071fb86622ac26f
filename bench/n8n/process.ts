import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The n8n of a user folder: of the processes that got this folder, the one that the first of them (its supervisor) started. */
function processOf(userFolder: string): string {
  const having = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && hasFolder(pid, userFolder));
  const found = having.find((pid) => {
    const parent = parentOf(pid);
    return having.includes(parent) && !having.includes(parentOf(parent));
  });
  if (found === undefined) throw new Error(`No n8n runs in ${userFolder}`);
  return found;
}

function hasFolder(pid: string, userFolder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`N8N_USER_FOLDER=${userFolder}`);
  } catch {
    return false; // it has ended meanwhile
  }
}

function parentOf(pid: string): string {
  return statusOf(pid, 'PPid');
}

function statusOf(pid: string, name: string): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? '';
}

/** Watches the resident memory of an n8n from now on. */
export function watchMemory(userFolder: string): { peak(): number } {
  const pid = processOf(userFolder);
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return { peak: () => Number(statusOf(pid, 'VmHWM')) * 1024 };
}

const TICKS_PER_SECOND = 100;

/** Seconds of CPU an n8n has used so far. */
export function cpuOf(userFolder: string): number {
  const stat = readFileSync(`/proc/${processOf(userFolder)}/stat`, 'utf8');
  // The name of the program, in brackets, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
