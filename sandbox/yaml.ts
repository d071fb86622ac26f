import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml';

type Path = (string | number)[];

interface Problem {
  path: Path;
  message: string;
}

/** What a value must be: the checked value, or everything that is wrong with it. */
export interface Rules<Value> {
  check(value: unknown): { ok: true; value: Value } | { ok: false; problems: Problem[] };
  /** The start of a problem's text, such as `people[0].number: `. */
  place(path: Path): string;
}

/** A value, or a text, that breaks the rules: one line for each problem. */
export class WrongValue extends Error {}

/** Checks a value. Throws a `WrongValue`. */
export function checkValue<Value>(value: unknown, { check, place }: Rules<Value>): Value {
  const result = check(value);
  if (result.ok) return result.value;
  throw new WrongValue(result.problems.map(({ path, message }) => place(path) + message).join('\n'));
}

/** Reads a text in YAML or JSON, and checks it. Throws a `WrongValue` with the line of each problem, in their order. */
export function readYaml<Value>(text: string, { check, place }: Rules<Value>): Value {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault) throw new WrongValue(`line ${lines.linePos(fault.pos[0]).line}: ${fault.message}`);
  const result = check(valueOf(document));
  if (result.ok) return result.value;
  const problems = result.problems.map(({ path, message }) => ({
    line: lines.linePos(offset(document, path)).line,
    text: place(path) + (quotesMissing(document, path) ?? message),
  }));
  problems.sort((one, other) => one.line - other.line);
  throw new WrongValue(problems.map((each) => `line ${each.line}: ${each.text}`).join('\n'));
}

/** An alias that names nothing is found only now. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new WrongValue(`line 1: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where a field begins; of a missing one, the object that lacks it. */
function offset(document: Document, path: Path): number {
  const parent: unknown = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => keyText(key) === String(path.at(-1)))
    : undefined;
  const node: unknown = path.length === 0 ? document.contents : (pair?.key ?? document.getIn(path, true));
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offset(document, path.slice(0, -1));
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** YAML reads +41795550111 without quotes as a number. */
function quotesMissing(document: Document, path: Path): string | undefined {
  const node: unknown = document.getIn(path, true);
  const written = isScalar(node) && typeof node.value === 'number' ? (node.source ?? '') : '';
  if (!/^(\+|00)\d+$/.test(written)) return undefined;
  return `Put ${written} in quotes: '${written}'. Without them, YAML reads a number.`;
}
