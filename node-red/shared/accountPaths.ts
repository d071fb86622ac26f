import type { Node, NodeAPI } from 'node-red';

import { asMessagingError } from '../../core/client';
import { limits } from '../../core/contract/limits';
import { isRecord } from '../../core/reading';
import {
  AllowListError,
  eventKey,
  readWanted,
  withoutSecret,
  type AllowList,
  type InboundEvent,
  type ServiceEvent,
} from '../../core/receive';
import type { Account } from './account';
import { callersOf, judgeCall } from './callers';
import { TRIGGER_CATALOG } from './editorNames';
import { isRoutePath, pathBelow } from './routePath';
import { routeFor, type Listener, type Received } from './routes';
import type { Waits } from './waits';

/** What a node waits for. */
export interface Expected {
  waits: Waits;
  /** Set if the node also waits for answers. Called for a message that answers nothing and starts no flow. */
  answers?: { missed(event: InboundEvent): void };
  /** Shows what keeps calls from the node, by the key of a text. */
  show?(key: string, values?: Record<string, string>): void;
  /** Called when what was shown by this key no longer applies. */
  settled?(key: string): void;
}

/**
 * Lets a node receive the reports and answers of its account without a trigger node: on the account's paths, until the node is closed. A
 * path that a core "http in" node has is left to that node. The node warns of whatever keeps calls from it.
 * @returns the status if the account lets no calls through
 */
export function listenOnPaths(
  RED: NodeAPI,
  node: Node,
  account: Account,
  expected: Expected,
): string | undefined {
  if (RED.httpNode === undefined) return undefined;
  const { waits, answers } = expected;
  const { inboundPath, statusPath, publicAddress } = account.setting;
  const guard = guardOf(RED, node, account, expected);
  const listen = (path: string, listener: Pick<Listener, 'methods' | 'receive'>): void => {
    if (guard === undefined || !isRoutePath(path)) return;
    const route = routeFor(RED, path);
    const added: Listener = {
      ...listener,
      ...guard,
      deployed: leftPath(RED, node, path, expected),
      startsFlows: false,
    };
    route.add(added);
    node.on('close', () => route.remove(added));
  };
  listen(statusPath, {
    methods: ['GET', 'POST'],
    receive: (received) => takeReports(waits, received),
  });
  if (answers !== undefined) listen(inboundPath, answerListener(RED, inboundPath, waits, answers));
  const called = [
    ...(publicAddress === '' ? [] : [statusPath]),
    ...(answers === undefined ? [] : [inboundPath]),
  ];
  return called.length === 0 ? undefined : warnOfObstacle(RED, node, obstacleOf(account, called));
}

function answerListener(
  RED: NodeAPI,
  path: string,
  waits: Waits,
  { missed }: NonNullable<Expected['answers']>,
): Pick<Listener, 'methods' | 'receive'> {
  return {
    methods: ['POST'],
    receive: async (received) => {
      const unclaimed = await takeAnswers(waits, received);
      return () => {
        if (routeFor(RED, path).startsFlows) return;
        for (const [index, event] of unclaimed) if (!answersIn(received).has(index)) missed(event);
      };
    },
  };
}

/** Judges callers, and tells of those that are refused: warns of the first one, and shows the latest. Undefined if nobody can be allowed. */
function guardOf(
  RED: NodeAPI,
  node: Node,
  account: Account,
  { show }: Expected,
): Pick<Listener, 'judge' | 'turnedAway'> | undefined {
  const allowList = allowListOf(account);
  if (allowList instanceof AllowListError) return undefined;
  let count = 0;
  return {
    judge: (request) => judgeCall(RED, request, { account, allowList, anyCaller: false }),
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

interface Obstacle {
  /** Of the texts of a trigger node, which refuses all callers for the same reasons. */
  key: 'badPath' | 'noSecret' | 'badAllowList';
  values?: Record<string, string>;
}

/** Why no call gets through to one of the paths; undefined if calls do. */
function obstacleOf(account: Account, paths: readonly string[]): Obstacle | undefined {
  const path = paths.find((each) => !isRoutePath(each));
  if (path !== undefined) return { key: 'badPath', values: { path } };
  if (account.webhookSecret === '') return { key: 'noSecret' };
  const allowList = allowListOf(account);
  if (!(allowList instanceof AllowListError)) return undefined;
  return { key: 'badAllowList', values: { reason: allowList.message } };
}

function warnOfObstacle(RED: NodeAPI, node: Node, obstacle: Obstacle | undefined): string | undefined {
  if (obstacle === undefined) return undefined;
  const { key, values } = obstacle;
  node.warn(RED._(`${TRIGGER_CATALOG}errors.${key}`, { ...values }));
  return `${TRIGGER_CATALOG}status.${key}`;
}

function allowListOf(account: Account): AllowList | AllowListError {
  try {
    return callersOf(account);
  } catch (error) {
    if (error instanceof AllowListError) return error;
    throw asMessagingError(error);
  }
}

const answered = new WeakMap<Received, Set<number>>();

/** The events of a call that answer a question of any account: several accounts may have the same path. */
function answersIn(received: Received): Set<number> {
  const known = answered.get(received) ?? new Set();
  answered.set(received, known);
  return known;
}

/** Returns the messages that answer nothing of this account, to only one of the nodes that listen. */
async function takeAnswers(waits: Waits, received: Received): Promise<Map<number, InboundEvent>> {
  const missed = new Map<number, InboundEvent>();
  for (const [index, event] of eventsOf('inbound', received).entries()) {
    if (event.event !== 'inbound') continue;
    const { claim, isFirst } = await waits.claim({ call: received, index, key: eventKey(event) }, event);
    if (claim === 'answer' || claim === 'answerForAll') answersIn(received).add(index);
    if (claim === 'nothing' && isFirst) missed.set(index, event);
  }
  return missed;
}

async function takeReports(waits: Waits, received: Received): Promise<void> {
  for (const event of eventsOf('status', received)) if (event.event === 'status') waits.report(event);
}

function eventsOf(kind: 'inbound' | 'status', { query, body }: Received): ServiceEvent[] {
  return readWanted(kind, { query: withoutSecret(query), body }).events;
}

/**
 * Where the service sends its status reports to this Node-RED; undefined if the account has no public address, or one that is too long for
 * the service. Then the node asks for the status.
 */
export function reportAddress(RED: NodeAPI, account: Account): string | undefined {
  const { publicAddress, statusPath } = account.setting;
  if (publicAddress === '' || !isRoutePath(statusPath) || RED.httpNode === undefined) return undefined;
  const path = pathBelow(Reflect.get(RED.settings, 'httpNodeRoot'), statusPath);
  const { webhookSecret } = account;
  // The account has a secret, but its value is missing here, so every report would be refused.
  if (webhookSecret === '') return undefined;
  const query = webhookSecret === undefined ? '' : `?secret=${encodeURIComponent(webhookSecret)}`;
  const address = `${publicAddress.replace(/\/+$/, '')}${path}${query}`;
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
