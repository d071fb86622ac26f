// Named checks that go on after a failure and end with the line that .ci/run reads.
let passed = 0;
let failed = 0;

/** Runs one check: it passes unless it throws. */
export async function check(name, prove) {
  try {
    await prove();
    passed += 1;
    console.log(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${indent(error.message)}`);
  }
}

export function assert(holds, message) {
  if (!holds) throw new Error(message);
}

/** Prints the result; to be called last. */
export function finish() {
  if (passed + failed === 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '      ');
}
