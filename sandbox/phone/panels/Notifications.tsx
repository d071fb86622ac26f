import { shownNumber, shownSeconds } from '../formats';
import { Json } from '../Formatted';
import { pushes, type Push } from '../state';
import { EntryList } from './EntryList';

const OUTCOMES = { taken: 'Taken', 'given up': 'Given up', shown: 'Shown here' };

/** Every notification and every forwarded inbound message, newest first. */
export function Notifications() {
  return (
    <EntryList
      title="Notifications"
      hint="Status notifications and forwarded inbound messages, with every attempt. E-mails and SMS are shown only here."
      entries={pushes.all}
    >
      {(push) => <PushEntry push={push} />}
    </EntryList>
  );
}

/** One push, which opens to show its payload and its attempts. */
export function PushEntry({ push, open = false }: { push: Push; open?: boolean }) {
  const { kind, type, address, payload, attempts, outcome } = push;
  const status = 'status' in payload ? String(payload.status) : '';
  return (
    <details open={open}>
      <summary>
        <span class="tag">{kind === 'inbound' ? 'Inbound' : status}</span>
        <span class="path">
          {type} {type === 'Sms' ? shownNumber(address) : address}
        </span>
        <span class={`outcome ${outcome.replace(' ', '-')}`}>{outcomeText(push)}</span>
      </summary>
      {attempts.length > 0 && (
        <ol class="history">
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              {shownSeconds(attempt.at)} {attempt.problem ?? `answered ${attempt.status}`}
            </li>
          ))}
        </ol>
      )}
      <Json value={payload} />
    </details>
  );
}

function outcomeText({ outcome, attempts }: Push): string {
  if (outcome === 'pending') return attempts.length > 0 ? 'Trying again' : 'Under way';
  return OUTCOMES[outcome];
}
