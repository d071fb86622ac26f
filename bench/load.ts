import { Agent, request } from 'node:http';

import { sms } from '../test/hosts/node-red/webhooks';

/** Posts inbound messages, all different, over connections that are kept, so many at once, and fails unless each is answered 200. */
export async function callWebhook(url: string, count: number, atOnce: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let left = count;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const status = await post(url, JSON.stringify(sms()), agent);
      if (status !== 200) throw new Error(`${url} answers ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  agent.destroy();
}

function post(url: string, body: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const outgoing = request(url, { method: 'POST', agent, headers }, (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve(incoming.statusCode ?? 0));
      incoming.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
