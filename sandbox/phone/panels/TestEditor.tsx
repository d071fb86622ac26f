import { useState } from 'preact/hooks';
import { CHANNELS, numberOf } from '../formats';
import { ExpectFields } from './ExpectFields';
import { book } from '../state';
import type { Step, Test } from '../../rehearsal/types';

interface TestEditorProps {
  test: Test;
  onSave: (test: Test) => Promise<void>;
  onCancel: () => void;
}

const NEW_STEPS: [label: string, step: Step][] = [
  ['The person writes', { write: 'Hello' }],
  ['The person taps', { tap: 'Yes' }],
  ['A message is expected', { expect: { contains: 'Hello' } }],
  ['The clock goes on', { advance: '1 hour' }],
  ['The service has a fault', { fault: 'server-error', times: 1 }],
];

/** Changes the steps of a test. */
export function TestEditor({ test, onSave, onCancel }: TestEditorProps) {
  const [draft, setDraft] = useState(test);
  const [kind, setKind] = useState(2);
  const { steps } = draft;
  const setSteps = (changed: Step[]) => setDraft({ ...draft, steps: changed });
  const moveUp = (index: number) =>
    setSteps(
      steps.map((step, place) =>
        place === index - 1 ? (steps[index] ?? step) : place === index ? (steps[index - 1] ?? step) : step,
      ),
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void onSave(draft);
  };
  return (
    <form class="editor" onSubmit={submit}>
      <h2>Edit test</h2>
      <label>
        Name
        <input
          required
          value={draft.name}
          onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
      </label>
      <p class="hint">
        With {numberOf(draft.person)} on {CHANNELS[draft.channel]}
      </p>
      <ol class="edited">
        {steps.map((step, index) => (
          <li key={index}>
            <fieldset>
              <legend>Step {index + 1}</legend>
              <StepFields
                step={step}
                onChange={(changed) =>
                  setSteps(steps.map((each, place) => (place === index ? changed : each)))
                }
              />
              <div class="actions">
                <button type="button" disabled={index === 0} onClick={() => moveUp(index)}>
                  Move up
                </button>
                <button
                  type="button"
                  disabled={steps.length === 1}
                  onClick={() => setSteps(steps.filter((_, place) => place !== index))}
                >
                  Remove
                </button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <div class="inline">
        <select
          aria-label="New step"
          value={kind}
          onChange={({ currentTarget }) => setKind(Number(currentTarget.value))}
        >
          {NEW_STEPS.map(([label], index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          onClick={() => setSteps([...steps, ...NEW_STEPS.slice(kind, kind + 1).map(([, step]) => step)])}
        >
          Add step
        </button>
      </div>
      <div class="actions">
        <button class="main">Save</button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function StepFields({ step, onChange }: { step: Step; onChange: (step: Step) => void }) {
  if ('expect' in step)
    return <ExpectFields expectation={step.expect} onChange={(expect) => onChange({ expect })} />;
  if ('write' in step) {
    return (
      <TextField
        label="The person writes"
        value={step.write}
        onChange={(write) => onChange({ ...step, write })}
      />
    );
  }
  if ('tap' in step) {
    return (
      <TextField label="The person taps" value={step.tap} onChange={(tap) => onChange({ ...step, tap })} />
    );
  }
  if ('advance' in step) {
    const change = (advance: string) => onChange({ advance });
    return <TextField label="The clock goes on by (1 hour, 3 days)" value={step.advance} onChange={change} />;
  }
  return (
    <>
      <label>
        The next calls of the service have the fault
        <select
          value={step.fault}
          onChange={({ currentTarget: { value } }) => {
            const fault = book.value.faults.find(({ name }) => name === value)?.name;
            if (fault) onChange({ ...step, fault });
          }}
        >
          {book.value.faults
            .filter(({ name }) => !name.endsWith('-webhooks'))
            .map(({ name, does }) => (
              <option key={name} value={name}>
                {name}: {does}
              </option>
            ))}
        </select>
      </label>
      <label>
        Times
        <input
          type="number"
          min={1}
          required
          value={step.times ?? 1}
          onInput={({ currentTarget }) => onChange({ ...step, times: currentTarget.valueAsNumber || 1 })}
        />
      </label>
    </>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function TextField({ label, value, onChange }: TextFieldProps) {
  return (
    <label>
      {label}
      <textarea
        rows={1}
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
