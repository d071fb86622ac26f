import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { listen } from '../../network/listening';

/** The sandbox behind a slow connection. */
export interface Front {
  url: string;
  /** How many calls it refused with 429. */
  refused(): number;
  close(): void;
}

/**
 * @param target - the address of the sandbox
 * @param delay - milliseconds that each call takes
 * @param mostAtOnce - further calls beyond this number are refused with 429 and Retry-After: 1
 */
export async function startFront(target: string, delay: number, mostAtOnce = Infinity): Promise<Front> {
  let underWay = 0;
  let refused = 0;
  const json = { 'content-type': 'application/json' };
  const passOn = async (path: string, authorization: string, body: string) => {
    underWay += 1;
    try {
      const headers = { ...json, authorization };
      const answer = await fetch(target + path, { method: 'POST', headers, body });
      const text = await answer.text();
      await pause(delay);
      return { status: answer.status, text };
    } finally {
      underWay -= 1;
    }
  };
  const server = createServer((call, response) => {
    const chunks: Buffer[] = [];
    call
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', async () => {
        if (underWay >= mostAtOnce) {
          refused += 1;
          response.writeHead(429, { ...json, 'retry-after': '1' }).end('{}');
          return;
        }
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
    refused: () => refused,
    close: () => server.close().closeAllConnections(),
  };
}
