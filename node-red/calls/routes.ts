import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';

import { asMessagingError, attempt, sleep } from '../../core/client';
import { literalPattern } from '../../core/literalPattern';
import { isRecord } from '../../core/reading';
import { harmIn } from '../../core/receive';
import { logFault } from '../outcome/failure';
import { Inbox, type Subscriber } from './inbox';
import { sharedAbort } from '../service/sharedAbort';
import { takesCalls } from '../settings/routePath';
import { readBody } from './requestBody';

/** Whether a caller is accepted, with what a person should know about it. */
export type CallVerdict = { address?: string; hint?: string } & ({ allowed: true } | Refusal);

interface Refusal {
  allowed: false;
  reason: string;
}

/** A node that listens on a path. */
export interface Listener extends Subscriber {
  methods: readonly string[];
  /** Checks the caller before any of the body is read; a refused caller gets 403 and the reason. */
  judge(request: Request): CallVerdict;
  /** Called when all listeners refuse a caller. */
  turnedAway?(request: Request, refusal: CallVerdict & Refusal): void;
  /** Called after each deploy, with whether a core "http in" node gets the calls of the service. */
  deployed?(isLeft: boolean): void;
}

/** What the routes need from Node-RED, with Express 4 or 5. */
export interface RouteHost {
  httpNode: Pick<Express, 'all'>;
  events: Pick<NodeAPI['events'], 'on'>;
  nodes: Pick<NodeAPI['nodes'], 'eachNode'> & { getNode(id: string): object | null };
  settings: object;
  log: { error(text: string): void; warn(text: string): void };
}

/** How long Node-RED waits for a node that closes slowly, unless `nodeCloseTimeout` of the settings says otherwise. */
const NODE_CLOSE_MS = 15_000;
/** For the rest of a deploy. */
const MARGIN_MS = 5000;

/** Knows whether Node-RED is replacing flows: then a trigger, or the nodes after it, may be missing for a moment. */
class Deploys {
  private over = sharedAbort();

  constructor(private readonly host: RouteHost) {
    const { events } = host;
    events.on('flows:stopping', () => {
      if (this.over.signal.aborted) this.over = sharedAbort();
    });
    events.on('flows:started', () => this.over.abort());
  }

  /** Waits until no flow is being replaced; false if that takes too long, for example because a person has stopped the flows. */
  async passed(): Promise<boolean> {
    const { signal } = this.over;
    const closing = Number(setting(this.host, 'nodeCloseTimeout')) || NODE_CLOSE_MS;
    await sleep(closing + MARGIN_MS, signal);
    return signal.aborted;
  }
}

/**
 * One route for each path, kept for as long as Node-RED runs; it looks up who listens when a call comes. Routes that come and go with the nodes would
 * lose calls during a deploy, and could only be removed through Express' internals. Calls during a deploy wait until it is over.
 */
class Route {
  readonly listeners = new Set<Listener>();
  private readonly inbox = new Inbox(() => this.startsFlows());
  private lostDigits = false;

  constructor(
    private readonly path: string,
    private readonly host: RouteHost,
    private readonly deploys: Deploys,
  ) {}

  private startsFlows(method?: string): boolean {
    return [...this.listeners].some(
      ({ start, methods }) => start !== undefined && (method === undefined || methods.includes(method)),
    );
  }

  /** Whether a core "http in" node gets the calls: it has the path, and no trigger node listens. */
  private isLeft(method: string): boolean {
    return !this.startsFlows(method) && isTaken(this.host, this.path, method);
  }

  deployed(): void {
    const isLeft = this.isLeft('POST');
    for (const listener of this.listeners) listener.deployed?.(isLeft);
  }

  /** Handles a call; `next` is for calls that are for nobody here. */
  async serve(request: Request, response: Response, next: NextFunction): Promise<void> {
    try {
      await this.answer(request, response, next);
    } catch (error) {
      const failure = asMessagingError(error);
      this.host.log.error(`${this.path}: ${failure.fact}`);
      logFault(this.host, failure);
      if (!response.headersSent) refuse(response, 500, 'The call could not be processed.');
    }
  }

  private warnOfLostDigits(): void {
    if (!this.lostDigits) this.host.log.warn(`${this.path}: ${LOST_DIGITS}`);
    this.lostDigits = true;
  }

