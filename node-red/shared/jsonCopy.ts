import type { NodeMessage } from 'node-red';

/** What a restart would preserve of a message, and the properties that it would not. */
interface JsonCopy {
  copy: Record<string, unknown>;
  lost: string[];
}

/**
 * The properties of a message that survive being written and read as JSON. Others (a request and its response, a Buffer, a date, a
 * function, anything that contains itself) are left out entirely.
 */
export function jsonCopy(msg: NodeMessage): JsonCopy {
  const copy: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const [name, value] of Object.entries(msg)) {
    if (value === undefined) continue;
    if (isJson(value)) copy[name] = JSON.parse(JSON.stringify(value));
    else lost.push(name);
  }
  return { copy, lost };
}

/** Deeper than people nest, and far from what recursion can handle. */
const DEEPEST = 200;

function isJson(value: unknown, above: readonly object[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || above.length > DEEPEST || above.includes(value)) return false;
  const within = [...above, value];
  if (Array.isArray(value)) return value.every((entry) => isJson(entry, within));
  return (
    isPlain(value) &&
    !Object.hasOwn(value, 'toJSON') &&
    Object.values(value).every((entry) => entry === undefined || isJson(entry, within))
  );
}

/** Also true for an object made by a function node, which runs in a context with an Object of its own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
