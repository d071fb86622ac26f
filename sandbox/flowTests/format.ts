import { stringify } from 'yaml';
import { z } from 'zod/v4';
import { isDuration, notADuration } from '../duration';
import { channel } from '../options';
import { faultNames } from '../service/faultNames';
import { checkValue, readYaml, type Rules } from '../yaml';
import { wholeText } from './patterns';

const filled = z.string().min(1);
const person = z.string().regex(/^\+\d{5,15}$/, 'Write the number as +41791234567.');
const duration = z.custom<string>(isDuration, { error: ({ input }) => notADuration(input) });
const pattern = filled.refine(isExpression, { error: 'This is not a regular expression.' });
/** Another person or channel than the rest of the test. */
const who = { person: person.optional(), channel: channel.optional() };

/** What a message to the person must be like. Without a condition, any message will do. */
const expectation = z.strictObject({
  ...who,
  /** The whole text. */
  text: filled.optional(),
  /** A part of the text. */
  contains: filled.optional(),
  /** A regular expression for the whole text. */
  pattern: pattern.optional(),
  /** The title of a button or of a row in its list. */
  button: filled.optional(),
  /** How long to wait, such as `10 seconds`, which is the default. */
  within: duration.optional(),
});

/** Each kind of step by the field that names it. */
const STEPS = {
  write: z.strictObject({ write: filled, ...who }),
  /** The person taps a button, or chooses a row, of the newest message that has it. */
  tap: z.strictObject({ tap: filled, ...who }),
  expect: z.strictObject({ expect: expectation }),
  /** Moves the sandbox's clock, such as `1 hour`. */
  advance: z.strictObject({ advance: duration }),
  /** A fault for the next calls of the service. */
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

/** A test of a flow: a conversation with a person, without code. Its file is YAML, one field for each of these. */
const test = z.strictObject({
  name: filled,
  /** The person's number. */
  person,
  channel,
  /** The number of the account that the person writes to. Default: the first one on the channel. */
  to: filled.optional(),
  steps: z.array(step).min(1, 'A test has at least one step.'),
});

export type Test = z.infer<typeof test>;
export type Step = Test['steps'][number];
export type Expectation = z.infer<typeof expectation>;

function isExpression(text: string): boolean {
  try {
    wholeText(text);
    return true;
  } catch {
    return false;
  }
}

const rules: Rules<Test> = {
  check: (value) => {
    const { success, data, error } = test.safeParse(value);
    if (success) return { ok: true, value: data };
    const problems = error.issues.map(({ path, message }) => ({
      path: path.map((part) => (typeof part === 'number' ? part : String(part))),
      message,
    }));
    return { ok: false, problems };
  },
  /** `step 2, expect, within: `. */
  place: ([first, index, ...rest]) => {
    if (first === undefined) return '';
    return `${typeof index === 'number' ? [`step ${index + 1}`, ...rest].join(', ') : first}: `;
  },
};

/** Reads the text of a test file. Throws a `WrongValue` with the line of each problem. */
export function readTest(text: string): Test {
  return readYaml(text, rules);
}

/** Checks a test that a browser sent. Throws a `WrongValue`. */
export function checkTest(value: unknown): Test {
  return checkValue(value, rules);
}

/** The text of a test file. */
export function writeTest(value: Test): string {
  const { name, person: number, channel: on, to, steps } = value;
  return stringify(
    { name, person: number, channel: on, ...(to === undefined ? {} : { to }), steps },
    { lineWidth: 0, singleQuote: true },
  );
}
