import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { limits } from '../../core/contract/limits';
import { invalidField, MessagingError } from '../../core/client/outcome/errors';
import type { EventFilter, GatherRule, OptOutWords, WantedKind } from '../../core/receive';
import { kindOf } from '../../core/errors/texts';
import { isRecord } from '../../core/reading';
import { allowListWith, type CallerSettings } from '../callers';
import type { WebhookCall } from '../webhookCall';
import { enteredAt, lostRule, parametersIn, type Parameters } from '../parameters';
import type { Setting } from '../settings';
import { channelFilter, filters as allFilters, optOuts, unreadable } from './filters';
import {
  checkCaller,
  checkSecret,
  event,
  lateTaps,
  pauseAtMost,
  repeated,
  resumeWaiting,
  statuses,
  waitForPause,
} from './properties';

type Context = Pick<WebhookCall, 'getNode'> & {
  getNodeParameter(name: string, fallback: string | boolean | object): unknown;
};

/**
 * Who may call.
 * @throws NodeOperationError for an entry that is neither an address nor a range: an allow-list fails closed
 */
export function callerSettingsOf(context: Context): CallerSettings {
  const settingName = "'More Allowed Callers' of this trigger";
  if (!settingOf(context, () => checkCaller.read(parametersOf(context))))
    return { allowList: undefined, settingName };
  const advice = "Correct 'More Allowed Callers' of this trigger. Until then it refuses all callers.";
  return {
    allowList: allowListWith(context, context.getNodeParameter('allowedCallers', ''), advice),
    settingName,
  };
}

/** An option of the trigger. */
export function optionIn<T>(context: Context, option: Setting<T>): T {
  return settingOf(context, () => option.read(parametersIn(context.getNodeParameter('options', {}))));
}

export function wantedKindOf(context: Context): WantedKind {
  return settingOf(context, () => event.read(parametersOf(context)));
}

/** The parameters of the trigger, with what was entered. */
function parametersOf(context: Context): Parameters {
  return Object.assign((name: string) => context.getNodeParameter(name, ''), {
    entered: (name: string) => enteredAt(context.getNode().parameters, name),
  });
}

/**
 * Which events start the workflow.
 * @throws NodeOperationError for a choice that there is not
 */
export function filterOf(context: Context): EventFilter {
  return settingOf(context, () => readFilter(context));
}

function readFilter(context: Context): EventFilter {
  const filters: unknown = context.getNodeParameter('filters', {});
  const texts = (name: string) => foundTexts(context, `filters.${name}`, filters, labelOfFilter(name));
  const given = parametersIn(filters, enteredAt(context.getNode().parameters, 'filters'));
  const isSet = ({ name }: Setting<unknown>) =>
    given(name) !== undefined || given.entered(name) !== undefined;
  const wantedChannels = texts('channels');
  const kind = wantedKindOf(context);
  // A filter that the form no longer shows, because another event was chosen, is ignored.
  const textsFor = (other: WantedKind, name: string) => (kind === other ? [] : texts(name));
  return {
    channels: wantedChannels.map((channel) => channelFilter.read(parametersIn({ channel }))),
    senders: textsFor('status', 'senders'),
    receivers: textsFor('status', 'receivers'),
    keywords: textsFor('status', 'keywords'),
    replyIds: textsFor('status', 'replyIds'),
    optOuts: kind === 'status' || !isSet(optOuts) ? 'all' : optOuts.read(given),
    recipients: textsFor('inbound', 'recipients'),
    finalOnly: statuses.read(parametersOf(context)) === 'final',
    unreadable: unreadable.read(given) === 'pass',
  };
}

/**
 * A list: each of its entries can be an expression, which may give several texts, or all of it. One that finds nothing would let everything
 * through.
 * @throws MessagingError that names the filter and the expression, also for an entry that is no text: without it, more would get through
 */
function foundTexts(context: Context, path: string, values: unknown, label: string): string[] {
  const entered = enteredAt(context.getNode().parameters, path);
  const value = isRecord(values) ? values[path.replace(/^.*\./, '')] : undefined;
  const entries = Array.isArray(entered) ? entered.map((entry: unknown) => entry) : [entered];
  const given = Array.isArray(entered) && Array.isArray(value) ? value : [value];
  return entries.flatMap((entry, index) => {
    const texts = textsIn(given[index], path, label);
    const lost = lostRule(entry, texts[0]);
    if (lost !== undefined) throw invalidField(path, lost, { label });
    return texts;
  });
}

function textsIn(given: unknown, path: string, label: string): string[] {
  return [given].flat(Infinity).flatMap((entry) => {
    if (entry === undefined || entry === null) return [];
    if (typeof entry !== 'string' && typeof entry !== 'number')
      throw invalidField(path, 'must contain only texts', { label, got: kindOf(entry) });
    return String(entry).trim() === '' ? [] : [String(entry)];
  });
}

function labelOfFilter(name: string): string {
  return allFilters.find((filter) => filter.name === name)?.displayName ?? name;
}

/**
 * The words that count as an opt-out; an empty list stands for the usual ones.
 * @throws NodeOperationError if an expression finds none
 */
export function optOutWordsOf(context: Context): OptOutWords {
  const options: unknown = context.getNodeParameter('options', {});
  const wordsOf = (name: string, label: string) =>
    settingOf(context, () => foundTexts(context, `options.${name}`, options, label));
  return { stop: wordsOf('optOutWords', 'Opt-Out Words'), start: wordsOf('optInWords', 'Opt-In Words') };
}

/**
 * When the messages of a person are complete; undefined if each one starts the workflow by itself.
 * @throws NodeOperationError for a time that is no number, or too long
 */
export function gatherRuleOf(context: Context): GatherRule | undefined {
  return settingOf(context, () => {
    const options = parametersIn(context.getNodeParameter('options', {}));
    const pause = options(waitForPause.name) === undefined ? 0 : waitForPause.read(options);
    if (pause === 0) return undefined;
    const atMost = pauseAtMost.read(options);
    return { pauseMs: pause * 1000, atMostMs: atMost * 1000 };
  });
}

/** A setting that an expression gave a wrong value is an error of the trigger, not of a message. */
function settingOf<T>(context: Context, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof MessagingError
      ? new NodeOperationError(context.getNode(), error.fact, {
          description: 'Correct this setting of the trigger. Until then it takes no events.',
        })
      : error;
  }
}

/**
 * Checks the settings when the workflow is activated, so that a mistake shows then, not when a message comes in.
 * @throws NodeOperationError that names the setting and what is wrong with it
 */
export function checkSettings(context: IHookFunctions): void {
  callerSettingsOf(context);
  for (const option of [checkSecret, resumeWaiting, repeated, lateTaps]) optionIn<unknown>(context, option);
  filterOf(context);
  optOutWordsOf(context);
  gatherRuleOf(context);
  const url = context.getNodeWebhookUrl('default') ?? '';
  if (wantedKindOf(context) !== 'inbound' && url.length > limits.notificationAddresses) {
    throw new NodeOperationError(context.getNode(), `The URL of this trigger has ${url.length} characters`, {
      description: `The service takes at most ${limits.notificationAddresses} characters for all notification addresses of a message. Choose a shorter path.`,
    });
  }
}
