import type { NextFunction, Request, Response } from 'express';

import { withTextsMasked, type Mask } from '../../core/client';
import { literalPattern } from '../../core/literalPattern';
import { harmIn } from '../../core/receive';
import { deploysOf } from '../service/deploys';
import { runtimeOf, type Lasting } from '../service/lasting';
import { takesCalls } from '../settings/routePath';
import { Inbox, type Received, type Subscriber } from './inbox';
import { readBody } from './requestBody';
import { BEING_REPLACED, keyOf, Served, type RouteHost } from './served';

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
  /** Hides the credentials of its account. */
  mask?: Mask | undefined;
  /** Called when all listeners refuse a caller. */
  turnedAway?(request: Request, refusal: CallVerdict & Refusal): void;
  /** Called after each deploy, with whether a core "http in" node gets the calls of the service. */
  deployed?(isLeft: boolean): void;
}

/** The route of a path: it judges callers, reads a call once, and gives it to the inbox. */
class Route extends Served {
  readonly listeners = new Set<Listener>();
  private readonly inbox = new Inbox(() => this.startsFlows());
  private lostDigits = false;

  constructor(place: Lasting) {
    super(place);
    deploysOf(place.RED).onStarted(() => {
      const isLeft = this.isLeft('POST');
      for (const listener of this.listeners) listener.deployed?.(isLeft);
    });
  }

  private startsFlows(method?: string): boolean {
    return [...this.listeners].some(
      ({ start, methods }) => start !== undefined && (method === undefined || methods.includes(method)),
    );
  }

  /** Whether a core "http in" node gets the calls: it has the path, and no trigger node listens. */
  private isLeft(method: string): boolean {
    return !this.startsFlows(method) && isTaken(this.host, this.path, method);
  }

  protected async answer(request: Request, response: Response, next: NextFunction): Promise<void> {
    const refuse = (status: number, reason: string) => this.refuse(request, response, status, reason);
    if (this.listeners.size === 0 || this.isLeft(request.method)) return next();
    const called = [...this.listeners].filter(({ methods }) => methods.includes(request.method));
    if (called.length === 0) return refuse(405, `${request.method} is not accepted here.`);
    const verdicts = new Map(called.map((listener) => [listener, listener.judge(request)]));
    const refusals = [...verdicts.values()].flatMap((verdict) => (verdict.allowed ? [] : [verdict.reason]));
    if (refusals.length === called.length) {
      for (const [listener, verdict] of verdicts) {
        if (!verdict.allowed) listener.turnedAway?.(request, verdict);
      }
      return refuse(403, refusals[0] ?? '');
    }
    const harm = harmIn(request.query);
    if (harm !== undefined) return refuse(400, harm);
    const read = await readBody(request, maxBytesOf(this.host));
    if (!read.ok) return refuse(read.refused, read.reason);
    if (read.lostDigits === true) this.warnOfLostDigits();
    const received = this.withoutSecrets({ query: request.query, body: read.body });
    // A deploy may have replaced the listeners while the body came in, or before a flow had the events; the new ones check the caller as well.
    for (;;) {
      await deploysOf(this.host).passed();
      const allowed = [...this.listeners].filter(
        (listener) =>
          listener.methods.includes(request.method) &&
          (verdicts.get(listener) ?? listener.judge(request)).allowed,
      );
      if (allowed.length === 0) return refuse(503, BEING_REPLACED);
      try {
        await this.inbox.take(received, allowed);
        // Only now, when the flows have the events.
        response.status(200).end();
        return;
      } catch (error) {
        if (allowed.every((listener) => this.listeners.has(listener))) throw error;
      }
    }
  }

  /** What a call echoes of the credentials goes no further, as in answers. */
  private withoutSecrets({ query, body }: Received): Received {
    const masks = new Set([...this.listeners].flatMap(({ mask }) => mask ?? []));
    return [...masks].reduce(
      (hidden, mask) => ({
        query: Object(withTextsMasked(hidden.query, mask)),
        body: withTextsMasked(hidden.body, mask),
      }),
      { query, body },
    );
  }

  private warnOfLostDigits(): void {
    if (!this.lostDigits) this.host.log.warn(`${this.path}: ${LOST_DIGITS}`);
    this.lostDigits = true;
  }

  /** A refused caller gets the reason as text, and the connection is not kept open for a body that nobody reads. */
  protected refuse(_request: Request, response: Response, status: number, reason: string): void {
    response.status(status).set('Connection', 'close').type('text/plain').send(`${reason}\n`);
  }
}

const LOST_DIGITS =
  "a number beyond 2^53 lost digits, because Node-RED's editor reads the body first. Events with such an ID are not checked for repeats, and " +
  "a report with it is matched to no message. Set httpAdminRoot in settings.js, for example to '/admin'.";

const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

/** The route of a path, which is registered with Node-RED's HTTP server on first use. */
export function routeFor(host: RouteHost, path: string): Route {
  const key = keyOf(path);
  return runtimeOf(host)
    .of('routes')
    .of(key)
    .part(Route)
    .on(host, `^${literalPattern(key)}/?$`);
}

/** Asks the nodes that run: their settings are final, and a node in a disabled tab does not run. */
function isTaken({ nodes }: RouteHost, path: string, method: string): boolean {
  let taken = false;
  nodes.eachNode(({ id, type }) => {
    if (type === 'http in') taken ||= takesCalls({ ...nodes.getNode(id) }, path, method);
  });
  return taken;
}

/** `apiMaxLength` of the settings, such as `5mb`: the limit of Node-RED's own nodes. */
function maxBytesOf({ settings }: RouteHost): number {
  const match = /^(\d+(?:\.\d+)?)\s*([km]?)b?$/i.exec(String(Reflect.get(settings, 'apiMaxLength') ?? ''));
  if (match === null) return DEFAULT_MAX_BYTES;
  const factors: Record<string, number> = { k: 1024, m: 1024 * 1024 };
  return Number(match[1]) * (factors[match[2]?.toLowerCase() ?? ''] ?? 1);
}
