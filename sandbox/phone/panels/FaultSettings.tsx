import { numberOf } from '../formats';
import { valuesOf } from '../Modal';
import { book, type Settings } from '../state';
import { Field, Group, save } from './fields';

type Planned = Settings['faults'];

const WEBHOOKS = [
  ['', 'come once, in their order'],
  ['duplicate-webhooks', 'come twice'],
  ['out-of-order-webhooks', 'come in the wrong order'],
] as const;

/** Faults of the next calls, and of webhooks. */
export function FaultSettings({ settings }: { settings: Settings }) {
  const { faults, webhookFault, slowAnswer } = settings;
  return (
    <Group title="Faults">
      <p class="hint">The next calls of the service, one after the other:</p>
      <PlannedFaults faults={faults} />
      <NewFault faults={faults} />
      <label>
        All webhooks
        <select
          value={webhookFault ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const [fault] = WEBHOOKS.find(([name]) => name === value) ?? [''];
            return save({ webhookFault: fault || null });
          }}
        >
          {WEBHOOKS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
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
          {fault}, {oftenOf(times)}{' '}
          <button
            type="button"
            onClick={() => save({ faults: faults.filter((_, place) => place !== index) })}
          >
            Remove
          </button>
        </li>
      ))}
    </ol>
  );
}

function oftenOf(times: number | undefined): string {
  if (times === undefined) return 'until it is removed';
  return times === 1 ? 'once' : `${times} times`;
}

function NewFault({ faults }: { faults: Planned }) {
  const choices = book.value.faults.filter(({ name }) => !name.endsWith('-webhooks'));
  const add = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const { fault, times } = valuesOf(event.currentTarget);
    const chosen = choices.find(({ name }) => name === fault);
    if (!chosen) return;
    void save({ faults: [...faults, { fault: chosen.name, ...(times ? { times: Number(times) } : {}) }] });
  };
  return (
    <form class="inline" onSubmit={add}>
      <select name="fault" aria-label="Fault">
        {choices.map(({ name, does }) => (
          <option key={name} value={name}>
            {name}: {does}
          </option>
        ))}
      </select>
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
    ...faults.map(({ recipient, does }) => [recipient, `the service ${answering(does)}`] as const),
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
                    <code>{numberOf(recipient)}</code>
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

function answering(does: string): string {
  return /^\d/.test(does) ? `answers ${does}` : does;
}
