import { signal } from '@preact/signals';
import { Client } from '../control/client';

/** A line at the foot of the page. */
export const notice = signal<{ text: string; kind: 'info' | 'error' } | undefined>(undefined);

export const client = new Client();

/** Calls the test API. An error is shown to the person and thrown. */
async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  try {
    return await client.call<Answer>(method, path, body);
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), 'error');
    throw error;
  }
}

export const get = <Answer>(path: string) => call<Answer>('GET', path);
export const post = <Answer = unknown>(path: string, body: object = {}) => call<Answer>('POST', path, body);
export const put = <Answer = unknown>(path: string, body: object) => call<Answer>('PUT', path, body);
export const remove = (path: string) => call<undefined>('DELETE', path);

/** Shows a line at the foot of the page for a while. */
export function notify(text: string, kind: 'info' | 'error' = 'info'): void {
  const line = { text, kind };
  notice.value = line;
  setTimeout(
    () => {
      if (notice.value === line) notice.value = undefined;
    },
    kind === 'error' ? 8000 : 2500,
  );
}
