import { readBaseUrl, readPath } from '../../core/client/calls/baseUrl';
import { tidyRequest } from '../../core/client/request/tidyRequest';
import { senderFindings, type Channel } from '../../core/contract';
import { readCountryCode } from '../../core/contract/phoneNumber';
import { rule, said } from '../../core/contract/sentences';
import type { Said } from '../../core/errors/sentence';
import { valueShown } from '../../core/errors/texts';
import { listEntered } from '../../core/json';
import { aboveZero } from '../../core/reading';
import { readAllowList } from '../../core/receive/allowList';
import { impossibleEntry } from '../../core/receive/filterEntries';
import { say } from '../../node-red/errors/texts';
import type { TypedValue } from '../../node-red/settings/describe';
import { isPublicAddress, isRoutePath } from '../../node-red/settings/routePath';
import { isConstant } from '../../node-red/settings/textFields';
import { literalValue, textOrEmpty } from '../values';

/** What is wrong with the texts of an account, by their rows. They are not empty and have no spaces around them. */
export const textChecks: Readonly<Partial<Record<string, (text: string) => Said | undefined>>> = {
  baseUrl: problemIn(readBaseUrl),
  batchPath: problemIn(readPath),
  balancePath: problemIn(readPath),
  allowedCallers: problemIn(readAllowList),
  publicAddress: (address) => (isPublicAddress(address) ? undefined : say('noPublicAddress')),
  defaultCountry: (country) => (readCountryCode(country) === undefined ? say('noCountryCode') : undefined),
  inboundPath: routePathProblem,
  statusPath: routePathProblem,
  senders: (numbers) => impossibleEntry({ senders: entriesIn(numbers) })?.rule,
  receivers: (numbers) => impossibleEntry({ receivers: entriesIn(numbers) })?.rule,
  recipients: (numbers) => impossibleEntry({ recipients: entriesIn(numbers) })?.rule,
  senderSms: (sender) => senderProblem('Sms', sender),
  senderWhatsapp: (sender) => senderProblem('Whatsapp', sender),
};

const entriesIn = (list: string) => listEntered(list).map(String);

function problemIn(read: (text: string) => { ok: true } | { ok: false; problem: Said }) {
  return (text: string): Said | undefined => {
    const found = read(text);
    return found.ok ? undefined : found.problem;
  };
}

function routePathProblem(path: string): Said | undefined {
  return isRoutePath(path) ? undefined : say('noRoutePath');
}

/** What is wrong with an entered sender on its channel. */
function senderProblem(channel: Channel, sender: string): Said | undefined {
  const [finding] = senderFindings(channel, textOrEmpty(tidyRequest({ channel, from: sender })['from']));
  return finding && said(finding);
}

/** What is wrong with the value of a typed input, by its row. What comes with the message is not known yet. */
export const typedChecks: Readonly<Partial<Record<string, (value: TypedValue) => Said | undefined>>> = {
  mostPerRun: (value) => {
    const entered = literalValue(value);
    if (entered === undefined || aboveZero(entered) !== undefined) return undefined;
    return rule('aboveZero', { got: valueShown(entered) });
  },
  /** Of a constant key, only the first message would ever go out. */
  sendOncePer: (value) => (isConstant(value) ? say('sameKey', { got: value.v }) : undefined),
};
