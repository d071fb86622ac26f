import type { IExecuteFunctions } from 'n8n-workflow';

import { checkCountryCode } from '../../../core/client';
import type { AccountRules } from '../../../core/contract';
import { defaultCountryOf, hasStrictLimits } from '../../account';
import type { ReadContext } from './read';

/** What is the same for all items. */
export type ReadSettings = Omit<ReadContext, 'mediaIdOf'>;

export async function workflowSettings(context: IExecuteFunctions): Promise<ReadSettings> {
  const credential = await context.getCredentials('messagingServiceApi');
  return {
    timezone: context.getTimezone(),
    defaultCountry: defaultCountryOf(credential),
    strictLimits: hasStrictLimits(credential),
  };
}

/**
 * What the account of a node changes about the rules of a message.
 * @throws MessagingError `invalid_settings` for an invalid country code
 */
export function rulesOf({ defaultCountry, strictLimits }: ReadSettings): AccountRules {
  return { countryCode: checkCountryCode(defaultCountry), strictLimits };
}
