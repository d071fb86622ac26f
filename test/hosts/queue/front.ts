import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { listen } from '../../network/listening';

/** The sandbox behind a slow connection. */
export interface Front {
  url: string;
  close(): void;
}

/**
 * @param target - the address of the sandbox
 * @param delay - milliseconds that each call takes
 */
export async function startFront(target: string, delay: number): Promise<Front> {
  const json = { 'content-type': 'application/json' };
  const passOn = async (path: string, authorization: string, body: string) => {
    const headers = { ...json, authorization };
    const answer = await fetch(target + path, { method: 'POST', headers, body });
    const text = await answer.text();
    await pause(delay);
    return { status: answer.status, text };
  };
  const server = createServer((call, response) => {
    const chunks: Buffer[] = [];
    call
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', async () => {
        const { authorization = '' } = call.headers;
        const { status, text } = await passOn(
          String(call.url),
          authorization,
          Buffer.concat(chunks).toString(),
        );
        response.writeHead(status, json).end(text);
      });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => server.close().closeAllConnections(),
  };
}
