import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { ServiceAccount } from '../state/account';
import { authenticate, readVersion } from './caller';
import type { ServiceVersion } from './dates';
import { invalidContent, ServiceError } from './errors';
import {
  faultAction,
  faultOfBody,
  faultOfHeader,
  faultAnswer,
  type DistortedAnswer,
  type FaultName,
} from './faults';
import type { CallContext } from './operations';
import { collectBody } from './requestBody';

/** One call of the service: the request with its body, and its caller. */
export interface ServiceCall extends CallContext {
  request: Request;
  body: Buffer;
}

export type ServiceOperation = (call: ServiceCall) => object | Promise<object>;

/** A chunk of an answer that is too long to be made at once. */
const PIECE = 'x'.repeat(1024 * 1024);

interface Answer {
  status: number;
  text: string;
  headers: Record<string, string>;
}

/** How an operation is called. */
export interface Route {
  /** The version in the path. */
  pathVersion?: ServiceVersion;
  /** Whether the body is a file instead of JSON. */
  media?: true;
  /** Answered without credentials, so that a browser that loads a missing picture does not ask for a password. */
  open?: true;
}

/** What the log says about a call besides the request itself. */
interface Course {
  requestId: string;
  body: Buffer;
  fault?: FaultName;
}

/**
 * Serves an operation of the service: handles request id, credentials and version, turns errors into the service's error body, causes
 * faults, and logs the call.
 */
export function serve(
  account: ServiceAccount,
  operation: ServiceOperation,
  { pathVersion, media, open }: Route = {},
): RequestHandler {
  return async (request, response) => {
    const at = account.clock.now();
    const started = performance.now();
    const course: Course = { requestId: randomUUID(), body: Buffer.alloc(0) };
    const answer = await runOperation(async () => {
      course.fault = faultOfHeader(request.headers['x-sandbox-fault']) ?? account.takeFault();
      closeEarly(course.fault, request);
      course.body = await collectBody(request, media ? 'media' : 'json');
      course.fault ??= faultOfBody(course.body);
      refuseByFault(course.fault, request);
      if (!open) authenticate(account.users, request.headers.authorization);
      const version = readVersion(pathVersion, request.headers['x-api-version']);
      return await operation({ request, ...course, version });
    });
    const closed = await write(account, response, answer, course);
    account.calls.add({
      direction: 'in',
      at,
      method: request.method,
      url: request.originalUrl,
      requestHeaders: readHeaders(request),
      requestBody: bodyForLog(request, course.body),
      status: closed ? 0 : answer.status,
      responseBody: closed ? '' : answer.text,
      requestId: course.requestId,
      milliseconds: Math.round(performance.now() - started),
      fault: course.fault,
      problem: closed ? 'The connection was closed.' : undefined,
    });
  };
}

async function runOperation(operation: () => Promise<object>): Promise<Answer> {
  try {
    return { status: 200, text: JSON.stringify(await operation()), headers: {} };
  } catch (error) {
    if (error instanceof ServiceError) {
      const { status, body, headers } = error;
      return { status, text: typeof body === 'string' ? body : JSON.stringify(body), headers };
    }
    const reason = error instanceof Error ? error.message : String(error);
    const body = { errorCode: 'GeneralError', errorMessage: `The sandbox failed: ${reason}` };
    return { status: 500, text: JSON.stringify(body), headers: {} };
  }
}

/** Writes the answer as the fault demands. Returns whether the connection was closed instead. */
async function write(
  account: ServiceAccount,
  response: Response,
  answer: Answer,
  { requestId, fault }: Course,
): Promise<boolean> {
  const action = faultAction(fault);
  if (action?.kind === 'wait') await wait(account.settings.slowAnswer);
  if (action?.kind === 'close' && action.when !== 'during answer') response.socket?.destroy();
  if (response.socket?.destroyed !== false) return true;
  const distorted: DistortedAnswer =
    action?.kind === 'distort' ? action.distort(answer.text) : { text: answer.text };
  response.writeHead(answer.status, {
    'Content-Type': distorted.contentType ?? 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(distorted.text) + (distorted.padding ?? 0),
    'x-service-request-id': requestId,
    ...answer.headers,
  });
  if (action?.kind === 'close') await cutOff(response, answer.text);
  else if (distorted.padding === undefined) response.end(distorted.text);
  // A client that stops reading is not a failure of the sandbox.
  else await pipeline(padded(distorted.text, distorted.padding), response).catch(() => undefined);
  return false;
}

/** Writes the first half of an answer, then nothing. */
async function cutOff(response: Response, text: string): Promise<void> {
  await new Promise((resolve) => response.write(text.slice(0, text.length / 2), resolve));
  response.destroy();
}

/** An answer made longer by `length` bytes, in chunks. */
function* padded(text: string, length: number): Generator<string> {
  const [before, after] = [',"padding":"', '"}'];
  yield text.slice(0, -1) + before;
  let left = length - before.length - (after.length - 1);
  for (; left > 0; left -= PIECE.length) yield PIECE.slice(0, left);
  yield after;
}

function closeEarly(fault: FaultName | undefined, request: Request): void {
  const action = faultAction(fault);
  if (action?.kind !== 'close') return;
  if (action.when === 'before body') request.destroy();
  if (action.when === 'during body') request.once('data', () => request.destroy());
}

function refuseByFault(fault: FaultName | undefined, request: Request): void {
  const action = faultAction(fault);
  if (action?.kind === 'refuse') throw faultAnswer(action);
  if (action?.kind === 'invalid')
    throw invalidContent([{ path: ['to'], message: 'A fault of the sandbox: invalid receiver.' }]);
  if (action?.kind === 'redirect') {
    const elsewhere = new URL(request.originalUrl, `http://localhost:${request.socket.localPort}`);
    throw new ServiceError(
      307,
      { errorCode: 'Moved', errorMessage: 'A fault of the sandbox: 307.' },
      { Location: elsewhere.href },
    );
  }
}

function readHeaders(request: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

function bodyForLog(request: Request, body: Buffer): string {
  const type = request.headers['content-type'] ?? '';
  return body.length === 0 || /json|text|xml/i.test(type)
    ? body.toString('utf8')
    : `(${body.length} bytes of ${type})`;
}
