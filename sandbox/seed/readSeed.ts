import { existsSync, readFileSync } from 'node:fs';
import { readYaml, YamlError } from '../yaml';
import { checkSeed } from './checkSeed';
import type { Seed } from './seed';

/**
 * Reads a seed: a file in YAML or JSON, or the seed itself.
 * @throws an error that says what is wrong, in a file with the lines
 */
export function readSeed(seed: string | Seed): Seed {
  if (typeof seed === 'string') return readFile(seed);
  const result = checkSeed(seed);
  if (result.ok) return result.seed;
  const lines = result.problems.map(({ path, message }) => `${fieldName(path)}: ${message}`);
  throw new Error(`The seed is wrong:\n${lines.join('\n')}`);
}

function readFile(file: string): Seed {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const { value, line, source } = parsed(file);
  const result = checkSeed(value ?? {});
  if (result.ok) return result.seed;
  const problems = result.problems.map(({ path, message }) => {
    const written = source(path) ?? '';
    // YAML reads +41795550111 without quotes as a number.
    const words = /^(\+|00)\d+$/.test(written)
      ? `Put ${written} in quotes: '${written}'. Without them, YAML reads a number.`
      : message;
    return { line: line(path), text: `${fieldName(path)}: ${words}` };
  });
  problems.sort((one, other) => one.line - other.line);
  throw new Error(problems.map((each) => `${file}, line ${each.line}: ${each.text}`).join('\n'));
}

function parsed(file: string) {
  try {
    return readYaml(readFileSync(file, 'utf8'));
  } catch (error) {
    throw error instanceof YamlError ? new Error(`${file}, ${error.message}`) : error;
  }
}

function fieldName(path: string[]): string {
  if (path.length === 0) return 'the seed';
  return path.reduce((name, step) => {
    if (/^\d+$/.test(step)) return `${name}[${step}]`;
    return name === '' ? step : `${name}.${step}`;
  }, '');
}
