import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { invalidField, lastPart } from '../../core/client';
import type { Path } from '../../core/contract/sentences';
import { isRecord } from '../../core/reading';

/** What is needed to evaluate a typed input: contexts and environment come from the node, the rest from the message. */
export interface Scope {
  RED: NodeAPI;
  node: Node;
  msg: NodeMessage;
}

/** A prepared form whose typed inputs are evaluated for each message. */
export type Evaluation = (scope: Scope) => Promise<unknown>;

interface TypedInput {
  type: string;
  value: string;
  path: Path;
}

/** The path and the editor's label of a typed input, from its path in the stored form. */
export type InputName = (path: Path, scope: Scope) => { path: string; label: string };

/** A part of a form: the same for every message, or made of the values of the form's typed inputs for each. */
type Part = { value: unknown } | { of: (values: readonly unknown[]) => unknown };

/**
 * Replaces every typed input in what the editor stored by its value for a message; empty ones are left out. A message's own objects are passed by
 * reference. The evaluation throws MessagingError `invalid_request` that names the field if an expression fails.
 */
export function evaluationOf(stored: unknown, nameOf: InputName): Evaluation {
  const inputs: TypedInput[] = [];
  const part = partOf(stored, [], inputs);
  return async (scope) => {
    // All start at once, so that they see the message as it is now.
    const values = await Promise.all(inputs.map((input) => evaluate(scope, input, nameOf)));
    return valueOf(part, values);
  };
}

function valueOf(part: Part, values: readonly unknown[]): unknown {
  return 'of' in part ? part.of(values) : part.value;
}

/** Adds the typed inputs it finds to `inputs`. */
function partOf(stored: unknown, path: Path, inputs: TypedInput[]): Part {
  if (Array.isArray(stored)) {
    const parts = stored.map((entry, index) => partOf(entry, [...path, index], inputs));
    return { of: (values) => parts.map((part) => valueOf(part, values)) };
  }
  if (!isRecord(stored)) return { value: stored };
  const { t, v } = stored;
  // Not checked with a schema: its errors for everything that is not a leaf would cost more than all the rest.
  return typeof t === 'string' && Object.hasOwn(stored, 'v')
    ? typedPart({ type: t, value: v, path }, inputs)
    : fieldsPart(stored, path, inputs);
}

function typedPart(
  { type, value, path }: { type: string; value: unknown; path: Path },
  inputs: TypedInput[],
): Part {
  // A value that came from an environment variable is used as it is, whatever its type.
  if (typeof value !== 'string') return { value };
  if (value === '' && type !== 'date') return { value: undefined };
  if (type === 'str') return { value };
  const index = inputs.push({ type, value, path }) - 1;
  return { of: (values) => values[index] };
}

function fieldsPart(stored: Record<string, unknown>, path: Path, inputs: TypedInput[]): Part {
  const parts = Object.entries(stored).map(
    ([name, value]) => [name, partOf(value, [...path, name], inputs)] as const,
  );
  const same = Object.fromEntries(parts.map(([name, part]) => [name, valueOf(part, [])]));
  const varying = parts.filter(([, part]) => 'of' in part);
  if (varying.length === 0) return { value: same };
  return {
    of: (values) => {
      const fields = { ...same };
      for (const [name, part] of varying) fields[name] = valueOf(part, values);
      return fields;
    },
  };
}

function evaluate(scope: Scope, { type, value, path }: TypedInput, nameOf: InputName): Promise<unknown> {
  const { RED, node, msg } = scope;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(notEvaluated(type, nameOf(path, scope), error));
    try {
      if (type === 'env') checkVariables(scope, value);
      RED.util.evaluateNodeProperty(value, type, node, msg, (error: Error | null, result: unknown) => {
        if (error) fail(error);
        else resolve(taken(type, path, result));
      });
    } catch (error) {
      fail(error);
    }
  });
}

/** A value as its field takes it: a time as a Date, and for a file that the flow knows by its path, only the name. */
function taken(type: string, path: Path, value: unknown): unknown {
  if (type === 'date' && typeof value === 'number') return new Date(value);
  const isFileName = path.at(-1) === 'filename' && FROM_THE_FLOW.includes(type);
  return isFileName && typeof value === 'string' ? lastPart(value) : value;
}

const FROM_THE_FLOW = ['msg', 'flow', 'global'];

/** Node-RED reads an unset variable as an empty text, which would silently be left out or sent. */
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

function notEvaluated(type: string, { path, label }: ReturnType<InputName>, error: unknown) {
  // JSONata throws plain objects with a message.
  const reason = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : String(error);
  const rule = `${kinds[type] ?? 'the value'} of this field cannot be evaluated: ${reason}`;
  return invalidField(path, rule, { label });
}
