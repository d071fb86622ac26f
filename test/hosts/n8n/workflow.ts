import { randomUUID } from 'node:crypto';
import { NodeHelpers } from 'n8n-workflow';
import type { IConnections, INode, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v4';

/** A node of a new workflow: name and type; the rest is filled in as the editor does. */
export type NewNode = Pick<INode, 'name' | 'type'> & Partial<INode>;

export interface NewWorkflow {
  readonly name?: string;
  readonly nodes: NewNode[];
  /** If missing, the nodes are connected one after another. */
  readonly connections?: IConnections;
  readonly settings?: Record<string, unknown>;
}

const object = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A workflow as n8n stored it. */
export const storedWorkflow = z.looseObject({
  id: z.string(),
  name: z.string(),
  versionId: z.string(),
  nodes: z.array(z.custom<INode>(object)),
  connections: z.custom<IConnections>(object),
});
export type Workflow = z.infer<typeof storedWorkflow>;

/** Connects the nodes of these names one after another, each by its first output. */
export function chain(...names: string[]): IConnections {
  const pairs = names.slice(1).map((next, index) => [names[index] ?? '', next] as const);
  return Object.fromEntries(
    pairs.map(([from, to]) => [from, { main: [[{ node: to, type: 'main' as const, index: 0 }]] }]),
  );
}

function newestVersion({ defaultVersion, version }: INodeTypeDescription): number {
  return defaultVersion ?? Math.max(...[version].flat());
}

/** Fills in what the editor fills in when a node is added to the canvas. */
export function completeNode(node: NewNode, index: number, description: INodeTypeDescription): INode {
  return {
    id: randomUUID(),
    typeVersion: newestVersion(description),
    position: [index * 220, 0],
    parameters: {},
    ...(description.webhooks === undefined ? {} : { webhookId: randomUUID() }),
    ...node,
  };
}

/** The path of a node's webhook below `/webhook/` (and below `/webhook-test/` for a test in the editor). */
export function webhookPath(
  workflow: Workflow,
  node: INode,
  { webhooks = [] }: INodeTypeDescription,
): string {
  const webhook = webhooks.find(({ restartWebhook }) => restartWebhook !== true);
  if (webhook === undefined) throw new Error(`The node "${node.name}" has no webhook`);
  const path = parameterNamedBy(webhook.path, node) ?? webhook.path;
  return NodeHelpers.getNodeWebhookPath(workflow.id, node, path, webhook.isFullPath === true);
}

/** n8n's own Webhook node has its path in a parameter: `={{$parameter["path"]}}`. */
function parameterNamedBy(path: string, node: INode): string | undefined {
  const name = /^=\{\{\s*\$parameter\["(\w+)"\]\s*\}\}$/.exec(path)?.[1];
  return name === undefined ? undefined : String(node.parameters[name] ?? '');
}
