import type { TestResult } from './runner';

/** The results as a JUnit report, which CI systems show. */
export function junitReport(results: TestResult[]): string {
  const red = results.filter(({ outcome }) => outcome === 'red').length;
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${results.length}" failures="${red}" time="${time}">`,
    `  <testsuite name="sandbox" tests="${results.length}" failures="${red}" time="${time}">`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ name, outcome, steps, milliseconds }: TestResult): string {
  const start = `    <testcase classname="sandbox" name="${escaped(name)}" time="${seconds(milliseconds)}"`;
  if (outcome === 'green') return `${start}/>`;
  const number = steps.findIndex((step) => step.outcome === 'red');
  const words = steps[number]?.words ?? '';
  const log = steps.map((step, index) => `${index + 1}. ${step.outcome}: ${step.words}`).join('\n');
  return `${start}>\n      <failure message="${escaped(`step ${number + 1}: ${words}`)}">${escaped(log)}</failure>\n    </testcase>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

const NAMES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

function escaped(text: string): string {
  // XML has no place for other control characters, not even as references.
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"\n]/g, (found) => NAMES[found] ?? found);
}
