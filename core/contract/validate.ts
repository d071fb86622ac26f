import { z } from 'zod/v4';

import { boundsOf } from './field';
import { AMOUNT_RULE } from './formats';
import { misplacedInRequest, requestInPlaceOfText } from './meantAsRequest';
import { discriminator } from './names';
import { nearest } from './nearest';
import { schemaAt, valueAt, variantsOf } from './structure';

/** One thing that is wrong with a request, in plain words. */
export interface Problem {
  /** Where, as the service names it: `content.action.buttons[2].title`; empty for the request as a whole. */
  path: string;
  /** What is demanded there: `at most 20 characters`. */
  rule: string;
  /** What stood there instead, if that helps: `27`. */
  got?: string;
  /** The three together: `content.action.buttons[2].title: at most 20 characters, got 27`. */
  message: string;
}

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** Judges a value by a schema of the contract. Never throws; every problem found is listed. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): Validation<z.output<S>> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issues = result.error.issues;
  return {
    ok: false,
    problems: [...issues.filter(isUnknownField), ...issues.filter((issue) => !isUnknownField(issue))].flatMap(
      (issue) => explain(schema, value, issue),
    ),
  };
}

/** These are told first: a field that is missing is often there under a misspelt name. */
function isUnknownField(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'unrecognized_keys';
}

function explain(schema: z.ZodType, value: unknown, issue: z.core.$ZodIssue): Problem[] {
  const { path } = issue;
  const found = valueAt(value, path);
  switch (issue.code) {
    case 'custom': {
      const got: unknown = issue.params?.['got'];
      return [
        problem(
          path,
          issue.message,
          typeof got === 'string' ? got : isPart(found) ? undefined : preview(found),
        ),
      ];
    }
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        problem([...path, key], unknownField(key, schemaAt(schema, value, path), found)),
      );
    case 'invalid_value':
      return [problem(path, choice(issue.values.map(String), found), preview(found))];
    case 'invalid_union': {
      const misspelt = found === undefined ? misspeltDiscriminator(value, path) : undefined;
      return misspelt === undefined
        ? [problem(path, choice(variantNames(schema, value, path), found), preview(found))]
        : [problem([...path.slice(0, -1), misspelt], `must be written ${discriminator}`)];
    }
    case 'invalid_type': {
      const request = issue.expected === 'string' ? requestInPlaceOfText(found) : undefined;
      if (request !== undefined) return [problem(path, request)];
      return [
        found === undefined
          ? problem(path, 'is required')
          : problem(path, kindRule(schemaAt(schema, value, path), issue.expected), preview(found)),
      ];
    }
    default:
      return [problem(path, issue.message, preview(found))];
  }
}

function kindRule(schema: unknown, expected: string): string {
  const isAmount = schema instanceof z.ZodType && boundsOf(schema).format === 'amount';
  return isAmount ? AMOUNT_RULE : `must be ${kinds[expected] ?? expected}`;
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function choice(allowed: string[], found: unknown): string {
  const shown = allowed.length > 15 ? `${allowed.slice(0, 15).join(', ')} …` : allowed.join(', ');
  const demanded = allowed.length === 1 ? `must be ${shown}` : `must be one of ${shown}`;
  if (found === undefined) return `is required and ${demanded}`;
  const sameLetters = typeof found === 'string' ? sameButForCase(allowed, found) : undefined;
  return sameLetters === undefined ? demanded : `must be written ${sameLetters}`;
}

function sameButForCase(names: string[], wanted: string): string | undefined {
  return names.find((name) => name.toLowerCase() === wanted.toLowerCase());
}

function variantNames(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): string[] {
  const union = schemaAt(schema, value, path.at(-1) === discriminator ? path.slice(0, -1) : path);
  return union instanceof z.ZodDiscriminatedUnion ? [...variantsOf(union).keys()] : [];
}

function misspeltDiscriminator(value: unknown, path: readonly PropertyKey[]): string | undefined {
  return sameButForCase(Object.keys(valueAt(value, path.slice(0, -1)) ?? {}), discriminator);
}

function unknownField(key: string, schema: unknown, owner: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const sameLetters = sameButForCase(known, key);
  if (sameLetters !== undefined) {
    return valueAt(owner, [sameLetters]) === undefined
      ? `must be written ${sameLetters}`
      : `is there twice: as ${sameLetters} too`;
  }
  const misplaced = known.includes('content') ? misplacedInRequest(key.toLowerCase()) : undefined;
  if (misplaced !== undefined) return misplaced;
  const meant = nearest(known, key);
  const rule = `is not a field here; the fields are ${known.join(', ')}`;
  return meant === undefined ? rule : `${rule} (did you mean ${meant}?)`;
}

function isPart(found: unknown): boolean {
  return typeof found === 'object' && found !== null;
}

const PREVIEW_LENGTH = 60;

function preview(found: unknown): string | undefined {
  if (found === undefined) return undefined;
  if (isPart(found)) return Array.isArray(found) ? 'a list' : 'an object';
  const shown = typeof found === 'string' ? JSON.stringify(found) : String(found);
  const start = [...shown.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join('');
  return start.length < shown.length ? `${start}…` : shown;
}

function problem(path: readonly PropertyKey[], rule: string, got?: string): Problem {
  const where = formatPath(path);
  const what = got === undefined ? rule : `${rule}, got ${got}`;
  return {
    path: where,
    rule,
    ...(got === undefined ? {} : { got }),
    message: where === '' ? what : `${where}: ${what}`,
  };
}

/** `['content', 'buttons', 2, 'title']` as `content.buttons[2].title`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
