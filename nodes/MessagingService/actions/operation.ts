import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One thing the node can do. */
export interface Operation {
  /** Name in the list of operations, in title case. */
  name: string;
  /** Name in the list of actions and below the node, in sentence case. */
  action: string;
  /** What it does, for people and AI agents. */
  description: string;
  /** Its parameters. */
  properties: INodeProperties[];
  /** @throws NodeApiError or NodeOperationError of the first item that failed, unless the node goes on after failures. */
  execute(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}
