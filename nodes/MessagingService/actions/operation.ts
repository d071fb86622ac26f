import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One operation of the node: with one output, or with branches. */
export type Operation = Action & (WithOutput | WithBranches);

interface Action {
  /** Name in the list of operations, in title case. */
  name: string;
  /** Name in the list of actions and below the node, in sentence case and without articles. */
  action: string;
  /** What it does, for people and AI agents. */
  description: string;
  properties: INodeProperties[];
}

interface WithOutput {
  /** @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures */
  execute(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}

interface WithBranches {
  /** As `execute`, with the items of each output. */
  branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}
