import type { Request } from 'express';
import type { NodeAPI } from 'node-red';

import { callerAddress, judgeCaller, knowsSecret, type CallerJudgement } from '../../core/receive';
import { say } from '../errors/texts';
import type { Account } from '../service/account';

/** Whether a caller is accepted, with what a person should know about it. */
export type Verdict = CallerJudgement & { address?: string | undefined };

/**
 * Checks a call of the service by its address and the account's secret (specification 6).
 * @param account undefined if it is missing or nothing is set up: then everybody is refused
 */
export function judgeCall(RED: NodeAPI, request: Request, account: Account | undefined): Verdict {
  if (account === undefined || !account.callers.ok) return { allowed: false, reason: say('notSetUp') };
  const { callers, webhookSecret, setting } = account;
  const { trustedProxies, allowAnyCaller } = setting;
  const { ip, query, headers, socket } = request;
  const forwardedFor = headers['x-forwarded-for'];
  const address =
    trustedProxies === 0 ? ip : callerAddress(socket.remoteAddress, forwardedFor, trustedProxies);
  if (webhookSecret === '') return { address, allowed: false, reason: say('noSecretValue') };
  if (webhookSecret !== undefined && !knowsSecret(query, headers, webhookSecret))
    return { address, allowed: false, reason: say('wrongSecret') };
  const judgement = judgeCaller({
    address,
    allowList: allowAnyCaller ? undefined : callers.list,
    forwardedHeader: forwardedFor ?? headers.forwarded,
    trustProxy: trustedProxies > 0 ? trustedProxies : RED.httpNode.get('trust proxy'),
    proxyAdvice: say('proxyAdvice'),
    settingName: say('callersOfAccount'),
  });
  return { address, ...judgement };
}
