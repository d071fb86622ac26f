import { NodeOperationError, type IHookFunctions, type INodeProperties } from 'n8n-workflow';

import { limits } from '../../core/contract/limits';
import { MessagingError } from '../../core/client/outcome/errors';
import type { EventFilter, GatherRule, OptOutFilter, OptOutWords, WantedKind } from '../../core/receive';
import { isRecord } from '../../core/reading';
import { choice, isOn, numberOf, type Choice } from '../choice';
import { allowListWith, type CallerSettings } from '../callers';
import type { WebhookCall } from '../webhookCall';
import { channelFilter, optOuts, unreadable } from './filters';
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
  const texts = (name: string) => textsOf(isRecord(filters) ? filters[name] : undefined);
  const wantedChannels = texts('channels');
  const kind = wantedKindOf(context);
  // A filter that the form no longer shows, because another event was chosen, is ignored.
  const textsFor = (other: WantedKind, name: string) => (kind === other ? [] : texts(name));
  return {
    channels: wantedChannels
      .filter((channel) => channel !== '')
      .map((channel) => choice(channel, channelFilter)),
    senders: textsFor('status', 'senders'),
    receivers: textsFor('status', 'receivers'),
    keywords: textsFor('status', 'keywords'),
    replyIds: textsFor('status', 'replyIds'),
    optOuts: kind === 'status' ? 'all' : optOutsOf(filters),
    recipients: textsFor('inbound', 'recipients'),
    finalOnly: choice(context.getNodeParameter('statuses', 'any'), statuses) === 'final',
    unreadable: isRecord(filters) && choice(filters['unreadable'], unreadable) === 'pass',
  };
}

/** Without the filter, all messages pass. */
function optOutsOf(filters: unknown): OptOutFilter {
  const given = isRecord(filters) ? filters['optOuts'] : undefined;
  return given === undefined ? 'all' : choice(given, optOuts);
}

/** The words that count as an opt-out; an empty list stands for the usual ones. */
export function optOutWordsOf(context: Context): OptOutWords {
  return {
    stop: textsOf(optionOf(context, 'optOutWords')),
    start: textsOf(optionOf(context, 'optInWords')),
  };
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

function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .map(String);
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
  gatherRuleOf(context);
  const url = context.getNodeWebhookUrl('default') ?? '';
  if (wantedKindOf(context) !== 'inbound' && url.length > limits.notificationAddresses) {
    throw new NodeOperationError(context.getNode(), `The URL of this trigger has ${url.length} characters`, {
      description: `The service takes at most ${limits.notificationAddresses} characters for all notification addresses of a message. Choose a shorter path.`,
    });
  }
}
