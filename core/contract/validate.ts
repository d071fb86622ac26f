import { z } from 'zod/v4';

import { boundsOf } from './field';
import { discriminator } from './names';
import { formatPath, problemAt, type LabelOf, type Problem } from './problem';
import { isSentenceKey, said, type Finding, type Path, type Placed, type SentenceKey } from './sentences';
import { schemaAt, valueAt, variantsOf } from './structure';
import type { Said } from '../errors/sentence';
import { kindOf } from '../errors/texts';
import { isRecord, withoutBinary } from '../reading';

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/**
 * Checks a value against a schema of the contract and lists every problem. Never throws.
 *
 * @param labelOf gives the labels of fields, if the value was entered in a form
 * @example
 * const verdict = validate(messageRequestSchema, request);
 * if (!verdict.ok) console.log(verdict.problems.map(({ message }) => message));
 */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  labelOf: LabelOf = () => undefined,
): Validation<z.output<S>> {
  return named(judge(schema, value), value, labelOf);
}

/** A verdict with problems instead of findings. */
export function named<T>(
  judged: Judged<T>,
  value: unknown,
  labelOf: LabelOf = () => undefined,
): Validation<T> {
  return judged.ok ? judged : { ok: false, problems: problemsOf(judged.findings, value, labelOf) };
}

/** What was found in a value, in sentences for a person. */
export function problemsOf(findings: readonly Placed[], value: unknown, labelOf: LabelOf): Problem[] {
  return findings.map((finding) =>
    problemAt(formatPath(finding.path), said(finding), labelOf(finding.path, value)),
  );
}

export type Judged<T> = { ok: true; value: T } | { ok: false; findings: Placed[] };

/** As `validate`, with findings instead of problems. */
export function judge<S extends z.ZodType>(schema: S, value: unknown): Judged<z.output<S>> {
  const result = schema.safeParse(withoutBinary(value));
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
      return [ownFinding(issue, path, found)];
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
function ownFinding(issue: z.core.$ZodIssueCustom, path: Path, found: unknown): Placed {
  const { message: key, params = {} } = issue;
  const values = 'got' in params || isPart(found) ? params : { ...params, ...shown(found) };
  return { key: isSentenceKey(key) ? key : 'notKind', values, path };
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
  const request = expected === 'string' ? requestInPlaceOfText(found) : undefined;
  if (request !== undefined) return { key: request };
  const isAmount = schema instanceof z.ZodType && boundsOf(schema).format === 'amount';
  const key = isAmount ? 'amount' : (kinds[expected] ?? 'notKind');
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
  if (found === undefined) {
    return { key: allowed.length === 1 ? 'requiredOnlyChoice' : 'requiredChoice', values: { choices } };
  }
  const name = typeof found === 'string' ? sameButForCase(allowed, found) : undefined;
  if (name !== undefined) return { key: 'spelling', values: { name, ...shown(found) } };
  const near = allowed.filter((each) => languageIn(each) === languageIn(found));
  if (allowed.length > MOST_SHOWN && near.length > 0)
    return { key: 'nearChoice', values: { choices: near.join(', '), ...shown(found) } };
  return { key: allowed.length === 1 ? 'onlyChoice' : 'choice', values: { choices, ...shown(found) } };
}

function sameButForCase(names: string[], wanted: string): string | undefined {
  return names.find((name) => name.toLowerCase() === wanted.toLowerCase());
}

function variantNames(schema: z.ZodType, value: unknown, path: Path): string[] {
  const union = schemaAt(schema, value, path.at(-1) === discriminator ? path.slice(0, -1) : path);
  return union instanceof z.ZodDiscriminatedUnion ? [...variantsOf(union).keys()] : [];
}

function misspeltDiscriminator(value: unknown, path: Path): string | undefined {
  const owner = valueAt(value, path.slice(0, -1));
  const names = isRecord(owner) ? Object.keys(owner) : [];
  return sameButForCase(
    names.filter((name) => name !== discriminator),
    discriminator,
  );
}

function unknownField(key: string, schema: unknown, owner: unknown): Finding {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const name = sameButForCase(known, key);
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

const PREVIEW_LENGTH = 60;

function shown(found: unknown): { got?: Said } {
  if (found === undefined) return {};
  if (isPart(found)) return { got: kindOf(found) };
  const whole = typeof found === 'string' ? JSON.stringify(found) : String(found);
  const start = [...whole.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join('');
  return { got: start.length < whole.length ? `${start}…` : whole };
}

/** The names that people give to the text of a message when they put it beside the recipient. */
const textNames = ['text', 'message', 'body'];

/**
 * Recognizes a request in place of a text: an object with fields of a request but no content, or a whole batch. Undefined for anything
 * else.
 */
function requestInPlaceOfText(found: unknown): SentenceKey | undefined {
  if (!isRecord(found)) return undefined;
  const names = Object.keys(found).map((name) => name.toLowerCase());
  if (names.includes('messages')) return 'batchAsText';
  if (names.includes('content') || !['channel', 'to', 'tolist'].some((name) => names.includes(name)))
    return undefined;
  return textNames.some((name) => names.includes(name)) ? 'textBesideContentAsText' : 'requestAsText';
}

/** Recognizes a field that people add to a request although a request does not have it; undefined for any other name. */
function misplacedInRequest(name: string): SentenceKey | undefined {
  if (name === 'messages') return 'batchAsRequest';
  return textNames.includes(name) ? 'textBesideContent' : undefined;
}
