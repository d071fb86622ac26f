import type { ErrorObject } from 'ajv';
import { CROSS_FIELD_RULE } from './crossFieldRules';

/** One thing that is wrong with a request. */
export interface RequestProblem {
  /** The path of keys and indexes: `['content', 'action', 'buttons', '2', 'title']`. Empty for the body itself. */
  path: string[];
  message: string;
}

/** Translates the validator's errors into the service's words, each problem once. */
export function toProblems(errors: ErrorObject[]): RequestProblem[] {
  const problems = new Map<string, RequestProblem>();
  const telling = errors.filter((error) => !isSilent(error));
  // A value of the wrong type also breaks other rules, but reporting those helps nobody.
  const wrongTypes = new Set(
    telling.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  for (const error of telling) {
    if (error.keyword !== 'type' && wrongTypes.has(error.instancePath)) continue;
    const problem = { path: problemPath(error), message: findMessage(error) };
    problems.set(JSON.stringify(problem), problem);
  }
  return upToFirstInvalidAddress([...problems.values()]);
}

/** The path as the service writes it: `Content.Action.Buttons[2].Title`. */
export function parameterName(path: string[]): string {
  return path.reduce((name, step) => {
    if (/^\d+$/.test(step)) return `${name}[${step}]`;
    const word = step.charAt(0).toUpperCase() + step.slice(1);
    return name === '' ? word : `${name}.${word}`;
  }, '');
}

/** These errors only say that something inside them failed, which is reported separately. */
function isSilent({ keyword, params }: ErrorObject): boolean {
  return (
    ['if', 'oneOf', 'anyOf', 'allOf'].includes(keyword) || (keyword === 'type' && params.type === 'null')
  );
}

function problemPath(error: ErrorObject): string[] {
  const path = steps(error.instancePath).map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  const { missingProperty, additionalProperty, at }: Record<string, unknown> = error.params;
  if (error.keyword === CROSS_FIELD_RULE) return typeof at === 'string' ? [...path, ...at.split('/')] : path;
  const field = error.keyword === 'discriminator' ? 'type' : (missingProperty ?? additionalProperty);
  return typeof field === 'string' ? [...path, field] : path;
}

function steps(pointer: string): string[] {
  return pointer.split('/').slice(1);
}

function findMessage(error: ErrorObject): string {
  const own: unknown = error.parentSchema?.['x-message'];
  const value = shown(error.data);
  if (typeof own === 'string' && VALUE_RULES.has(error.keyword)) return own.replace('{value}', () => value);
  switch (error.keyword) {
    case 'required':
      return 'This field is required.';
    case 'additionalProperties':
      return 'This field is not known.';
    case 'type':
      return `${value} is not ${[error.params.type].flat().join(' or ')}.`;
    case 'enum':
      return `${value} is not one of ${allowed(error.params.allowedValues)}. Values are case-sensitive.`;
    case 'discriminator':
      return error.params.tagValue === undefined
        ? 'This field is required.'
        : `${shown(error.params.tagValue)} is not a known type here. Values are case-sensitive.`;
    case 'minLength':
      return `At least ${count(error.params.limit, 'character')}, got ${length(error.data)}.`;
    case 'maxLength':
      return `At most ${count(error.params.limit, 'character')}, got ${length(error.data)}.`;
    case 'minItems':
      return `At least ${count(error.params.limit, 'entry')}, got ${length(error.data)}.`;
    case 'maxItems':
      return `At most ${count(error.params.limit, 'entry')}, got ${length(error.data)}.`;
    case 'minimum':
      return `${value} is less than ${error.params.limit}.`;
    case 'maximum':
      return `${value} is more than ${error.params.limit}.`;
    case 'format':
      return `${value} is not a valid ${error.params.format}.`;
    default:
      return `${error.message ?? 'This value is not valid.'}`;
  }
}

const VALUE_RULES = new Set(['pattern', 'const', 'not', 'format']);

function allowed(values: unknown): string {
  return Array.isArray(values) ? values.filter((value) => value !== null).join(', ') : '';
}

function count(limit: number, noun: 'character' | 'entry'): string {
  const plural = noun === 'entry' ? 'entries' : 'characters';
  return `${limit} ${limit === 1 ? noun : plural}`;
}

/** The number of entries of a list, or of characters of a text. */
function length(value: unknown): number {
  return Array.isArray(value) ? value.length : [...String(value)].length;
}

/** A value as an error message shows it, shortened to a readable length. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'A list' : 'An object';
  const text = String(value);
  return `'${text.length > 100 ? `${text.slice(0, 100)}…` : text}'`;
}

/** Chapter 7: validation of `notification.addresses` stops at the first invalid address. */
function upToFirstInvalidAddress(problems: RequestProblem[]): RequestProblem[] {
  const invalid = problems.map(addressIndex).filter((index) => index !== undefined);
  const first = Math.min(...invalid);
  return problems.filter((problem) => (addressIndex(problem) ?? first) === first);
}

function addressIndex({ path }: RequestProblem): number | undefined {
  const [notification, addresses, index] = path;
  return notification === 'notification' && addresses === 'addresses' && index !== undefined
    ? Number(index)
    : undefined;
}
