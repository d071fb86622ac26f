import { computed, signal } from '@preact/signals';
import { client, get, notify, post, put, remove } from './api';
import { ahead, book, onClock, received, sent, settings } from './state';
import { durationText } from '../duration';
import { recorded, type Action } from '../flowTests/recorder';
import { runTest, type StepResult } from '../flowTests/runner';
import type { StoredTest } from '../flowTests/store';
import type { Test } from '../flowTests/format';

/** The tests that the sandbox keeps. */
export const tests = signal<StoredTest[]>([]);

export async function loadTests(): Promise<void> {
  tests.value = await get<StoredTest[]>('tests');
}

/** Saves a test, in its file or in a new one. */
export async function saveTest(test: Test, file: string | undefined): Promise<void> {
  if (file === undefined) await post('tests', test);
  else await put(`tests/${file}`, test);
  notify('Saved');
  await loadTests();
}

export async function deleteTest(file: string): Promise<void> {
  await remove(`tests/${file}`);
  await loadTests();
}

/** What became of a test. `running` until it is over. */
export interface Run {
  outcome: 'running' | 'green' | 'red';
  steps: StepResult[];
}

/** The last run of each test, by its file. */
export const runs = signal<Record<string, Run>>({});
export const isRunning = computed(() =>
  Object.values(runs.value).some(({ outcome }) => outcome === 'running'),
);

/** Runs tests one after the other. */
export async function run(chosen: StoredTest[]): Promise<void> {
  for (const stored of chosen) {
    if (!('test' in stored)) continue;
    const show = (last: Run) => {
      runs.value = { ...runs.value, [stored.file]: last };
    };
    show({ outcome: 'running', steps: [] });
    try {
      const result = await runTest(client, stored.test, (steps) => show({ outcome: 'running', steps }));
      show({ outcome: result.outcome, steps: result.steps });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      show({ outcome: 'red', steps: [{ outcome: 'red', words }] });
    }
  }
}

interface Recording {
  since: number;
  actions: Action[];
}

/** What is recorded at present. */
export const recording = signal<Recording | undefined>(undefined);

/** Begins to record whatever happens from now on. */
export function record(): void {
  recording.value = { since: Date.now() + ahead.value, actions: [] };
}

export function discardRecording(): void {
  recording.value = undefined;
}

/** The test so far. */
export const recordedTest = computed(() => {
  if (recording.value === undefined) return undefined;
  const { since, actions } = recording.value;
  return recorded(
    sent.all.filter(({ acceptedAt }) => acceptedAt >= since),
    received.all.filter(({ at }) => at >= since),
    actions,
    book.value.templates,
  );
});

/** Notes jumps of the clock and new faults while something is recorded. */
export function followRecording(): void {
  onClock((from, to) => {
    const seconds = Math.round((to - from) / 1000);
    if (seconds > 0) note({ at: from, step: { advance: durationText(seconds * 1000) } });
  });
  let planned = settings.value?.faults.length ?? 0;
  settings.subscribe((now) => {
    const faults = now?.faults ?? [];
    for (const { fault, times } of faults.slice(planned))
      note({ at: Date.now() + ahead.value, step: { fault, ...(times === undefined ? {} : { times }) } });
    planned = faults.length;
  });
}

function note(action: Action): void {
  const current = recording.peek();
  if (current) recording.value = { ...current, actions: [...current.actions, action] };
}
