import { readBaseUrl, readPath } from '../../core/client/calls/baseUrl';
import { tidyRequest } from '../../core/client/request/tidyRequest';
import { senderFindings, type Channel } from '../../core/contract';
import { readAllowedRecipients } from '../../core/contract/allowedRecipients';
import { AllowListError, parseAllowList } from '../../core/receive/allowList';
import { readCountryCode } from '../../core/contract/phoneNumber';
import type { TextCheck, TypedValue } from '../../node-red/settings/describe';
import { isConstant } from '../../node-red/settings/textFields';
import { isRoutePath } from '../../node-red/settings/routePath';
import { literal, textOrEmpty } from '../values';
import type { EditorProblem } from './explain';

/** What is wrong with an entered text, which is not empty and has no spaces around it. */
export type CheckText = (text: string) => EditorProblem | undefined;

export const textChecks: Record<TextCheck, CheckText> = {
  baseUrl: (address) => {
    const read = readBaseUrl(address);
    return read.ok ? undefined : { key: `baseUrl.${read.fault}` };
  },
  servicePath: (path) => {
    const read = readPath(path);
    return read.ok ? undefined : { key: `servicePath.${read.fault}` };
  },
  callers: (callers) => {
    try {
      parseAllowList(callers);
      return undefined;
    } catch (error) {
      const { entry, meant } = error instanceof AllowListError ? error : { entry: callers };
      return meant === undefined
        ? { key: 'caller', values: { got: entry } }
        : { key: 'callerRange', values: { got: entry, ...meant } };
    }
  },
  publicAddress: (address) =>
    /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(address) ? undefined : { key: 'publicAddress' },
  countryCode: (country) => (readCountryCode(country) === undefined ? { key: 'countryCode' } : undefined),
  recipientsAllowed: (recipients) => {
    const read = readAllowedRecipients(recipients, '+1');
    return read.ok ? undefined : { key: 'recipientsAllowed', values: { got: read.entry } };
  },
  routePath: (path) => (isRoutePath(path) ? undefined : { key: 'path' }),
  senderSms: (sender) => senderProblem('Sms', sender),
  senderWhatsapp: (sender) => senderProblem('Whatsapp', sender),
};

/** What is wrong with an entered sender on its channel. */
function senderProblem(channel: Channel, sender: string): EditorProblem | undefined {
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
  got: string,
): EditorProblem | undefined {
  const value = Number(got);
  if (got === '') return { key: 'required' };
  if (!Number.isFinite(value)) return { key: 'notNumber', values: { got: JSON.stringify(got) } };
  if (whole === true && !Number.isInteger(value)) return { key: 'wholeNumber', values: { got } };
  return value < min || value > max ? { key: 'range', values: { min, max, got } } : undefined;
}

/** What is wrong with the value of a typed input. */
export const typedChecks = {
  aboveZero: checkAboveZero,
  /** Of a constant key, only the first message would ever go out. */
  varies: (value: TypedValue): EditorProblem | undefined =>
    isConstant(value) ? { key: 'varies', values: { got: value.v } } : undefined,
};

/** What is wrong with an entered number above 0; what comes with the message is not known yet. */
function checkAboveZero(value: TypedValue): EditorProblem | undefined {
  const entered = literal(value);
  const number = Number(entered);
  if (entered === undefined || (number > 0 && Number.isFinite(number))) return undefined;
  return { key: 'aboveZero', values: { got: JSON.stringify(entered) } };
}
