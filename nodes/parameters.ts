import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidField } from '../core/client/outcome/errors';
import { isRecord, valueAt } from '../core/reading';
import type { Sentence } from '../core/errors/sentence';
import { say } from './texts';

/** The values of parameters by their names. */
export interface Parameters {
  (name: string): unknown;
  /** What was entered, with its expressions. */
  entered(name: string): unknown;
  /** What an expression such as `{{ $json.id }}` finds; missing where n8n evaluates none. */
  evaluate?: ((expression: string) => unknown) | undefined;
  /** The label of the group that they are in. */
  within?: string | undefined;
}

/**
 * The parameters of each item by name; '' for a missing one. Values without expressions are the same for all items and read once, because
 * n8n takes a few tenths of a millisecond for every parameter of every item.
 */
export function parametersOf(context: IExecuteFunctions): (itemIndex: number) => Parameters {
  const { parameters } = context.getNode();
  const varying = new Set(
    Object.entries(parameters)
      .filter(([, value]) => holdsExpression(value))
      .map(([name]) => name),
  );
  const fixed = new Map<string, unknown>();
  return (itemIndex) => {
    const valueOf = (path: string) => {
      if (fixed.has(path)) return fixed.get(path);
      const value = context.getNodeParameter(path, itemIndex, '');
      if (!varying.has(path.replace(/\..*$/, ''))) fixed.set(path, value);
      return value;
    };
    return Object.assign(valueOf, {
      entered: (path: string) => enteredAt(parameters, path),
      evaluate: (expression: string) => context.evaluateExpression(expression, itemIndex),
    });
  };
}

/** Whether what was entered differs from item to item. */
function holdsExpression(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('=');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** The parameters that an object holds, such as the fields of a collection. */
export function parametersIn(
  values: unknown,
  entered?: unknown,
  within?: string,
  evaluate?: Parameters['evaluate'],
): Parameters {
  return Object.assign((name: string) => (isRecord(values) ? values[name] : undefined), {
    entered: (name: string) => (isRecord(entered) ? entered[name] : undefined),
    within,
    evaluate,
  });
}

/** The parameters in a collection or in an entry. */
export function parametersAt(parameters: Parameters, name: string, within = parameters.within): Parameters {
  return parametersIn(parameters(name), parameters.entered(name), within, parameters.evaluate);
}

/** The parameters of each entry in a list of such objects; none for anything else. */
export function parametersInEach(parameters: Parameters, name: string, label: string): Parameters[] {
  const [values, entered] = [parameters(name), parameters.entered(name)];
  return (Array.isArray(values) ? values : []).map((each: unknown, index) => {
    const written: unknown = Array.isArray(entered) ? entered[index] : undefined;
    return parametersIn(each, written, `${label} ${index + 1}`, parameters.evaluate);
  });
}

/** The options of a node by name; undefined for one that was not added. */
export function optionsIn(parameters: Parameters): Parameters {
  const pathOf = (name: string) => `options.${name}`;
  const entered = (name: string) => parameters.entered(pathOf(name));
  return Object.assign(
    (name: string) => (entered(name) === undefined ? undefined : parameters(pathOf(name))),
    { entered, evaluate: parameters.evaluate },
  );
}

/**
 * The value of a parameter that must not be lost: a misspelt name in an expression would send at once what was to be sent later.
 * @param isWhole whether it must not lose a part either: n8n writes nothing where one of several expressions in a text finds nothing, so that
 *   `order-{{ $json.nummber }}` would be one key for all orders
 * @throws MessagingError `invalid_request` that names the field and the expression that finds nothing
 */
export function filled(parameters: Parameters, name: string, label: string, isWhole = false): unknown {
  const value = parameters(name);
  const entered = parameters.entered(name);
  const [part] = isWhole ? lostParts(parameters, entered) : [];
  const lost = lostRule(entered, value) ?? (part === undefined ? undefined : lostBy(part));
  if (lost !== undefined) throw invalidField(name, lost, { label: labelIn(parameters, label) });
  return value;
}

/** The expressions in what was entered that find nothing, while something else stands in the same text. */
export function lostParts(parameters: Parameters, entered: unknown): string[] {
  if (typeof entered === 'object' && entered !== null)
    return Object.values(entered).flatMap((each) => lostParts(parameters, each));
  const text = expressionIn(entered);
  const expressions = text?.match(/\{\{.*?\}\}/gs) ?? [];
  return expressions.filter((expression) => expression !== text && findsNothing(parameters, expression));
}

/** Such as `?` and `||`: an expression that chooses may mean an empty text. One that only names a field has found an empty cell. */
const CHOOSES = /[?|&]/;

function findsNothing({ evaluate }: Parameters, expression: string): boolean {
  if (evaluate === undefined) return false;
  try {
    const found = evaluate(expression);
    return isNothing(found) && (typeof found !== 'string' || !CHOOSES.test(expression));
  } catch {
    // It was read as part of the text, so it is none that stands alone.
    return false;
  }
}

export function labelIn({ within }: { within?: string }, label: string): string {
  return within === undefined ? label : `${within} › ${label}`;
}

const LONGEST_SHOWN = 120;

/** The expression that was entered in a field, as the editor shows it; undefined for a fixed value. */
export function expressionIn(entered: unknown): string | undefined {
  return typeof entered === 'string' && entered.startsWith('=') ? entered.slice(1).trim() : undefined;
}

/** Nothing, or a text without any sign. An empty list is a list. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The rule that a field breaks whose expression finds nothing, for example by a misspelt name; undefined for any other. */
export function lostRule(entered: unknown, value: unknown): Sentence | undefined {
  const expression = isNothing(value) ? expressionIn(entered) : undefined;
  return expression === undefined ? undefined : lostBy(expression);
}

export function lostBy(expression: string): Sentence {
  const isLong = expression.length > LONGEST_SHOWN;
  return say('lostBy', { expression: isLong ? `${expression.slice(0, LONGEST_SHOWN)} …` : expression });
}

/** What was entered at a path such as `options.timeout`. */
export function enteredAt(parameters: unknown, path: string): unknown {
  return valueAt(parameters, path.split('.'));
}
