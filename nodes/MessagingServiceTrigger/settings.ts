import { NodeOperationError, type IHookFunctions, type INodeProperties } from 'n8n-workflow';

import { limits } from '../../core/contract/limits';
import { invalidField, MessagingError } from '../../core/client/outcome/errors';
import type { EventFilter, GatherRule, OptOutFilter, OptOutWords, WantedKind } from '../../core/receive';
import { kindOf } from '../../core/errors/texts';
import { isRecord } from '../../core/reading';
import { choice, isOn, numberOf, type Choice } from '../choice';
import { allowListWith, type CallerSettings } from '../callers';
import type { WebhookCall } from '../webhookCall';
import { enteredAt, lostRule } from '../parameters';
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
  if (!settingOf(context, () => isOn(context.getNodeParameter('checkCaller', true), checkCaller)))
    return { allowList: undefined, settingName };
  const advice = "Correct 'More Allowed Callers' of this trigger. Until then it refuses all callers.";
  return {
    allowList: allowListWith(context, context.getNodeParameter('allowedCallers', ''), advice),
    settingName,
  };
}

/** Whether an option is on. */
export function isOptionOn(context: Context, option: INodeProperties): boolean {
  return settingOf(context, () => isOn(optionOf(context, option.name), option));
}

/** Whether an option passes on what it can drop. */
export function passesOn(context: Context, option: Choice<'drop' | 'pass'>): boolean {
  return settingOf(context, () => choice(optionOf(context, option.name), option) === 'pass');
}

function optionOf(context: Context, name: string): unknown {
  const options: unknown = context.getNodeParameter('options', {});
  return isRecord(options) ? options[name] : undefined;
}

export function wantedKindOf(context: Context): WantedKind {
  return settingOf(context, () => choice(context.getNodeParameter('event', 'inbound'), event));
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
  const wantedChannels = texts('channels');
  const kind = wantedKindOf(context);
  // A filter that the form no longer shows, because another event was chosen, is ignored.
  const textsFor = (other: WantedKind, name: string) => (kind === other ? [] : texts(name));
  return {
    channels: wantedChannels.map((channel) => choice(channel, channelFilter)),
    senders: textsFor('status', 'senders'),
    receivers: textsFor('status', 'receivers'),
    keywords: textsFor('status', 'keywords'),
    replyIds: textsFor('status', 'replyIds'),
    optOuts: kind === 'status' ? 'all' : optOutsOf(context, filters),
    recipients: textsFor('inbound', 'recipients'),
    finalOnly:
      choice(found(context, 'statuses', context.getNodeParameter('statuses', 'any'), statuses), statuses) ===
      'final',
    unreadable: isRecord(filters) && choice(filters['unreadable'], unreadable) === 'pass',
  };
}

/** Without the filter, all messages pass. */
function optOutsOf(context: Context, filters: unknown): OptOutFilter {
  const given = isRecord(filters) ? filters[optOuts.name] : undefined;
  const value = found(context, `filters.${optOuts.name}`, given, optOuts);
  return value === undefined ? 'all' : choice(value, optOuts);
}

/**
 * The value of a filter. One whose expression finds nothing would let everything through.
 * @throws MessagingError that names the filter and the expression
 */
function found(
  context: Context,
  path: string,
  value: unknown,
  { displayName }: Pick<INodeProperties, 'displayName'>,
): unknown {
  const lost = lostRule(enteredAt(context.getNode().parameters, path), value);
  if (lost !== undefined) throw invalidField(path, lost, { label: displayName });
  return value;
}

/**
 * As `found`, for a list: each of its entries can be an expression, which may give several texts, or all of it.
 * @throws MessagingError also for an entry that is no text: without it, more would get through
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
    const pause = numberOf(optionOf(context, waitForPause.name) ?? 0, waitForPause);
    if (pause === 0) return undefined;
    const atMost = numberOf(optionOf(context, pauseAtMost.name), pauseAtMost);
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
  for (const option of [checkSecret, resumeWaiting]) isOptionOn(context, option);
  for (const option of [repeated, lateTaps]) passesOn(context, option);
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
