import type { NodeMessage } from 'node-red';

import { KeyClaims, readKey } from '../../core/steps';
import { invalidField } from '../../core/client';
import { say } from '../errors/texts';
import { isFilled, valueIn } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';
import type { Deployed } from '../settings/registerNode';
import { isConstant } from '../settings/textFields';
import type { SendOnceSetting } from '../settings/sendOnceRows';
import { storeOf } from '../journal/journals';
import { StoredKeys } from '../journal/storedKeys';
import { serviceOf } from '../service/lasting';

const NAME = 'sendOncePer';

/** *Send Only Once Per* of a node: the keys it has claimed, and the function that reads a message's key. */
export interface KeyedSending {
  claims: KeyClaims;
  keyFor(msg: NodeMessage): Promise<string>;
}

/** Undefined if *Send Only Once Per* is empty. `keyFor` throws MessagingError `invalid_request` for a message without a key, which could be sent twice. */
export function keyedSending({ RED, node, setting }: Deployed<SendOnceSetting>): KeyedSending | undefined {
  const { account, sendOncePer } = setting;
  if (!isFilled(sendOncePer)) return undefined;
  const keys = serviceOf(RED, account).of(node.id).part(StoredKeys).use(storeOf(RED, account), setting);
  return {
    claims: new KeyClaims(keys, keys.shared),
    keyFor: async (msg) => {
      if (isConstant(sendOncePer)) {
        throw invalidField(NAME, say('sameKey'), { label: propertyLabel(RED, NAME) });
      }
      const value = await valueIn({ RED, node, msg }, sendOncePer);
      return readKey(value, { path: NAME, label: propertyLabel(RED, NAME) }, say('emptyKey'));
    },
  };
}
