import type { Request } from 'express';
import type { NodeAPI } from 'node-red';

import {
  AllowListError,
  callerAddress,
  judgeCaller,
  knowsSecret,
  proxyHint,
  type Caller,
} from '../../core/receive';
import type { Account } from '../service/account';
import { inLanguageOf } from '../settings/language';
import type { CallVerdict } from './routes';

export const PROXY_ADVICE =
  'In settings.js set httpServerOptions: { "trust proxy": 1 } (the number of proxies), or set Trusted proxies in the account.';

const NO_SECRET_VALUE = 'No calls are accepted: the account has a webhook secret, but its value is missing.';

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
  const { hint } = verdict;
  return {
    ...verdict,
    ...(hint === undefined ? {} : { hint: inLanguageOf(RED, hint) }),
    ...(verdict.allowed ? {} : { reason: inLanguageOf(RED, verdict.reason) }),
  };
}

function verdictOn(
  RED: NodeAPI,
  request: Request,
  account: Account | undefined,
  anyCaller: boolean,
): CallVerdict {
  if (account === undefined || account.callers instanceof AllowListError)
    return { allowed: false, reason: 'This trigger is not set up: it accepts no calls.' };
  const { callers: allowList, webhookSecret, setting } = account;
  const caller = callerOf(RED, request, setting.trustedProxies);
  const { address } = caller;
  if (webhookSecret === '') return { allowed: false, reason: NO_SECRET_VALUE, address };
  if (webhookSecret !== undefined && !knowsSecret(request.query, request.headers, webhookSecret))
    return { allowed: false, reason: 'The webhook secret is missing or wrong.', address };
  if (anyCaller) return { allowed: true, hint: proxyHint(caller) };
  const settingName = "'Allowed callers' of the account node";
  return { ...judgeCaller({ ...caller, allowList, settingName }), address };
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
    proxyAdvice: PROXY_ADVICE,
  };
}
