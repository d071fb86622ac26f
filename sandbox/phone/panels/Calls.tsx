import { jsonIn } from '../../http';
import { shownSeconds } from '../formats';
import { Json } from '../Formatted';
import { calls, type Call } from '../state';
import { EntryList } from './EntryList';

/** Every call to the service and from it, newest first. */
export function Calls() {
  return (
    <EntryList
      title="Calls"
      hint="Every HTTP request to the service (in) and from it (out). Credentials are not stored."
      entries={calls.all}
    >
      {(call) => <Entry call={call} />}
    </EntryList>
  );
}

function Entry({ call }: { call: Call }) {
  const { direction, method, url, status, milliseconds, at, requestId, fault, problem } = call;
  const good = status >= 200 && status < 300;
  return (
    <details>
      <summary>
        <span class="when">{shownSeconds(at)}</span>
        <span class="tag">{direction}</span>
        <span class="path">
          {method} {url}
        </span>
        {fault && <span class="tag fault">{fault}</span>}
        <span class={`outcome ${good ? 'taken' : 'given-up'}`}>{status === 0 ? 'No answer' : status}</span>
        <span class="small">{milliseconds} ms</span>
      </summary>
      {problem && <p class="problem">{problem}</p>}
      {requestId && (
        <p>
          <span class="small">x-service-request-id </span>
          {requestId}
        </p>
      )}
      <h3>Request</h3>
      <Headers values={call.requestHeaders} />
      <Body text={call.requestBody} />
      <h3>Answer</h3>
      <Body text={call.responseBody} />
    </details>
  );
}

function Headers({ values }: { values: Record<string, string> }) {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return lines.length > 0 ? <Json value={lines.join('\n')} /> : null;
}

function Body({ text }: { text: string }) {
  return text === '' ? <p class="hint">No body</p> : <Json value={jsonIn(text) ?? text} />;
}
