import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A service that does exactly what a test says: for limits, pauses and timed answers, which the sandbox does not offer. */
export class StubService {
  /** Bodies of the requests, in the order they came. */
  readonly requests: Array<Record<string, unknown>> = [];
  /** Their paths, in the same order. */
  readonly paths: string[] = [];
  /** When each request came, in milliseconds. */
  readonly times: number[] = [];
  inFlight = 0;
  mostInFlight = 0;
  /** The answer to a request, which may be delayed. `number` counts from 0. */
  answer: (number: number) => StubAnswer | Promise<StubAnswer> = () => ({});
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      this.inFlight += 1;
      this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
      response.once('close', () => (this.inFlight -= 1));
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const number = this.requests.length;
        this.times.push(Date.now());
        this.requests.push(JSON.parse(Buffer.concat(chunks).toString() || '{}'));
        this.paths.push(request.url ?? '');
        this.server.emit('came');
        void Promise.resolve(this.answer(number)).then(({ status = 200, headers = {}, body }) => {
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(JSON.stringify(body ?? (status < 400 ? { messageId: `id-${number}` } : {})));
        });
      });
    });
  }

  static async start(port = 0): Promise<StubService> {
    const stub = new StubService();
    // Longer than any client keeps an idle connection: on a busy machine, one would otherwise close just when it is reused.
    stub.server.keepAliveTimeout = 120_000;
    stub.server.listen(port, '127.0.0.1');
    await once(stub.server, 'listening');
    return stub;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The stub listens on no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Texts of the messages, in the order they came. */
  get texts(): unknown[] {
    return this.requests.map(({ content }) =>
      typeof content === 'object' && content !== null ? Reflect.get(content, 'text') : undefined,
    );
  }

  /** Waits until `count` requests have come since the last reset. */
  async came(count: number): Promise<void> {
    const signal = AbortSignal.timeout(60_000);
    while (this.requests.length < count) await once(this.server, 'came', { signal });
  }

  reset(): void {
    this.requests.length = 0;
    this.paths.length = 0;
    this.times.length = 0;
    this.mostInFlight = 0;
    this.answer = () => ({});
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** A promise that the test resolves. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
