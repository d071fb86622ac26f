import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { checkCountryCode, checkRecipientsAllowed } from '../../../core/client';
import type { AccountRules, MessageRequest } from '../../../core/contract';
import { labelOnForm } from '../../../core/forms';
import { compareWithList, notCompared, type Compared } from '../../../core/steps';
import { enteredRules } from '../../account';
import { parametersOf } from '../items';
import type { Parameters } from './parameters';
import type { ReadSettings } from './parts/formPart';
import { optionsReader, type SendOptions } from './sendOptions';

/** An item, as far as its parameters say more about its message than the message itself. */
export interface Item {
  index: number;
  parameters: Parameters;
  settings: ReadSettings;
  /**
   * The options for its message.
   * @throws MessagingError that names the option that cannot be read
   */
  options(): SendOptions;
  /**
   * What its account and its options change about the rules of a message.
   * @throws MessagingError `invalid_settings` for an invalid country code or a list of recipients that cannot be read, and as `options`
   */
  rules(): AccountRules;
  /**
   * Compares recipients with the list of *Exclude Recipients*.
   * @throws MessagingError `invalid_request` if they cannot be compared, and as `options`
   */
  compare(request: MessageRequest): Compared;
}

/** Makes a function that reads items by their index. What is the same for all of them is read once. */
export function itemReader(
  context: IExecuteFunctions,
  credential: ICredentialDataDecryptedObject,
): (index: number) => Item {
  const settings = { timezone: context.getTimezone(), ...enteredRules(credential) };
  const readOptions = optionsReader(context, settings.defaultCountry);
  const parametersFor = parametersOf(context);
  return (index) => {
    const parameters = parametersFor(index);
    let read: SendOptions | undefined;
    const options = () => (read ??= readOptions(parameters));
    return {
      ...{ index, parameters, settings, options },
      rules: () => rulesOf(settings, options()),
      compare: (request) => {
        const { excluded } = options();
        if (excluded === undefined) return notCompared;
        return compareWithList(request, excluded, labelOnForm(['toList'], request));
      },
    };
  };
}

function rulesOf(
  { defaultCountry, recipientsAllowed, strictLimits }: ReadSettings,
  { ifTooLong }: SendOptions,
): AccountRules {
  const countryCode = checkCountryCode(defaultCountry);
  return {
    countryCode,
    recipientsAllowed: checkRecipientsAllowed(recipientsAllowed, countryCode),
    strictLimits,
    refuseCut: ifTooLong !== 'cut',
  };
}
