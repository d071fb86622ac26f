import { exchange, jsonIn, decodeText } from '../http';

/** The sandbox's test API over HTTP, for its page and for tests on the command line. */
export class Client {
  /** @param url Base address of the sandbox; empty in its own page. */
  constructor(private readonly url = '') {}

  /**
   * Calls `/sandbox/<path>`.
   * @throws an error with the sandbox's own words
   */
  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await exchange({
      method,
      url: `${this.url}/sandbox/${path}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.status === 0) throw new Error(`The sandbox does not answer: ${answer.problem}`);
    const text = decodeText(answer.bytes);
    if (answer.status >= 400) throw new Error(reasonIn(text) ?? `It answered ${answer.status}.`);
    return JSON.parse(text || 'null');
  }
}

function reasonIn(text: string): string | undefined {
  const body = jsonIn(text);
  return typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : undefined;
}
