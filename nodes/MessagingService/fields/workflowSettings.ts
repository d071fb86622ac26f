import type { IExecuteFunctions } from 'n8n-workflow';

import { checkCountryCode, checkRecipientsAllowed, numberListReader } from '../../../core/client';
import type { AccountRules, MessageRequest } from '../../../core/contract';
import { choice } from '../../choice';
import { enteredRules } from '../../account';
import { ifTooLong, optionFields } from './options';
import type { Parameters, ReadSettings } from './read';
import { labelOnForm } from '../../../core/forms';
import { compareWithList, notCompared, type Compared } from '../../../core/journey';

export async function workflowSettings(context: IExecuteFunctions): Promise<ReadSettings> {
  const credential = await context.getCredentials('messagingServiceApi');
  return { timezone: context.getTimezone(), ...enteredRules(credential) };
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

/**
 * Makes a function that compares the recipients of a message with the list of *Do Not Send To*.
 *
 * It throws MessagingError `invalid_request` if they cannot be compared.
 */
export function comparisonWithList({
  defaultCountry,
}: ReadSettings): (parameters: Parameters, request: MessageRequest) => Compared {
  const read = numberListReader();
  const { name, displayName } = optionFields.doNotSendTo;
  return (parameters, request) => {
    const entered = parameters(`options.${name}`);
    if (entered === '') return notCompared;
    const countryCode = checkCountryCode(defaultCountry);
    const list = read(entered, { path: name, label: displayName, countryCode });
    return compareWithList(request, list, labelOnForm(['toList'], request));
  };
}
