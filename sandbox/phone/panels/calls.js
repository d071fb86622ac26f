import { element, reconcile } from '../dom.js';
import { json, secondsOf } from '../formats.js';
import { state } from '../state.js';

/** Every call to the service and from it, newest first. */
export function showCalls(panel) {
  if (!panel.querySelector('ul.entries')) {
    panel.replaceChildren(
      element('h2', {}, 'Calls'),
      element(
        'p.hint',
        {},
        'Every HTTP request to the service (in) and from it (out). Credentials are not stored.',
      ),
      element('ul.entries', {}),
    );
  }
  const calls = [...state.calls.values()].reverse();
  reconcile(
    panel.querySelector('ul.entries'),
    calls.map((call) => ({ key: String(call.id), shows: '', make: () => element('li', {}, entry(call)) })),
  );
  panel.classList.toggle('empty', calls.length === 0);
}

function entry(call) {
  const { direction, method, url, status, milliseconds, at, requestId, fault, problem } = call;
  const good = status >= 200 && status < 300;
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span.when', {}, secondsOf(at)),
      element('span.tag', {}, direction),
      element('span.path', {}, `${method} ${url}`),
      fault && element('span.tag.fault', {}, fault),
      element(`span.outcome.${good ? 'taken' : 'given-up'}`, {}, status === 0 ? 'No answer' : String(status)),
      element('span.small', {}, `${milliseconds} ms`),
    ),
    problem && element('p.problem', {}, problem),
    requestId && element('p', {}, element('span.small', {}, 'x-service-request-id '), requestId),
    element('h3', {}, 'Request'),
    headers(call.requestHeaders),
    body(call.requestBody),
    element('h3', {}, 'Answer'),
    body(call.responseBody),
  );
}

function headers(values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return lines.length > 0 && json(lines.join('\n'));
}

function body(text) {
  if (text === '') return element('p.hint', {}, 'No body');
  try {
    return json(JSON.parse(text));
  } catch {
    return json(text);
  }
}
