import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One thing the node can do: with one output, or with branches. */
export type Operation = Action & (WithOutput | WithBranches);

interface Action {
  /** Name in the list of operations, in title case. */
  name: string;
  /** Name in the list of actions and below the node, in sentence case. */
  action: string;
  /** What it does, for people and AI agents. */
  description: string;
  /** Its parameters. */
  properties: INodeProperties[];
}

interface WithOutput {
  /** @throws NodeApiError or NodeOperationError of the first item that failed, unless the node goes on after failures. */
  execute(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}

interface WithBranches {
  /** As `execute`, with the items of each output. */
  branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}
