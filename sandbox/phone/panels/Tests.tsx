import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { counted } from '../formats';
import {
  deleteTest,
  discardRecording,
  isRunning,
  loadTests,
  record,
  recordedTest,
  recording,
  run,
  runs,
  saveTest,
  tests,
  type Run,
} from '../flowTests';
import { TestEditor } from './TestEditor';
import { stepInWords } from '../../flowTests/words';
import type { StoredTest } from '../../flowTests/store';
import type { Test } from '../../flowTests/format';

/** The test that is edited; without a file, it is a new one. */
const edited = signal<{ test: Test; file?: string } | undefined>(undefined);

/** Tests of flows: recorded on the phone, run again and again. */
export function Tests() {
  useEffect(() => void loadTests(), []);
  if (edited.value) {
    const { test, file } = edited.value;
    const close = () => {
      edited.value = undefined;
    };
    const save = async (changed: Test) => {
      await saveTest(changed, file);
      if (file === undefined) discardRecording();
      close();
    };
    return <TestEditor key={file} test={test} onSave={save} onCancel={close} />;
  }
  return (
    <>
      <h2>Tests</h2>
      <p class="hint">
        Record a conversation with your flow, and run it as a test whenever the flow has changed. A run sends
        real messages to the flow, and moves the clock where the test says so.
      </p>
      <Recorder />
      {tests.value.length > 0 && (
        <div class="actions">
          <button type="button" disabled={isRunning.value} onClick={() => run(tests.value)}>
            Run all
          </button>
          <Total />
        </div>
      )}
      <ul class="tests">
        {tests.value.map((stored) => (
          <li key={stored.file}>
            <Entry stored={stored} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Recorder() {
  if (recording.value === undefined) {
    return (
      <div class="actions">
        <button type="button" class="main" disabled={isRunning.value} onClick={record}>
          Record
        </button>
      </div>
    );
  }
  const test = recordedTest.value;
  const save = () => {
    if (!test) return;
    const written = test.steps.find((step) => 'write' in step);
    edited.value = { test: { name: written?.write.slice(0, 60) ?? 'New test', ...test } };
  };
  return (
    <div class="recorder">
      <p role="status">
        <strong>Recording</strong>: {counted(test?.steps.length ?? 0, 'step')} so far. Write and tap on the
        phone as the person; jumps of the clock and faults are recorded too.
      </p>
      <div class="actions">
        <button type="button" class="main" disabled={!test} onClick={save}>
          Save as test
        </button>
        <button type="button" onClick={discardRecording}>
          Discard
        </button>
      </div>
    </div>
  );
}

function Total() {
  const outcomes = tests.value.map(({ file }) => runs.value[file]?.outcome);
  const count = (outcome: Run['outcome']) => outcomes.filter((each) => each === outcome).length;
  if (isRunning.value) return <p role="status">Running</p>;
  if (count('green') + count('red') === 0) return null;
  return (
    <p role="status">
      {count('green')} green, {count('red')} red
    </p>
  );
}

const MARKS = { green: '✓', red: '✗', skipped: '–', running: '…', open: '·' };

function Entry({ stored }: { stored: StoredTest }) {
  const { file } = stored;
  const last = runs.value[file];
  const name = 'test' in stored ? stored.test.name : file;
  const forget = () => {
    if (confirm(`Delete the test "${name}"?`)) void deleteTest(file);
  };
  return (
    <section class="test" aria-label={name}>
      <h3>
        {last && <span class={`mark ${last.outcome}`}>{last.outcome}</span>} {name}
      </h3>
      {'test' in stored ? <Steps test={stored.test} last={last} /> : <p class="problem">{stored.problem}</p>}
      <div class="actions">
        {'test' in stored && (
          <>
            <button type="button" disabled={isRunning.value} onClick={() => run([stored])}>
              Run
            </button>
            <button
              type="button"
              onClick={() => {
                edited.value = { test: stored.test, file };
              }}
            >
              Edit
            </button>
            <a href={`/sandbox/tests/${file}`} download={file}>
              {file}
            </a>
          </>
        )}
        <button type="button" onClick={forget}>
          Delete
        </button>
      </div>
    </section>
  );
}

/** The steps with what became of them. A red run may end with one that no step expects. */
function Steps({ test, last }: { test: Test; last: Run | undefined }) {
  const results = last?.steps ?? [];
  const others = test.steps.slice(results.length).map((step) => ({
    outcome: 'open' as const,
    words: stepInWords(step),
  }));
  return (
    <ol class="steps">
      {[...results, ...others].map(({ outcome, words }, index) => (
        <li key={index} class={outcome}>
          <span aria-hidden="true">{MARKS[outcome]}</span> {words}
        </li>
      ))}
    </ol>
  );
}
