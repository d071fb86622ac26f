import { join } from 'node:path';
import { z } from 'zod/v4';

import { NodeRed, type FlowNode } from '../../test/hosts/node-red/nodeRedServer';

const summary = z.object({
  ms: z.number(),
  p99: z.number(),
  heap: z.number(),
  peak: z.number(),
  rss: z.number(),
  cpuMs: z.number(),
});
/** What Node-RED measured in itself: time, CPU, and bytes in use before and at the peak of a run. */
export type Summary = z.infer<typeof summary>;

/** How the messages of a run come: by themselves as texts, as whole requests, in one array, or from outside. */
export type Sending = 'each' | 'request' | 'array' | 'none';

interface Run {
  count: number;
  send: Sending;
  warmUp?: number;
  settings?: string;
}

const at = { x: 100, y: 100, z: 'tab' };

/** A source that leads to `to`, and a sink; what is between is the flow to measure. */
export function measuredFlow(to: string, ...between: FlowNode[]): FlowNode[] {
  return [
    { id: 'tab', type: 'tab', label: 'Benchmark' },
    { id: 'source', type: 'bench-source', wires: [[to]], ...at },
    { id: 'sink', type: 'bench-sink', wires: [], ...at },
    ...between,
  ];
}

/**
 * Runs a flow in a Node-RED of its own, so that no run finds the memory of another, after `warmUp` messages that do not count: V8 has
 * compiled what they took. `call` brings so many messages from outside.
 */
export async function runFlow(
  flow: FlowNode[],
  { count, send, warmUp = 200, settings = '' }: Run,
  call: (url: string, messages: number) => Promise<void> = async () => {},
): Promise<Summary> {
  const nodeRed = await NodeRed.start({ probe: join(__dirname, 'probe'), settings });
  try {
    await nodeRed.deploy(flow);
    const run = async (messages: number) => {
      const seen = nodeRed.at('sink').length;
      nodeRed.inject('source', { count: messages, send, text: 'Your order is on its way, number' });
      await call(nodeRed.url, messages);
      return nodeRed.until(() => nodeRed.at('sink')[seen], 'the end of the run', 300_000);
    };
    await run(warmUp);
    return summary.parse(await run(count));
  } finally {
    await nodeRed.stop();
  }
}
