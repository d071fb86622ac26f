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
import { isRoutePath, pathBelow } from './routePath';
import { routeFor, type Listener, type Received } from './routes';
import type { Waits } from './waits';

/** What a node waits for. */
export interface Expected {
  waits: Waits;
  /** Set if the node also waits for answers. Called for a message that answers nothing and starts no flow. */
  answers?: { missed(event: InboundEvent): void };
  /** Called when a deploy has given one of the paths to a core "http in" node. */
  taken?(): void;
}

/**
 * Lets a node receive the reports and answers of its account without a trigger node: on the account's paths, until the node is closed. A
 * path that a core "http in" node has is left to that node, with a warning.
 */
export function listenOnPaths(
  RED: NodeAPI,
  node: Node,
  account: Account,
  { waits, answers, taken }: Expected,
): void {
  if (RED.httpNode === undefined) return;
  const allowList = allowListOf(account);
  if (allowList === undefined) return;
  const judge: Listener['judge'] = (request) =>
    judgeCall(RED, request, { account, allowList, anyCaller: false });
  const { inboundPath, statusPath } = account.setting;
  const listen = (path: string, listener: Pick<Listener, 'methods' | 'receive'>): void => {
    if (!isRoutePath(path)) return;
    const route = routeFor(RED, path);
    let wasLeft = false;
    const deployed = (isLeft: boolean): void => {
      if (isLeft && !wasLeft) {
        node.warn(RED._(`${node.type}.errors.pathTaken`, { path }));
        taken?.();
      }
      wasLeft = isLeft;
    };
    const added: Listener = { ...listener, judge, deployed, startsFlows: false };
    route.add(added);
    node.on('close', () => route.remove(added));
  };
  listen(statusPath, {
    methods: ['GET', 'POST'],
    receive: (received) => takeReports(waits, received),
  });
  if (answers !== undefined)
    listen(inboundPath, {
      methods: ['POST'],
      receive: async (received) => {
        const missed = await takeAnswers(waits, received);
        return () => {
          if (routeFor(RED, inboundPath).startsFlows) return;
          for (const [index, event] of missed) if (!answersIn(received).has(index)) answers.missed(event);
        };
      },
    });
}

/** Undefined if the setting is wrong, which the trigger nodes and the account report. */
function allowListOf(account: Account): AllowList | undefined {
  try {
    return callersOf(account);
  } catch (error) {
    if (error instanceof AllowListError) return undefined;
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
