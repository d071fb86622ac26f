import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { NodeAPI } from 'node-red';

import { withoutEchoes } from '../../core/client';
import { harmIn } from '../../core/receive';
import { say } from '../errors/texts';
import { findAccount, type Account } from '../service/account';
import { deploysOf } from '../service/deploys';
import type { Lasting } from '../service/lasting';
import { errorFacts, inLanguageOf } from '../settings/language';
import { isPublicAddress, isRoutePath, usualPaths } from '../settings/routePath';
import { judgeCall } from './callers';
import type { Obstacle } from './notices';
import { offerEvents, type Kind, type Subscriber } from './offer';
import { OpenMessages } from './openMessages';
import { readBody } from './requestBody';
import { asksForLogin, BEING_REPLACED, keyOf, maxBytesOf, refuse, takesCallsAtAll } from './webServer';

/** A path on which an account waits for calls. */
interface Claim {
  kind: Kind;
  path: string;
  /** Whether a node of the account misses something without it. */
  isNeeded: boolean;
}

const KINDS: readonly Kind[] = ['inbound', 'status'];
const METHODS: Record<Kind, readonly string[]> = { inbound: ['POST'], status: ['GET', 'POST'] };

/**
 * The calls for an account: judges each caller once, reads the call once, and offers each event to the open questions, then to the nodes that start
 * flows. It stays when a deploy replaces the account and its nodes.
 */
export class Inbox {
  private readonly subscribers = new Set<Subscriber>();

  constructor(private readonly service: Lasting) {}

  private get RED(): NodeAPI {
    return this.service.RED;
  }

  private get account(): Account | undefined {
    return findAccount(this.RED, this.service.id);
  }

  get questions(): OpenMessages {
    return this.service.part(OpenMessages);
  }

  /** What the editor calls the account. */
  get name(): string {
    const { name = '', baseUrl = '' } = this.account?.setting ?? {};
    return name || baseUrl.replace(/^https?:\/\//, '') || this.service.id;
  }

  subscribe(subscriber: Subscriber): void {
    this.subscribers.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
  }

  /** The paths on which it waits for calls now. On those of an account that is missing, it refuses them. */
  claims(): Claim[] {
    return KINDS.flatMap((kind) => {
      const path = this.pathFor(kind);
      const waiting = this.waitingFor([kind]);
      if (waiting.length === 0 || !isRoutePath(path)) return [];
      return [{ kind, path, isNeeded: waiting.some((each) => this.needs(each, kind)) }];
    });
  }

  private pathFor(kind: Kind): string {
    const { inboundPath, statusPath } = this.account?.setting ?? usualPaths;
    return kind === 'inbound' ? inboundPath : statusPath;
  }

  private waitingFor(kinds: readonly Kind[]): Subscriber[] {
    return [...this.subscribers].filter((subscriber) =>
      kinds.some((kind) => subscriber.kinds.includes(kind)),
    );
  }

  /** Without a public address, the nodes ask for reports themselves. */
  private needs({ kinds, start, isFormer }: Subscriber, kind: Kind): boolean {
    if (this.account === undefined || isFormer === true || !kinds.includes(kind)) return false;
    return kind === 'inbound' || start !== undefined || isPublicAddress(this.account.setting.publicAddress);
  }

  /** @param ownerOf who has a path in place of this account */
  deployed(ownerOf: (path: string) => string | undefined): void {
    for (const subscriber of this.subscribers) {
      const obstacle = this.obstacleOf(subscriber, ownerOf);
      subscriber.notices.obstacle(obstacle);
      if (obstacle === undefined || obstacle.key === 'needsLogin') subscriber.ready?.();
    }
  }

  private obstacleOf(
    subscriber: Subscriber,
    ownerOf: (path: string) => string | undefined,
  ): Obstacle | undefined {
    const { RED, account } = this;
    const paths = KINDS.filter((kind) => this.needs(subscriber, kind)).map((kind) => this.pathFor(kind));
    if (account === undefined || paths.length === 0) return undefined;
    if (subscriber.unset !== undefined) return subscriber.unset;
    if (!takesCallsAtAll(RED)) return { key: 'noCalls' };
    const bad = paths.find((path) => !isRoutePath(path));
    if (bad !== undefined) return { key: 'badPath', values: { path: bad } };
    const [taken] = paths.flatMap((path) => {
      const owner = ownerOf(path);
      return owner === undefined ? [] : [{ path, owner, account: this.name }];
    });
    if (taken !== undefined) return { key: 'pathTaken', values: taken };
    if (account.webhookSecret === '') return { key: 'noSecret' };
    const { callers, fault, setting } = account;
    if (fault !== undefined && Number.isNaN(setting.trustedProxies))
      return { key: 'faulty', values: { reason: errorFacts(RED, fault).fact } };
    if (!callers.ok) return { key: 'badAllowList', values: { reason: inLanguageOf(RED, callers.problem) } };
    return asksForLogin(RED) ? { key: 'needsLogin', values: { path: paths.join(', ') } } : undefined;
  }

  /**
   * Answers a call of the service (specification 6): 200 only when the flows have its events.
   * @throws what keeps a question or a flow from taking an event: then the caller is to call again
   */
  async take(request: Request, response: Response): Promise<void> {
    const { RED } = this;
    const kinds = this.claims().flatMap(({ kind, path }) =>
      keyOf(path) === keyOf(request.path) && METHODS[kind].includes(request.method) ? kind : [],
    );
    if (kinds.length === 0) return refuse(response, 405, `${request.method} is not accepted here.`);
    const judge = () => {
      const isSetUp = this.waitingFor(kinds).some(({ unset }) => unset === undefined);
      return judgeCall(RED, request, isSetUp ? this.account : undefined);
    };
    const verdict = judge();
    for (const subscriber of this.waitingFor(kinds)) {
      subscriber.notices.verdict(request, verdict);
      if (!verdict.allowed) subscriber.refused?.(verdict);
    }
    if (!verdict.allowed) return refuse(response, 403, inLanguageOf(RED, verdict.reason));
    const harm = harmIn(request.query);
    if (harm !== undefined) return refuse(response, 400, harm);
    const read = await readBody(request, maxBytesOf(RED));
    if (!read.ok) return refuse(response, read.refused, read.reason);
    const idField = this.account?.setting.messageIdField || undefined;
    const received = withoutEchoes(request.query, read.body, this.account?.mask);
    const call = { ...received, idField, id: randomUUID(), kinds };
    // A deploy may have replaced account and nodes while the body came in, or before a flow had the events.
    for (;;) {
      const isThere = (await deploysOf(RED).passed()) && this.waitingFor(kinds).length > 0;
      if (!isThere || !judge().allowed) return refuse(response, 503, BEING_REPLACED);
      const subscribers = [...this.subscribers];
      try {
        const isTaken = await offerEvents(call, subscribers, this.questions);
        if (!isTaken) return refuse(response, 503, inLanguageOf(RED, say('notSetUp')));
        response.status(200).end();
        return;
      } catch (error) {
        if (subscribers.every((subscriber) => this.subscribers.has(subscriber))) throw error;
      }
    }
  }
}
