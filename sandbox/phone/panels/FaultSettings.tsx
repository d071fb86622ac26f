import { shownNumber } from '../formats';
import { formValues } from '../Modal';
import { Select } from '../Select';
import { book, type Settings } from '../state';
import type { FaultName } from '../../service/faultNames';
import { Field, Group, save } from './fields';

type Planned = Settings['faults'];

const WEBHOOKS = {
  none: 'come once, in their order',
  'duplicate-webhooks': 'come twice',
  'out-of-order-webhooks': 'come in the wrong order',
};

/** The faults of a call, with what they do. */
export function faultOptions(): Partial<Record<FaultName, string>> {
  const options: Partial<Record<FaultName, string>> = {};
  for (const { name, does } of book.value.faults)
    if (!name.endsWith('-webhooks')) options[name] = `${name}: ${does}`;
  return options;
}

/** Faults of the next calls, and of webhooks. */
export function FaultSettings({ settings }: { settings: Settings }) {
  const { faults, webhookFault, slowAnswer } = settings;
  return (
    <Group title="Faults">
      <p class="hint">The next calls of the service, one after the other:</p>
      <PlannedFaults faults={faults} />
      <NewFault faults={faults} />
      <Select
        label="All webhooks"
        options={WEBHOOKS}
        value={webhookFault ?? 'none'}
        onChange={(fault) => save({ webhookFault: fault === 'none' ? null : fault })}
      />
      <Field
        label="Milliseconds that the fault slow takes"
        type="number"
        min={0}
        value={slowAnswer}
        onSave={({ valueAsNumber }) => save({ slowAnswer: valueAsNumber })}
      />
      <Recipients />
    </Group>
  );
}

function PlannedFaults({ faults }: { faults: Planned }) {
  if (faults.length === 0) return <p class="hint">None is planned.</p>;
  return (
    <ol class="plain">
      {faults.map(({ fault, times }, index) => (
        <li key={index}>
          {fault}, {times === undefined ? 'until it is removed' : times === 1 ? 'once' : `${times} times`}{' '}
          <button type="button" onClick={() => save({ faults: faults.toSpliced(index, 1) })}>
            Remove
          </button>
        </li>
      ))}
    </ol>
  );
}

function NewFault({ faults }: { faults: Planned }) {
  const add = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const { fault, times } = formValues(event.currentTarget);
    const chosen = book.value.faults.find(({ name }) => name === fault);
    if (chosen)
      void save({ faults: [...faults, { fault: chosen.name, ...(times ? { times: Number(times) } : {}) }] });
  };
  return (
    <form class="inline" onSubmit={add}>
      <Select plain label="Fault" name="fault" options={faultOptions()} />
      <input name="times" type="number" min={1} defaultValue="1" aria-label="Times" placeholder="always" />
      <button>Add</button>
    </form>
  );
}

/** The recipients that cause faults, as a table to copy from. */
function Recipients() {
  const { outcomes, faults } = book.value;
  const rows = [
    ...outcomes.map(({ recipient, does }) => [recipient, `the message ${does}`] as const),
    ...faults.map(
      ({ recipient, does }) =>
        [recipient, `the service ${/^\d/.test(does) ? `answers ${does}` : does}`] as const,
    ),
  ];
  return (
    <details>
      <summary>Recipients with a fixed outcome</summary>
      <table>
        <thead>
          <tr>
            <th>Send to</th>
            <th>and</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            ([recipient, does]) =>
              recipient && (
                <tr key={recipient}>
                  <td>
                    <code>{shownNumber(recipient)}</code>
                  </td>
                  <td>{does}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </details>
  );
}
