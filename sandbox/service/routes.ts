import { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import type { ServiceAccount } from '../state/account';
import type { ServiceVersion } from './dates';
import { badRequest, notFound } from './errors';
import { batchStatus, messageStatus, sendBatch, sendMessage } from './operations';
import { parseFile, parseJsonBody } from './requestBody';
import { serve, type ServiceOperation, type ServiceCall } from './serve';

/** The service below `/api`, `/api/v1` and `/api/v2` (chapter 4). */
export function serviceRoutes(account: ServiceAccount): Router {
  const router = Router();
  router.use('/v1', routes(account, 1));
  router.use('/v2', routes(account, 2));
  router.use('/', routes(account, undefined));
  return router;
}

function routes(account: ServiceAccount, pathVersion: ServiceVersion | undefined): Router {
  const on = (operation: ServiceOperation) => serve(account, operation, { pathVersion });
  const router = Router();
  router.post(
    '/message',
    on((call) => sendMessage(account, jsonBody(call), call)),
  );
  router.get(
    '/message/:id',
    on((call) => messageStatus(account, pathId(call), call)),
  );
  router.post(
    '/messagelist',
    on((call) => sendBatch(account, jsonBody(call), call)),
  );
  router.get(
    '/messagelist/:id',
    on((call) => batchStatus(account, pathId(call), call)),
  );
  router.get(
    '/system/balance',
    on(() => ({ balance: account.settings.points })),
  );
  router.post(
    '/media',
    serve(account, (call) => uploadMedia(account, call), { pathVersion, media: true }),
  );
  router.use(on(notThere));
  return router;
}

/** Answers calls to addresses that the sandbox does not have. */
export function elsewhere(account: ServiceAccount): RequestHandler {
  return serve(account, notThere, { open: true });
}

/** Answers a request that Express itself refused, such as a path with a broken escape sequence. */
export function notTaken(account: ServiceAccount): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const reason = error instanceof Error ? error.message : String(error);
    const refuse = () => Promise.reject(badRequest('InvalidRequest', reason));
    void serve(account, refuse)(request, response, next);
  };
}

async function notThere({ request }: ServiceCall): Promise<never> {
  throw notFound(`There is no ${request.method} ${request.originalUrl}.`);
}

/** Media upload exists in version 2 only, because the specification shows no other path. */
async function uploadMedia(
  account: ServiceAccount,
  { request, body, version }: ServiceCall,
): Promise<object> {
  if (version !== 2) throw notFound('Media can be uploaded in version 2 only: POST /api/v2/media.');
  const media = account.media.add(await parseFile(request.headers['content-type'], body));
  return { mediaId: media.mediaId };
}

function jsonBody({ request, body }: ServiceCall): unknown {
  return parseJsonBody(request.headers['content-type'], body);
}

function pathId({ request }: ServiceCall): string {
  return String(request.params.id);
}
