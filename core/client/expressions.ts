import { isPlainRecord, leftByProgram } from '../reading';

/** Names the expression that a text of a request came from; undefined if it was not found by one. */
export type SourceOf = (text: string, left: string) => string | undefined;

/** The expression among what was `entered` whose value left something in a text. `shown` gives an expression as a person knows it. */
export function expressionFor(
  { text, left }: { text: string; left: string },
  entered: unknown,
  found: unknown,
  shown: (entered: unknown) => string | undefined,
): string | undefined {
  const expression = shown(entered);
  if (expression !== undefined) {
    const value = textIn(found, left);
    const isIt = value !== undefined && (value.includes(text) || text.includes(value));
    return isIt ? expressionWithin(expression, value) : undefined;
  }
  if (!isPart(entered)) return undefined;
  for (const [name, inner] of Object.entries(entered)) {
    const source = expressionFor(
      { text, left },
      inner,
      isPart(found) ? Reflect.get(found, name) : undefined,
      shown,
    );
    if (source !== undefined) return source;
  }
  return undefined;
}

/** The text in a value that has it. */
function textIn(value: unknown, left: string, depth = 0): string | undefined {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).includes(left) ? String(value) : undefined;
  if (!isPart(value) || depth > DEEPEST) return undefined;
  return Object.values(value)
    .map((inner) => textIn(inner, left, depth + 1))
    .find((inner) => inner !== undefined);
}

/** No form is nested this deep, and an object that contains itself ends here. */
const DEEPEST = 12;

function isPart(value: unknown): value is object {
  return Array.isArray(value) || isPlainRecord(value);
}

const LONGEST_SHOWN = 60;

/** The one of several expressions in whose place it was left; all, if that is not certain. */
function expressionWithin(template: string, value: string): string {
  const parts = template.split(/(\{\{[\s\S]*?\}\})/);
  let at = parts[0]?.length ?? 0;
  for (let index = 1; index < parts.length; index += 2) {
    const after = parts[index + 1] ?? '';
    const end = after === '' ? value.length : value.indexOf(after, at);
    if (end < 0) break;
    if (leftByProgram(value.slice(at, end)) !== undefined) return shortened(parts[index] ?? template);
    at = end + after.length;
  }
  return shortened(template);
}

function shortened(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} …` : text;
}
