import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { z } from 'zod/v4';
import type { Sandbox, SandboxMessage } from '../../../sandbox';
import { createLimiter } from '../../../core/client';
import { serve } from '../../network/listening';
import { ACTION, TRIGGER } from '../n8n/messaging';
import type { Credential, N8nServer } from '../n8n/n8nServer';
import { until } from '../n8n/until';
import type { NewNode, Workflow } from '../n8n/workflow';

/** An n8n, in one process or several, and the service that it uses. */
export interface Ground {
  n8n: N8nServer;
  sandbox: Sandbox;
  credential: Credential;
}

const passed = z.object({ person: z.string(), branch: z.number(), data: z.unknown() });

/** Every execution that continues leaves a mark here, so that one that continued twice is noticed. */
export interface Marks {
  /** A node that leaves a mark for each of its items: an expression that gives an object. */
  node(name: string, mark: string): NewNode;
  /** The marks of each person that was asked. */
  of(person: string): Array<z.infer<typeof passed>>;
  count(): number;
  clear(): void;
  close(): Promise<void>;
}

export async function startMarks(): Promise<Marks> {
  let marks: Array<z.infer<typeof passed>> = [];
  const { url, close } = await serve(async (call, response) => {
    marks.push(passed.parse(await json(call)));
    response.end('{}');
  });
  return {
    node: (name, mark) => ({
      name,
      type: 'n8n-nodes-base.httpRequest',
      parameters: {
        method: 'POST',
        url,
        sendBody: true,
        specifyBody: 'json',
        jsonBody: `={{ JSON.stringify(${mark}) }}`,
      },
    }),
    of: (person) => marks.filter((mark) => mark.person === person),
    count: () => marks.length,
    clear: () => (marks = []),
    close,
  };
}

/** The trigger that hands on taps. The sandbox forwards to it at the permanent address of n8n, and repeats what a busy n8n refuses. */
export async function letTapsIn({ n8n, sandbox }: Ground, address = n8n.url): Promise<Workflow> {
  const workflow = await n8n.createWorkflow({
    nodes: [{ name: 'Trigger', type: TRIGGER, parameters: { allowedCallers: '127.0.0.1' } }],
  });
  await n8n.activate(workflow);
  const { production } = await n8n.webhookUrls(workflow);
  sandbox.change({ inboundUrls: { default: production.replace(n8n.url, address) } });
  return workflow;
}

/** None of the numbers for which the sandbox does something special. */
export const person = (index: number) => `+4178${String(index).padStart(7, '0')}`;

/** Starts executions that each ask several persons, and wait. Returns their messages in order. */
export async function askMany(
  { n8n, sandbox, credential }: Ground,
  marks: Marks,
  parameters: object,
  count: number,
  items = 1,
): Promise<SandboxMessage[]> {
  const path = randomUUID();
  const mark = (index: number) =>
    marks.node(`Mark ${index}`, `{ person: $json.recipient, branch: ${index}, data: $json.data }`);
  const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
  const workflow = await n8n.createWorkflow({
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.webhook', parameters: { httpMethod: 'POST', path } },
      { name: 'Split', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body' } },
      {
        name: 'Ask',
        type: ACTION,
        parameters: {
          operation: 'sendAndWait',
          channel: 'Whatsapp',
          from: '+41795550100',
          to: '={{ $json.to }}',
          message: 'May it be paid?',
          ...parameters,
        },
        credentials: { messagingServiceApi: { id: credential.id, name: credential.name } },
      },
      mark(0),
      mark(1),
    ],
    connections: {
      Start: { main: [to('Split')] },
      Split: { main: [to('Ask')] },
      Ask: { main: [to('Mark 0'), to('Mark 1')] },
    },
  });
  await n8n.activate(workflow);
  const { production } = await n8n.webhookUrls(workflow);
  const before = sandbox.messages().length;
  await each(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const answer = await fetch(production, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(
          Array.from({ length: items }, (_, item) => ({ to: person(index * items + item) })),
        ),
      });
      if (!answer.ok) throw new Error(`n8n answered ${answer.status}`);
    },
  );
  const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status: ['waiting'] }));
  await until(
    'all executions to wait',
    async () => {
      const found = await n8n.call('GET', `/rest/executions?limit=1&filter=${filter}`);
      return z.object({ count: z.number() }).parse(found).count >= count;
    },
    60_000 + count * 1000,
  );
  return sandbox.messages().slice(before);
}

/** Does something for each entry, twenty at a time. */
export async function each<T>(entries: readonly T[], task: (entry: T) => Promise<unknown>): Promise<void> {
  const limiter = createLimiter(20);
  await Promise.all(entries.map((entry) => limiter.run(() => task(entry))));
}

export function shuffled<T>(entries: readonly T[]): T[] {
  return entries
    .map((entry) => ({ entry, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}
