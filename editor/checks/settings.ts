import { readBaseUrl, readPath } from '../../core/client/baseUrl';
import { tidyRequest } from '../../core/client/tidyRequest';
import { senderFindings, type Channel } from '../../core/contract';
import { AllowListError, parseAllowList } from '../../core/receive/allowList';
import { asText } from '../form/values';
import type { Problem } from './problem';

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

/** What is wrong with a sender that was typed in, on its channel; an empty one is the account's. */
export function senderProblem(channel: Channel, sender: string): Problem | undefined {
  if (sender === '') return undefined;
  return senderFindings(channel, asText(tidyRequest({ channel, from: sender })['from']))[0];
}

interface NumberBounds {
  min?: number;
  max?: number;
  whole?: boolean;
}

/** What is wrong with a number in the settings of a node. */
export function checkNumber(
  { min = -Infinity, max = Infinity, whole }: NumberBounds,
  typed: string,
): Problem | undefined {
  const got = typed.trim();
  const value = Number(got);
  if (got === '') return { key: 'required' };
  if (!Number.isFinite(value)) return { key: 'notNumber', values: { got: JSON.stringify(got) } };
  if (whole === true && !Number.isInteger(value)) return { key: 'wholeNumber', values: { got } };
  return value < min || value > max ? { key: 'range', values: { min, max, got } } : undefined;
}
