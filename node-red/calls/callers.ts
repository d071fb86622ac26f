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
import type { CallVerdict } from './routes';

/**
 * Checks a call of the service by its address and the account's secret (specification 6). Says why in the language of this Node-RED.
 * @param account undefined if the node is not set up: then everybody is refused
 * @param anyCaller any address may call; the secret is still checked
 */
export function judgeCall(
  RED: NodeAPI,
  request: Request,
  account: Account | undefined,
  anyCaller = false,
): CallVerdict {
  const verdict = verdictOn(RED, request, account, anyCaller);
  const address = verdict.address === undefined ? {} : { address: verdict.address };
  const hint = verdict.hint === undefined ? {} : { hint: inLanguageOf(RED, verdict.hint) };
  return verdict.allowed
    ? { allowed: true, ...address, ...hint }
    : { allowed: false, reason: inLanguageOf(RED, verdict.reason), ...address, ...hint };
}

function verdictOn(
  RED: NodeAPI,
  request: Request,
  account: Account | undefined,
  anyCaller: boolean,
): CallerJudgement & { address?: string | undefined } {
  if (account === undefined || account.callers instanceof AllowListError)
    return { allowed: false, reason: say('notSetUp') };
  const { callers: allowList, webhookSecret, setting } = account;
  const caller = callerOf(RED, request, setting.trustedProxies);
  const { address } = caller;
  if (webhookSecret === '') return { allowed: false, reason: say('noSecretValue'), address };
  if (webhookSecret !== undefined && !knowsSecret(request.query, request.headers, webhookSecret))
    return { allowed: false, reason: say('wrongSecret'), address };
  const hint = proxyHint(caller);
  if (anyCaller) return { allowed: true, address, ...(hint === undefined ? {} : { hint }) };
  return { ...judgeCaller({ ...caller, allowList, settingName: say('callersOfAccount') }), address };
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
