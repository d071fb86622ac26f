import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod/v4';

import type { Certificate } from '../test/network/certificates';

const serviceCounts = z.object({
  requests: z.number(),
  messages: z.number(),
  mostInFlight: z.number(),
  mostConnections: z.number(),
});
export type ServiceCounts = z.infer<typeof serviceCounts>;

/** The service's process (serviceProcess.ts). */
export class BenchService {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param certificate for TLS; plain http without one */
  static async start(certificate?: Certificate): Promise<BenchService> {
    const args = certificate === undefined ? [] : [JSON.stringify(certificate)];
    const child = fork(join(__dirname, 'serviceProcess.ts'), args);
    const [told]: unknown[] = await once(child, 'message');
    const { address } = z.object({ address: z.object({ port: z.number() }) }).parse(told);
    return new BenchService(
      child,
      `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    );
  }

  /** From now on it answers after so many milliseconds; what it counted so far is forgotten. */
  async answerAfter(answerAfterMs: number): Promise<void> {
    await this.tell({ answerAfterMs });
  }

  /** What came since `answerAfter`. */
  async counts(): Promise<ServiceCounts> {
    return this.tell({ counts: true });
  }

  private async tell(command: object): Promise<ServiceCounts> {
    this.child.send(command);
    const [told]: unknown[] = await once(this.child, 'message');
    return z.object({ counts: serviceCounts }).parse(told).counts;
  }

  async stop(): Promise<void> {
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}
