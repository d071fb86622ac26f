import { readBaseUrl, readPath } from '../../core/client/baseUrl';
import type { TextFormat } from '../../core/contract/field';
import {
  amountInThousandths,
  isCalendarDate,
  isDateTime,
  isEmailAddress,
  isFullDateTime,
  isInternationalNumber,
  isSmsSender,
  isWebAddress,
  tidyNumber,
  tidySmsSender,
} from '../../core/contract/patterns';
import type { Channel } from '../../core/contract';
import { AllowListError, parseAllowList } from '../../core/receive/allowList';
import type { Problem } from './problem';

/** Numbers are judged as they will be sent: without the blanks and brackets people put into them. */
const isNumber = (text: string) => isInternationalNumber(tidyNumber(text));

const formats: Record<TextFormat, (text: string) => boolean> = {
  internationalNumber: isNumber,
  webAddress: isWebAddress,
  dateTime: isDateTime,
  fullDateTime: isFullDateTime,
  calendarDate: isCalendarDate,
  amount: (text) => amountInThousandths(text) !== undefined,
};

/** What is wrong with a text that must have a format; nothing without one. */
export function formatProblem(format: TextFormat | undefined, text: string): Problem | undefined {
  return format === undefined || formats[format](text) ? undefined : { key: format };
}

/** What is wrong with the address of the service. */
export function baseUrlProblem(address: string): Problem | undefined {
  const read = readBaseUrl(address);
  return read.ok ? undefined : { key: `baseUrl.${read.fault}` };
}

/** What is wrong with the first wrong entry of a list of allowed callers; an empty list adds none to those of the service. */
export function callersProblem(callers: string): Problem | undefined {
  try {
    if (callers.trim() !== '') parseAllowList(callers);
    return undefined;
  } catch (error) {
    const { entry, meant } = error instanceof AllowListError ? error : { entry: callers };
    return meant === undefined
      ? { key: 'caller', values: { got: entry } }
      : { key: 'callerRange', values: { got: entry, ...meant } };
  }
}

/** What is wrong with the address at which the service reaches Node-RED. */
export function publicAddressProblem(address: string): Problem | undefined {
  return /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(address) ? undefined : { key: 'publicAddress' };
}

/** What is wrong with the path of an endpoint; an empty one is the usual. */
export function servicePathProblem(path: string): Problem | undefined {
  const read = readPath(path);
  return read.ok ? undefined : { key: `servicePath.${read.fault}` };
}

const senders: Record<Channel, (sender: string) => Problem | undefined> = {
  Sms: (sender) => (isSmsSender(tidySmsSender(sender)) ? undefined : { key: 'smsSender' }),
  Whatsapp: (sender) => (isNumber(sender) ? undefined : { key: 'internationalNumber' }),
  Rcs: () => undefined,
};

/** What is wrong with a sender that was typed in, on its channel; an empty one is the account's. */
export function senderProblem(channel: Channel, sender: string): Problem | undefined {
  return sender === '' ? undefined : senders[channel](sender);
}

const addresses: Record<string, (address: string) => Problem | undefined> = {
  Sms: (address) => (isNumber(address) ? undefined : { key: 'internationalNumber' }),
  Email: (address) => (isEmailAddress(address) ? undefined : { key: 'email' }),
  Url: (address) => formatProblem('webAddress', address),
  UrlPost: (address) => formatProblem('webAddress', address),
};

/** What is wrong with an address of a notification, if both its type and it were typed in. */
export function addressProblem(type: string | undefined, address: string | undefined): Problem | undefined {
  if (type === undefined || address === undefined || address === '') return undefined;
  return addresses[type]?.(address);
}