  private async answer(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (!(await this.deploys.passed())) return refuse(response, 503, BEING_REPLACED);
    if (this.listeners.size === 0 || this.isLeft(request.method)) return next();
    const called = [...this.listeners].filter(({ methods }) => methods.includes(request.method));
    if (called.length === 0) return refuse(response, 405, `${request.method} is not accepted here.`);
    const verdicts = new Map(called.map((listener) => [listener, listener.judge(request)]));
    const refusals = [...verdicts.values()].flatMap((verdict) => (verdict.allowed ? [] : [verdict.reason]));
    if (refusals.length === called.length) {
      for (const [listener, verdict] of verdicts) {
        if (!verdict.allowed) listener.turnedAway?.(request, verdict);
      }
      return refuse(response, 403, refusals[0] ?? '');
    }
    const harm = harmIn(request.query);
    if (harm !== undefined) return refuse(response, 400, harm);
    const read = await readBody(request, maxBytesOf(this.host));
    if (!read.ok) return refuse(response, read.refused, read.reason);
    if (read.lostDigits === true) this.warnOfLostDigits();
    const received = { query: request.query, body: read.body };
    // A deploy may have replaced the listeners while the body came in, or before a flow had the events; the new ones check the caller as well.
    for (;;) {
      await this.deploys.passed();
      const allowed = [...this.listeners].filter(
        (listener) =>
          listener.methods.includes(request.method) &&
          (verdicts.get(listener) ?? listener.judge(request)).allowed,
      );
      if (allowed.length === 0) return refuse(response, 503, BEING_REPLACED);
      // Only when the flows have the events; if one fails, the caller may call again.
      const taken = await attempt(() => this.inbox.take(received, allowed));
      if (taken.ok) break;
      if (allowed.every((listener) => this.listeners.has(listener))) throw taken.error;
    }
    response.status(200).end();
  }
}

const LOST_DIGITS =
  "a number beyond 2^53 lost digits, because Node-RED's editor reads the body first. Events with such an ID are not checked for repeats, and " +
  "a report with it is matched to no message. Set httpAdminRoot in settings.js, for example to '/admin'.";

const BEING_REPLACED = 'The flow is being replaced. Call again.';
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

/** A refused caller gets the reason as text, and the connection is not kept open for a body that nobody reads. */
function refuse(response: Response, status: number, reason: string): void {
  response.status(status).set('Connection', 'close').type('text/plain').send(`${reason}\n`);
}

/** Asks the nodes that run: their settings are final, and a node in a disabled tab does not run. */
function isTaken({ nodes }: RouteHost, path: string, method: string): boolean {
  let taken = false;
  nodes.eachNode(({ id, type }) => {
    if (type === 'http in') taken ||= takesCalls({ ...nodes.getNode(id) }, path, method);
  });
  return taken;
}

const routesOf = new WeakMap<object, ReturnType<typeof newRoutes>>();

function newRoutes(host: RouteHost) {
  const byPath = new Map<string, Route>();
  const deploys = new Deploys(host);
  host.events.on('flows:started', () => {
    for (const route of byPath.values()) route.deployed();
  });
  return { deploys, byPath };
}

function allRoutes(host: RouteHost): ReturnType<typeof newRoutes> {
  const routes = routesOf.get(host.httpNode) ?? newRoutes(host);
  routesOf.set(host.httpNode, routes);
  return routes;
}

/** Waits until no flow is being replaced; false if that takes too long. */
export function afterDeploy(host: RouteHost): Promise<boolean> {
  return allRoutes(host).deploys.passed();
}

/** The route of a path, which is registered with Node-RED's HTTP server on first use. */
export function routeFor(host: RouteHost, path: string): Route {
  const routes = allRoutes(host);
  const key = path.replace(/\/$/, '').toLowerCase();
  const known = routes.byPath.get(key);
  if (known !== undefined) return known;
  const route = new Route(path, host, routes.deploys);
  host.httpNode.all(
    patternOf(key),
    ...middlewareOf(host),
    (request, response, next) => void route.serve(request, response, next),
  );
  routes.byPath.set(key, route);
  return route;
}

/** Not the text that Express would match: a core "http in" node with the same path removes every route with that text when it is deployed again. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${literalPattern(path)}/?$`, 'i');
}

/** Whether this Node-RED takes calls at all: `httpNodeRoot: false` in its settings says that it does not. */
export function takesCallsAtAll({ httpNode, settings }: { httpNode?: unknown; settings: object }): boolean {
  return httpNode !== undefined && Reflect.get(settings, 'httpNodeRoot') !== false;
}

/** Whether Node-RED asks every caller for a password, which the service does not have: `httpNodeAuth` of its settings. */
export function asksForLogin({ settings }: { settings: object }): boolean {
  return isRecord(Reflect.get(settings, 'httpNodeAuth'));
}

/** `httpNodeMiddleware` of the settings: what runs before every call, such as authentication. */
export function middlewareOf(host: RouteHost): RequestHandler[] {
  return [setting(host, 'httpNodeMiddleware')].flat().filter(isHandler);
}

function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'function';
}

/** `apiMaxLength` of the settings, such as `5mb`: the limit of Node-RED's own nodes. */
function maxBytesOf(host: RouteHost): number {
  const match = /^(\d+(?:\.\d+)?)\s*([km]?)b?$/i.exec(String(setting(host, 'apiMaxLength') ?? ''));
  if (match === null) return DEFAULT_MAX_BYTES;
  const factors: Record<string, number> = { k: 1024, m: 1024 * 1024 };
  return Number(match[1]) * (factors[match[2]?.toLowerCase() ?? ''] ?? 1);
}

function setting(host: RouteHost, name: string): unknown {
  return Reflect.get(host.settings, name);
}
