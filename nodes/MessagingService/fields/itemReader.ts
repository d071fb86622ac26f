import type { IExecuteFunctions } from 'n8n-workflow';

import { checkCountryCode, checkRecipientsAllowed, numberListReader } from '../../../core/client';
import type { AccountRules, MessageRequest } from '../../../core/contract';
import { labelOnForm } from '../../../core/forms';
import { compareWithList, notCompared, type Compared } from '../../../core/steps';
import type { SendingWindow } from '../../../core/sendingWindow';
import { choice } from '../../choice';
import { credentialOf, enteredRules } from '../../account';
import { parametersOf } from '../items';
import { ifTextTooLong, optionFields } from './options';
import { optionValue, type Parameters } from './parameters';
import type { ReadSettings } from './read';
import { windowOptionReader } from './sendingWindow';

/** An item, as far as its parameters say more about its message than the message itself. */
export interface Item {
  index: number;
  parameters: Parameters;
  settings: ReadSettings;
  /**
   * What its account and its options change about the rules of a message.
   * @throws MessagingError `invalid_settings` for an invalid country code or a list of recipients that cannot be read, `invalid_request`
   * for a choice that there is not
   */
  rules(): AccountRules;
  /**
   * Compares recipients with the list of *Do Not Send To*.
   * @throws MessagingError `invalid_request` if they cannot be compared
   */
  compare(request: MessageRequest): Compared;
  /**
   * The *Sending Window*; undefined without one.
   * @throws MessagingError `invalid_request` that names what is wrong with it
   */
  window(): SendingWindow | undefined;
}

/** Makes a function that reads items by their index. What is the same for all of them is read once. */
export async function itemReader(context: IExecuteFunctions): Promise<(index: number) => Item> {
  const credential = await credentialOf(context);
  const settings = { timezone: context.getTimezone(), ...enteredRules(credential) };
  const compare = comparisonWithList(settings);
  const windowOf = windowOptionReader(context);
  const parametersFor = parametersOf(context);
  return (index) => {
    const parameters = parametersFor(index);
    return {
      index,
      parameters,
      settings,
      rules: () => rulesOf(settings, parameters),
      compare: (request) => compare(parameters, request),
      window: () => windowOf(parameters),
    };
  };
}

function rulesOf(
  { defaultCountry, recipientsAllowed, strictLimits }: ReadSettings,
  parameters: Parameters,
): AccountRules {
  const countryCode = checkCountryCode(defaultCountry);
  return {
    countryCode,
    recipientsAllowed: checkRecipientsAllowed(recipientsAllowed, countryCode),
    strictLimits,
    refuseCut: choice(optionValue(parameters, ifTextTooLong), ifTextTooLong) !== 'cut',
  };
}

function comparisonWithList({
  defaultCountry,
}: ReadSettings): (parameters: Parameters, request: MessageRequest) => Compared {
  const read = numberListReader();
  const { name, displayName } = optionFields.doNotSendTo;
  return (parameters, request) => {
    const entered = optionValue(parameters, optionFields.doNotSendTo);
    if (entered === '') return notCompared;
    const countryCode = checkCountryCode(defaultCountry);
    const list = read(entered, { path: name, label: displayName, countryCode });
    return compareWithList(request, list, labelOnForm(['toList'], request));
  };
}
