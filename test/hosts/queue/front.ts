import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { serve, type Serving } from '../../network/listening';

/**
 * The sandbox behind a slow connection.
 * @param target - the address of the sandbox
 * @param delay - milliseconds that each call takes
 */
export function startFront(target: string, delay: number): Promise<Serving> {
  const json = { 'content-type': 'application/json' };
  return serve(async (call, response) => {
    const {
      url = '',
      headers: { authorization = '' },
    } = call;
    const headers = { ...json, authorization };
    const answer = await fetch(target + url, { method: 'POST', headers, body: await text(call) });
    const answered = await answer.text();
    await pause(delay);
    response.writeHead(answer.status, json).end(answered);
  });
}
