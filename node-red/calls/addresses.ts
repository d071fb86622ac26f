import type { NodeAPI } from 'node-red';

import { limits } from '../../core/contract/limits';
import { isRecord, readList, readText } from '../../core/reading';
import type { Account } from '../service/account';
import { ANSWER_PLACE, isRoutePath, pathBelow } from '../settings/routePath';
import { takesCallsAtAll } from './webServer';

/** The address of the page for a question, without its token; undefined if nobody can reach it. */
export function answerAddress(RED: NodeAPI, account: Account): string | undefined {
  return publicUrl(RED, account, `${account.setting.inboundPath}${ANSWER_PLACE}`);
}

/** Where a path can be called from outside; undefined if it cannot, because the account has no public address or Node-RED serves no calls. */
function publicUrl(RED: NodeAPI, { setting }: Account, path: string): string | undefined {
  const { publicAddress } = setting;
  if (publicAddress === '' || !isRoutePath(path) || !takesCallsAtAll(RED)) return undefined;
  return `${publicAddress.replace(/\/+$/, '')}${pathBelow(Reflect.get(RED.settings, 'httpNodeRoot'), path)}`;
}

/** Where the service reports to this Node-RED; undefined without a public address, or if it is too long. Then the node asks for the status. */
function reportAddress(RED: NodeAPI, account: Account): string | undefined {
  const url = publicUrl(RED, account, account.setting.statusPath);
  const { webhookSecret } = account;
  // With an empty one, the value of the account's secret is missing here, so every report would be refused.
  if (url === undefined || webhookSecret === '') return undefined;
  const address = webhookSecret === undefined ? url : `${url}?secret=${encodeURIComponent(webhookSecret)}`;
  return address.length > limits.notificationAddresses ? undefined : address;
}

/** Whether a request asks the service to report to this Node-RED. */
export function isReported(RED: NodeAPI, account: Account, request: Record<string, unknown>): boolean {
  const ours = reportAddress(RED, account);
  return ours !== undefined && addressesIn(request).includes(ours);
}

function addressesIn({ notification }: Record<string, unknown>): string[] {
  return (readList(notification, 'addresses') ?? []).map((each) => readText(each, 'address') ?? '');
}

/** Adds this Node-RED to the addresses of a request that are notified of the final status. */
export function withReportTo(
  RED: NodeAPI,
  account: Account,
  request: Record<string, unknown>,
): Record<string, unknown> {
  const address = reportAddress(RED, account);
  if (address === undefined) return request;
  const given = isRecord(request['notification']) ? request['notification'] : {};
  const addresses = readList(given, 'addresses') ?? [];
  const ours = { type: 'UrlPost', address };
  const known = addressesIn(request);
  // The addresses would be too long for the service, so the node asks for the status at the end instead.
  if ([...known, address].join('').length > limits.notificationAddresses) return request;
  const forEvent = given['forEvent'] === 'All' ? 'All' : 'FinalOnly';
  return {
    ...request,
    notification: {
      ...given,
      forEvent,
      addresses: known.includes(address) ? addresses : [...addresses, ours],
    },
  };
}
