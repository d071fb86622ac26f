import { signal } from '@preact/signals';

/** A line at the foot of the page. */
export const notice = signal<{ text: string; kind: 'info' | 'error' } | undefined>(undefined);

/** Calls the test API. An error is shown to the person and thrown. */
async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`/sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => fail('The sandbox does not answer.'));
  const result = answer.status === 204 ? undefined : await answer.json();
  return answer.ok ? result : fail(result.error);
}

function fail(reason: string): never {
  notify(reason, 'error');
  throw new Error(reason);
}

export const read = <Answer>(path: string) => call<Answer>('GET', path);
export const send = <Answer = unknown>(path: string, body: object = {}) => call<Answer>('POST', path, body);
export const replace = <Answer = unknown>(path: string, body: object) => call<Answer>('PUT', path, body);
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
