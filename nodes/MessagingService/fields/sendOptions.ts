import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { checkCountryCode, numberListReader, type NumberList } from '../../../core/client';
import { readKey } from '../../../core/steps';
import type { SendingWindow } from '../../../core/sendingWindow';
import { choice, numberOf } from '../../choice';
import { asInputError } from '../errors';
import { parameterOf } from '../items';
import { readFallbackChannels, type FallbackOption } from './fallbackChannels';
import { readLimitPerRun, type LimitPerRun } from './limitPerRun';
import { ifTextTooLong, optionFields } from './options';
import { filled, optionsIn, type Parameters } from './parameters';
import { readOutput, type ShapeOutput } from './outputOption';
import { labelsOf } from './readMessage';
import { windowOptionReader } from './sendingWindow';

/** What the options of a node say about the message of an item. */
export interface SendOptions {
  ifTooLong: 'cut' | 'refuse' | 'split';
  /** Those who get nothing (*Exclude Recipients*). */
  excluded: NumberList | undefined;
  /** What identifies the message (*Deduplicate By*). */
  key: string | undefined;
  /** When it may go out. */
  window: SendingWindow | undefined;
  fallback: FallbackOption | undefined;
}

/** What they say about all messages of a run. */
export interface RunOptions {
  atOnce: number;
  /** Messages in a call. */
  callSize: number;
  pauseMs: number;
  limit: LimitPerRun | undefined;
  /** Undefined if all fields stay. */
  output: ShapeOutput | undefined;
}

/** An option that was added; undefined for any other. */
function optionOf(options: Parameters, { name, displayName }: INodeProperties): unknown {
  return filled(options, name, displayName);
}

/**
 * Makes a function that reads the options for an item. What most items have in common, such as a list, is read once.
 * @throws MessagingError (the function) that names the option that cannot be read: without it, a message could go out that must not
 */
export function optionsReader(
  context: Pick<IExecuteFunctions, 'getTimezone'>,
  defaultCountry: string,
): (parameters: Parameters) => SendOptions {
  const { deduplicateBy, excludeRecipients } = optionFields;
  const readWindow = windowOptionReader(context.getTimezone());
  const readList = numberListReader();
  return (parameters) => {
    const options = optionsIn(parameters);
    const entered = optionOf(options, excludeRecipients);
    const source = { path: excludeRecipients.name, label: excludeRecipients.displayName };
    const hasKey = options.entered(deduplicateBy.name) !== undefined;
    return {
      ifTooLong: choice(optionOf(options, ifTextTooLong), ifTextTooLong),
      excluded:
        entered === undefined || entered === ''
          ? undefined
          : readList(entered, { ...source, countryCode: checkCountryCode(defaultCountry) }),
      key: hasKey
        ? readKey(optionOf(options, deduplicateBy), { path: deduplicateBy.displayName }, NO_KEY)
        : undefined,
      window: readWindow(options),
      fallback: readFallbackChannels(options, labelsOf(parameters)),
    };
  };
}

const NO_KEY = 'is empty for this item';

/**
 * The options that are the same for all items.
 * @throws MessagingError that names the option, and its bounds or its expression
 */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
  const options = optionsIn(parameterOf(context, 0));
  const wholeNumber = (field: INodeProperties) => Math.trunc(numberOf(optionOf(options, field), field));
  try {
    return {
      atOnce: wholeNumber(optionFields.atOnce),
      callSize: wholeNumber(optionFields.chunkSize),
      pauseMs: wholeNumber(optionFields.pause),
      limit: readLimitPerRun(options),
      output: readOutput(options),
    };
  } catch (error) {
    throw asInputError(error);
  }
}
