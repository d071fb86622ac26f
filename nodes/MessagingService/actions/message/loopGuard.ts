import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { asMessagingError, loopLimitIn } from '../../../../core/client';
import { loopGuardOf, type LoopGuard, type LoopGuardRules } from '../../../../core/journey';
import { readList } from '../../../../core/reading';
import { toNodeError } from '../../errors';
import { CREDENTIAL } from '../../transport/client';
import type { Draft } from './draft';

/**
 * The loop guard of the node's credential; undefined if it has none.
 * @throws NodeOperationError if its limit cannot be read
 */
export function guardOf(
  context: IExecuteFunctions,
  credential: ICredentialDataDecryptedObject,
): LoopGuard | undefined {
  try {
    return loopGuardOf(context.getNode().credentials?.[CREDENTIAL]?.id ?? '', loopLimitIn(credential));
  } catch (error) {
    throw toNodeError(context.getNode(), asMessagingError(error), 0);
  }
}

/** How messages count that are not sent on several channels, each of which counts by itself. */
export const guardedDrafts: LoopGuardRules<Draft> = {
  counts: ({ fallback }) => fallback === undefined,
  recipientsOf: ({ result }) => (result?.ok === true ? (readList(result.value, 'recipients') ?? []) : []),
};
