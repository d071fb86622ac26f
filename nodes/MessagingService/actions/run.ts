import type {
  ICredentialDataDecryptedObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
} from 'n8n-workflow';

import { numberListReader, type Client, type NumberList } from '../../../core/client';
import type { AccountRules, MessageRequest } from '../../../core/contract';
import { labelOnForm } from '../../../core/forms';
import type { SendingWindow } from '../../../core/sendingWindow';
import { compareWithList, rateLimitOf, readKey, type RateLimit } from '../../../core/steps';
import { CREDENTIAL, credentialOf, readAccount, type Account } from '../../account';
import { optionsIn, parametersOf, type Parameters } from '../../parameters';
import { fallbackChannels, type FallbackOption } from '../fields/fallbackChannels';
import * as option from '../fields/options';
import type { ReadSettings } from '../fields/fieldParts';
import { readWindow, sendingWindow } from '../fields/sendingWindow';
import { asInputError } from '../outcomes';
import { clientFor } from '../transport/client';

/** One operation of the node: with one output, or with branches. */
export type Operation = Action & (WithOutput | WithBranches);

interface Action {
  /** Name in the list of operations, in title case. */
  name: string;
  /** Name in the list of actions and below the node, in sentence case and without articles. */
  action: string;
  /** What it does, for people and AI agents. */
  description: string;
  properties: INodeProperties[];
  /** Set where no error is about a message. */
  sendsNothing?: true;
}

interface WithOutput {
  /** @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures */
  execute(run: NodeRun): Promise<INodeExecutionData[]>;
}

interface WithBranches {
  /** As `execute`, with the items of each output. */
  branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** What an operation works with in a run of the node: all of it is read once. */
export interface NodeRun {
  context: IExecuteFunctions;
  client: Client;
  uploads: Account['uploads'];
  /** Fires when a person cancels the execution. */
  signal: AbortSignal | undefined;
  credential: ICredentialDataDecryptedObject;
  options: RunOptions;
  rateLimit: RateLimit | undefined;
  itemAt(index: number): Item;
}

/** @throws MessagingError for a credential that cannot be read, and for settings of the credential or the node that cannot work */
export async function beginRun(context: IExecuteFunctions): Promise<NodeRun> {
  const options = readRunOptions(context);
  const credential = await credentialOf(context);
  const account = readAccount(credential);
  const accountId = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
  return {
    ...{ context, credential, options },
    client: clientFor(context, credential, account),
    uploads: account.uploads,
    rateLimit: rateLimitOf(accountId, account.rateLimit),
    signal: context.getExecutionCancelSignal(),
    itemAt: itemReader(context, account.rules),
  };
}

/** What the options of a node say about the message of an item. */
interface SendOptions {
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
interface RunOptions {
  atOnce: number;
  /** Messages in a call. */
  callSize: number;
  pauseMs: number;
  limit: option.LimitPerRun | undefined;
  /** Undefined if all fields stay. */
  output: option.ShapeOutput | undefined;
}

/**
 * The options that are the same for all items.
 * @throws MessagingError that names the option, and its bounds or its expression
 */
function readRunOptions(context: IExecuteFunctions): RunOptions {
  const options = optionsIn(parametersOf(context)(0));
  try {
    return {
      atOnce: Math.trunc(option.itemsAtOnce.read(options)),
      callSize: Math.trunc(option.chunkSize.read(options)),
      pauseMs: Math.trunc(option.pause.read(options)),
      limit: option.limitPerRun.read(options),
      output: option.output.read(options),
    };
  } catch (error) {
    throw asInputError(error);
  }
}

/** An item, as far as its parameters say more about its message than the message itself. */
export interface Item {
  index: number;
  parameters: Parameters;
  settings: ReadSettings;
  /**
   * The options for its message.
   * @throws MessagingError that names the option that cannot be read: without it, a message could go out that must not
   */
  options(): SendOptions;
  /**
   * What its account and its options change about the rules of a message.
   * @throws MessagingError as `options`
   */
  rules(): AccountRules;
  /**
   * Compares recipients with the list of *Exclude Recipients*.
   * @throws MessagingError `invalid_request` if they cannot be compared, and as `options`
   */
  compare(request: MessageRequest): readonly string[];
}

/** Makes a function that reads items by their index. What is the same for all of them, such as a list, is read once. */
function itemReader(context: IExecuteFunctions, account: AccountRules): (index: number) => Item {
  const settings = { timezone: context.getTimezone(), countryCode: account.countryCode };
  const readOptions = optionsReader(settings);
  const parametersFor = parametersOf(context);
  return (index) => {
    const parameters = parametersFor(index);
    let read: SendOptions | undefined;
    const options = () => (read ??= readOptions(optionsIn(parameters)));
    return {
      ...{ index, parameters, settings, options },
      rules: () => ({ ...account, refuseCut: options().ifTooLong !== 'cut' }),
      compare: (request) => {
        const { excluded } = options();
        if (excluded === undefined) return [];
        return compareWithList(request, excluded, labelOnForm);
      },
    };
  };
}

function optionsReader({ countryCode, timezone }: ReadSettings): (options: Parameters) => SendOptions {
  const { deduplicateBy, excludeRecipients } = option;
  const readList = numberListReader();
  const list = { path: excludeRecipients.name, label: excludeRecipients.label };
  return (options) => {
    const excluded = excludeRecipients.read(options);
    const hasKey = options.entered(deduplicateBy.name) !== undefined;
    const window = sendingWindow.read(options);
    return {
      ifTooLong: option.ifTextTooLong.read(options),
      excluded: excluded === '' ? undefined : readList(excluded, { ...list, countryCode }),
      key: hasKey
        ? readKey(deduplicateBy.read(options), { path: deduplicateBy.label }, 'is empty for this item')
        : undefined,
      window: window && readWindow(window.timeZone === '' ? { ...window, timeZone: timezone } : window),
      fallback: fallbackChannels.read(options),
    };
  };
}
