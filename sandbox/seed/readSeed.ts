import { readFileSync } from 'node:fs';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { checkSeed } from './checkSeed';
import type { Seed } from './seed';

/**
 * Reads a seed: a file in YAML or JSON, or the seed itself.
 * @throws an error that says what is wrong, in a file with the lines
 */
export function readSeed(seed: string | Seed): Seed {
  return typeof seed === 'string' ? readFile(seed) : checked(seed);
}

function checked(value: Seed): Seed {
  const result = checkSeed(value);
  if (result.ok) return result.seed;
  const lines = result.problems.map(({ path, message }) => `${fieldName(path)}: ${message}`);
  throw new Error(`The seed is wrong:\n${lines.join('\n')}`);
}

function readFile(file: string): Seed {
  const text = readText(file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault) throw new Error(`${file}, line ${lines.linePos(fault.pos[0]).line}: ${fault.message}`);
  const result = checkSeed(valueOf(document, file) ?? {});
  if (result.ok) return result.seed;
  const problems = result.problems.map(({ path, message }) => {
    const place = placeOf(document, path);
    return {
      line: lines.linePos(place.offset).line,
      text: `${fieldName(path)}: ${place.unquoted === undefined ? message : unquoted(place.unquoted)}`,
    };
  });
  problems.sort((one, other) => one.line - other.line);
  throw new Error(problems.map(({ line, text: said }) => `${file}, line ${line}: ${said}`).join('\n'));
}

/** An alias that names nothing is found only now. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Error(missing ? `There is no file ${file}.` : `${file} cannot be read: ${String(error)}`);
  }
}

/** Where a field is in the file; a missing one is where the object is that lacks it. */
function placeOf(document: Document, path: string[]): { offset: number; unquoted?: string } {
  for (let length = path.length; length > 0; length -= 1) {
    const steps = path.slice(0, length);
    const parent: unknown = document.getIn(steps.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => keyOf(key) === steps.at(-1)) : undefined;
    if (isScalar(pair?.key) && pair.key.range) {
      const whole = length === path.length && isScalar(pair.value) && typeof pair.value.value === 'number';
      return {
        offset: pair.key.range[0],
        unquoted: whole && isScalar(pair.value) ? phoneNumberIn(pair.value.source) : undefined,
      };
    }
    const node: unknown = document.getIn(steps, true);
    if (hasRange(node)) return { offset: node.range[0] };
  }
  return { offset: 0 };
}

function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

/** A number such as +41795550111 without quotes, which YAML reads as the number 41795550111. */
function phoneNumberIn(source: string | undefined): string | undefined {
  return /^(\+|00)\d+$/.test(source ?? '') ? source : undefined;
}

function unquoted(source: string): string {
  return `Put ${source} in quotes: '${source}'. Without them, YAML reads a number.`;
}

function fieldName(path: string[]): string {
  if (path.length === 0) return 'the seed';
  return path.reduce((name, step) => {
    if (/^\d+$/.test(step)) return `${name}[${step}]`;
    return name === '' ? step : `${name}.${step}`;
  }, '');
}
