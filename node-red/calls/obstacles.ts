import type { NodeAPI } from 'node-red';

import { AllowListError } from '../../core/receive';
import type { Account } from '../service/account';
import { inLanguageOf } from '../settings/language';
import { isRoutePath } from '../settings/routePath';
import { asksForLogin, takesCallsAtAll } from './served';

/** What keeps calls away: a key of the texts of a trigger node. */
export interface Obstacle {
  key: 'noCalls' | 'badPath' | 'noSecret' | 'badAllowList' | 'needsLogin' | 'notSet';
  values?: Record<string, string>;
}

/** Why no call gets through to one of the paths; undefined if nothing is in the way. */
export function obstacleOf(RED: NodeAPI, account: Account, paths: readonly string[]): Obstacle | undefined {
  if (!takesCallsAtAll(RED)) return { key: 'noCalls' };
  const path = paths.find((each) => !isRoutePath(each));
  if (path !== undefined) return { key: 'badPath', values: { path } };
  if (account.webhookSecret === '') return { key: 'noSecret' };
  const { callers } = account;
  if (callers instanceof AllowListError)
    return { key: 'badAllowList', values: { reason: inLanguageOf(RED, callers.said) } };
  return asksForLogin(RED) ? { key: 'needsLogin', values: { path: paths.join(', ') } } : undefined;
}
