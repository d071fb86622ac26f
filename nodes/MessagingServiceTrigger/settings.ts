import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { MessagingError } from '../../core/client/outcome/errors';
import { limits } from '../../core/contract/limits';
import type { GatherRule } from '../../core/receive';
import { CREDENTIAL } from '../account';
import { callersWith, type CallerSettings } from '../callers';
import { enteredAt, parametersAt, type Parameters } from '../parameters';
import { checkCollections, readAdded } from '../settings';
import { optInWords, optOutWords, readFilter } from './filters';
import * as setting from './properties';

type Context = Pick<IWebhookFunctions, 'getNode'> & {
  getNodeParameter(name: string, fallback: string | boolean | object): unknown;
};

/** @throws NodeOperationError for a setting to which an expression gave a wrong value: that is an error of the trigger, not of a message */
export function readSettings(context: Context) {
  return settingOf(context, (parameters, options) => {
    const event = setting.event.read(parameters);
    const filter = readFilter(parametersAt(parameters, 'filters'), event);
    return {
      event,
      filter: { ...filter, finalOnly: setting.statuses.read(parameters) === 'final' },
      words: { stop: optOutWords.read(options), start: optInWords.read(options) },
      // Whether answers to questions go to the workflows that wait for them.
      resumes: setting.resumeWaiting.read(options),
      lateTaps: setting.lateTaps.read(options),
      repeated: setting.repeated.read(options),
      // When the messages of a person are complete; undefined if each one starts the workflow by itself.
      gathers: gatherRule(options),
    };
  });
}

/**
 * Who may call.
 * @throws NodeOperationError for an entry that is neither an address nor a range: an allow-list fails closed
 */
export function callerSettings(context: Context): CallerSettings & { checksSecret: boolean } {
  return settingOf(context, (parameters, options) => {
    const checksSecret = setting.checkSecret.read(options);
    const settingName = `'${setting.allowedCallers.label}' of this trigger`;
    if (!setting.checkCaller.read(parameters)) return { allowList: undefined, settingName, checksSecret };
    return { ...callersWith(parameters(setting.allowedCallers.name), settingName), checksSecret };
  });
}

export const NO_SECRET = 'The credential of this trigger has no webhook secret, or none is chosen.';

function gatherRule(options: Parameters): GatherRule | undefined {
  const { waitForPause, pauseAtMost } = setting;
  const pause = readAdded(waitForPause, options) ?? 0;
  return pause === 0 ? undefined : { pauseMs: pause * 1000, atMostMs: pauseAtMost.read(options) * 1000 };
}

function settingOf<T>(context: Context, read: (parameters: Parameters, options: Parameters) => T): T {
  // A copy that n8n makes with each call.
  const { parameters: written } = context.getNode();
  const parameters: Parameters = Object.assign((name: string) => context.getNodeParameter(name, ''), {
    entered: (name: string) => enteredAt(written, name),
  });
  try {
    checkCollections(written);
    return read(parameters, parametersAt(parameters, 'options'));
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
  const { checksSecret } = callerSettings(context);
  if (checksSecret && context.getNode().credentials?.[CREDENTIAL] === undefined)
    throw new NodeOperationError(context.getNode(), NO_SECRET);
  const { event } = readSettings(context);
  const url = context.getNodeWebhookUrl('default') ?? '';
  if (event !== 'inbound' && url.length > limits.notificationAddresses) {
    throw new NodeOperationError(context.getNode(), `The URL of this trigger has ${url.length} characters`, {
      description: `The service takes at most ${limits.notificationAddresses} characters for all notification addresses of a message. Choose a shorter path.`,
    });
  }
}
