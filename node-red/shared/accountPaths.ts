import type { Node, NodeAPI } from 'node-red';

import { asMessagingError } from '../../core/client';
import { limits } from '../../core/contract/limits';
import { asText, isRecord } from '../../core/reading';
import {
  AllowListError,
  readWanted,
  withoutSecret,
  type AllowList,
  type ServiceEvent,
} from '../../core/receive';
import type { Account } from './account';
import { callersOf, judgeCall } from './callers';
import { isRoutePath, routeFor, type Listener, type Received } from './routes';
import type { Waits } from './waits';

/**
 * Lets a node get the answers and reports of its account without a trigger node: on the paths that the account names, for as long as the
 * node is there. Says on the node when something else has a path.
 */
export function listenOnPaths(RED: NodeAPI, node: Node, account: Account, waits: Waits): void {
  if (RED.httpNode === undefined) return;
  const allowList = allowListOf(account);
  if (allowList === undefined) return;
  const judge: Listener['judge'] = (request) =>
    judgeCall(RED, request, { account, allowList, anyCaller: false });
  const { inboundPath, statusPath } = account.setting;
  const listeners: Array<[string, Listener]> = [
    [inboundPath, { methods: ['POST'], judge, receive: (received) => takeAnswers(waits, received) }],
    [statusPath, { methods: ['GET', 'POST'], judge, receive: (received) => takeReports(waits, received) }],
  ];
  for (const [path, listener] of listeners) {
    if (!isRoutePath(path)) continue;
    const route = routeFor(RED, path);
    route.add(listener);
    node.on('close', () => route.remove(listener));
    if (isTaken(RED, path)) node.warn(RED._(`${node.type}.errors.pathTaken`, { path }));
  }
}

/** Undefined when the setting is wrong, which the trigger nodes and the account say. */
function allowListOf(account: Account): AllowList | undefined {
  try {
    return callersOf(account);
  } catch (error) {
    if (error instanceof AllowListError) return undefined;
    throw asMessagingError(error);
  }
}

async function takeAnswers(waits: Waits, received: Received): Promise<void> {
  for (const [index, event] of eventsOf('inbound', received).entries())
    if (event.event === 'inbound') await waits.claim(received, index, event);
}

async function takeReports(waits: Waits, received: Received): Promise<void> {
  for (const event of eventsOf('status', received)) if (event.event === 'status') waits.report(event);
}

function eventsOf(kind: 'inbound' | 'status', { query, body }: Received): ServiceEvent[] {
  return readWanted(kind, { query: withoutSecret(query), body }).events;
}

/** A core node "http in" of the same path gets the calls first. */
function isTaken(RED: NodeAPI, path: string): boolean {
  const same = path.replace(/^\/|\/$/g, '').toLowerCase();
  let taken = false;
  RED.nodes.eachNode((definition) => {
    const { type, url, method, d }: Record<string, unknown> = { ...definition };
    if (type !== 'http in' || method !== 'post' || d === true) return;
    taken ||=
      asText(url)
        ?.replace(/^\/|\/$/g, '')
        .toLowerCase() === same;
  });
  return taken;
}

/**
 * Where the service tells this Node-RED what became of a message; undefined when the account has no public address, or one that is too
 * long for the service: then the status has to be asked for.
 */
export function reportAddress(RED: NodeAPI, account: Account): string | undefined {
  const { publicAddress, statusPath } = account.setting;
  if (publicAddress === '' || !isRoutePath(statusPath) || RED.httpNode === undefined) return undefined;
  const root: unknown = Reflect.get(RED.settings, 'httpNodeRoot');
  const path = `/${typeof root === 'string' ? root : ''}/${statusPath}`.replace(/\/{2,}/g, '/');
  const { webhookSecret } = account;
  // The account has a secret, but its value is not here: every report would be refused.
  if (webhookSecret === '') return undefined;
  const query = webhookSecret === undefined ? '' : `?secret=${encodeURIComponent(webhookSecret)}`;
  const address = `${publicAddress.replace(/\/+$/, '')}${path}${query}`;
  return address.length > limits.notificationAddresses ? undefined : address;
}

/** The request with this Node-RED among those that are told the final status. */
export function withReportTo(
  RED: NodeAPI,
  account: Account,
  request: Record<string, unknown>,
): Record<string, unknown> {
  const address = reportAddress(RED, account);
  if (address === undefined) return request;
  const given = isRecord(request['notification']) ? request['notification'] : {};
  const addresses: unknown[] = Array.isArray(given['addresses']) ? given['addresses'] : [];
  const ours = { type: 'UrlPost', address };
  const known = addresses.map((each) => (isRecord(each) ? String(each['address']) : ''));
  // One too many for the service: the status is asked for in the end.
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
