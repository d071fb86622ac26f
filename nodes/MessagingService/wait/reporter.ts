import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { allowListWith, type CallerSettings } from '../../callers';
import type { Parameters } from '../fields/read';

/**
 * Who may report the status of a message: the same callers as for the trigger.
 * @throws NodeOperationError for an entry that is neither an address nor a range
 */
export function reportersOf(
  context: IExecuteFunctions | IWebhookFunctions,
  parameters: Parameters,
): CallerSettings {
  const settingName = "'More Allowed Callers' of this node";
  if (parameters('options.checkCaller') === false) return { allowList: undefined, settingName };
  const advice = "Correct 'More Allowed Callers' in the options of this node.";
  return { allowList: allowListWith(context, parameters('options.allowedCallers'), advice), settingName };
}
