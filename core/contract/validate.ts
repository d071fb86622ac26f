import { z } from 'zod/v4';

import { formatOf } from './field';
import { discriminator, wordNamed } from './names';
import { amountReadings } from './patterns';
import { isSentenceKey, type Finding, type Path, type Placed, type SentenceKey } from './sentences';
import { schemaAt, variantsOf } from './structure';
import type { Said } from '../errors/sentence';
import { valueShown } from '../errors/texts';
import { isRecord, valueAt } from '../reading';

type Judged<T> = { ok: true; value: T } | { ok: false; findings: Placed[] };

/** Checks a value against a schema of the contract and finds everything that is wrong. Never throws. */
export function judge<S extends z.ZodType>(schema: S, value: unknown): Judged<z.output<S>> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issues = result.error.issues;
  return {
    ok: false,
    findings: [...issues.filter(isUnknownField), ...issues.filter((issue) => !isUnknownField(issue))].flatMap(
      (issue) => findingsOf(schema, value, issue),
    ),
  };
}

/** Unknown fields come first: a missing field is often there under a misspelt name. */
function isUnknownField(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'unrecognized_keys';
}

function findingsOf(schema: z.ZodType, value: unknown, issue: z.core.$ZodIssue): Placed[] {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  const found = valueAt(value, path);
  switch (issue.code) {
    case 'custom':
      return [withGot({ ...ownFinding(issue), path }, value)];
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        ...unknownField(key, schemaAt(schema, value, path), found),
        path: [...path, key],
      }));
    case 'invalid_value':
      return [{ ...choice(issue.values.map(String), found), path }];
    case 'invalid_union': {
      const misspelt = found === undefined ? misspeltDiscriminator(value, path) : undefined;
      return misspelt === undefined
        ? [{ ...choice(variantNames(schema, value, path), found), path }]
        : [{ key: 'spelling', values: { name: discriminator }, path: [...path.slice(0, -1), misspelt] }];
    }
    case 'invalid_type':
      return [{ ...wrongKind(schemaAt(schema, value, path), issue.expected, found), path }];
    default:
      return [{ key: 'notKind', values: { kind: issue.message, ...shown(found) }, path }];
  }
}

/** A finding of one of the contract's own rules (field.ts, `ruled`). */
function ownFinding({ message: key, params = {} }: z.core.$ZodIssueCustom): Finding {
  return { key: isSentenceKey(key) ? key : 'notKind', values: params };
}

/** A broken rule with its whole path and what was there instead, unless it says that itself. */
export function withGot({ key, values = {}, path = [] }: Finding, value: unknown): Placed {
  const found = valueAt(value, path);
  return { key, values: 'got' in values || isPart(found) ? values : { ...values, ...shown(found) }, path };
}

const kinds: Record<string, SentenceKey> = {
  string: 'notText',
  number: 'notNumber',
  boolean: 'notBoolean',
  array: 'notList',
  object: 'notObject',
};

function wrongKind(schema: unknown, expected: string, found: unknown): Finding {
  if (found === undefined) return { key: 'required' };
  const format = formatOf(schema);
  const readings = format === 'amount' && typeof found === 'string' ? amountReadings(found) : undefined;
  if (readings !== undefined) return { key: 'numberReadings', values: { ...readings, ...shown(found) } };
  const key = (format !== undefined && isSentenceKey(format) ? format : kinds[expected]) ?? 'notKind';
  return { key, values: { ...(key === 'notKind' ? { kind: expected } : {}), ...shown(found) } };
}

const MOST_SHOWN = 15;

/** The language in a code such as `de`, `de_DE` or `de-DE`. */
function languageIn(code: unknown): string | undefined {
  const [, language] = typeof code === 'string' ? (/^([a-z]{2,3})(?:[-_].*)?$/i.exec(code.trim()) ?? []) : [];
  return language?.toLowerCase();
}

function choice(allowed: string[], found: unknown): Finding {
  const choices =
    allowed.length > MOST_SHOWN ? `${allowed.slice(0, MOST_SHOWN).join(', ')} …` : allowed.join(', ');
  if (found === undefined) return { key: 'requiredChoice', values: { choices } };
  const name = wordNamed(allowed, found);
  if (name !== undefined) return { key: 'spelling', values: { name, ...shown(found) } };
  const near = allowed.filter((each) => languageIn(each) === languageIn(found));
  if (allowed.length > MOST_SHOWN && near.length > 0)
    return { key: 'nearChoice', values: { choices: near.join(', '), ...shown(found) } };
  return { key: 'choice', values: { choices, ...shown(found) } };
}

function variantNames(schema: z.ZodType, value: unknown, path: Path): string[] {
  const union = schemaAt(schema, value, path.at(-1) === discriminator ? path.slice(0, -1) : path);
  return union instanceof z.ZodDiscriminatedUnion ? [...variantsOf(union).keys()] : [];
}

function misspeltDiscriminator(value: unknown, path: Path): string | undefined {
  const owner = valueAt(value, path.slice(0, -1));
  const names = isRecord(owner) ? Object.keys(owner) : [];
  return wordNamed(
    names.filter((name) => name !== discriminator),
    discriminator,
  );
}

function unknownField(key: string, schema: unknown, owner: unknown): Finding {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const name = wordNamed(known, key);
  if (name !== undefined) {
    return { key: valueAt(owner, [name]) === undefined ? 'spelling' : 'twice', values: { name } };
  }
  const misplaced = known.includes('content') ? misplacedInRequest(key.toLowerCase()) : undefined;
  if (misplaced !== undefined) return { key: misplaced };
  return { key: 'unknownField', values: { fields: known.join(', ') } };
}

function isPart(found: unknown): boolean {
  return typeof found === 'object' && found !== null;
}

function shown(found: unknown): { got?: Said } {
  return found === undefined ? {} : { got: valueShown(found) };
}

/** The names that people give to the text of a message when they put it beside the recipient. */
const textNames = ['text', 'message', 'body'];

/** Recognizes a field that people add to a request although a request does not have it; undefined for any other name. */
function misplacedInRequest(name: string): SentenceKey | undefined {
  if (name === 'messages') return 'batchAsRequest';
  return textNames.includes(name) ? 'textBesideContent' : undefined;
}
