import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { BoundedMap } from '../../../../core/boundedMap';
import { asMessagingError } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import {
  heldBackIsNoFailure,
  loopGuard,
  SentLately,
  type Addressed,
  type LoopGuard,
  type LoopGuardRules,
  type Step,
} from '../../../../core/journey';
import { readList } from '../../../../core/reading';
import { loopLimitOf } from '../../../account';
import { asData } from '../../../data';
import { toNodeError } from '../../errors';
import { CREDENTIAL } from '../../transport/client';
import type { Draft } from './draft';

/** By credential, so that all nodes and executions in this process share them. */
const sentLately = new BoundedMap<string, SentLately>(1000);

/**
 * The loop guard of the node's credential; undefined if it has none.
 * @throws NodeOperationError if its limit cannot be read
 */
export function loopGuardOf(
  context: IExecuteFunctions,
  credential: ICredentialDataDecryptedObject,
): LoopGuard | undefined {
  try {
    const limit = loopLimitOf(credential);
    if (limit === undefined) return undefined;
    const id = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
    const sent = sentLately.get(id) ?? new SentLately();
    sentLately.set(id, sent);
    return { limit, sent };
  } catch (error) {
    throw toNodeError(context.getNode(), asMessagingError(error), 0);
  }
}

/** The step that holds back what exceeds the limit; a guard that there is not has none. */
export function guarded<T, M extends Addressed<T>>(
  guard: LoopGuard | undefined,
  rules: LoopGuardRules<M>,
): Array<Step<M>> {
  return guard === undefined ? [] : [loopGuard<T, M>(guard, rules)];
}

/** How messages count that are not sent on several channels, each of which counts by itself. */
export const guardedDrafts: LoopGuardRules<Draft> = {
  requestOf: ({ fallback, request }): MessageRequest | undefined =>
    fallback === undefined ? request : undefined,
  recipientsOf: ({ result }) => (result?.ok === true ? (readList(result.value, 'recipients') ?? []) : []),
};

/** A message that is held back is no failure: the others go on. */
export const heldBackOutput: Step<Draft> = heldBackIsNoFailure<IDataObject, Draft>(({ recipients, until }) =>
  asData({ outcome: 'held_back', until, recipients }),
);
