import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';

import { asMessagingError } from '../../core/client';
import { isRecord } from '../../core/reading';
import { logFault } from '../outcome/failure';
import { deploysOf } from '../service/deploys';
import type { Lasting, LastingHost } from '../service/lasting';

/** What paths need from Node-RED, with Express 4 or 5. */
export interface RouteHost extends LastingHost {
  httpNode: Pick<Express, 'all'>;
  nodes: Pick<NodeAPI['nodes'], 'eachNode'> & { getNode(id: string): object | null };
}

/** The journal of an account is not read: what waits for a call is not known, so the caller must call again. */
export class NotRead extends Error {
  constructor(reason: unknown) {
    super(
      `the journal of the account is not read: ${reason instanceof Error ? reason.message : String(reason)}`,
    );
  }
}

/**
 * What is registered once with Node-RED's HTTP server, and kept for as long as it runs; who listens is looked up when a call comes. What comes and
 * goes with the nodes would lose calls during a deploy, and could only be removed through Express' internals. Calls during a deploy wait.
 */
export abstract class Served {
  protected readonly path: string;
  private registered: RouteHost | undefined;

  constructor({ id }: Lasting) {
    this.path = id;
  }

  protected get host(): RouteHost {
    if (this.registered === undefined) throw new RangeError(`${this.path} is not registered`);
    return this.registered;
  }

  /**
   * @param pattern of the paths. Not the text that Express would match: a core "http in" node with the same path removes every route with that
   *   text when it is deployed again
   */
  on(host: RouteHost, pattern: string): this {
    if (this.registered === undefined)
      host.httpNode.all(
        new RegExp(pattern, 'i'),
        ...middlewareOf(host),
        (request, response, next) => void this.serve(request, response, next),
      );
    this.registered = host;
    return this;
  }

  /** Handles a call; `next` is for calls that are for nobody here. */
  private async serve(request: Request, response: Response, next: NextFunction): Promise<void> {
    try {
      if (await deploysOf(this.host).passed()) await this.answer(request, response, next);
      else this.refuse(request, response, 503, BEING_REPLACED);
    } catch (error) {
      const failure = asMessagingError(error);
      this.host.log.error(`${this.path}: ${error instanceof NotRead ? error.message : failure.fact}`);
      if (!(error instanceof NotRead)) logFault(this.host, failure);
      if (response.headersSent) return;
      if (error instanceof NotRead)
        this.refuse(request, response, 503, 'What waits is not known yet. Call again.');
      else this.refuse(request, response, 500, 'The call could not be processed.');
    }
  }

  protected abstract answer(request: Request, response: Response, next: NextFunction): Promise<void>;
  protected abstract refuse(request: Request, response: Response, status: number, reason: string): void;
}

export const BEING_REPLACED = 'The flow is being replaced. Call again.';

/** Express takes paths for the same that differ in case, or in a slash at the end. */
export function keyOf(path: string): string {
  return path.replace(/\/$/, '').toLowerCase();
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
function middlewareOf({ settings }: RouteHost): RequestHandler[] {
  return [Reflect.get(settings, 'httpNodeMiddleware')].flat().filter(isHandler);
}

function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'function';
}
