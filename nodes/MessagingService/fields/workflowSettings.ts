import type { IExecuteFunctions } from 'n8n-workflow';

import { defaultCountryOf } from '../../account';
import type { ReadContext } from './read';

/** What is the same for all items. */
export type ReadSettings = Omit<ReadContext, 'mediaIdOf'>;

export async function workflowSettings(context: IExecuteFunctions): Promise<ReadSettings> {
  return {
    timezone: context.getTimezone(),
    defaultCountry: defaultCountryOf(await context.getCredentials('messagingServiceApi')),
  };
}
