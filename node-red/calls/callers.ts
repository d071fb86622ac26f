import type { Request } from 'express';
import type { NodeAPI } from 'node-red';

import { asMessagingError } from '../../core/client';
import {
  AllowListError,
  callerAddress,
  DOCUMENTED_CALLERS,
  judgeCaller,
  knowsSecret,
  parseAllowList,
  proxyHint,
  type AllowList,
  type Caller,
} from '../../core/receive';
import type { Account } from '../service/account';
import { inLanguageOf } from '../settings/language';
import type { CallVerdict } from './routes';

export interface Callers {
  account: Account;
  allowList: AllowList;
  /** Any address may call; the secret is still checked. */
  anyCaller: boolean;
}

export const PROXY_ADVICE =
  'In settings.js set httpServerOptions: { "trust proxy": 1 } (the number of proxies), or set Trusted proxies in the account.';

const NO_SECRET_VALUE = 'No calls are accepted: the account has a webhook secret, but its value is missing.';

/** Who may call the webhooks of an account: the service, and the callers that the account names. Else the error that names the invalid entry. */
export function callersOf({ setting: { allowedCallers } }: Account): AllowList | AllowListError {
  try {
    return parseAllowList([...DOCUMENTED_CALLERS, allowedCallers]);
  } catch (error) {
    if (error instanceof AllowListError) return error;
    throw asMessagingError(error);
  }
}

/** Checks a call of the service by its address and the account's secret (specification 6). Says why in the language of this Node-RED. */
export function judgeCall(RED: NodeAPI, request: Request, callers: Callers): CallVerdict {
  const verdict = verdictOn(RED, request, callers);
  const { hint } = verdict;
  return {
    ...verdict,
    ...(hint === undefined ? {} : { hint: inLanguageOf(RED, hint) }),
    ...(verdict.allowed ? {} : { reason: inLanguageOf(RED, verdict.reason) }),
  };
}

function verdictOn(RED: NodeAPI, request: Request, { account, allowList, anyCaller }: Callers): CallVerdict {
  const caller = callerOf(RED, request, account.setting.trustedProxies);
  const { webhookSecret } = account;
  if (webhookSecret === '') return { allowed: false, reason: NO_SECRET_VALUE, address: caller.address };
  if (webhookSecret !== undefined && !knowsSecret(request.query, request.headers, webhookSecret)) {
    return { allowed: false, reason: 'The webhook secret is missing or wrong.', address: caller.address };
  }
  if (anyCaller) return { allowed: true, hint: proxyHint(caller) };
  const settingName = "'Allowed callers' of the account node";
  return { ...judgeCaller({ ...caller, allowList, settingName }), address: caller.address };
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
