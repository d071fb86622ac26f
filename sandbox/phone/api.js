import { element } from './dom.js';

/** Calls the test API. An error is shown to the person and thrown. */
async function call(method, path, body) {
  const answer = await fetch(`/sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => fail('The sandbox does not answer.'));
  const result = answer.status === 204 ? undefined : await answer.json();
  return answer.ok ? result : fail(result.error);
}

function fail(reason) {
  notify(reason, 'error');
  throw new Error(reason);
}

export const read = (path) => call('GET', path);
export const send = (path, body = {}) => call('POST', path, body);
export const replace = (path, body) => call('PUT', path, body);

/** Shows a line at the foot of the page for a while. */
export function notify(text, kind = 'info') {
  const line = element('p', { class: kind }, text);
  document.querySelector('#notice').replaceChildren(line);
  setTimeout(() => line.remove(), kind === 'error' ? 8000 : 2500);
}
