import { randomUUID } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import {
  Client,
  createLimiter,
  failed,
  MessagingError,
  numberListReader,
  USUAL_RETRIES,
} from '../../../core/client';
import type { AccountRules } from '../../../core/contract';
import { rateLimitOf, readKey, readWindow } from '../../../core/steps';
import { textOf } from '../../../core/errors/sentence';
import { CREDENTIAL, credentialOf, readAccount } from '../../account';
import { lostBy, lostParts, optionsIn, parametersOf, type Parameters } from '../../parameters';
import { readAdded, type Setting } from '../../settings';
import { fallbackChannels } from '../fields/fallbackChannels';
import * as option from '../fields/options';
import type { ShapeOutput } from '../fields/output';
import type { ReadSettings } from '../fields/fieldParts';
import { labelInWindow, sendingWindow } from '../fields/sendingWindow';
import { transportOf } from '../transport/client';
import { fault, say } from '../../texts';

/** One operation of the node: with one output, or with branches. */
export type Operation = Action &
  (
    | {
        /**
         * @param shape what the option *Output* makes of an item afterwards
         * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
         */
        execute(run: NodeRun, shape: ShapeOutput): Promise<INodeExecutionData[]>;
      }
    // With the items of each output.
    | { branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> }
  );

interface Action {
  /** Name in the list of operations, in title case. */
  name: string;
  /** Name in the list of actions and below the node, in sentence case and without articles. */
  action: string;
  /** What it does, for people and AI agents. */
  description: string;
  properties?: INodeProperties[];
  /** Its options besides *Output*, which every operation has. */
  options?: ReadonlyArray<Pick<Setting<unknown>, 'property'>>;
  /** Set where no error is about a message. */
  sendsNothing?: true;
}

/** In the whole run, as each file is in memory twice while it is uploaded. */
const UPLOADS_AT_ONCE = 8;

/** What an operation works with in a run of the node: all of it is read once. */
export type NodeRun = Awaited<ReturnType<typeof beginRun>>;

/** @throws MessagingError for a credential that cannot be read, and for settings of the credential or the node that cannot work */
export async function beginRun(context: IExecuteFunctions) {
  const given = optionsIn(parametersOf(context)(0));
  const options = {
    atOnce: Math.trunc(option.itemsAtOnce.read(given)),
    // Messages in a call.
    callSize: Math.trunc(option.chunkSize.read(given)),
    pauseMs: Math.trunc(option.pause.read(given)),
    limit: option.limitPerRun.read(given),
  };
  const credential = await credentialOf(context);
  const account = readAccount(credential);
  const accountId = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
  return {
    ...{ context, credential, options },
    client: new Client({
      account: account.settings,
      transport: transportOf(context, credential),
      timeoutMs: account.timeoutMs,
      // Up to 4 attempts in the first try of n8n's Retry on Fail, and one in each further one: the retries of both do not multiply.
      retries: triesOf(context) > 1 ? 0 : USUAL_RETRIES,
    }),
    uploads: { ...account.uploads, turns: createLimiter(UPLOADS_AT_ONCE) },
    rateLimit: rateLimitOf(accountId, account.rateLimit),
    // Fires when a person cancels the execution.
    signal: context.getExecutionCancelSignal(),
    itemAt: itemReader(context, account.rules),
    id: runOf(context),
    isTool: isTool(context),
    hasTriesLeft: hasTriesLeft(context),
  };
}

/** An item, as far as its parameters say more about its message than the message itself. */
export type Item = ReturnType<NodeRun['itemAt']>;

/** Makes a function that reads items by their index. What is the same for all of them, such as a list, is read once. */
function itemReader(context: IExecuteFunctions, account: AccountRules) {
  const settings: ReadSettings = { timezone: context.getTimezone(), countryCode: account.countryCode };
  const readOptions = optionsReader(settings, account);
  const parametersFor = parametersOf(context);
  return (index: number) => {
    const parameters = parametersFor(index);
    let read: SendOptions | undefined;
    // It throws MessagingError for an option that cannot be read: without it, a message could go out that must not.
    const options = () => (read ??= readOptions(optionsIn(parameters)));
    // Only who tests the node sees them: to look at each expression again takes as long as to read the item.
    // An option may speak of an answer that is still to come.
    const notes = () => {
      const entered = { ...context.getNode().parameters, options: undefined };
      const lost = context.getMode() === 'manual' ? lostParts(parameters, entered) : [];
      return lost.map((expression) => textOf(say('withoutPart', { lost: lostBy(expression) })));
    };
    return { index, parameters, settings, options, notes };
  };
}

/** What the options of a node say about the message of an item. */
export type SendOptions = ReturnType<ReturnType<typeof optionsReader>>;

