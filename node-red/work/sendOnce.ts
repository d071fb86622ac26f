import type { Node, NodeAPI } from 'node-red';

import {
  KeyClaims,
  oncePerKey,
  readKey,
  type OncePerKey,
  type OnItsWay,
  type Step,
} from '../../core/journey';
import { invalidField } from '../../core/client';
import { isRecord, readText } from '../../core/reading';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { propertyLabel, propertyNamed } from '../settings/labels';
import { isConstant } from '../settings/textFields';
import type { Output } from '../outcome/report';
import type { SendOnceSetting } from '../settings/sendOnceRows';
import { StoredKeys } from '../journal/storedKeys';

const NAME = 'sendOncePer';

/** *Send Only Once Per* of a node: the keys it has claimed, and the function that reads a message's key. */
export interface KeyedSending {
  claims: KeyClaims;
  keyFor(scope: Scope): Promise<string>;
  close(removed: boolean): Promise<void>;
}

/** Undefined if *Send Only Once Per* is empty. `keyFor` throws MessagingError `invalid_request` for a message without a key, which could be sent twice. */
export function keyedSendingOf(
  RED: NodeAPI,
  node: Node,
  account: string,
  setting: SendOnceSetting,
): KeyedSending | undefined {
  const { sendOncePer } = setting;
  if (sendOncePer.v === undefined || sendOncePer.v === '') return undefined;
  const keys = new StoredKeys(RED, node, account, setting);
  const evaluated = evaluationOf(sendOncePer, propertyNamed(NAME));
  return {
    claims: new KeyClaims(keys, keys.shared),
    close: (removed) => keys.close(removed),
    keyFor: async (scope) => {
      if (isConstant(sendOncePer)) {
        const rule =
          'is the same for every message, so only the first one would go out: choose a value of the message, such as msg.orderId';
        throw invalidField(NAME, rule, { label: propertyLabel(scope.RED, NAME) });
      }
      const value = await evaluated(scope);
      return readKey(
        value,
        { path: NAME, label: propertyLabel(scope.RED, NAME) },
        'is empty for this message',
      );
    },
  };
}

/** The step that sends only once for each key; none if the node does not. */
export function oncePerKeyOf<M extends OnItsWay<Output> & { key: string | undefined }>(
  keyed: KeyedSending | undefined,
  redeploy: Omit<OncePerKey<M, Output>, 'sentBefore' | 'idOf'> = {},
): Array<Step<M>> {
  if (keyed === undefined) return [];
  return [oncePerKey<Output, M>(keyed.claims, { sentBefore, idOf: messageIdIn, ...redeploy })];
}

/** The output for a message whose key was sent before. */
function sentBefore(key: string, messageId: string | undefined): Output {
  const payload = { outcome: 'sent_before', key, messageId };
  return { payload, port: 0, status: { key: 'sentBefore' }, uncounted: true };
}

function messageIdIn({ payload }: Output): string | undefined {
  return isRecord(payload) ? readText(payload, 'messageId') : undefined;
}
