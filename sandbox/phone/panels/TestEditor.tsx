import { useState } from 'preact/hooks';
import type { Step, Test } from '../../flowTests/format';
import { CHANNELS, shownNumber } from '../formats';
import { Select } from '../Select';
import { ExpectFields } from './ExpectFields';
import { faultOptions } from './FaultSettings';

interface TestEditorProps {
  test: Test;
  onSave: (test: Test) => Promise<void>;
  onCancel: () => void;
}

const KINDS = {
  write: 'The person writes',
  tap: 'The person taps',
  expect: 'A message is expected',
  advance: 'The clock goes on',
  fault: 'The service has a fault',
};

const NEW_STEPS: Record<keyof typeof KINDS, Step> = {
  write: { write: 'Hello' },
  tap: { tap: 'Yes' },
  expect: { expect: { contains: 'Hello' } },
  advance: { advance: '1 hour' },
  fault: { fault: 'server-error', times: 1 },
};

/** Changes the steps of a test. */
export function TestEditor({ test, onSave, onCancel }: TestEditorProps) {
  const [draft, setDraft] = useState(test);
  const [kind, setKind] = useState<keyof typeof KINDS>('expect');
  const { steps } = draft;
  const setSteps = (changed: Step[]) => setDraft({ ...draft, steps: changed });
  const without = (index: number) => steps.filter((_, place) => place !== index);
  const moveUp = (step: Step, index: number) => setSteps(without(index).toSpliced(index - 1, 0, step));
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(draft);
      }}
    >
      <h2>Edit test</h2>
      <TextField label="Name" value={draft.name} onChange={(name) => setDraft({ ...draft, name })} />
      <p class="hint">
        With {shownNumber(draft.person)} on {CHANNELS[draft.channel]}
      </p>
      <ol class="edited">
        {steps.map((step, index) => (
          <li key={index}>
            <fieldset>
              <legend>Step {index + 1}</legend>
              <StepFields step={step} onChange={(changed) => setSteps(steps.with(index, changed))} />
              <div class="actions">
                <button type="button" disabled={index === 0} onClick={() => moveUp(step, index)}>
                  Move up
                </button>
                <button type="button" disabled={steps.length === 1} onClick={() => setSteps(without(index))}>
                  Remove
                </button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <div class="inline">
        <Select plain label="New step" options={KINDS} value={kind} onChange={setKind} />
        <button type="button" onClick={() => setSteps([...steps, NEW_STEPS[kind]])}>
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
    const change = (write: string) => onChange({ ...step, write });
    return <TextField label={KINDS.write} value={step.write} onChange={change} />;
  }
  if ('tap' in step) {
    const change = (tap: string) => onChange({ ...step, tap });
    return <TextField label={KINDS.tap} value={step.tap} onChange={change} />;
  }
  if ('advance' in step) {
    const change = (advance: string) => onChange({ advance });
    return <TextField label="The clock goes on by (1 hour, 3 days)" value={step.advance} onChange={change} />;
  }
  return (
    <>
      <Select
        label="The next calls of the service have the fault"
        options={faultOptions()}
        value={step.fault}
        onChange={(fault) => onChange({ ...step, fault })}
      />
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
