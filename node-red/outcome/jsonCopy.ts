import type { NodeMessage } from 'node-red';

/** What a restart would preserve of a message, and the properties that it would not. */
interface JsonCopy {
  copy: Record<string, unknown>;
  lost: string[];
}

/** The properties of a message that survive being written and read as JSON, and the names of the others, which are left out entirely. */
export function jsonCopy(msg: NodeMessage): JsonCopy {
  const copy: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const name of Object.keys(msg)) {
    const json = jsonOf(msg, name);
    if (json === undefined) lost.push(name);
    else if (json !== '') copy[name] = JSON.parse(json);
  }
  return { copy, lost };
}

/** The properties of a message, without those that throw when they are read. */
export function readableCopy(msg: NodeMessage): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(msg)) {
    try {
      copy[name] = Reflect.get(msg, name);
    } catch {
      // Nobody can read it, so nobody misses it.
    }
  }
  return copy;
}

/** A property as JSON; '' if it is undefined, and undefined if it cannot be stored. A getter or a proxy can throw. */
function jsonOf(msg: NodeMessage, name: string): string | undefined {
  try {
    const value: unknown = Reflect.get(msg, name);
    if (value === undefined) return '';
    return isJson(value) ? JSON.stringify(value) : undefined;
  } catch {
    return undefined;
  }
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
