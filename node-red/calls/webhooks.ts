import type { NextFunction, Request, Response } from 'express';
import type { Node, NodeAPI } from 'node-red';

import { asMessagingError } from '../../core/client';
import { logFault } from '../outcome/failure';
import { deploysOf } from '../service/deploys';
import { runtimeOf, serviceOf, type Lasting } from '../service/lasting';
import { ANSWER_PLACE, TOKEN_LENGTH } from '../settings/routePath';
import { answerPage, showPage } from './answerPages';
import { Inbox } from './inbox';
import type { Subscriber } from './offer';
import {
  BEING_REPLACED,
  keyOf,
  middlewareOf,
  NotRead,
  routeOf,
  refuse,
  routesOfHttpIn,
  takesCallsAtAll,
} from './webServer';

/** A pattern, and not the paths: a core "http in" node removes every route with the text of its path when it is deployed again. */
const EVERY_PATH = /.*/;

const PAGE = new RegExp(`^(.*)${ANSWER_PLACE}([\\w-]{${TOKEN_LENGTH}})$`);

/**
 * The calls to Node-RED's HTTP server for all accounts: it knows which account has a path. It is registered once, for as long as Node-RED runs: what
 * comes and goes with the nodes would lose calls during a deploy, and could only be removed through Express' internals. Calls during a deploy wait.
 */
export class Webhooks {
  private readonly inboxes = new Set<Inbox>();
  private readonly owners = new Map<string, Inbox>();
  private httpIn: ReadonlySet<string> = new Set();

  constructor(private readonly runtime: Lasting) {
    const { RED } = runtime;
    deploysOf(RED).onEnd((haveStarted) => {
      if (haveStarted) this.assign();
    });
    if (!takesCallsAtAll(RED)) return;
    RED.httpNode.all(
      EVERY_PATH,
      (request, _response, next) => (this.ownerOf(request) === undefined ? next('route') : next()),
      ...middlewareOf(RED),
      (request, response, next) => void this.serve(request, response, next),
    );
  }

  /** Call this when the account waits for calls. Until the flows have started, it gets those on a path that nobody has. */
  add(inbox: Inbox): void {
    this.inboxes.add(inbox);
    for (const { path } of inbox.claims()) this.give(inbox, path);
  }

  /** A path belongs to the account that needs it, and had it first. A core "http in" node keeps its own, and its other methods on any path. */
  private assign(): void {
    this.httpIn = routesOfHttpIn(this.runtime.RED);
    this.owners.clear();
    for (const needed of [true, false])
      for (const inbox of this.inboxes)
        for (const { path, isNeeded } of inbox.claims()) if (isNeeded === needed) this.give(inbox, path);
    for (const inbox of this.inboxes) inbox.deployed((path) => this.otherOwnerOf(inbox, path));
  }

  private give(inbox: Inbox, path: string): void {
    const key = keyOf(path);
    if (!this.httpIn.has(routeOf('POST', path)) && !this.owners.has(key)) this.owners.set(key, inbox);
  }

  /** Who has a path in place of the account; undefined if nobody else has it. */
  private otherOwnerOf(inbox: Inbox, path: string): string | undefined {
    if (this.httpIn.has(routeOf('POST', path))) return `http in ${path}`;
    const owner = this.owners.get(keyOf(path));
    return owner === inbox ? undefined : owner?.name;
  }

  /** Whose call it is, with the token of the page if it is for one; undefined if it is for nobody here. */
  private ownerOf({ method, path }: Request): { inbox: Inbox; token?: string | undefined } | undefined {
    if (this.httpIn.has(routeOf(method, path))) return undefined;
    const inbox = this.owners.get(keyOf(path));
    if (inbox !== undefined) return { inbox };
    const [, above = '', token] = PAGE.exec(path) ?? [];
    const asking = token === undefined ? undefined : this.owners.get(keyOf(above));
    return asking && { inbox: asking, token };
  }

  private async serve(request: Request, response: Response, next: NextFunction): Promise<void> {
    const { RED } = this.runtime;
    const token = this.ownerOf(request)?.token;
    const fail = (status: number, reason: string) => {
      if (token === undefined) refuse(response, status, reason);
      else showPage(request, response, { kind: 'busy' });
    };
    try {
      if (!(await deploysOf(RED).passed())) return fail(503, BEING_REPLACED);
      const owner = this.ownerOf(request);
      if (owner === undefined) next();
      else if (token === undefined) await owner.inbox.take(request, response);
      else await answerPage(RED, owner.inbox.questions, token, request, response);
    } catch (error) {
      // Without the token of a page, which is a secret.
      const path = token === undefined ? request.path : request.path.slice(0, -TOKEN_LENGTH);
      const failure = asMessagingError(error);
      RED.log.error(`${path}: ${error instanceof NotRead ? error.message : failure.fact}`);
      if (!(error instanceof NotRead)) logFault(RED, failure);
      if (response.headersSent) return;
      if (error instanceof NotRead) fail(503, 'What waits is not known yet. Call again.');
      else fail(500, 'The call could not be processed.');
    }
  }
}

/** Call this before any flow starts: of all that matches a path, Express asks first what came first, such as an "http in" node with `/api/:name`. */
export function serveCalls(RED: NodeAPI): void {
  runtimeOf(RED).part(Webhooks);
}

/** Gives a node the events of its account until it is closed. */
export function subscribe(RED: NodeAPI, node: Node, account: string, subscriber: Subscriber): void {
  const inbox = serviceOf(RED, account).part(Inbox);
  inbox.subscribe(subscriber);
  node.on('close', () => inbox.unsubscribe(subscriber));
  runtimeOf(RED).part(Webhooks).add(inbox);
}
