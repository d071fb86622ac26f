import { Client } from '../../sandbox/control/client';
import { readTest } from '../../sandbox/flowTests/format';
import { runTest } from '../../sandbox/flowTests/runner';
import type { Test } from '../../sandbox/flowTests/format';
import { volume } from '../volume';
import { defects, sound, startFlow } from './sampleFlows';
import { quietSandbox } from './support';

/** Runs a test against a program that answers like that. */
async function play(test: Test, answers: (typeof sound)['greeting']['answers'], status?: number) {
  const sandbox = await quietSandbox();
  const flow = await startFlow(sandbox, status);
  try {
    flow.use(answers);
    return await runTest(new Client(sandbox.url), test);
  } finally {
    await flow.close();
    await sandbox.close();
  }
}

/** The test with less patience, so that a red step does not take ten seconds. */
function impatient(test: Test): Test {
  const steps = test.steps.map((step) =>
    'expect' in step ? { expect: { ...step.expect, within: '1 second' } } : step,
  );
  return { ...test, steps };
}

describe('a flow with a defect turns red, and the words say why', () => {
  it.concurrent.each(defects)('%s', async (_name, { test }, answers, words) => {
    const result = await play(impatient(test), answers);
    expect(result.outcome).toBe('red');
    const red = result.steps.filter(({ outcome }) => outcome === 'red');
    expect(red.map((step) => step.words)).toEqual([expect.stringMatching(words)]);
  });

  it('does not take what the person writes', async () => {
    const { test, answers } = sound.greeting;
    const { steps } = await play(test, answers, 403);
    expect(steps.map(({ outcome }) => outcome)).toEqual(['red', 'skipped']);
    expect(steps[0]?.words).toMatch(/expected the flow to get it at http:.*, but: answered 403/);
  });
});

const REPEATS = volume({ full: 100, quick: 1 });

it.concurrent.each(Object.entries(sound))(
  `a sound flow stays green, ${REPEATS} times: %s`,
  async (_name, { test, answers }) => {
    for (let round = 0; round < REPEATS; round += 1)
      expect(await play(test, answers)).toMatchObject({ outcome: 'green' });
  },
  60_000 + 2000 * REPEATS,
);

it('says what each step does, and leaves out what comes after a red one', async () => {
  const test = readTest(`name: Words
person: '+41795550111'
channel: Whatsapp
steps:
  - advance: 90 minutes
  - fault: unavailable
    times: 2
  - write: Hello
    channel: Sms
  - expect: { within: 1 s }
  - tap: 'Yes'
`);
  const sandbox = await quietSandbox({ faults: [{ fault: 'slow' }] });
  const flow = await startFlow(sandbox);
  const before = sandbox.now();
  const { steps } = await runTest(new Client(sandbox.url), test);
  expect(steps).toEqual([
    { outcome: 'green', words: 'the clock goes 90 minutes on' },
    { outcome: 'green', words: 'the service has the fault unavailable 2 times' },
    { outcome: 'green', words: 'writes "Hello" on SMS' },
    { outcome: 'red', words: 'expected a message, got nothing within 1 second' },
    { outcome: 'skipped', words: 'taps "Yes"' },
  ]);
  expect(sandbox.now() - before).toBeGreaterThanOrEqual(90 * 60_000);
  expect(sandbox.settings().faults).toEqual([{ fault: 'slow' }]);
  await flow.close();
  await sandbox.close();
});

it('says which button cannot be tapped', async () => {
  const { test, answers } = sound.buttons;
  const result = await play({ ...test, steps: [...test.steps.slice(0, 2), { tap: 'Soup' }] }, answers);
  expect(result.steps.at(-1)?.words).toBe(
    'expected the button "Soup" to tap, but the last message is "What would you like?" with the buttons "Pizza", "Pasta"',
  );
});
