import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { limits } from '../../core/contract/limits';
import { channels } from '../../core/contract/names';
import type { EventFilter, WantedKind } from '../../core/receive';
import { isRecord } from '../../core/reading';
import { allowListWith, type CallerSettings } from '../callers';
import type { WebhookCall } from '../webhookCall';

type Context = Pick<WebhookCall, 'getNode'> & {
  getNodeParameter(name: string, fallback: string | boolean | object): unknown;
};

/**
 * Who may call.
 * @throws NodeOperationError for an entry that is neither an address nor a range: an allow-list fails closed
 */
export function callerSettingsOf(context: Context): CallerSettings {
  const settingName = '"More Allowed Callers" of this trigger';
  if (context.getNodeParameter('checkCaller', true) === false) return { allowList: undefined, settingName };
  const advice = 'Correct "More Allowed Callers" of this trigger. Until then it refuses all callers.';
  return {
    allowList: allowListWith(context, context.getNodeParameter('allowedCallers', ''), advice),
    settingName,
  };
}

/** Whether callers must give the trigger secret of the credential. */
export function checksSecret(context: Context): boolean {
  return optionOf(context, 'checkSecret') === true;
}

/** Whether repeated events are passed on. */
export function passesRepeatsOn(context: Context): boolean {
  return isSetToPass(optionOf(context, 'repeated'));
}

/** Whether the option *Repeated Events* is set to pass them on. */
export function isSetToPass(repeated: unknown): boolean {
  return repeated === 'pass';
}

/** Whether an answer goes to the workflow that waits for it. */
export function resumesWaiting(context: Context): boolean {
  return optionOf(context, 'resumeWaiting') !== false;
}

function optionOf(context: Context, name: string): unknown {
  const options: unknown = context.getNodeParameter('options', {});
  return isRecord(options) ? options[name] : undefined;
}

export function wantedKindOf(context: Context): WantedKind {
  const event = context.getNodeParameter('event', 'inbound');
  return event === 'status' || event === 'any' ? event : 'inbound';
}

export function filterOf(context: Context): EventFilter {
  const filters: unknown = context.getNodeParameter('filters', {});
  const texts = (name: string) => textsOf(isRecord(filters) ? filters[name] : undefined);
  const wantedChannels = texts('channels');
  const kind = wantedKindOf(context);
  // A filter that the form no longer shows, because another event was chosen, is ignored.
  const textsFor = (other: WantedKind, name: string) => (kind === other ? [] : texts(name));
  return {
    channels: channels.filter((channel) => wantedChannels.includes(channel)),
    senders: textsFor('status', 'senders'),
    receivers: textsFor('status', 'receivers'),
    keywords: textsFor('status', 'keywords'),
    replyIds: textsFor('status', 'replyIds'),
    recipients: textsFor('inbound', 'recipients'),
    finalOnly: context.getNodeParameter('statuses', 'any') === 'final',
    unreadable: isRecord(filters) && filters['unreadable'] === 'pass',
  };
}

/** A list of texts, or one text. */
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
  const url = context.getNodeWebhookUrl('default') ?? '';
  if (wantedKindOf(context) !== 'inbound' && url.length > limits.notificationAddresses) {
    throw new NodeOperationError(context.getNode(), `The URL of this trigger has ${url.length} characters`, {
      description: `The service takes at most ${limits.notificationAddresses} characters for all notification addresses of a message. Choose a shorter path.`,
    });
  }
}
