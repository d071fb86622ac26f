import { fieldsOf, isRecord } from '../core/reading';
import type { TypedValue } from '../node-red/settings/describe';
import { ENVIRONMENT_VARIABLE, isEmpty } from '../node-red/settings/settings';
import { isConstant } from '../node-red/settings/textFields';

/** A flow can be imported from anywhere, so anything but an object counts as empty. */
export { fieldsOf, isEmpty };

export type Values = Record<string, unknown>;

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isTypedValue(value: unknown): value is TypedValue {
  return isRecord(value) && typeof value.t === 'string' && typeof value.v === 'string';
}

/** Whether a value comes from the environment (`${NAME}`). Node-RED replaces it when the flow starts, and it is checked then. */
export function fromEnvironment(value: unknown): boolean {
  return typeof value === 'string' && ENVIRONMENT_VARIABLE.test(value);
}

/** The text in a typed input that the user entered, not one that is read from the environment or the message, in whole or in part. */
export function literal(value: unknown): string | undefined {
  return isTypedValue(value) &&
    ['str', 'num', 'bool'].includes(value.t) &&
    isConstant(value) &&
    !fromEnvironment(value.v)
    ? value.v
    : undefined;
}

/** As `literal`, with the type that a node reads. */
export function literalValue(input: TypedValue): unknown {
  const typed = literal(input);
  if (typed === undefined || input.t === 'str') return typed;
  return input.t === 'num' ? Number(typed) : /^true$/i.test(typed);
}

/** The values without empty fields; undefined if nothing is left. */
export function filledIn(values: Values): Values | undefined {
  const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
