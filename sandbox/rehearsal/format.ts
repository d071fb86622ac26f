import { LineCounter, parseDocument, stringify, type Document } from 'yaml';
import { z } from 'zod/v4';
import { isDuration, noDuration } from '../duration';
import { faultNames } from '../service/faults';
import { wholeText } from './patterns';
import type { Test } from './types';

const filled = z.string().min(1);
const channel = z.enum(['Sms', 'Whatsapp', 'Rcs']);
const person = z.string().regex(/^\+\d{5,15}$/, 'Write the number as +41791234567.');
const duration = z.custom<string>(isDuration, { error: ({ input }) => noDuration(input) });
const pattern = filled.refine(isExpression, { error: 'This is not a regular expression.' });
const who = { person: person.optional(), channel: channel.optional() };

const expectation = z.strictObject({
  ...who,
  text: filled.optional(),
  contains: filled.optional(),
  pattern: pattern.optional(),
  button: filled.optional(),
  within: duration.optional(),
});

/** Each kind of step by the field that names it. */
const STEPS = {
  write: z.strictObject({ write: filled, ...who }),
  tap: z.strictObject({ tap: filled, ...who }),
  expect: z.strictObject({ expect: expectation }),
  advance: z.strictObject({ advance: duration }),
  fault: z.strictObject({ fault: z.enum(faultNames), times: z.number().int().min(1).optional() }),
};

const KINDS = 'write, tap, expect, advance or fault';

/** The kind decides which rules hold, so that a wrong step gets the words for its kind. */
const step = z.unknown().transform((value, context) => {
  const fields = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const rules = Object.entries(STEPS).find(([kind]) => fields.includes(kind))?.[1];
  const result = rules?.safeParse(value);
  if (result?.success === true) return result.data;
  const issues = result?.error.issues ?? [{ message: `A step is one of ${KINDS}.`, path: [] }];
  for (const { message, path } of issues) context.addIssue({ code: 'custom', message, path: [...path] });
  return z.NEVER;
});

const test = z.strictObject({
  name: filled,
  person,
  channel,
  to: filled.optional(),
  steps: z.array(step).min(1, 'A test has at least one step.'),
});

function isExpression(text: string): boolean {
  try {
    wholeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A test that cannot be read: each message with its line. */
export class WrongTest extends Error {}

/** Reads the text of a test file. Throws a `WrongTest`. */
export function readTest(text: string): Test {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new WrongTest(`line ${lines.linePos(error.pos[0]).line}: ${error.message}`);
  const result = test.safeParse(valueOf(document));
  if (result.success) return result.data;
  const messages = result.error.issues.map(({ path, message }) => {
    const fields = path.map((part) => (typeof part === 'number' ? part : String(part)));
    const line = lineOf(fields);
    return `line ${line}: ${fields.length === 0 ? '' : `${placeOf(fields)}: `}${message}`;
  });
  throw new WrongTest(messages.join('\n'));

  function lineOf(fields: (string | number)[]): number {
    for (let depth = fields.length; depth >= 0; depth -= 1) {
      const node = depth === 0 ? document.contents : document.getIn(fields.slice(0, depth), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      const [start] = Array.isArray(range) ? range : [];
      if (typeof start === 'number') return lines.linePos(start).line;
    }
    return 1;
  }
}

/** `step 2, expect, within`. */
function placeOf(fields: (string | number)[]): string {
  const [first, place, ...rest] = fields;
  return first === 'steps' && typeof place === 'number'
    ? [`step ${place + 1}`, ...rest].join(', ')
    : fields.join(', ');
}

/** An alias that names nothing is found only now. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new WrongTest(`line 1: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The text of a test file. */
export function writeTest(value: Test): string {
  const { name, person: number, channel: on, to, steps } = value;
  return stringify(
    { name, person: number, channel: on, ...(to === undefined ? {} : { to }), steps },
    { lineWidth: 0, singleQuote: true },
  );
}

/** Checks a test that a browser sent. Throws a `WrongTest`. */
export function checkTest(value: unknown): Test {
  return readTest(stringify(value ?? null));
}
