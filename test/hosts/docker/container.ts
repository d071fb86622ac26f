import type { N8nProcess } from '../n8n/n8nProcess';

/** An n8n in a container, as the tests drive every n8n. */
export function containerAt(url: string): N8nProcess {
  const unused = () => {
    throw new Error('compose starts and stops this n8n');
  };
  const stop = async () => unused();
  return { url, logs: () => '', ended: () => false, stop, kill: stop, pause: unused, resume: unused };
}
