import { createHash } from 'node:crypto';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

import { serve, type Serving } from '../../network/listening';

export interface Balancer extends Serving {
  /** Whether webhooks go to the processors in turn, instead of all calls of one path to the same one. */
  inTurn: boolean;
}

/** The paths that n8n's documentation sends to the webhook processors; all others go to the main process. */
const FOR_PROCESSORS = /^\/(webhook|webhook-waiting|form|form-waiting)\//;

/**
 * A load balancer as docs/operations.md describes it: webhook calls go to the webhook processors, those of one path to the same one.
 * @param main - returns the address of the main process at the time of a call
 * @param processors - returns the addresses of the webhook processors at the time of a call
 */
export async function startBalancer(main: () => string, processors: () => string[]): Promise<Balancer> {
  let turn = 0;
  const targetOf = (path: string): string => {
    const targets = FOR_PROCESSORS.test(path) ? processors() : [];
    turn += 1;
    const index = balancer.inTurn ? turn : hashOf(path);
    return targets[index % targets.length] ?? main();
  };
  const server = await serve((call, response) => passOn(call, response, targetOf(call.url ?? '/')));
  const balancer: Balancer = { ...server, inTurn: false };
  return balancer;
}

function hashOf(path: string): number {
  return createHash('sha256').update(path.replace(/\?.*$/, '')).digest().readUInt32BE();
}

function passOn(call: IncomingMessage, response: ServerResponse, target: string): void {
  const caller = call.socket.remoteAddress ?? '';
  const forwarded = [call.headers['x-forwarded-for'], caller].flat().filter(Boolean).join(', ');
  const headers = { ...call.headers, 'x-forwarded-for': forwarded, connection: 'close' };
  const onward = ask(target + String(call.url), { method: call.method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end('No process of n8n answers.');
  });
  call.pipe(onward);
}
