import type { Request } from 'express';
import type { NodeAPI } from 'node-red';

import {
  AllowListError,
  callerAddress,
  judgeCaller,
  knowsSecret,
  proxyHint,
  type Caller,
  type CallerJudgement,
} from '../../core/receive';
import { say } from '../errors/texts';
import type { Account } from '../service/account';
import { inLanguageOf } from '../settings/language';

/** Whether a caller is accepted, with what a person should know about it, in the language of this Node-RED. */
export type Verdict = { address?: string | undefined; hint?: string } & (
  { allowed: true } | { allowed: false; reason: string }
);

/**
 * Checks a call of the service by its address and the account's secret (specification 6).
 * @param account undefined if it is missing or nothing is set up: then everybody is refused
 */
export function judgeCall(RED: NodeAPI, request: Request, account: Account | undefined): Verdict {
  if (account === undefined || account.callers instanceof AllowListError)
    return { allowed: false, reason: inLanguageOf(RED, say('notSetUp')) };
  const { callers: allowList, webhookSecret, setting } = account;
  const caller = callerOf(RED, request, setting.trustedProxies);
  const { address } = caller;
  const judgement = (): CallerJudgement => {
    if (webhookSecret === '') return { allowed: false, reason: say('noSecretValue') };
    if (webhookSecret !== undefined && !knowsSecret(request.query, request.headers, webhookSecret))
      return { allowed: false, reason: say('wrongSecret') };
    if (!setting.allowAnyCaller)
      return judgeCaller({ ...caller, allowList, settingName: say('callersOfAccount') });
    const hint = proxyHint(caller);
    return { allowed: true, ...(hint === undefined ? {} : { hint }) };
  };
  const found = judgement();
  const hint = found.hint === undefined ? {} : { hint: inLanguageOf(RED, found.hint) };
  return found.allowed
    ? { allowed: true, address, ...hint }
    : { allowed: false, reason: inLanguageOf(RED, found.reason), address, ...hint };
}

function callerOf(RED: NodeAPI, request: Request, trustedProxies: number): Caller {
  const forwardedFor = request.headers['x-forwarded-for'];
  return {
    address:
      trustedProxies === 0
        ? request.ip
        : callerAddress(request.socket.remoteAddress, forwardedFor, trustedProxies),
    forwardedHeader: forwardedFor ?? request.headers.forwarded,
    trustProxy: trustedProxies > 0 ? trustedProxies : RED.httpNode.get('trust proxy'),
    proxyAdvice: say('proxyAdvice'),
  };
}
