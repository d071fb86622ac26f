import { existsSync, readFileSync } from 'node:fs';
import { checkValue, readYaml, WrongValue } from '../yaml';
import { checkSeed } from './checkSeed';
import type { Seed } from './seed';

const rules = { check: checkSeed, place: (path: (string | number)[]) => `${fieldName(path)}: ` };

/**
 * Reads a seed: a file in YAML or JSON, or the seed itself.
 * @throws an error that says what is wrong, in a file with the lines
 */
export function readSeed(seed: string | Seed): Seed {
  if (typeof seed !== 'string') return checkValue(seed, rules);
  if (!existsSync(seed)) throw new Error(`There is no file ${seed}.`);
  try {
    return readYaml(readFileSync(seed, 'utf8'), rules);
  } catch (error) {
    throw error instanceof WrongValue ? new Error(error.message.replace(/^/gm, `${seed}, `)) : error;
  }
}

function fieldName(path: (string | number)[]): string {
  return (
    path.map(String).reduce((name, step) => {
      if (/^\d+$/.test(step)) return `${name}[${step}]`;
      return name === '' ? step : `${name}.${step}`;
    }, '') || 'the seed'
  );
}
