import { isRecord } from '../../core/reading';
import { readBaseUrl, readPath } from '../../core/client/baseUrl';
import { tidyRequest } from '../../core/client/tidyRequest';
import { senderFindings, type Channel } from '../../core/contract';
import { AllowListError, parseAllowList } from '../../core/receive/allowList';
import { readCountryCode } from '../../core/contract/patterns';
import { isRoutePath } from '../../node-red/shared/routePath';
import { textOrEmpty } from '../form/values';
import type { EditorNode } from '../red';
import type { EditorProblem } from './problem';

/** What is wrong with the address of the service. */
export function baseUrlProblem(address: string): EditorProblem | undefined {
  const read = readBaseUrl(address);
  return read.ok ? undefined : { key: `baseUrl.${read.fault}` };
}

/** What is wrong with the first invalid entry in the list of allowed callers; an empty list adds none to the service's own. */
export function callersProblem(callers: string): EditorProblem | undefined {
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
export function publicAddressProblem(address: string): EditorProblem | undefined {
  return /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(address) ? undefined : { key: 'publicAddress' };
}

/** What is wrong with the country code for numbers without one. */
export function countryProblem(country: string): EditorProblem | undefined {
  return readCountryCode(country) === undefined ? { key: 'countryCode' } : undefined;
}

/** What is wrong with a path at which the service calls this Node-RED. */
export function routePathProblem(path: string): EditorProblem | undefined {
  return isRoutePath(path) ? undefined : { key: 'path' };
}

/**
 * An account that requires a secret must have one. Of a stored secret, the editor knows only that it exists, and only once the dialog has
 * been opened.
 */
export function secretProblem({ credentials }: EditorNode, required: unknown): EditorProblem | undefined {
  if (required !== true || !isRecord(credentials)) return undefined;
  const isThere =
    credentials['has_webhookSecret'] === true || textOrEmpty(credentials['webhookSecret']) !== '';
  return isThere ? undefined : { key: 'secretMissing' };
}

/** What is wrong with the path of an endpoint; an empty one means the default. */
export function servicePathProblem(path: string): EditorProblem | undefined {
  const read = readPath(path);
  return read.ok ? undefined : { key: `servicePath.${read.fault}` };
}

/** What is wrong with an entered sender on its channel; an empty one means the account's. */
export function senderProblem(channel: Channel, sender: string): EditorProblem | undefined {
  if (sender === '') return undefined;
  return senderFindings(channel, textOrEmpty(tidyRequest({ channel, from: sender })['from']))[0];
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
): EditorProblem | undefined {
  const got = typed.trim();
  const value = Number(got);
  if (got === '') return { key: 'required' };
  if (!Number.isFinite(value)) return { key: 'notNumber', values: { got: JSON.stringify(got) } };
  if (whole === true && !Number.isInteger(value)) return { key: 'wholeNumber', values: { got } };
  return value < min || value > max ? { key: 'range', values: { min, max, got } } : undefined;
}
