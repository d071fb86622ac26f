import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, INode } from 'n8n-workflow';
import { z } from 'zod/v4';
import { projectRoot } from './host';
import { ACTION, TRIGGER } from './messaging';

const folder = path.join(projectRoot, 'docs', 'n8n', 'workflows');

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const exported = z.strictObject({
  name: z.string(),
  nodes: z.array(z.custom<INode>(isObject)),
  connections: z.custom<IConnections>(isObject),
  settings: z.record(z.string(), z.unknown()),
  pinData: z.strictObject({}),
});
export type Example = z.infer<typeof exported>;

/** The names of the example workflows, taken from their files. */
export const exampleNames = readdirSync(folder).map((file) => path.basename(file, '.json'));

/** An example workflow as its file contains it. */
export function readExample(name: string): Example {
  return exported.parse(JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')));
}

/** An example after its first steps: the account is chosen in each node, and the triggers allow calls from this machine. */
export function setUp({ nodes, ...rest }: Example, credential: { id: string; name: string }): Example {
  return { ...rest, nodes: nodes.map((node) => setUpNode(node, credential)) };
}

function setUpNode(node: INode, { id, name }: { id: string; name: string }): INode {
  if (isAction(node)) {
    return { ...node, webhookId: randomUUID(), credentials: { messagingServiceApi: { id, name } } };
  }
  if (!hasWebhook(node)) return node;
  // As n8n's editor does, so that a file that is imported twice gets other URLs.
  const own = { ...node, webhookId: randomUUID() };
  return node.type === TRIGGER
    ? { ...own, parameters: { ...node.parameters, allowedCallers: '127.0.0.1' } }
    : own;
}

/** The action node, also in its form as the tool of an AI agent. */
const isAction = ({ type }: INode) => type === ACTION || type === `${ACTION}HitlTool`;

const hasWebhook = ({ type }: INode) =>
  type.endsWith('Trigger') || type === 'n8n-nodes-base.webhook' || type === 'n8n-nodes-base.form';

/** An example in which the user has replaced a text by their own. */
export function replaceText(example: Example, text: string, own: string): Example {
  return exported.parse(JSON.parse(JSON.stringify(example).replaceAll(text, own)));
}
