import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { invalidRequest, lastPart } from '../../core/client';
import { isRecord } from '../../core/reading';

/** What a typed input needs to be evaluated: the node gives contexts and environment, the message the rest. */
export interface Scope {
  RED: NodeAPI;
  node: Node;
  msg: NodeMessage;
}

/** A form, made ready once, whose typed inputs are evaluated for each message. */
export type Evaluation = (scope: Scope) => Promise<unknown>;

interface TypedInput {
  type: string;
  value: string;
  path: string;
}

/** A part of a form: the same for every message, or evaluated for each. */
type Part =
  | { kind: 'same'; value: unknown }
  /** `index` is its place among the typed inputs of the form. */
  | { kind: 'typed'; index: number }
  | { kind: 'list'; parts: Part[] }
  /** `same` holds every name, in order; the values of `varying` are still missing in it. */
  | { kind: 'fields'; same: Record<string, unknown>; varying: Array<[string, Part]> };

/**
 * Replaces every typed input in what the editor stored (docs: node-red/shared/settings.ts, Leaf) by its value for a message. Typed inputs
 * that were left empty are absent. A message's own objects are passed by reference and not looked into. What is entered as text is made
 * ready here, once, and not for each message.
 *
 * The evaluation throws MessagingError `invalid_request` that names the field when an expression fails.
 */
export function evaluationOf(stored: unknown, path = ''): Evaluation {
  const inputs: TypedInput[] = [];
  const part = partOf(stored, path, inputs);
  return async (scope) => {
    // All begin at once, so that they see the message as it is now.
    const values = await Promise.all(inputs.map((input) => evaluate(scope, input)));
    return assemble(part, values);
  };
}

/** Adds the typed inputs it finds to `inputs`. */
function partOf(stored: unknown, path: string, inputs: TypedInput[]): Part {
  if (Array.isArray(stored)) {
    return { kind: 'list', parts: stored.map((entry, index) => partOf(entry, `${path}[${index}]`, inputs)) };
  }
  if (!isRecord(stored)) return { kind: 'same', value: stored };
  const { t, v } = stored;
  // Not by the schema: its errors for everything that is no leaf would cost more than all the rest.
  return typeof t === 'string' && Object.hasOwn(stored, 'v')
    ? typedPart({ type: t, value: v, path }, inputs)
    : fieldsPart(stored, path === '' ? '' : `${path}.`, inputs);
}

function typedPart(
  { type, value, path }: { type: string; value: unknown; path: string },
  inputs: TypedInput[],
): Part {
  // What an environment variable was put in place of is the value itself, whatever its kind.
  if (typeof value !== 'string') return { kind: 'same', value };
  if (value === '' && type !== 'date') return { kind: 'same', value: undefined };
  if (type === 'str') return { kind: 'same', value };
  return { kind: 'typed', index: inputs.push({ type, value, path }) - 1 };
}

function fieldsPart(stored: Record<string, unknown>, prefix: string, inputs: TypedInput[]): Part {
  const parts = Object.entries(stored).map(
    ([name, value]) => [name, partOf(value, prefix + name, inputs)] as const,
  );
  const same = Object.fromEntries(
    parts.map(([name, part]) => [name, part.kind === 'same' ? part.value : undefined]),
  );
  const varying = parts.flatMap(([name, part]): Array<[string, Part]> =>
    part.kind === 'same' ? [] : [[name, part]],
  );
  return varying.length === 0 ? { kind: 'same', value: same } : { kind: 'fields', same, varying };
}

/** A part with the values of its typed inputs. */
function assemble(part: Part, values: readonly unknown[]): unknown {
  switch (part.kind) {
    case 'same':
      return part.value;
    case 'typed':
      return values[part.index];
    case 'list':
      return part.parts.map((entry) => assemble(entry, values));
    case 'fields': {
      const fields = { ...part.same };
      for (const [name, inner] of part.varying) fields[name] = assemble(inner, values);
      return fields;
    }
  }
}

function evaluate({ RED, node, msg }: Scope, { type, value, path }: TypedInput): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(notEvaluated(type, path, error));
    try {
      if (type === 'env') checkVariables({ RED, node, msg }, value);
      RED.util.evaluateNodeProperty(value, type, node, msg, (error: Error | null, result: unknown) => {
        if (error) fail(error);
        else resolve(taken(type, path, result));
      });
    } catch (error) {
      fail(error);
    }
  });
}

/** A value as a field takes it: a moment as a Date, and of a file that the flow knows by its path only the name. */
function taken(type: string, path: string, value: unknown): unknown {
  if (type === 'date' && typeof value === 'number') return new Date(value);
  const isFileName = /(?:^|\.)filename$/.test(path) && FROM_THE_FLOW.includes(type);
  return isFileName && typeof value === 'string' ? lastPart(value) : value;
}

const FROM_THE_FLOW = ['msg', 'flow', 'global'];

/** Node-RED takes a variable that is not set for an empty text, which would be left out, or sent, without a word. */
function checkVariables({ RED, node }: Scope, value: string): void {
  const named = [...value.matchAll(/\$\{([^}]{1,200})\}/g)].map(([, name = '']) => name);
  const missing = (named.length === 0 ? [value] : named).find(
    (name) => RED.util.getSetting(node, name) === undefined,
  );
  if (missing !== undefined) throw new Error(`${missing} is not set`);
}

const kinds: Record<string, string> = {
  env: 'the environment variable',
  jsonata: 'the JSONata expression',
  json: 'the JSON',
  msg: 'the message property',
  flow: 'the flow variable',
  global: 'the global variable',
};

function notEvaluated(type: string, path: string, error: unknown) {
  // JSONata throws plain objects with a message.
  const reason = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : String(error);
  const rule = `${kinds[type] ?? 'the value'} of this field cannot be evaluated: ${reason}`;
  return invalidRequest([{ path, rule, message: path === '' ? rule : `${path}: ${rule}` }]);
}
