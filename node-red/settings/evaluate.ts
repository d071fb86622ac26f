import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { invalidField, lastPart } from '../../core/client';
import { formatPath } from '../../core/contract/problem';
import type { Path } from '../../core/contract/sentences';
import type { Said, Sentence } from '../../core/errors/sentence';
import { valueShown } from '../../core/errors/texts';
import { isRecord, messageIn } from '../../core/reading';
import { say } from '../errors/texts';
import type { Input } from './describe';
import { propertyLabel } from './labels';
import { textParts } from './textFields';

/** What is needed to evaluate a typed input: contexts and environment come from the node, the rest from the message. */
export interface Scope {
  RED: NodeAPI;
  node: Node;
  msg: NodeMessage;
}

/** Whether a field may find no more than this (undefined, null or an empty text), as if it were not set. */
export type MayFind = (path: Path, found: unknown) => boolean;

/** Where stored values are, for errors. */
interface Place {
  path?: Path;
  /** What the editor calls a typed input. */
  labelOf(path: Path): string;
  /** By default, no field may find nothing. */
  mayFind?: MayFind | undefined;
}

/** For fields whose reader says itself what is missing, or whose value may be missing. */
export const anything: MayFind = () => true;

/** Whether something was entered. */
export function isFilled({ v }: Input): boolean {
  return v !== undefined && v !== '';
}

/** The value of a typed input for a message, as `valuesIn`. */
export function valueIn(scope: Scope, input: Input, mayFind?: MayFind): Promise<unknown> {
  const { name } = input;
  return valuesIn(scope, input, { path: [name], labelOf: () => propertyLabel(scope.RED, name), mayFind });
}

/**
 * Replaces every typed input in what the editor stored by its value for a message; empty ones are left out. A message's own objects are passed by
 * reference.
 * @throws MessagingError `invalid_request` that names the field if an expression fails, and if it finds nothing: a message must not go out at once,
 *   to everybody or from another sender because a property is misspelt
 */
export async function valuesIn(scope: Scope, stored: unknown, place: Place): Promise<unknown> {
  let whole: unknown;
  const evaluation = new Evaluation(scope, place);
  evaluation.of(stored, place.path ?? [], (value) => (whole = value));
  await Promise.all(evaluation.pending);
  return whole;
}

/** What is evaluated for a message: a typed input, or a value within a text. */
interface Expression {
  type: string;
  value: string;
  path: Path;
  /** How it is written in its text. */
  written?: string;
}

class Evaluation {
  /** Resolve when the values that take time are in their places. */
  readonly pending: Array<Promise<void>> = [];

  constructor(
    private readonly scope: Scope,
    private readonly place: Place,
  ) {}

  /** Puts the value in its place. All expressions start at once, so that they see the message as it is now. */
  of(stored: unknown, path: Path, put: (value: unknown) => void): void {
    if (Array.isArray(stored)) {
      const list: unknown[] = [];
      for (const [index, entry] of stored.entries())
        this.of(entry, [...path, index], (value) => (list[index] = value));
      return put(list);
    }
    if (!isRecord(stored)) return put(stored);
    const { t, v } = stored;
    // Not checked with a schema: its errors for everything that is not a typed input would cost more than all the rest.
    if (typeof t === 'string' && Object.hasOwn(stored, 'v')) {
      const value = this.ofInput(t, v, path);
      if (value instanceof Promise) this.pending.push(value.then(put));
      else put(value);
      return;
    }
    const fields: Record<string, unknown> = {};
    for (const name of Object.keys(stored))
      this.of(stored[name], [...path, name], (value) => (fields[name] = value));
    put(fields);
  }

  /** The value, or its promise. */
  private ofInput(type: string, value: unknown, path: Path): unknown {
    // A value that came from an environment variable is used as it is, whatever its type.
    if (typeof value !== 'string') return value;
    if (value === '' && type !== 'date') return undefined;
    if (type !== 'str') return this.found({ type, value, path });
    // JSON is left alone: a value would break it.
    const parts = path.at(-1) === 'json' ? undefined : textParts(value);
    if (parts === undefined) return value;
    const texts = parts.map((part) => (typeof part === 'string' ? part : this.found({ ...part, path })));
    return Promise.all(texts).then((found) => found.map(String).join(''));
  }

  /** @throws MessagingError `invalid_request` that names the field and its expression */
  private async found(expression: Expression): Promise<unknown> {
    const { type, value, path, written } = expression;
    const found = await this.evaluated(expression);
    const isNothing = found === undefined || found === null || found === '';
    const isRight =
      written === undefined
        ? !isNothing || this.place.mayFind?.(path, found) === true
        : !isNothing && typeof found !== 'object';
    if (isRight) return found;
    const source = written ?? writtenSource(type, value);
    throw this.fault(
      path,
      isNothing ? say('findsNothing', { source }) : say('findsNoText', { source, kind: valueShown(found) }),
    );
  }

  private evaluated({ type, value, path, written }: Expression): Promise<unknown> {
    const { RED, node, msg } = this.scope;
    return new Promise((resolve, reject) => {
      const refuse = (reason: Said) => {
        const source = written ?? kinds.get(type) ?? writtenSource(type, value);
        reject(this.fault(path, say('notEvaluated', { source, reason })));
      };
      const fail = (error: unknown) => {
        // Node-RED reads `payload.a.b` like this if there is no `payload.a`.
        const isMissing = error instanceof TypeError && FROM_THE_FLOW.includes(type);
        if (isMissing) resolve(undefined);
        else refuse(messageIn(error));
      };
      try {
        if (type === 'env' && hasUnsetVariable(this.scope, value)) return refuse(say('variableNotSet'));
        RED.util.evaluateNodeProperty(value, type, node, msg, (error: Error | null, result: unknown) => {
          if (error) fail(error);
          else resolve(taken(type, path, result));
        });
      } catch (error) {
        fail(error);
      }
    });
  }

  private fault(path: Path, rule: Sentence) {
    return invalidField(formatPath(path), rule, { label: this.place.labelOf(path) });
  }
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

/** A value as its field takes it: a time as a Date, and for a file that the flow knows by its path, only the name. */
function taken(type: string, path: Path, value: unknown): unknown {
  if (type === 'date' && typeof value === 'number') return new Date(value);
  const isFileName = path.at(-1) === 'filename' && FROM_THE_FLOW.includes(type);
  return isFileName && typeof value === 'string' ? lastPart(value) : value;
}

const FROM_THE_FLOW = ['msg', 'flow', 'global'];

/**
 * Whether a variable is not set: Node-RED reads it as an empty text, which would silently be left out or sent. No error names it: of
 * `${NAME}`, Node-RED leaves the value here, which may be a secret.
 */
function hasUnsetVariable({ RED, node }: Scope, value: string): boolean {
  const named = [...value.matchAll(/\$\{([^}]{1,200})\}/g)].map(([, name = '']) => name);
  return (named.length === 0 ? [value] : named).some((name) => RED.util.getSetting(node, name) === undefined);
}

/** What is not shown as it was entered: a secret, or too long. */
const kinds = new Map([
  ['env', say('theVariable')],
  ['jsonata', say('theExpression')],
  ['json', say('theJson')],
]);
