import type { NodeMessage } from 'node-red';

import { invalidField, numberListReader } from '../../core/client';
import { compareWithList, KeyClaims, readKey, readWindow, type Steps } from '../../core/steps';
import type { WindowField } from '../../core/sendingWindow';
import { say } from '../errors/texts';
import { StoredKeys } from '../journal/storedKeys';
import { findAccount } from '../service/account';
import { serviceOf } from '../service/lasting';
import type { Input } from '../settings/describe';
import { isFilled, valueIn, type MayFind } from '../settings/evaluate';
import { rowOfWindow, type GuardSetting } from '../settings/guardRows';
import { editorText, labelOnForm, propertyLabel } from '../settings/labels';
import type { Deployed } from '../settings/registerNode';
import type { SendOnceSetting } from '../settings/sendOnceRows';
import { isConstant } from '../settings/textFields';
import type { NodeOutgoing } from './outgoing';

/** The steps that keep messages from people; those that the node does not use are undefined. */
export type Guards = Pick<Steps<NodeOutgoing>, 'exclude' | 'schedule' | 'rateLimit'>;

export function guardsOf(deployed: Deployed<GuardSetting>): Guards {
  const { RED, setting } = deployed;
  return {
    exclude: exclusionOf(deployed),
    schedule: scheduleOf(deployed),
    rateLimit: findAccount(RED, setting.account)?.rateLimit,
  };
}

const LIST = 'doNotSendTo';

/** Its reader says what is no list, and an empty text is an empty one. An environment variable that is empty was forgotten. */
const listIn =
  ({ t }: Input): MayFind =>
  (_, found) =>
    found !== '' || t !== 'env';

/** Compares recipients with the list of *Exclude Recipients* when a message goes out, not when it arrives: somebody may opt out meanwhile. */
function exclusionOf({ RED, node, setting }: Deployed<GuardSetting>): Guards['exclude'] {
  const { account, doNotSendTo: entered } = setting;
  if (!isFilled(entered)) return undefined;
  const read = numberListReader();
  // Not when the list is read: a node that a deploy closes still sends what it has collected, and its account may be gone by then.
  const countryCode = findAccount(RED, account)?.rules.countryCode;
  return async ({ request, msg }) => {
    const value = await valueIn({ RED, node, msg }, entered, listIn(entered));
    const list = read(value, { path: LIST, label: propertyLabel(RED, LIST), countryCode });
    return compareWithList(request, list, (path, of) => labelOnForm(RED, path, of));
  };
}

function scheduleOf({ RED, node, setting }: Deployed<GuardSetting>): Guards['schedule'] {
  const { sendingWindow, windowDays: days, windowFrom: from, windowUntil: until } = setting;
  if (!sendingWindow) return undefined;
  const { timeZone, exceptions, outsideWindow: outside } = setting;
  const labelOf = (field: WindowField) => propertyLabel(RED, rowOfWindow[field]);
  const windowOf = async ({ msg }: NodeOutgoing) => {
    const scope = { RED, node, msg };
    const zone = await valueIn(scope, timeZone);
    const dates = isFilled(exceptions) ? await valueIn(scope, exceptions, listIn(exceptions)) : '';
    return readWindow({ days, from, until, outside, timeZone: zone, exceptions: dates }, labelOf);
  };
  return { label: editorText(RED, 'section.window'), windowOf };
}

const KEY = 'sendOncePer';

/** *Send Only Once Per* of a node: the keys it has claimed, and the function that reads a message's key. */
export interface KeyedSending {
  claims: KeyClaims;
  /** Those of an account that the node had before, for what goes out by that one. */
  claimsOf(account: string): KeyClaims;
  keyFor(msg: NodeMessage): Promise<string>;
}

/** Undefined if *Send Only Once Per* is empty. `keyFor` throws MessagingError `invalid_request` for a message without a key, which could be sent twice. */
export function keyedSending({ RED, node, setting }: Deployed<SendOnceSetting>): KeyedSending | undefined {
  const { account, sendOncePer } = setting;
  if (!isFilled(sendOncePer)) return undefined;
  const claimsOf = (id: string) => {
    const keys = serviceOf(RED, id).of(node.id).part(StoredKeys);
    keys.rules = setting;
    return new KeyClaims(keys, keys.turns);
  };
  return {
    claims: claimsOf(account),
    claimsOf,
    keyFor: async (msg) => {
      if (isConstant(sendOncePer)) {
        throw invalidField(KEY, say('sameKey'), { label: propertyLabel(RED, KEY) });
      }
      const value = await valueIn({ RED, node, msg }, sendOncePer);
      return readKey(value, { path: KEY, label: propertyLabel(RED, KEY) }, say('emptyKey'));
    },
  };
}
