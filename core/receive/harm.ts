import { isRecord } from '../reading';

/** Deeper than anything of the service, and than what flows can copy and show. */
const MAX_DEPTH = 32;

/**
 * What in a parsed body could harm the flow that gets it, for people: nesting that those who copy it recursively do not survive, and
 * names that change the prototype of objects when a flow merges it into others. Nothing of the service holds either.
 */
export function harmIn(body: unknown): string | undefined {
  let level = [body].filter(holdsValues);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `The body nests deeper than ${MAX_DEPTH} levels.`;
    if (level.some(namesPrototype)) return PROTOTYPE_NAMED;
    level = level.flatMap((value) => Object.values(value).filter(holdsValues));
  }
  return undefined;
}

const PROTOTYPE_NAMED = 'The body holds a field that no message has: __proto__ or constructor.prototype.';

function holdsValues(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function namesPrototype(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true;
  return (
    Object.hasOwn(value, 'constructor') &&
    isRecord(Reflect.get(value, 'constructor')) &&
    Object.hasOwn(Object(Reflect.get(value, 'constructor')), 'prototype')
  );
}

/** Whether bytes are UTF-8 throughout. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
