import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { invalidRequest } from '../../core/client';
import { isRecord } from '../../core/reading';

/** What a typed input needs to be evaluated: the node gives contexts and environment, the message the rest. */
export interface Scope {
  RED: NodeAPI;
  node: Node;
  msg: NodeMessage;
}

/**
 * Replaces every typed input in what the editor stored (docs: node-red/shared/settings.ts, Leaf) by its value. Typed inputs that were
 * left empty are absent. A message's own objects are passed by reference and not looked into.
 * @throws MessagingError `invalid_request` that names the field when an expression fails
 */
export async function evaluateForm(scope: Scope, stored: unknown, path = ''): Promise<unknown> {
  if (Array.isArray(stored)) {
    return Promise.all(stored.map((entry, index) => evaluateForm(scope, entry, `${path}[${index}]`)));
  }
  if (!isRecord(stored)) return stored;
  const { t, v } = stored;
  // Not by the schema: its errors for everything that is no leaf would cost more than all the rest of a message.
  if (typeof t === 'string' && Object.hasOwn(stored, 'v')) return evaluateLeaf(scope, t, v, path);
  const entries = Object.entries(stored).map(
    async ([name, value]) =>
      [name, await evaluateForm(scope, value, path === '' ? name : `${path}.${name}`)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function evaluateLeaf(scope: Scope, type: string, value: unknown, path: string): Promise<unknown> {
  // What an environment variable was put in place of is the value itself, whatever its kind.
  if (typeof value !== 'string') return value;
  if (value === '' && type !== 'date') return undefined;
  try {
    const result = await evaluateTyped(scope, type, value);
    return type === 'date' && typeof result === 'number' ? new Date(result) : result;
  } catch (error) {
    throw notEvaluated(type, path, error);
  }
}

function evaluateTyped({ RED, node, msg }: Scope, type: string, value: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    RED.util.evaluateNodeProperty(value, type, node, msg, (error: Error | null, result: unknown) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

const kinds: Record<string, string> = {
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
