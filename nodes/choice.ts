import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { invalidField } from '../core/client/outcome/errors';

/** A parameter with a list to choose from. */
export interface Choice<Value extends string> extends INodeProperties {
  type: 'options';
  options: Array<INodePropertyOptions & { value: Value }>;
  default: Value;
}

/** The choice with this value or label, in any case: an expression may take it from a table that a person filled in. */
export function choiceNamed<T extends { value: string; label: string }>(
  choices: readonly T[],
  name: unknown,
): T | undefined {
  if (typeof name !== 'string') return undefined;
  const wanted = name.trim().toLowerCase();
  return (
    choices.find(({ value }) => value === name) ??
    choices.find(({ value, label }) => [value.toLowerCase(), label.toLowerCase()].includes(wanted))
  );
}

/**
 * What was chosen, by value or name in any case; the default if nothing was, and nothing is required.
 * @throws MessagingError `invalid_request` that names the parameter and lists what can be chosen
 */
export function choice<Value extends string>(
  given: unknown,
  { displayName, options, required, default: byDefault }: Choice<Value>,
): Value {
  const choices = options.map(({ value, name }) => ({ value, label: name }));
  const chosen = choiceNamed(choices, given);
  if (chosen !== undefined) return chosen.value;
  const isEmpty = given === undefined || given === null || given === '';
  if (isEmpty && required !== true) return byDefault;
  const values = choices.map(({ value, label }) => (value === '' ? label : value));
  throw invalidField(displayName, `must be ${list(values)}`, { got: JSON.stringify(given) ?? 'nothing' });
}

/**
 * Whether a parameter is on: an expression may give it as a text. Its default if nothing was given.
 * @throws MessagingError `invalid_request` that names the parameter
 */
export function isOn(given: unknown, { displayName, default: byDefault }: INodeProperties): boolean {
  const value = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (value === undefined || value === null || value === '') return byDefault === true;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidField(displayName, 'must be true or false', { got: JSON.stringify(given) });
}

/**
 * The number in a parameter, also if an expression gives it as a text; its default if nothing was given.
 * @throws MessagingError `invalid_request` that names the parameter, for anything else and for a number out of its bounds
 */
export function numberOf(
  given: unknown,
  { displayName, typeOptions, default: byDefault }: INodeProperties,
): number {
  const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
  const isEmpty = given === undefined || given === null || given === '';
  const entered = isEmpty ? byDefault : given;
  const number = typeof entered === 'string' && entered.trim() !== '' ? Number(entered) : entered;
  if (typeof number === 'number' && number >= minValue && number <= maxValue) return number;
  const bounds = maxValue === Infinity ? `${minValue} or more` : `from ${minValue} to ${maxValue}`;
  throw invalidField(displayName, `must be a number, ${bounds}`, { got: JSON.stringify(given) });
}

function list(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
