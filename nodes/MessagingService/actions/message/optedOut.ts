import { checkCountryCode, numberListReader } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { labelOnForm } from '../../../../core/forms';
import {
  compareWithList,
  doNotSendTo,
  notCompared,
  type Compared,
  type Step,
} from '../../../../core/journey';
import { DO_NOT_SEND_TO, optionFields } from '../../fields/options';
import type { Parameters, ReadSettings } from '../../fields/read';
import type { Draft } from './draft';

/**
 * Makes a function that compares the recipients of a message with the list of *Do Not Send To*.
 *
 * It throws MessagingError `invalid_request` if they cannot be compared.
 */
export function comparisonWithList({
  defaultCountry,
}: ReadSettings): (parameters: Parameters, request: MessageRequest) => Compared {
  const read = numberListReader();
  const { name } = optionFields.doNotSendTo;
  return (parameters, request) => {
    const entered = parameters(`options.${name}`);
    if (entered === '') return notCompared;
    const countryCode = checkCountryCode(defaultCountry);
    const list = read(entered, { path: name, label: DO_NOT_SEND_TO, countryCode });
    return compareWithList(request, list, labelOnForm(['toList'], request));
  };
}

/** The step in which nobody on the list of *Do Not Send To* gets anything. */
export const notToOptedOut: Step<Draft> = doNotSendTo(async ({ compared }) => compared);
