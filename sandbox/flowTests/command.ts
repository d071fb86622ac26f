import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Client } from '../control/client';
import { junitReport } from './junit';
import { runTest, type TestResult } from './runner';
import { testsIn, type StoredTest } from './store';

const HELP = `npx @messaging-service/sandbox test DIR --for URL [--junit FILE]

  DIR           the folder with the tests, such as sandbox-tests
  --for URL     a running sandbox, such as http://127.0.0.1:8026
  --junit FILE  writes a JUnit report for CI

Ends with 0 if all tests are green, 1 if one is red, and 2 if nothing could be tested.
`;

/**
 * `sandbox test`: runs the tests of a folder against a running sandbox, one after the other.
 * @returns the exit code
 */
export async function testCommand(parameters: string[], print: (text: string) => void): Promise<number> {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { for: text, junit: text, help: { type: 'boolean', short: 'h' } },
    });
    const [folder, ...others] = positionals;
    if (values.help === true || folder === undefined || values.for === undefined || others.length > 0) {
      print(HELP);
      return values.help === true ? 0 : 2;
    }
    const results = await runAll(folder, values.for.replace(/\/+$/, ''), print);
    if (values.junit !== undefined) await writeFile(values.junit, junitReport(results));
    const red = results.filter(({ outcome }) => outcome === 'red').length;
    print(`\n${results.length - red} green, ${red} red\n`);
    return red === 0 ? 0 : 1;
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** The command of the program. */
export async function test(parameters: string[]): Promise<void> {
  process.exitCode = await testCommand(parameters, (text) => process.stdout.write(text));
}

async function runAll(folder: string, url: string, print: (text: string) => void): Promise<TestResult[]> {
  const client = new Client(url);
  await client.call('GET', 'clock').catch((error: unknown) => {
    throw new Error(
      `No sandbox answers at ${url}: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const tests = await testsIn(folder);
  if (tests.length === 0) throw new Error(`There is no test (*.yaml) in ${folder}.`);
  const results: TestResult[] = [];
  for (const stored of tests) {
    const result = 'test' in stored ? await runTest(client, stored.test) : unreadable(stored);
    results.push(result);
    print(inLines(stored.file, result));
  }
  return results;
}

/** A test that cannot be read is red: otherwise nobody would notice that it tests nothing. */
function unreadable({ file, problem }: Extract<StoredTest, { problem: string }>): TestResult {
  return { name: file, outcome: 'red', steps: [{ outcome: 'red', words: problem }], milliseconds: 0 };
}

const MARKS = { green: '✓', red: '✗', skipped: '-' };

function inLines(file: string, { name, outcome, steps, milliseconds }: TestResult): string {
  const head = `${MARKS[outcome]} ${name} (${file}, ${(milliseconds / 1000).toFixed(1)} s)\n`;
  if (outcome === 'green') return head;
  return (
    head + steps.map((step, index) => `    ${MARKS[step.outcome]} ${index + 1}. ${step.words}\n`).join('')
  );
}
