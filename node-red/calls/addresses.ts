import type { NodeAPI } from 'node-red';

import type { MessageRequest } from '../../core/contract';
import { limits } from '../../core/contract/limits';
import { fieldsOf, readList, readText } from '../../core/reading';
import type { Account } from '../service/account';
import { ANSWER_PLACE, isPublicAddress, isRoutePath, pathBelow } from '../settings/routePath';
import { takesCallsAtAll } from './webServer';

/** The address of the page for a question, without its token; undefined if nobody can reach it. */
export function answerAddress(RED: NodeAPI, account: Account): string | undefined {
  return publicUrl(RED, account, `${account.setting.inboundPath}${ANSWER_PLACE}`);
}

/** Where a path can be called from outside; undefined if it cannot, because the account has no public address or Node-RED serves no calls. */
function publicUrl(RED: NodeAPI, { setting }: Account, path: string): string | undefined {
  const { publicAddress } = setting;
  if (!isPublicAddress(publicAddress) || !isRoutePath(path) || !takesCallsAtAll(RED)) return undefined;
  return `${publicAddress.replace(/\/+$/, '')}${pathBelow(Reflect.get(RED.settings, 'httpNodeRoot'), path)}`;
}

/**
 * Where the service reports to this Node-RED: `address` has the secret, `url` is for records and outputs. Undefined without a public address, or
 * if it is too long: then the node asks for the status.
 */
function reportAddress(RED: NodeAPI, account: Account): { url: string; address: string } | undefined {
  const url = publicUrl(RED, account, account.setting.statusPath);
  const { webhookSecret } = account;
  // With an empty one, the value of the account's secret is missing here, so every report would be refused.
  if (url === undefined || webhookSecret === '') return undefined;
  const address = webhookSecret === undefined ? url : `${url}?secret=${encodeURIComponent(webhookSecret)}`;
  return address.length > limits.notificationAddresses ? undefined : { url, address };
}

/** Whether a request asks the service to report to this Node-RED how its message ended, whichever way. */
export function isReported(RED: NodeAPI, account: Account, request: Record<string, unknown>): boolean {
  const ours = reportAddress(RED, account);
  return ours !== undefined && tellsAnyEnd(request) && addressesIn(request).includes(ours.url);
}

/** `forEvent` is one for all addresses of a notification. */
function tellsAnyEnd({ notification }: Record<string, unknown>): boolean {
  return ['FinalOnly', 'All'].includes(readText(notification, 'forEvent') ?? '');
}

function addressesIn({ notification }: Record<string, unknown>): string[] {
  return (readList(notification, 'addresses') ?? []).map((each) => readText(each, 'address') ?? '');
}

/** Adds this Node-RED to the addresses of a request that are notified of the final status, without the secret: see `withSecret`. */
export function withReportTo(
  RED: NodeAPI,
  account: Account,
  request: Record<string, unknown>,
): Record<string, unknown> {
  const own = reportAddress(RED, account);
  if (own === undefined) return request;
  const { url, address } = own;
  const given = fieldsOf(request['notification']);
  const addresses = readList(given, 'addresses') ?? [];
  const known = addressesIn(request);
  const isFull = [...known, address].join('').length > limits.notificationAddresses;
  // The service would refuse so long addresses, and others would get reports that they do not want: the node asks for the status instead.
  if (isFull || (known.length > 0 && !tellsAnyEnd(request))) return request;
  const ours = { type: 'UrlPost', address: url };
  return {
    ...request,
    notification: {
      ...given,
      forEvent: known.length > 0 ? given['forEvent'] : 'FinalOnly',
      addresses: known.includes(url) || known.includes(address) ? addresses : [...addresses, ours],
    },
  };
}

/** A request as it goes to the service: only there, the address of this Node-RED has the secret. */
export function withSecret(RED: NodeAPI, account: Account, request: MessageRequest): MessageRequest {
  const ours = reportAddress(RED, account);
  const { notification } = request;
  if (ours === undefined || !notification?.addresses) return request;
  const addresses = notification.addresses.map((each) =>
    each.address === ours.url ? { ...each, address: ours.address } : each,
  );
  return { ...request, notification: { ...notification, addresses } };
}
