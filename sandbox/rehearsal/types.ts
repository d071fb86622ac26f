import type { FaultName } from '../service/faults';
import type { Channel } from '../service/wire';

/** A test of a flow: a conversation with a person, without code. Its file is YAML, one field for each of these. */
export interface Test {
  name: string;
  /** The person's number. */
  person: string;
  channel: Channel;
  /** The number of the account that the person writes to. Default: the first one on the channel. */
  to?: string;
  steps: Step[];
}

/** Another person or channel than the rest of the test. */
interface Who {
  person?: string;
  channel?: Channel;
}

/** What a message to the person must be like. Without a condition, any message will do. */
export interface Expectation extends Who {
  /** The whole text. */
  text?: string;
  /** A part of the text. */
  contains?: string;
  /** A regular expression for the whole text. */
  pattern?: string;
  /** The title of a button or of a row in its list. */
  button?: string;
  /** How long to wait, such as `10 seconds`, which is the default. */
  within?: string;
}

export interface WriteStep extends Who {
  write: string;
}

/** The person taps a button, or chooses a row, of the newest message that has it. */
export interface TapStep extends Who {
  tap: string;
}

export interface ExpectStep {
  expect: Expectation;
}

/** Moves the sandbox's clock, such as `1 hour`. */
export interface AdvanceStep {
  advance: string;
}

/** A fault for the next calls of the service. */
export interface FaultStep {
  fault: FaultName;
  times?: number;
}

export type Step = WriteStep | TapStep | ExpectStep | AdvanceStep | FaultStep;

export const DEFAULT_WITHIN = '10 seconds';

/** What became of a step, in words. */
export interface StepResult {
  outcome: 'green' | 'red' | 'skipped';
  words: string;
}

export interface TestResult {
  name: string;
  outcome: 'green' | 'red';
  steps: StepResult[];
  milliseconds: number;
}
