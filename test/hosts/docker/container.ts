import type { N8nProcess } from '../n8n/n8nProcess';

/** An n8n in a container, as the tests drive every n8n. */
export function containerAt(url: string): N8nProcess {
  const unused = async () => {
    throw new Error('compose starts and stops this n8n');
  };
  return { url, logs: () => '', ended: () => false, stop: unused, kill: unused };
}
