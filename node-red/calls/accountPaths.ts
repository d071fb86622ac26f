import type { Node, NodeAPI } from 'node-red';

import { limits } from '../../core/contract/limits';
import { isRecord } from '../../core/reading';
import { AllowListError, type InboundEvent } from '../../core/receive';
import type { Account } from '../service/account';
import { judgeCall } from './callers';
import { obstacleOf } from './obstacles';
import { TRIGGER_CATALOG } from '../settings/editorNames';
import type { Questions } from './inbox';
import { isRoutePath, pathBelow } from '../settings/routePath';
import { routeFor, type Listener } from './routes';
import { takesCallsAtAll } from './served';

/** What a node waits for. */
export interface Expected {
  questions: Questions;
  /** Set if the node also waits for answers. Called for a message that answers nothing and starts no flow. */
  missed?(event: InboundEvent): void;
  /** Shows what keeps calls from the node, by the key of a text. */
  show?(key: string, values?: Record<string, string>): void;
  /** Called when what was shown by this key no longer applies. */
  settled?(key: string): void;
}

/**
 * Lets a node receive the reports and answers of its account without a trigger node, on the account's paths. A path that a core "http in" node has is
 * left to that node. Warns of whatever keeps calls from the node, and returns its status.
 */
export function listenOnPaths(
  RED: NodeAPI,
  node: Node,
  account: Account,
  expected: Expected,
): string | undefined {
  const { questions, missed } = expected;
  const { inboundPath, statusPath, publicAddress } = account.setting;
  const guard = guardOf(RED, node, account, expected);
  const listen = (path: string, subscriber: Pick<Listener, 'kind' | 'methods' | 'missed'>): void => {
    if (guard === undefined || !isRoutePath(path)) return;
    const route = routeFor(RED, path);
    const deployed = leftPath(RED, node, path, expected);
    const listener: Listener = { ...subscriber, ...guard, questions, deployed, mask: account.mask };
    route.listeners.add(listener);
    node.on('close', () => route.listeners.delete(listener));
  };
  if (takesCallsAtAll(RED)) {
    listen(statusPath, { kind: 'status', methods: ['GET', 'POST'] });
    if (missed !== undefined) listen(inboundPath, { kind: 'inbound', methods: ['POST'], missed });
  }
  const called = [
    ...(publicAddress === '' ? [] : [statusPath]),
    ...(missed === undefined ? [] : [inboundPath]),
  ];
  const obstacle = called.length === 0 ? undefined : obstacleOf(RED, account, called);
  if (obstacle === undefined) return undefined;
  const { key, values = {} } = obstacle;
  node.warn(RED._(`${TRIGGER_CATALOG}errors.${key}`, values));
  return `${TRIGGER_CATALOG}status.${key}`;
}

/** Judges callers, and tells of those that are refused: warns of the first one, and shows the latest. Undefined if nobody can be allowed. */
function guardOf(
  RED: NodeAPI,
  node: Node,
  account: Account,
  { show }: Expected,
): Pick<Listener, 'judge' | 'turnedAway'> | undefined {
  if (account.callers instanceof AllowListError) return undefined;
  let count = 0;
  return {
    judge: (request) => judgeCall(RED, request, account),
    turnedAway: (request, { address = '?', reason, hint = '' }) => {
      count += 1;
      if (count === 1) node.warn(`${request.method} ${request.path} (${address}): ${reason} ${hint}`.trim());
      show?.(`${TRIGGER_CATALOG}status.refusedCaller`, { count: String(count), address });
    },
  };
}

/** Warns when a deploy has given a path to a core "http in" node. */
function leftPath(
  RED: NodeAPI,
  node: Node,
  path: string,
  { show, settled }: Expected,
): (isLeft: boolean) => void {
  let wasLeft = false;
  return (isLeft) => {
    if (isLeft && !wasLeft) {
      node.warn(RED._(`${node.type}.errors.pathTaken`, { path }));
      show?.('pathTaken');
    }
    if (!isLeft && wasLeft) settled?.('pathTaken');
    wasLeft = isLeft;
  };
}

/** Where a path can be called from outside; undefined if it cannot, because the account has no public address or Node-RED serves no calls. */
export function publicUrl(RED: NodeAPI, { setting }: Account, path: string): string | undefined {
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
  const { notification } = request;
  const addresses = isRecord(notification) ? notification['addresses'] : undefined;
  const ours = reportAddress(RED, account);
  return (
    ours !== undefined &&
    Array.isArray(addresses) &&
    addresses.some((each) => isRecord(each) && each['address'] === ours)
  );
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
  const addresses: unknown[] = Array.isArray(given['addresses']) ? given['addresses'] : [];
  const ours = { type: 'UrlPost', address };
  const known = addresses.map((each) => (isRecord(each) ? String(each['address']) : ''));
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
