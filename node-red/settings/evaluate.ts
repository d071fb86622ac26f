import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { expressionFor, invalidField, lastPart, type SourceOf } from '../../core/client';
import type { Path } from '../../core/contract/sentences';
import { kindOf } from '../../core/errors/texts';
import { isRecord } from '../../core/reading';
import { say } from '../errors/texts';
import { textParts } from './textFields';

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
  /** How it is written, for a value within a text. */
  within?: string;
}

/** Whether a field may find no more than this (undefined, null or an empty text), as if it were not set. */
export type MayFind = (path: Path, found: unknown) => boolean;

/** For fields whose reader says itself what is missing, or whose value may be missing. */
export const anything: MayFind = () => true;

/** The path and the editor's label of a typed input, from its path in the stored form. */
export type InputName = (path: Path, scope: Scope) => { path: string; label: string };

/** A part of a form: the same for every message, or made of the values of the form's typed inputs for each. */
type Part = { value: unknown } | { of: (values: readonly unknown[]) => unknown };

/**
 * Replaces every typed input in what the editor stored by its value for a message; empty ones are left out. A message's own objects are passed by
 * reference. The evaluation throws MessagingError `invalid_request` that names the field if an expression fails, and if it finds nothing:
 * a message must not go out at once, to everybody or from another sender because a property is misspelt.
 */
export function evaluationOf(stored: unknown, nameOf: InputName, mayFind: MayFind = () => false): Evaluation {
  const inputs: TypedInput[] = [];
  const part = partOf(stored, [], inputs);
  return async (scope) => {
    // All start at once, so that they see the message as it is now.
    const values = await Promise.all(
      inputs.map(async (input) => {
        const found = await evaluate(scope, input, nameOf);
        checkFound(input, found, mayFind, () => nameOf(input.path, scope));
        return found;
      }),
    );
    return valueOf(part, values);
  };
}

/** @throws MessagingError `invalid_request` that names the field and its expression */
function checkFound(
  input: TypedInput,
  found: unknown,
  mayFind: MayFind,
  nameOf: () => ReturnType<InputName>,
): void {
  const { type, value, path, within } = input;
  const isNothing = found === undefined || found === null || found === '';
  const isText = within === undefined || typeof found !== 'object';
  if (isText && !(isNothing && (within !== undefined || !mayFind(path, found)))) return;
  const source = within ?? writtenSource(type, value);
  const { path: named, label } = nameOf();
  const rule = isNothing
    ? say('findsNothing', { source })
    : say('findsNoText', { source, kind: kindOf(found) });
  throw invalidField(named, rule, { label });
}

const LONGEST_SOURCE = 60;

/** An expression as a person has entered it: `msg.phone`. */
function writtenSource(type: string, value: string): string {
  if (type === 'env') return value.includes('${') ? value : `\${${value}}`;
  const shown = type === 'jsonata' ? value : `${type}.${value.replace(STORE, '')}`;
  return shown.length > LONGEST_SOURCE ? `${shown.slice(0, LONGEST_SOURCE)}…` : shown;
}

/** The context store in front of the name of a variable. */
const STORE = /^#:\(\S+?\)::/;

/** Names the expressions of a stored form by their values. */
export function sourcesIn(stored: unknown, values: unknown): SourceOf {
  return (text, left) => expressionFor({ text, left }, stored, values, writtenInput);
}

/** A typed input with a value of the message, or a text with some. */
function writtenInput(stored: unknown): string | undefined {
  if (!isRecord(stored)) return undefined;
  const { t, v } = stored;
  if (typeof t !== 'string' || typeof v !== 'string') return undefined;
  if (t === 'str') return textParts(v) && v;
  return ['num', 'bool', 'json', 'date'].includes(t) ? undefined : writtenSource(t, v);
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
  // Not checked with a schema: its errors for everything that is not a typed input would cost more than all the rest.
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
  if (type === 'str') return textPart(value, path, inputs);
  const index = inputs.push({ type, value, path }) - 1;
  return { of: (values) => values[index] };
}

/** JSON is left alone: a value would break it. */
function textPart(text: string, path: Path, inputs: TypedInput[]): Part {
  const parts = path.at(-1) === 'json' ? undefined : textParts(text);
  if (parts === undefined) return { value: text };
  const texts = parts.map((part) => {
    if (typeof part === 'string') return () => part;
    const { written, ...input } = part;
    const index = inputs.push({ ...input, path, within: written }) - 1;
    return (values: readonly unknown[]) => String(values[index]);
  });
  return { of: (values) => texts.map((textOf) => textOf(values)).join('') };
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

function evaluate(scope: Scope, input: TypedInput, nameOf: InputName): Promise<unknown> {
  const { RED, node, msg } = scope;
  const { type, value, path } = input;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      // Node-RED reads `payload.a.b` like this if there is no `payload.a`.
      const isMissing = error instanceof TypeError && FROM_THE_FLOW.includes(type);
      if (isMissing) resolve(undefined);
      else reject(notEvaluated(input, nameOf(path, scope), error));
    };
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
  if (missing !== undefined) throw new UnsetVariable(missing);
}

class UnsetVariable extends Error {
  constructor(readonly variable: string) {
    super(variable);
  }
}

const kinds = new Map([
  ['env', say('theVariable')],
  ['jsonata', say('theExpression')],
  ['json', say('theJson')],
  ['msg', say('theProperty')],
  ['flow', say('theFlowVariable')],
  ['global', say('theGlobalVariable')],
]);

function notEvaluated({ type, within }: TypedInput, { path, label }: ReturnType<InputName>, error: unknown) {
  // JSONata throws plain objects with a message.
  const thrown = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : String(error);
  const reason =
    error instanceof UnsetVariable ? say('variableNotSet', { variable: error.variable }) : thrown;
  const source = within ?? kinds.get(type) ?? say('theValue');
  return invalidField(path, say('notEvaluated', { source, reason }), { label });
}
