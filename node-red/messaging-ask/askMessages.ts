import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { answerAddress, withReportTo } from '../calls/addresses';
import { preparedMessagesOf } from '../message/preparedMessage';
import type { Account } from '../service/account';
import { UNITS } from '../settings/duration';
import type { Submission } from '../work/submission';
import { cancelledIn } from './cancellation';
import type { LinkPlace } from './linkedQuestion';
import { limitsOf, questionOf } from './question';
import type { AskSetting } from './settings';

/** What a message means to the node: a question, or the cancellation of others. */
export type Prepared =
  { kind: 'planned'; submission: Submission } | { kind: 'cancel'; persons: string[] | undefined };

/** Makes the function that reads a message of the node. */
export function askMessagesOf(
  RED: NodeAPI,
  node: Node,
  setting: AskSetting,
): (msg: NodeMessage, account: Account) => Promise<Prepared> {
  const messageFor = preparedMessagesOf(setting);
  const limitFor = limitsOf(setting);
  return async (msg, account) => {
    const cancelled = cancelledIn(msg, account.rules.countryCode);
    if (cancelled !== undefined) return { kind: 'cancel', ...cancelled };
    const scope = { RED, node, msg };
    const prepared = await messageFor(scope, account);
    const request = withReportTo(RED, account, prepared.request);
    const eachMs = setting.order === 'inTurn' ? setting.minutesEach * UNITS.minutes : await limitFor(scope);
    const page = pageFor(RED, account, setting);
    return {
      kind: 'planned',
      submission: await questionOf({ ...prepared, request }, { setting, eachMs, page }),
    };
  };
}

/** Where the page for the answer is; undefined if the node asks without one. */
function pageFor(RED: NodeAPI, account: Account, setting: AskSetting): LinkPlace | undefined {
  if (setting.answerBy !== 'link' || setting.waitFor === 'delivery') return undefined;
  return { address: answerAddress(RED, account), label: RED._('messaging-ask.label.answerBy') };
}