function optionsReader({ countryCode, timezone }: ReadSettings, account: AccountRules) {
  const { deduplicateBy, excludeRecipients } = option;
  const readList = numberListReader();
  const list = { path: excludeRecipients.name, label: excludeRecipients.label };
  return (options: Parameters) => {
    const ifTooLong = option.ifTextTooLong.read(options);
    const excluded = excludeRecipients.read(options);
    const key = readAdded(deduplicateBy, options);
    const window = sendingWindow.read(options);
    return {
      ifTooLong,
      // What its account and its options change about the rules of a message.
      rules: { ...account, refuseCut: ifTooLong !== 'cut' },
      // Those who get nothing.
      excluded: excluded === '' ? undefined : readList(excluded, { ...list, countryCode }),
      // What identifies the message.
      key: key === undefined ? undefined : readKey(key, { path: deduplicateBy.label }, say('emptyKey')),
      // When it may go out.
      window:
        window &&
        readWindow(window.timeZone === '' ? { ...window, timeZone: timezone } : window, labelInWindow),
      fallback: fallbackChannels.read(options),
    };
  };
}

interface Pace {
  /** How many tasks run at the same time. */
  atOnce: number;
  /** Asked before each task. */
  goesOn: () => boolean;
  signal: AbortSignal | undefined;
}

/**
 * Runs a task for each entry, a few at the same time, in their order. Once it may not go on, started tasks are finished and no others are
 * started. When the execution is stopped, it ends at once.
 * @param linesOf where a task waits for those that came before it, whatever else may run at once
 */
export async function runAtOnce<T>(
  all: readonly T[],
  { atOnce, goesOn, signal }: Pace,
  task: (one: T, index: number) => Promise<void>,
  linesOf?: (one: T) => readonly string[],
): Promise<void> {
  const limiter = createLimiter(atOnce);
  const runs = all.map((one, index) =>
    limiter.run(async () => {
      if (goesOn() && signal?.aborted !== true) await task(one, index);
    }, linesOf?.(one)),
  );
  await untilStopped(Promise.all(runs), signal);
}

/**
 * The result of items while their tasks run, which stays their result if the execution is stopped. One for all of them: an error takes as
 * long to make as a message to check.
 */
export const UNDER_WAY = failed(new MessagingError(fault('cancelled.execution')));

/** The same of a message while its files are uploaded, and of one that was not begun. */
export const NOT_BEGUN = failed(new MessagingError(fault('not_started')));

/**
 * Waits for work until a person or a time limit stops the execution: n8n then stores what there is, and from a node only what it returns at
 * once.
 */
async function untilStopped(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const done = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => resolve(), { signal: done.signal });
  });
  try {
    await Promise.race([work, stopped]);
  } finally {
    done.abort();
  }
}

/** Whether an AI agent runs the node as its tool, or asks by it before it runs another tool (*Human in the Loop*). */
export function isTool(context: IExecuteFunctions): boolean {
  return context.getNode().type.endsWith('Tool');
}

/** By the input of an agent's call. */
const calls = new WeakMap<object, string>();

/**
 * The run of the node, the same for all tries of Retry on Fail. n8n counts each try of an agent's tool as a run of its own, but gives all of
 * them the same input object.
 */
export function runOf(context: IExecuteFunctions): string {
  const input = inputOfCall(context);
  if (input === undefined) return String(runIndexOf(context));
  const call = calls.get(input) ?? `call ${randomUUID()}`;
  calls.set(input, call);
  return call;
}

/** n8n's own number of the run: in a loop, each round is a run. */
export function runIndexOf(context: IExecuteFunctions): number {
  return Number(context.getWorkflowDataProxy(0).$runIndex);
}

function inputOfCall(context: IExecuteFunctions): object | undefined {
  return context.isToolExecution() ? context.getInputData()[0]?.json : undefined;
}

/** By what n8n hands to all tries of a run, and to no other run: the entry in its stack, which it reads anew for one that waited. */
const tries = new WeakMap<object, number>();

const handedTo = (context: IExecuteFunctions) => inputOfCall(context) ?? context.getExecuteData();

/** Call this when n8n runs the node. */
export function countTry(context: IExecuteFunctions): void {
  tries.set(handedTo(context), triesOf(context) + 1);
}

/** How often n8n has run the node in this run, including this try. */
function triesOf(context: IExecuteFunctions): number {
  return tries.get(handedTo(context)) ?? 0;
}

/** Whether n8n will run the node again if this try fails (*Retry On Fail*). It reads 0 as its usual 3, except for the tool of an agent. */
export function hasTriesLeft(context: IExecuteFunctions): boolean {
  const { retryOnFail, maxTries = 3 } = context.getNode();
  const most = maxTries === 0 && !context.isToolExecution() ? 3 : maxTries;
  return retryOnFail === true && triesOf(context) < Math.min(5, Math.max(2, most));
}
