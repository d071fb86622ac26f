import { z } from 'zod/v4';

const message = z.looseObject({
  messageId: z.string(),
  channel: z.string(),
  to: z.string(),
  state: z.string(),
  content: z.unknown(),
});

/** A sandbox in a container. */
export class ContainedSandbox {
  constructor(private readonly url: string) {}

  async messages() {
    return z.array(message).parse(await (await get(`${this.url}/sandbox/messages`)).json());
  }

  /** Writes as the person, as the phone page does. */
  async write(inbound: object): Promise<void> {
    await this.call('POST', '/sandbox/inbound', inbound);
  }

  async change(settings: object): Promise<void> {
    await this.call('PUT', '/sandbox/settings', settings);
  }

  private async call(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(this.url + path, { method, headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  }
}

/** Docker takes a connection to a port before anything in the container listens on it. */
export async function get(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(10_000), headers: { connection: 'close' } });
}
