import type { FunctionsBase } from 'n8n-workflow';

/** Identifies a node within this n8n. */
export function nodeKey(context: Pick<FunctionsBase, 'getNode' | 'getWorkflow'>): string {
  return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}
