import type { IExecuteFunctions } from 'n8n-workflow';

import { checkCountryCode, checkRecipientsAllowed } from '../../../core/client';
import type { AccountRules } from '../../../core/contract';
import { choice } from '../../choice';
import { defaultCountryOf, hasStrictLimits, recipientsAllowedOf } from '../../account';
import { ifTooLong } from './options';
import type { Parameters, ReadSettings } from './read';

export async function workflowSettings(context: IExecuteFunctions): Promise<ReadSettings> {
  const credential = await context.getCredentials('messagingServiceApi');
  return {
    timezone: context.getTimezone(),
    defaultCountry: defaultCountryOf(credential),
    recipientsAllowed: recipientsAllowedOf(credential),
    strictLimits: hasStrictLimits(credential),
  };
}

/**
 * What the account of a node and the options of an item change about the rules of a message.
 * @throws MessagingError `invalid_settings` for an invalid country code or a list of recipients that cannot be read, `invalid_request` for a
 * choice that there is not
 */
export function rulesOf(
  { defaultCountry, recipientsAllowed, strictLimits }: ReadSettings,
  parameters: Parameters,
): AccountRules {
  const countryCode = checkCountryCode(defaultCountry);
  return {
    countryCode,
    recipientsAllowed: checkRecipientsAllowed(recipientsAllowed, countryCode),
    strictLimits,
    refuseCut: choice(parameters(`options.${ifTooLong.name}`), ifTooLong) === 'refuse',
  };
}
